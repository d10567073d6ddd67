// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/CodeRow.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Approval)
};

constexpr qsizetype longestRow = 1'000;

VisibleText part(const VisibleText &text, qsizetype from, qsizetype length, qsizetype &firstMark)
{
    VisibleText cut{text.text.sliced(from, length), {}};
    while (firstMark < text.marks.size() && text.marks[firstMark].start + text.marks[firstMark].length <= from)
        ++firstMark;
    for (qsizetype i = firstMark; i < text.marks.size() && text.marks[i].start < from + length; ++i) {
        const qsizetype start = std::max(text.marks[i].start, from);
        const qsizetype end = std::min(text.marks[i].start + text.marks[i].length, from + length);
        cut.marks.append({start - from, end - start});
    }
    return cut;
}

//! Cuts a row that is too long and adds what it becomes.
void add(QList<CodeRow> &rows, CodeRow row)
{
    if (row.text.text.size() <= longestRow) {
        rows.append(std::move(row));
        return;
    }
    const QString text = row.text.text;
    const VisibleText whole = row.text;
    qsizetype firstMark = 0;
    for (qsizetype from = 0; from < text.size();) {
        qsizetype length = std::min(longestRow, text.size() - from);
        if (from + length < text.size() && text[from + length].isLowSurrogate())
            --length;
        CodeRow piece = row;
        piece.text = part(whole, from, length, firstMark);
        const qsizetype changedEnd = std::min(row.changedFrom + row.changedLength, from + length);
        piece.changedFrom = std::clamp<qsizetype>(row.changedFrom - from, 0, length);
        piece.changedLength = std::max<qsizetype>(0, changedEnd - from - piece.changedFrom);
        if (from > 0) {
            piece.goesOn = true;
            piece.before = piece.after = 0;
        }
        rows.append(std::move(piece));
        from += length;
    }
}

void append(VisibleText &text, const VisibleText &more)
{
    for (const VisibleText::Mark &mark : more.marks)
        text.marks.append({text.text.size() + mark.start, mark.length});
    text.text += more.text;
}

CodeRow rowOf(const DiffLine &line)
{
    using Kind = DiffLine::Kind;
    using Tone = CodeRow::Tone;
    if (line.kind == Kind::Gap)
        return {.tone = Tone::Note,
                .text = {line.before == 1 ? Words::tr("1 unchanged line")
                                          : Words::tr("%n unchanged lines", nullptr, line.before),
                         {}}};
    CodeRow row{.tone = line.kind == Kind::Added ? Tone::Added
                    : line.kind == Kind::Removed ? Tone::Removed
                                                 : Tone::Plain,
                .before = line.before,
                .after = line.after};
    const QStringView text = line.text;
    append(row.text, visibleText(text.first(line.changedFrom)));
    row.changedFrom = row.text.text.size();
    append(row.text, visibleText(text.sliced(line.changedFrom, line.changedLength)));
    row.changedLength = row.text.text.size() - row.changedFrom;
    append(row.text, visibleText(text.sliced(line.changedFrom + line.changedLength)));
    return row;
}

} // namespace

QList<CodeRow> codeRows(const QString &text)
{
    const VisibleText visible = visibleText(text);
    QList<CodeRow> rows;
    qsizetype firstMark = 0;
    int number = 0;
    for (qsizetype from = 0; from <= visible.text.size();) {
        qsizetype end = visible.text.indexOf(u'\n', from);
        if (end < 0)
            end = visible.text.size();
        if (end == visible.text.size() && end == from && number > 0)
            break; // Behind the last line end there is no line.
        add(rows, {.before = ++number, .text = part(visible, from, end - from, firstMark)});
        from = end + 1;
    }
    return rows;
}

QList<CodeRow> codeRows(const QList<DiffLine> &diff)
{
    QList<CodeRow> rows;
    for (const DiffLine &line : diff) {
        add(rows, rowOf(line));
        const bool isChange = line.kind == DiffLine::Kind::Added || line.kind == DiffLine::Kind::Removed;
        if (line.endsFile && isChange)
            rows.append({.tone = CodeRow::Tone::Note, .text = {Words::tr("no line end at the end of the file"), {}}});
    }
    return rows;
}

} // namespace typeshift::ui
