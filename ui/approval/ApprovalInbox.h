// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "approval/InboxModel.h"

#include <QWidget>

class QLabel;
class QListView;

namespace typeshift::ui {

class Theme;

//! The panel of all that waits for somebody, over all conversations. // F8
class ApprovalInbox final : public QWidget
{
    Q_OBJECT

public:
    //! Both outlive the panel.
    ApprovalInbox(const Theme &theme, InboxModel &model, QWidget *parent = nullptr);

    //! Puts the focus on the first row.
    void takeFocus();

signals:
    void opened(const typeshift::ConversationId &conversation);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void renew();
    void open(const QModelIndex &index);

    const Theme &m_theme;
    InboxModel &m_model;
    QLabel *m_title;
    QLabel *m_empty;
    QListView *m_list;
    std::optional<ConversationId> m_current; //!< where the list stood before it was made anew
};

} // namespace typeshift::ui
