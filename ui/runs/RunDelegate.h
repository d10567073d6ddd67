// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runs/RunsModel.h"

#include <QStyledItemDelegate>

namespace typeshift::ui {

class LivePulse;
class Theme;

//! Paints the rows of the runs' table: the state as dot or icon with its word, two lines for the conversation, figures,
//! and the row's buttons. // DESIGN 2, screen 8
class RunDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    //! What a button of a row does.
    enum class Verb { Steer, Stop, Open };

    //! Both outlive the delegate.
    RunDelegate(const Theme &theme, const LivePulse &pulse, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    bool editorEvent(QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &option,
                     const QModelIndex &index) override;
    //! How wide the column of the buttons has to be.
    int verbsWidth() const;

signals:
    void requested(typeshift::ui::RunDelegate::Verb verb, const QModelIndex &index);

private:
    struct Button {
        Verb verb;
        QString text;
        QRect rect;
    };

    QList<Button> buttons(const QStyleOptionViewItem &option, const RunsModel::Row &row) const;
    int buttonWidth(const QString &text) const;
    void paintState(QPainter &painter, const QRect &rect, const QModelIndex &index, const RunsModel::Row &row,
                    Qt::LayoutDirection direction) const;
    void paintConversation(QPainter &painter, const QRect &rect, const QModelIndex &index,
                           Qt::LayoutDirection direction) const;
    void paintVerbs(QPainter &painter, const QStyleOptionViewItem &option, const RunsModel::Row &row) const;

    const Theme &m_theme;
    const LivePulse &m_pulse;
    std::optional<Verb> m_pressed;
};

} // namespace typeshift::ui
