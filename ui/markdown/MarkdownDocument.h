// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theme/Token.h"

#include <KSyntaxHighlighting/State>

#include <QTextDocument>

#include <memory>

namespace KSyntaxHighlighting {
class Repository;
}

namespace typeshift::ui {

class Theme;

//! What a document is made with. `scale` is the reader's text size: 1 is the theme's own.
struct DocumentLook {
    const Theme &theme;
    const KSyntaxHighlighting::Repository &repository;
    qreal scale = 1;
};

//! A text document in the theme's reading font and colours. Loads nothing: a picture in a text is its alternative
//! text, so that no message can make the program open a file or a connection. GUI thread.
class MarkdownDocument final : public QTextDocument
{
    Q_OBJECT

public:
    //! Markdown as GitHub reads it, HTML shown as text. Each paragraph has the direction of its own letters. // 38
    static std::unique_ptr<MarkdownDocument> ofMarkdown(const QString &markdown, const DocumentLook &look);
    //! The text as it is, with its line breaks; `colour` for all of it.
    static std::unique_ptr<MarkdownDocument> ofPlainText(const QString &text, TextStyle style, Token colour,
                                                         const DocumentLook &look);
    //! Code in its language's colours: left to right, never wrapped. `state` is what the code above left open.
    static std::unique_ptr<MarkdownDocument> ofCode(const QString &code, const QString &language,
                                                    const DocumentLook &look,
                                                    const KSyntaxHighlighting::State &state = {});

    //! What lies under the letters: frames of inline code, bars of quotes, boxes of code inside lists. In the
    //! document's own coordinates; laid out before.
    void paintUnder(QPainter &painter, const Theme &theme) const;

protected:
    QVariant loadResource(int type, const QUrl &name) override;

private:
    explicit MarkdownDocument(const DocumentLook &look);
    void dressBlocks(const DocumentLook &look);
    void dressFragments(const DocumentLook &look);
    void dressTables(const DocumentLook &look);

    bool m_hasMarks = false; //!< whether paintUnder has anything to do
};

//! A font of the theme at the reader's text size.
QFont scaledFont(const Theme &theme, TextStyle style, qreal scale);
//! The line distance of a style at the reader's text size, in pixels.
int scaledLine(const Theme &theme, TextStyle style, qreal scale);

} // namespace typeshift::ui
