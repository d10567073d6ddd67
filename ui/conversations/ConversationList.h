// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QListView>

namespace typeshift::ui {

class ConversationModel;
class Theme;

//! The rows of the side bar. There are two heights, so where a row stands is worked out and never laid out: 50,000
//! conversations cost what ten do, and a row that comes or goes costs no pass over the others.
class ConversationList final : public QListView
{
    Q_OBJECT

public:
    static constexpr int rowPixels = 50;    //!< DESIGN 1.1
    static constexpr int headerPixels = 28; //!< DESIGN 1.1

    //! Both outlive the list.
    ConversationList(ConversationModel &model, const Theme &theme, QWidget *parent = nullptr);

    QRect visualRect(const QModelIndex &index) const override;
    QModelIndex indexAt(const QPoint &point) const override;
    void scrollTo(const QModelIndex &index, ScrollHint hint = EnsureVisible) override;
    void doItemsLayout() override;
    //! First and last row that can be seen; an empty range for an empty list.
    std::pair<int, int> shownRows() const;

protected:
    int horizontalOffset() const override { return 0; }
    int verticalOffset() const override;
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    void setSelection(const QRect &rect, QItemSelectionModel::SelectionFlags command) override;
    QRegion visualRegionForSelection(const QItemSelection &selection) const override;
    void updateGeometries() override;
    void scrollContentsBy(int dx, int dy) override;
    void paintEvent(QPaintEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    int rowHeight() const;
    int headerHeight() const;
    int top(int row) const;
    int rowAt(int y) const;
    int contentHeight() const { return top(-1); }

    ConversationModel &m_model;
    const Theme &m_theme;
    QPersistentModelIndex m_hovered;
};

} // namespace typeshift::ui
