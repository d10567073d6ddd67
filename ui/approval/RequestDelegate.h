// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStyledItemDelegate>

namespace typeshift::ui {

class Theme;

//! Paints the rows of a RequestModel. // DESIGN 3
class RequestDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    //! The theme outlives the delegate.
    explicit RequestDelegate(const Theme &theme, QObject *parent = nullptr);

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    int paintState(QPainter &painter, const QRect &line, const QModelIndex &index, Qt::LayoutDirection direction) const;

    const Theme &m_theme;
};

} // namespace typeshift::ui
