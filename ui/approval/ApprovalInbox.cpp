// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/ApprovalInbox.h"

#include "theme/Theme.h"

#include <QLabel>
#include <QListView>
#include <QVBoxLayout>

namespace typeshift::ui {

ApprovalInbox::ApprovalInbox(const Theme &theme, InboxModel &model, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_model(model)
    , m_title(new QLabel)
    , m_empty(new QLabel(tr("Nothing waits for you.")))
    , m_list(new QListView)
{
    setAccessibleName(tr("Needs you"));
    m_list->setModel(&model);
    m_list->setAccessibleName(tr("Conversations that need you"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setSpacing(theme.px(4));
    m_empty->setAlignment(Qt::AlignCenter);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(theme.px(12), theme.px(12), theme.px(12), theme.px(12));
    column->addWidget(m_title);
    column->addWidget(m_list, 1);
    column->addWidget(m_empty, 1);
    connect(m_list, &QListView::activated, this,
            [this](const QModelIndex &index) { emit opened(m_model.entries()[index.row()].conversation); });
    connect(&model, &InboxModel::modelReset, this, &ApprovalInbox::renew);
    connect(&theme, &Theme::changed, this, &ApprovalInbox::renew);
    renew();
}

void ApprovalInbox::takeFocus()
{
    m_list->setFocus(Qt::ShortcutFocusReason);
    if (!m_list->currentIndex().isValid() && m_model.rowCount() > 0)
        m_list->setCurrentIndex(m_model.index(0));
}

void ApprovalInbox::renew()
{
    const int count = m_model.rowCount();
    m_title->setFont(m_theme.font(TextStyle::Heading));
    m_title->setText(count == 1 ? tr("1 conversation needs you") : tr("%n conversations need you", nullptr, count));
    m_title->setVisible(count > 0);
    m_list->setVisible(count > 0);
    m_empty->setVisible(count == 0);
}

} // namespace typeshift::ui
