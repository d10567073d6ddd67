// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "transcript/RowHeights.h"

#include <algorithm>

namespace typeshift::ui {

void RowHeights::reset(const QList<int> &estimates)
{
    m_heights = estimates;
    m_measured.assign(estimates.size(), false);
    rebuild(0);
}

void RowHeights::insert(int first, const QList<int> &estimates)
{
    m_heights.insert(first, estimates.size(), 0);
    std::copy(estimates.begin(), estimates.end(), m_heights.begin() + first);
    m_measured.insert(first, estimates.size(), false);
    rebuild(first);
}

void RowHeights::remove(int first, int count)
{
    m_heights.remove(first, count);
    m_measured.remove(first, count);
    rebuild(first);
}

void RowHeights::set(int row, int height)
{
    if (m_heights[row] != height) {
        add(row, height - m_heights[row]);
        m_heights[row] = height;
    }
    m_measured[row] = true;
}

int RowHeights::top(int row) const
{
    int sum = 0;
    for (int i = row; i > 0; i -= i & -i)
        sum += m_tree[i];
    return sum;
}

int RowHeights::rowAt(int y) const
{
    if (m_heights.isEmpty())
        return -1;
    if (y < 0)
        return 0;
    int row = 0;
    int step = 1;
    while (step * 2 <= size())
        step *= 2;
    for (; step > 0; step /= 2) {
        if (row + step <= size() && m_tree[row + step] <= y) {
            row += step;
            y -= m_tree[row];
        }
    }
    return std::min(row, size() - 1);
}

//! Tree nodes up to `from` do not depend on what follows; the others are made from their children.
void RowHeights::rebuild(int from)
{
    m_tree.resize(m_heights.size() + 1);
    m_tree[0] = 0;
    for (int i = from + 1; i <= size(); ++i) {
        int sum = m_heights[i - 1];
        for (int child = 1; child < (i & -i); child *= 2)
            sum += m_tree[i - child];
        m_tree[i] = sum;
    }
}

void RowHeights::add(int row, int difference)
{
    for (int i = row + 1; i < m_tree.size(); i += i & -i)
        m_tree[i] += difference;
}

} // namespace typeshift::ui
