// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/workbench/ConversationRecord.h>

#include <QStyledItemDelegate>

namespace typeshift::ui {

class ConversationModel;
class LivePulse;
class Theme;

//! Paints the rows of the conversation list: section headers, and two-line rows with their state as icon and word.
//! // DESIGN 2, 3
class ConversationDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    //! All three outlive the delegate.
    ConversationDelegate(const ConversationModel &model, const Theme &theme, const LivePulse &pulse,
                         QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    bool editorEvent(QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &option,
                     const QModelIndex &index) override;

signals:
    void resumeRequested(const typeshift::ConversationId &conversation);

private:
    QRect resumeRect(const QStyleOptionViewItem &option) const;
    void paintRow(QPainter &painter, const QStyleOptionViewItem &option, const ConversationRecord &record) const;
    int paintState(QPainter &painter, const QStyleOptionViewItem &option, const QRect &line,
                   const ConversationRecord &record) const;
    void paintResume(QPainter &painter, const QStyleOptionViewItem &option) const;

    const ConversationModel &m_model;
    const Theme &m_theme;
    const LivePulse &m_pulse;
    bool m_isResumePressed = false;
};

} // namespace typeshift::ui
