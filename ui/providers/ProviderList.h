// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "providers/ProviderForm.h"

#include <QAbstractListModel>
#include <QStyledItemDelegate>

namespace typeshift::ui {

//! The providers in their sections; headers can't be selected.
class ProviderList final : public QAbstractListModel
{
    Q_OBJECT

public:
    struct Row {
        QString title;
        QString detail;
        QString symbol;
        ProviderForm *form = nullptr; //!< none: a header
    };

    using QAbstractListModel::QAbstractListModel;

    void addSection(const QString &title);
    //! The form outlives the list; its status is the row's.
    void addProvider(const QString &title, const QString &detail, const QString &symbol, ProviderForm *form);
    const Row &row(int row) const { return m_rows[row]; }
    int rowOf(const ProviderForm *form) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    QList<Row> m_rows;
};

//! Paints headers and two-line rows with their status at the right. // design 09a
class ProviderDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    //! Both outlive the delegate.
    ProviderDelegate(const ProviderList &list, const Theme &theme, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    //! At this side of `inner`; gives the width that it took.
    int paintStatus(QPainter &painter, const QRect &inner, Qt::Alignment side, Qt::LayoutDirection direction,
                    const ProviderStatus &status) const;

    const ProviderList &m_list;
    const Theme &m_theme;
};

} // namespace typeshift::ui
