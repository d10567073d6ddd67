// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStyledItemDelegate>

namespace typeshift::ui {

class RunTimelineModel;
class Theme;

//! Paints the rows of a timeline: times, a rail with a mark for each step, model calls in bold, tool calls indented
//! below them. // DESIGN 3, screen 1
class TimelineDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    //! Both outlive the delegate.
    TimelineDelegate(const RunTimelineModel &model, const Theme &theme, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    //! How wide the column of the times has to be, the rail included.
    int atWidth() const;

private:
    void paintAt(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    void paintRail(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    void paintText(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;

    const RunTimelineModel &m_model;
    const Theme &m_theme;
};

} // namespace typeshift::ui
