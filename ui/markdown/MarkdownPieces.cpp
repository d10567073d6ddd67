// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "markdown/MarkdownPieces.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

qsizetype indentOf(QStringView line)
{
    qsizetype spaces = 0;
    while (spaces < line.size() && (line[spaces] == u' ' || line[spaces] == u'\t'))
        ++spaces;
    return spaces;
}

qsizetype runOf(QStringView text, QChar mark)
{
    qsizetype length = 0;
    while (length < text.size() && text[length] == mark)
        ++length;
    return length;
}

bool startsListItem(QStringView line)
{
    const QStringView text = line.mid(indentOf(line));
    if (text.size() < 2)
        return false;
    if (text[0] == u'-' || text[0] == u'*' || text[0] == u'+')
        return text[1] == u' ' || text[1] == u'\t';
    qsizetype digits = 0;
    while (digits < text.size() && digits < 9 && text[digits].isDigit())
        ++digits;
    return digits > 0 && digits + 1 < text.size() && (text[digits] == u'.' || text[digits] == u')')
        && text[digits + 1] == u' ';
}

} // namespace

void MarkdownSplitter::append(QStringView text)
{
    qsizetype from = 0;
    while (from < text.size()) {
        const qsizetype end = text.indexOf(u'\n', from);
        if (end < 0) {
            m_rest += text.mid(from);
            break;
        }
        if (m_rest.isEmpty()) {
            takeLine(text.mid(from, end - from));
        } else {
            m_rest += text.mid(from, end - from);
            takeLine(std::exchange(m_rest, {}));
        }
        from = end + 1;
    }
    // A line without end must not grow for ever: what fills a piece is cut at its last space.
    while (m_rest.size() > lineSize) {
        const qsizetype space = QStringView(m_rest).first(lineSize).lastIndexOf(u' ');
        const qsizetype cut = space > lineSize / 2 ? space + 1 : lineSize;
        const QString head = m_rest.first(cut);
        m_rest.remove(0, cut);
        if (m_piece.kind == MarkdownPiece::Kind::Code)
            takeCodeLine(head);
        else
            addProse(head);
        closePiece(true);
        m_inLine = true;
    }
}

QList<MarkdownPiece> MarkdownSplitter::open() const
{
    MarkdownSplitter rest = *this;
    rest.m_closed.clear();
    rest.takeRest();
    return rest.m_closed;
}

QList<MarkdownPiece> MarkdownSplitter::end() &&
{
    takeRest();
    return std::move(m_closed);
}

void MarkdownSplitter::takeRest()
{
    // Half a fence is no text: it would flicker.
    const QString rest = std::exchange(m_rest, {});
    const QStringView line = QStringView(rest).trimmed();
    const bool isHalfFence = !line.isEmpty() && (line[0] == u'`' || line[0] == u'~')
        && runOf(line, line[0]) == line.size() && (line.size() < 3 || m_piece.kind == MarkdownPiece::Kind::Code);
    if (!rest.isEmpty() && !isHalfFence)
        takeLine(rest);
    closePiece(false);
}

void MarkdownSplitter::takeLine(QStringView line)
{
    if (line.endsWith(u'\r'))
        line.chop(1);
    while (line.size() > lineSize) {
        const qsizetype space = line.first(lineSize).lastIndexOf(u' ');
        const qsizetype cut = space > lineSize / 2 ? space + 1 : lineSize;
        if (m_piece.kind == MarkdownPiece::Kind::Code)
            takeCodeLine(line.first(cut));
        else
            addProse(line.first(cut));
        closePiece(true);
        m_inLine = true;
        line = line.mid(cut);
    }
    if (m_piece.kind == MarkdownPiece::Kind::Code)
        takeCodeLine(line);
    else if (std::exchange(m_inLine, false))
        addProse(line);
    else
        takeProseLine(line);
}

void MarkdownSplitter::takeProseLine(QStringView line)
{
    if (line.trimmed().isEmpty()) {
        m_afterBlank = true;
        addProse({});
        return;
    }
    if (!m_fence.isNull()) { // a fence inside a list item: stays with it
        if (closesFence(line, m_fence, m_fenceLength))
            m_fence = {};
        addProse(line);
        return;
    }
    const qsizetype indent = indentOf(line);
    if (opensFence(line))
        return;
    const bool isItem = startsListItem(line);
    if (m_afterBlank && indent == 0 && m_piece.source.size() >= proseSize && !(m_inList && isItem))
        closePiece(false);
    else if (m_piece.source.size() + line.size() > lineSize)
        closePiece(true);
    if (isItem)
        m_inList = true;
    else if (m_afterBlank && indent == 0)
        m_inList = false;
    m_afterBlank = false;
    addProse(line);
}

