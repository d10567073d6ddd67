// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/ConversationList.h"

#include "conversations/ConversationModel.h"
#include "theme/Theme.h"

#include <QHoverEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

namespace typeshift::ui {

ConversationList::ConversationList(ConversationModel &model, const Theme &theme, QWidget *parent)
    : QListView(parent)
    , m_model(model)
    , m_theme(theme)
{
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setAttribute(Qt::WA_Hover);
    setModel(&model);
}

int ConversationList::rowHeight() const
{
    return m_theme.px(rowPixels);
}

int ConversationList::headerHeight() const
{
    return m_theme.px(headerPixels);
}

// The upper edge of a row in the content; of row -1: the end of all of them.
int ConversationList::top(int row) const
{
    const ConversationSections::Place place = row < 0 ? ConversationSections::Place() : m_model.place(row);
    int y = 0;
    for (int section = 0; section < sectionCount; ++section) {
        if (row >= 0 && Section(section) == place.section)
            return place.index < 0 ? y : y + headerHeight() + int(place.index) * rowHeight();
        const qsizetype size = m_model.count(Section(section));
        y += size == 0 ? 0 : headerHeight() + int(size) * rowHeight();
    }
    return y;
}

// The row at `y` of the content; -1 outside.
int ConversationList::rowAt(int y) const
{
    if (y < 0)
        return -1;
    int row = 0;
    for (int section = 0; section < sectionCount; ++section) {
        const int size = int(m_model.count(Section(section)));
        if (size == 0)
            continue;
        const int height = headerHeight() + size * rowHeight();
        if (y < headerHeight())
            return row;
        if (y < height)
            return row + 1 + (y - headerHeight()) / rowHeight();
        y -= height;
        row += size + 1;
    }
    return -1;
}

QRect ConversationList::visualRect(const QModelIndex &index) const
{
    if (!index.isValid() || index.row() >= m_model.rowCount())
        return {};
    const int height = m_model.place(index.row()).index < 0 ? headerHeight() : rowHeight();
    return {0, top(index.row()) - verticalOffset(), viewport()->width(), height};
}

QModelIndex ConversationList::indexAt(const QPoint &point) const
{
    const int row = rowAt(point.y() + verticalOffset());
    return row < 0 ? QModelIndex() : m_model.index(row);
}

std::pair<int, int> ConversationList::shownRows() const
{
    const int first = rowAt(verticalOffset());
    if (first < 0)
        return {0, -1};
    const int last = rowAt(verticalOffset() + viewport()->height() - 1);
    return {first, last < 0 ? m_model.rowCount() - 1 : last};
}

void ConversationList::scrollTo(const QModelIndex &index, ScrollHint hint)
{
    QRect rect = visualRect(index);
    if (rect.isNull())
        return;
    updateGeometries(); // Rows that have just come are not yet in the scroll bar's range.
    // With the first conversation of a section its header comes into view.
    if (m_model.place(index.row()).index == 0)
        rect.setTop(rect.top() - headerHeight());
    const int height = viewport()->height();
    int by = 0;
    if (hint == PositionAtTop || (hint == EnsureVisible && rect.top() < 0))
        by = rect.top();
    else if (hint == PositionAtBottom || (hint == EnsureVisible && rect.bottom() >= height))
        by = rect.bottom() - height + 1;
    else if (hint == PositionAtCenter)
        by = rect.center().y() - height / 2;
    verticalScrollBar()->setValue(verticalScrollBar()->value() + by);
}

void ConversationList::doItemsLayout()
{
    // NOLINTNEXTLINE(bugprone-parent-virtual-call): QListView's own would lay out row by row.
    QAbstractItemView::doItemsLayout();
}

int ConversationList::verticalOffset() const
{
    return verticalScrollBar()->value();
}

QModelIndex ConversationList::moveCursor(CursorAction action, Qt::KeyboardModifiers)
{
    if (m_model.rowCount() == 0)
        return {};
    const QModelIndex current = currentIndex();
    const int page = std::max(1, viewport()->height() / rowHeight() - 1);
    const auto stepped = [&](int rows) {
        const int row = std::clamp(current.row() + rows, 0, m_model.rowCount() - 1);
        const QModelIndex near = m_model.index(row);
        return m_model.record(near) ? near : m_model.neighbour(near, row == 0 ? 1 : rows > 0 ? 1 : -1);
    };
    QModelIndex next;
    switch (action) {
    case MoveHome:
        next = m_model.neighbour({}, 1);
        break;
    case MoveEnd:
        next = m_model.neighbour({}, -1);
        break;
    case MovePageUp:
        next = stepped(-page);
        break;
    case MovePageDown:
        next = stepped(page);
        break;
    case MoveUp:
    case MovePrevious:
        next = m_model.neighbour(current, -1);
        break;
    default:
        next = m_model.neighbour(current, 1);
        break;
    }
    return next.isValid() ? next : current;
}

void ConversationList::setSelection(const QRect &rect, QItemSelectionModel::SelectionFlags command)
{
    const QModelIndex first = indexAt(rect.topLeft());
    const QModelIndex last = indexAt(rect.bottomLeft());
    selectionModel()->select(first.isValid() && last.isValid() ? QItemSelection(first, last) : QItemSelection(),
                             command);
}

QRegion ConversationList::visualRegionForSelection(const QItemSelection &selection) const
{
    QRegion region;
    for (const QItemSelectionRange &range : selection)
        region += visualRect(range.topLeft()) | visualRect(range.bottomRight());
    return region;
}

void ConversationList::updateGeometries()
{
    const int height = viewport()->height();
    verticalScrollBar()->setSingleStep(rowHeight());
    verticalScrollBar()->setPageStep(height);
    verticalScrollBar()->setRange(0, std::max(0, contentHeight() - height));
    // NOLINTNEXTLINE(bugprone-parent-virtual-call): QListView's own would set the range of its own layout.
    QAbstractItemView::updateGeometries();
}

void ConversationList::scrollContentsBy(int dx, int dy)
{
    scrollDirtyRegion(dx, dy);
    viewport()->scroll(dx, dy);
}

void ConversationList::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    const bool hasFocus = this->hasFocus();
    const auto [shownFirst, shownLast] = shownRows();
    for (int row = shownFirst; row <= shownLast; ++row) {
        const QModelIndex index = m_model.index(row);
        option.rect = visualRect(index);
        if (!option.rect.intersects(event->rect()))
            continue;
        option.state.setFlag(QStyle::State_Selected, selectionModel()->isSelected(index));
        option.state.setFlag(QStyle::State_HasFocus, hasFocus && index == currentIndex());
        option.state.setFlag(QStyle::State_MouseOver, index == m_hovered);
        itemDelegateForIndex(index)->paint(&painter, option, index);
    }
}

bool ConversationList::viewportEvent(QEvent *event)
{
    const auto type = event->type();
    if (type == QEvent::HoverEnter || type == QEvent::HoverMove || type == QEvent::HoverLeave) {
        const QPoint at = static_cast<QHoverEvent *>(event)->position().toPoint();
        const QModelIndex hovered = type == QEvent::HoverLeave ? QModelIndex() : indexAt(at);
        if (m_hovered != hovered) {
            update(m_hovered);
            m_hovered = hovered;
            update(m_hovered);
        }
    }
    return QListView::viewportEvent(event);
}

} // namespace typeshift::ui
