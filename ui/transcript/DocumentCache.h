// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "markdown/MarkdownDocument.h"
#include "transcript/Block.h"

#include <KSyntaxHighlighting/State>

#include <QCache>
#include <QHash>

#include <functional>

namespace typeshift::ui {

//! The documents of the rows seen last, each with the revision it was made of and the width it is laid out for.
//! What memory they take does not grow with the conversation. // T5
class DocumentCache
{
public:
    using Maker = std::function<std::unique_ptr<MarkdownDocument>()>;

    //! Made when there is none of this revision; laid out for `width`, unless that is below 0: then it never wraps.
    //! Valid until the next call.
    MarkdownDocument &document(const RowId &id, int revision, int width, const Maker &make);
    //! Colours, fonts or the text size are others.
    void clear() { m_documents.clear(); }
    qsizetype made() const { return m_made; }
    //! What the pieces of long code blocks leave open at their end, so that the next one goes on in its colours.
    QHash<RowId, KSyntaxHighlighting::State> &codeStates() { return m_codeStates; }

    static constexpr int capacity = 256;

private:
    struct Kept {
        std::unique_ptr<MarkdownDocument> document;
        int revision;
    };

    QCache<RowId, Kept> m_documents{capacity};
    QHash<RowId, KSyntaxHighlighting::State> m_codeStates;
    qsizetype m_made = 0;
};

} // namespace typeshift::ui
