// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transcript/BlockPainter.h"
#include "transcript/RowHeights.h"

#include <QPointer>
#include <QWidget>

namespace typeshift::ui {

class TranscriptModel;

//! Where the rows of a transcript stand: heights, the column, and what a painter needs to know of a row. Coordinates
//! are the content's: 0 is the top of the first row, the left edge is the viewport's.
class TranscriptLayout
{
public:
    //! All three outlive the layout.
    TranscriptLayout(const TranscriptModel &model, const Theme &theme,
                     const KSyntaxHighlighting::Repository &repository);

    void setViewport(int width, Qt::LayoutDirection direction);
    void setScale(qreal scale);
    qreal scale() const { return m_scale; }
    //! Colours or fonts are others.
    void forgetDocuments();

    void reset();
    void insertRows(int first, int last);
    void removeRows(int first, int last);
    void changeRow(int row);

    //! Lays the row out, unless that was done.
    void measure(int row);
    int rows() const { return m_heights.size(); }
    int total() const;
    int top(int row) const { return m_heights.top(row); }
    int height(int row) const { return m_heights.at(row); }
    int rowAt(int y) const { return m_heights.rowAt(y); }
    //! The row's own rectangle without the distance above it.
    QRect contentRect(int row) const;
    //! The row under a point, also where a line of reasoning stands beside its header; -1 for none.
    int rowUnder(const QPoint &point);
    //! Whether the row has anything to see.
    bool isSeen(int row);

    RowContext context(int row) const;
    const BlockPainter &painter(int row) const;
    //! Positions of the row's document; 1 for a row that is selected as a whole.
    int textLength(int row) const;

    //! How far the code block of this row is scrolled; its continuing rows scroll together.
    int codeScroll(int row) const;
    void setCodeScroll(int row, int scroll);

    void setWidget(int row, QWidget *widget);
    const QHash<RowId, QPointer<QWidget>> &widgets() const { return m_widgets; }
    QWidget *widgetAt(int row) const;
    void dropWidget(const RowId &id);

    int columnLeft() const;
    int columnWidth() const;
    DocumentCache &documents() { return m_documents; }

private:
    int bodyHeight(int row) const;
    RowId codeRoot(int row) const;
    void forgetAround(int row);

    const TranscriptModel &m_model;
    DocumentLook m_look;
    mutable DocumentCache m_documents;
    RowHeights m_heights;
    QHash<RowId, int> m_scrolls;
    QHash<RowId, QPointer<QWidget>> m_widgets;
    Qt::LayoutDirection m_direction = Qt::LeftToRight;
    int m_width = 0;
    qreal m_scale = 1;
};

} // namespace typeshift::ui
