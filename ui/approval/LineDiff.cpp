// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/LineDiff.h"

#include <algorithm>
#include <vector>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

constexpr int mostSteps = 1'000;

//! The lines with their ends, so that an end that goes is a change.
QList<QStringView> linesOf(const QString &text)
{
    QList<QStringView> lines;
    for (qsizetype from = 0; from < text.size();) {
        const qsizetype end = text.indexOf(u'\n', from);
        const qsizetype next = end < 0 ? text.size() : end + 1;
        lines.append(QStringView(text).sliced(from, next - from));
        from = next;
    }
    return lines;
}

struct Sides {
    QList<QStringView> before;
    QList<QStringView> after;
    qsizetype from = 0; //!< equal lines at the top
    qsizetype beforeEnd = 0;
    qsizetype afterEnd = 0;
};

Sides sidesOf(const QString &before, const QString &after)
{
    Sides sides{linesOf(before), linesOf(after), 0, 0, 0};
    sides.beforeEnd = sides.before.size();
    sides.afterEnd = sides.after.size();
    while (sides.from < std::min(sides.beforeEnd, sides.afterEnd)
           && sides.before[sides.from] == sides.after[sides.from])
        ++sides.from;
    while (sides.beforeEnd > sides.from && sides.afterEnd > sides.from
           && sides.before[sides.beforeEnd - 1] == sides.after[sides.afterEnd - 1]) {
        --sides.beforeEnd;
        --sides.afterEnd;
    }
    return sides;
}

//! Which lines of both sides are equal, by Myers' shortest edit path; empty when it would take too long.
class EditPath
{
public:
    EditPath(const Sides &sides)
        : m_sides(sides)
        , m_width(int(sides.beforeEnd - sides.from))
        , m_height(int(sides.afterEnd - sides.from))
    {
    }

    //! For each line of the middle of `before`: the index of its twin in `after`, or -1.
    QList<qsizetype> twins()
    {
        QList<qsizetype> twins(m_width, -1);
        const int steps = walk();
        if (steps >= 0)
            trace(steps, twins);
        return twins;
    }

private:
    bool isEqual(int x, int y) const { return m_sides.before[m_sides.from + x] == m_sides.after[m_sides.from + y]; }
    int start(const std::vector<int> &reached, int step, int diagonal) const
    {
        const auto at = [&](int k) { return reached[std::size_t(k + mostSteps + 1)]; };
        const bool isDown = diagonal == -step || (diagonal != step && at(diagonal - 1) < at(diagonal + 1));
        return isDown ? at(diagonal + 1) : at(diagonal - 1) + 1;
    }

    int walk()
    {
        std::vector<int> reached(2 * mostSteps + 3, 0);
        for (int step = 0; step <= std::min(mostSteps, m_width + m_height); ++step) {
            m_history.push_back(
                {reached.begin() + mostSteps + 1 - step - 1, reached.begin() + mostSteps + 1 + step + 2});
            for (int diagonal = -step; diagonal <= step; diagonal += 2) {
                int x = start(reached, step, diagonal);
                while (x < m_width && x - diagonal >= 0 && x - diagonal < m_height && isEqual(x, x - diagonal))
                    ++x;
                reached[std::size_t(diagonal + mostSteps + 1)] = x;
                if (x >= m_width && x - diagonal >= m_height)
                    return step;
            }
        }
        return -1;
    }

    void trace(int steps, QList<qsizetype> &twins) const
    {
        int x = m_width;
        int y = m_height;
        for (int step = steps; step >= 0; --step) {
            const std::vector<int> &reached = m_history[std::size_t(step)];
            const auto at = [&](int k) { return reached[std::size_t(k + step + 1)]; };
            const int diagonal = x - y;
            const bool isDown = diagonal == -step || (diagonal != step && at(diagonal - 1) < at(diagonal + 1));
            const int fromX = step == 0 ? 0 : isDown ? at(diagonal + 1) : at(diagonal - 1);
            const int fromY = step == 0 ? 0 : fromX - (isDown ? diagonal + 1 : diagonal - 1);
            const int bendX = step == 0 ? 0 : isDown ? fromX : fromX + 1;
            while (x > bendX && x > 0 && y > 0) {
                --x;
                --y;
                twins[x] = m_sides.from + y;
            }
            x = fromX;
            y = fromY;
        }
    }

    const Sides &m_sides;
    int m_width;
    int m_height;
    std::vector<std::vector<int>> m_history; //!< what was reached before each step
};

