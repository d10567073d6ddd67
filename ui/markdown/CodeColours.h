// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <KSyntaxHighlighting/AbstractHighlighter>
#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/State>

#include <QTextLayout>

#include <optional>

class QTextDocument;
namespace KSyntaxHighlighting {
class Repository;
}

namespace typeshift::ui {

class Theme;
enum class Token;

//! Colours code in a document without changing it: the colours lie in the layouts of its blocks, so its size and its
//! text stay. Colours only, never bold: a wider letter would not be measured. // DESIGN 1.4
class CodeColours final : public KSyntaxHighlighting::AbstractHighlighter
{
public:
    //! Both outlive the object. The repository is shared by the program: making one takes milliseconds.
    CodeColours(const KSyntaxHighlighting::Repository &repository, const Theme &theme);

    //! Colours every block of a document that is one piece of code, which goes on from `state`. An unknown language
    //! leaves it plain.
    void colourAll(QTextDocument &document, const QString &language, KSyntaxHighlighting::State state = {});
    //! What a piece of code leaves open at its end, a comment or a string, when it began with `state`.
    KSyntaxHighlighting::State stateAfter(const QString &code, const QString &language,
                                          KSyntaxHighlighting::State state);
    //! Colours the fenced blocks of a markdown document, each in its language.
    void colourFences(QTextDocument &document);

    //! The definition for the word after a fence: a name ("C++"), an ending ("cpp") or a mime type; invalid for none.
    static KSyntaxHighlighting::Definition definitionFor(const KSyntaxHighlighting::Repository &repository,
                                                         const QString &language);

    //! The design's colour for a piece of code; none for plain text.
    static std::optional<Token> tokenOf(const KSyntaxHighlighting::Format &format);

protected:
    void applyFormat(int offset, int length, const KSyntaxHighlighting::Format &format) override;

private:
    const KSyntaxHighlighting::Repository &m_repository;
    const Theme &m_theme;
    QList<QTextLayout::FormatRange> m_ranges;
};

} // namespace typeshift::ui
