// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <KSyntaxHighlighting/SyntaxHighlighter>

namespace KSyntaxHighlighting {
class Repository;
}

namespace typeshift::ui {

class Theme;

//! Colours JSON while it is typed, in the design's colours. // DESIGN 1.4
class JsonColours final : public KSyntaxHighlighting::SyntaxHighlighter
{
    Q_OBJECT

public:
    //! The document owns it; the theme outlives it.
    JsonColours(QTextDocument &document, const KSyntaxHighlighting::Repository &repository, const Theme &theme);

protected:
    void applyFormat(int offset, int length, const KSyntaxHighlighting::Format &format) override;

private:
    const Theme &m_theme;
};

} // namespace typeshift::ui