DiffLine lineOf(DiffLine::Kind kind, QStringView line, qsizetype before, qsizetype after)
{
    const bool hasEnd = line.endsWith(u'\n');
    return {kind, int(before), int(after), (hasEnd ? line.chopped(1) : line).toString(), 0, 0, !hasEnd};
}

//! Every line of both texts, unchanged ones included.
QList<DiffLine> allLines(const Sides &sides)
{
    using Kind = DiffLine::Kind;
    QList<DiffLine> lines;
    for (qsizetype i = 0; i < sides.from; ++i)
        lines.append(lineOf(Kind::Same, sides.before[i], i + 1, i + 1));
    const QList<qsizetype> twins = EditPath(sides).twins();
    qsizetype after = sides.from;
    for (qsizetype before = sides.from; before <= sides.beforeEnd; ++before) {
        const bool isEnd = before == sides.beforeEnd;
        const qsizetype twin = isEnd ? sides.afterEnd : twins[before - sides.from];
        if (twin < 0) {
            lines.append(lineOf(Kind::Removed, sides.before[before], before + 1, 0));
            continue;
        }
        for (; after < twin; ++after)
            lines.append(lineOf(Kind::Added, sides.after[after], 0, after + 1));
        if (!isEnd) {
            lines.append(lineOf(Kind::Same, sides.before[before], before + 1, after + 1));
            ++after;
        }
    }
    for (qsizetype i = sides.beforeEnd; i < sides.before.size(); ++i, ++after)
        lines.append(lineOf(Kind::Same, sides.before[i], i + 1, after + 1));
    return lines;
}

void markWords(DiffLine &removed, DiffLine &added)
{
    const QString &one = removed.text;
    const QString &other = added.text;
    const qsizetype shortest = std::min(one.size(), other.size());
    qsizetype front = 0;
    while (front < shortest && one[front] == other[front])
        ++front;
    if (front > 0 && front < shortest && one[front].isLowSurrogate())
        --front;
    qsizetype back = 0;
    while (back < shortest - front && one[one.size() - 1 - back] == other[other.size() - 1 - back])
        ++back;
    if (back > 0 && one[one.size() - back].isLowSurrogate())
        --back;
    if (front + back < shortest / 4)
        return; // Two lines that have nothing in common: marking everything marks nothing.
    // Whole words: "5000" becomes "20000", not "5" "20". In front and behind, both lines are equal.
    const auto isWord = [](QChar sign) { return sign.isLetterOrNumber() || sign == u'_'; };
    const auto cutsWord = [&](const QString &line, qsizetype at) {
        return at > 0 && at < line.size() && isWord(line[at - 1]) && isWord(line[at]);
    };
    while (front > 0 && (cutsWord(one, front) || cutsWord(other, front)))
        --front;
    while (back > 0 && (cutsWord(one, one.size() - back) || cutsWord(other, other.size() - back)))
        --back;
    removed.changedFrom = added.changedFrom = front;
    removed.changedLength = one.size() - front - back;
    added.changedLength = other.size() - front - back;
}

void markChangedWords(QList<DiffLine> &lines)
{
    using Kind = DiffLine::Kind;
    for (qsizetype i = 0; i < lines.size();) {
        const qsizetype removed = i;
        while (i < lines.size() && lines[i].kind == Kind::Removed)
            ++i;
        const qsizetype added = i;
        while (i < lines.size() && lines[i].kind == Kind::Added)
            ++i;
        for (qsizetype pair = 0; pair < std::min(added - removed, i - added); ++pair)
            markWords(lines[removed + pair], lines[added + pair]);
        if (i == removed)
            ++i;
    }
}

QList<DiffLine> withGaps(const QList<DiffLine> &lines, int context)
{
    using Kind = DiffLine::Kind;
    QList<bool> isKept(lines.size(), false);
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (lines[i].kind == Kind::Same)
            continue;
        for (qsizetype near = std::max<qsizetype>(0, i - context); near <= std::min(lines.size() - 1, i + context);
             ++near)
            isKept[near] = true;
    }
    QList<DiffLine> shown;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (isKept[i]) {
            shown.append(lines[i]);
            continue;
        }
        const qsizetype from = i;
        while (i + 1 < lines.size() && !isKept[i + 1])
            ++i;
        shown.append({.kind = Kind::Gap, .before = int(i - from + 1), .after = 0, .text = {}});
    }
    return shown;
}

} // namespace

QList<DiffLine> lineDiff(const QString &before, const QString &after, int context)
{
    QList<DiffLine> lines = allLines(sidesOf(before, after));
    markChangedWords(lines);
    return withGaps(lines, context);
}

} // namespace typeshift::ui
