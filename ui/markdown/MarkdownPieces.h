// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

namespace typeshift::ui {

//! A part of a markdown text that can be laid out on its own: prose, or one fenced code block. Long prose is cut where
//! a top-level block ends, long code after a number of lines, so that no piece takes long to lay out. // T2, T4
struct MarkdownPiece {
    enum class Kind { Prose, Code };

    Kind kind = Kind::Prose;
    QString source;         //!< markdown of prose; the lines of code, without their fence
    QString language;       //!< first word after the fence
    QString title;          //!< what follows it: mostly a path
    bool continued = false; //!< goes on from the piece before in the same paragraph or code block
    bool continues = false; //!< the next piece goes on with it

    bool operator==(const MarkdownPiece &) const = default;
};

//! Cuts a text that arrives bit by bit. Where it cuts depends on the text alone, never on how it arrived, and a closed
//! piece never changes again: a long answer costs the same for its last word as for its first. A value.
class MarkdownSplitter
{
public:
    void append(QStringView text);

    //! Pieces that later text can't change.
    const QList<MarkdownPiece> &closed() const { return m_closed; }
    //! What follows the closed ones as it stands now; mostly one piece.
    QList<MarkdownPiece> open() const;
    //! All pieces: nothing follows.
    QList<MarkdownPiece> end() &&;

    static constexpr qsizetype proseSize = 3'000; //!< characters from which prose is cut at the next top-level block
    static constexpr qsizetype lineSize = 12'000; //!< characters that one piece holds at most
    static constexpr int codeLines = 80;

private:
    void takeRest();
    void takeLine(QStringView line);
    void takeProseLine(QStringView line);
    void takeCodeLine(QStringView line);
    void addProse(QStringView line);
    void closePiece(bool continues);
    bool opensFence(QStringView line);
    bool closesFence(QStringView line, QChar mark, qsizetype length) const;

    QList<MarkdownPiece> m_closed;
    MarkdownPiece m_piece;
    QString m_rest; //!< a line that has no end yet
    QChar m_fence;  //!< of the code piece, or of a fence inside a list item
    qsizetype m_fenceLength = 0;
    int m_lines = 0;
    bool m_afterBlank = false;
    bool m_inList = false;
    bool m_inLine = false; //!< the next line goes on with a line that was too long for one piece
};

//! All pieces of a text that is complete.
QList<MarkdownPiece> markdownPieces(QStringView text);

//! The text as a reader sees it, without the marks of emphasis, code, headings and links: good enough to search and
//! to read aloud, and made without a parser.
QString withoutMarks(QStringView markdown);

} // namespace typeshift::ui
