// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "toolsets/files/FileChange.h"

#include <QList>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift::toolsets {

namespace {

enum class Side : char { Both = ' ', Old = '-', New = '+' };

struct DiffLine {
    Side side;
    QStringView text;
};

using Lines = QList<QStringView>;

// A last line without an end is a line of its own kind, as in every diff.
Lines linesOf(QStringView text)
{
    Lines lines;
    for (qsizetype start = 0; start < text.size();) {
        const qsizetype end = text.indexOf(u'\n', start);
        const qsizetype next = end < 0 ? text.size() : end + 1;
        lines.append(text.sliced(start, next - start));
        start = next;
    }
    return lines;
}

constexpr int mostDifferences = 4000;

//! The shortest way from one list to the other (Myers 1986): for each number of differences the furthest point that is
//! reached on each diagonal. None when the lists differ too much.
std::optional<QList<QList<int>>> furthestPoints(const Lines &before, const Lines &after)
{
    const int oldSize = int(before.size());
    const int newSize = int(after.size());
    const int most = qMin(oldSize + newSize, mostDifferences);
    QList<QList<int>> trace;
    QList<int> furthest(2 * most + 3, 0);
    const int middle = most + 1;
    qint64 kept = 0;
    for (int differences = 0; differences <= most; ++differences) {
        kept += 2 * differences + 1;
        if (kept > 8'000'000)
            return std::nullopt;
        for (int diagonal = -differences; diagonal <= differences; diagonal += 2) {
            const bool isDown = diagonal == -differences
                || (diagonal != differences && furthest[middle + diagonal - 1] < furthest[middle + diagonal + 1]);
            int x = isDown ? furthest[middle + diagonal + 1] : furthest[middle + diagonal - 1] + 1;
            while (x < oldSize && x - diagonal < newSize && before.at(x) == after.at(x - diagonal))
                ++x;
            furthest[middle + diagonal] = x;
            if (x >= oldSize && x - diagonal >= newSize) {
                trace.append(furthest.sliced(middle - differences, 2 * differences + 1));
                return trace;
            }
        }
        trace.append(furthest.sliced(middle - differences, 2 * differences + 1));
    }
    return std::nullopt;
}

QList<DiffLine> walkBack(const QList<QList<int>> &trace, const Lines &before, const Lines &after)
{
    QList<DiffLine> lines;
    int x = int(before.size());
    int y = int(after.size());
    for (int differences = int(trace.size()) - 1; differences > 0; --differences) {
        const QList<int> &furthest = trace.at(differences - 1); // diagonals -(d-1) … d-1
        const auto at = [&furthest, differences](int diagonal) {
            const int index = diagonal + differences - 1;
            return index < 0 || index >= furthest.size() ? -1 : furthest.at(index);
        };
        const int diagonal = x - y;
        const bool isDown = diagonal == -differences
            || (diagonal != differences && at(diagonal - 1) < at(diagonal + 1));
        const int fromDiagonal = isDown ? diagonal + 1 : diagonal - 1;
        const int fromX = at(fromDiagonal);
        const int fromY = fromX - fromDiagonal;
        const int afterStepX = isDown ? fromX : fromX + 1;
        while (x > afterStepX) {
            lines.append({Side::Both, before.at(x - 1)});
            --x;
            --y;
        }
        lines.append(isDown ? DiffLine{Side::New, after.at(y - 1)} : DiffLine{Side::Old, before.at(x - 1)});
        x = fromX;
        y = fromY;
    }
    for (; x > 0; --x)
        lines.append({Side::Both, before.at(x - 1)});
    std::ranges::reverse(lines);
    return lines;
}

QList<DiffLine> diffOf(const Lines &before, const Lines &after)
{
    if (const auto trace = furthestPoints(before, after))
        return walkBack(*trace, before, after);
    QList<DiffLine> lines;
    for (const QStringView line : before)
        lines.append({Side::Old, line});
    for (const QStringView line : after)
        lines.append({Side::New, line});
    return lines;
}

QList<DiffLine> alignedLines(Lines before, Lines after)
{
    qsizetype head = 0;
    while (head < before.size() && head < after.size() && before.at(head) == after.at(head))
        ++head;
    qsizetype tail = 0;
    while (tail < before.size() - head && tail < after.size() - head
           && before.at(before.size() - 1 - tail) == after.at(after.size() - 1 - tail))
        ++tail;
    QList<DiffLine> lines;
    for (qsizetype i = 0; i < head; ++i)
        lines.append({Side::Both, before.at(i)});
    lines += diffOf(before.sliced(head, before.size() - head - tail), after.sliced(head, after.size() - head - tail));
    for (qsizetype i = before.size() - tail; i < before.size(); ++i)
        lines.append({Side::Both, before.at(i)});
    return lines;
}

//! One "@@" part: lines [first, last) of the aligned ones, which begin at these lines of both files, from 0.
QString hunk(const QList<DiffLine> &lines, qsizetype first, qsizetype last, int oldLine, int newLine)
{
    int oldCount = 0;
    int newCount = 0;
    QString body;
    for (qsizetype i = first; i < last; ++i) {
        const DiffLine &line = lines.at(i);
        oldCount += line.side != Side::New;
        newCount += line.side != Side::Old;
        body += QChar::fromLatin1(char(line.side)) + line.text;
        if (!line.text.endsWith(u'\n'))
            body += u"\n\\ No newline at end of file\n"_s;
    }
    return u"@@ -%1,%2 +%3,%4 @@\n"_s.arg(oldLine + (oldCount > 0))
               .arg(oldCount)
               .arg(newLine + (newCount > 0))
               .arg(newCount)
        + body;
}

} // namespace

QString unifiedDiff(const FileChange &change, int context)
{
    const QList<DiffLine> lines = alignedLines(linesOf(change.before.value_or(QString())), linesOf(change.after));
    QString diff;
    int oldLine = 0;
    int newLine = 0;
    for (qsizetype i = 0; i < lines.size();) {
        if (lines.at(i).side == Side::Both) {
            ++oldLine;
            ++newLine;
            ++i;
            continue;
        }
        // From here to the last difference that has no more than twice the context of equal lines before it.
        qsizetype end = i + 1;
        for (qsizetype next = end; next < lines.size() && next - end <= 2 * context; ++next) {
            if (lines.at(next).side != Side::Both)
                end = next + 1;
        }
        const qsizetype first = qMax(qsizetype(0), i - context);
        const int lead = int(i - first);
        diff += hunk(lines, first, qMin(lines.size(), end + context), oldLine - lead, newLine - lead);
        for (; i < end; ++i) {
            oldLine += lines.at(i).side != Side::New;
            newLine += lines.at(i).side != Side::Old;
        }
    }
    if (diff.isEmpty())
        return diff;
    const QString from = change.before ? QString(u"a"_s + change.path) : u"/dev/null"_s;
    return u"--- "_s + from + u"\n+++ b"_s + change.path + u'\n' + diff;
}

} // namespace typeshift::toolsets