bool MarkdownSplitter::opensFence(QStringView line)
{
    const qsizetype indent = indentOf(line);
    const QStringView text = line.mid(indent);
    if (text.isEmpty() || (text[0] != u'`' && text[0] != u'~'))
        return false;
    const qsizetype length = runOf(text, text[0]);
    const QStringView words = text.mid(length).trimmed();
    if (length < 3 || (text[0] == u'`' && words.contains(u'`')))
        return false;
    const bool isInItem = m_inList && indent > 0;
    if (!isInItem && indent > 3)
        return false;
    m_fence = text[0];
    m_fenceLength = length;
    if (isInItem) {
        addProse(line);
        return true;
    }
    closePiece(false);
    m_piece.kind = MarkdownPiece::Kind::Code;
    const qsizetype space = words.indexOf(u' ');
    m_piece.language = (space < 0 ? words : words.first(space)).toString();
    m_piece.title = space < 0 ? QString() : words.mid(space + 1).trimmed().toString();
    m_lines = 0;
    m_afterBlank = false;
    m_inList = false;
    return true;
}

bool MarkdownSplitter::closesFence(QStringView line, QChar mark, qsizetype length) const
{
    const QStringView text = line.trimmed();
    return runOf(text, mark) >= length && runOf(text, mark) == text.size();
}

void MarkdownSplitter::takeCodeLine(QStringView line)
{
    if (!m_inLine && closesFence(line, m_fence, m_fenceLength)) {
        closePiece(false);
        m_fence = {};
        m_inLine = false;
        return;
    }
    m_inLine = false;
    if (m_lines >= codeLines || m_piece.source.size() + line.size() > lineSize)
        closePiece(true);
    if (m_lines++ > 0)
        m_piece.source += u'\n';
    m_piece.source += line;
}

void MarkdownSplitter::addProse(QStringView line)
{
    if (!m_piece.source.isEmpty())
        m_piece.source += u'\n';
    m_piece.source += line;
}

//! `continues`: the next piece goes on with this one.
void MarkdownSplitter::closePiece(bool continues)
{
    MarkdownPiece next;
    if (m_piece.kind == MarkdownPiece::Kind::Code) {
        if (continues) {
            next = m_piece;
            next.source.clear();
            next.continued = true;
        }
        m_piece.continues = continues;
        m_closed.append(std::exchange(m_piece, next));
        m_lines = 0;
        return;
    }
    qsizetype end = m_piece.source.size();
    while (end > 0 && m_piece.source[end - 1].isSpace())
        --end;
    const bool isEmpty = end == 0;
    m_piece.source.truncate(end);
    m_piece.continues = continues;
    next.continued = continues && !isEmpty;
    if (!isEmpty)
        m_closed.append(std::move(m_piece));
    m_piece = std::move(next);
}

QList<MarkdownPiece> markdownPieces(QStringView text)
{
    MarkdownSplitter splitter;
    splitter.append(text);
    return std::move(splitter).end();
}

QString withoutMarks(QStringView markdown)
{
    QString plain;
    plain.reserve(markdown.size());
    bool isLineStart = true;
    for (qsizetype i = 0; i < markdown.size(); ++i) {
        const QChar c = markdown[i];
        if (isLineStart && c == u'#') {
            const qsizetype marks = runOf(markdown.mid(i), u'#');
            if (marks <= 6 && i + marks < markdown.size() && markdown[i + marks] == u' ') {
                i += marks;
                isLineStart = false;
                continue;
            }
        }
        isLineStart = c == u'\n';
        if (c == u'*' || c == u'`' || (c == u'~' && i + 1 < markdown.size() && markdown[i + 1] == u'~'))
            continue;
        if (c == u'\\' && i + 1 < markdown.size() && markdown[i + 1].isPunct()) {
            plain += markdown[++i];
            continue;
        }
        if (c == u']' && i + 1 < markdown.size() && markdown[i + 1] == u'(') {
            const qsizetype close = markdown.indexOf(u')', i + 2);
            if (close > 0 && !markdown.mid(i, close - i).contains(u'\n')) {
                const qsizetype open = plain.lastIndexOf(u'[');
                if (open >= 0)
                    plain.remove(open, 1);
                i = close;
                continue;
            }
        }
        plain += c;
    }
    return plain;
}

} // namespace typeshift::ui
