// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>

namespace typeshift::ui {

//! Heights of rows, one after the other, as a Fenwick tree: the top of a row and the row at a height in O(log n).
//! A height is an estimate until it was measured. A value.
class RowHeights
{
public:
    //! All rows anew, none measured.
    void reset(const QList<int> &estimates);
    void insert(int first, const QList<int> &estimates);
    void remove(int first, int count);
    //! Sets what was measured.
    void set(int row, int height);
    //! The height stays until it is measured again.
    void forget(int row) { m_measured[row] = false; }
    void forgetAll() { m_measured.fill(false); }

    int size() const { return int(m_heights.size()); }
    int at(int row) const { return m_heights[row]; }
    bool isMeasured(int row) const { return m_measured[row]; }
    //! Where the row starts; for `size()` where the last one ends.
    int top(int row) const;
    int total() const { return top(size()); }
    //! The row that covers `y`; rows without height are never found. The first or last row outside; -1 when empty.
    int rowAt(int y) const;

private:
    void rebuild(int from);
    void add(int row, int difference);

    QList<int> m_heights;
    QList<int> m_tree; //!< from 1
    QList<bool> m_measured;
};

} // namespace typeshift::ui
