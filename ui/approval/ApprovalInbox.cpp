// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/ApprovalInbox.h"

#include "theme/Theme.h"

#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QVBoxLayout>

#include <algorithm>

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
    m_list->installEventFilter(this);
    connect(m_list, &QListView::clicked, this, &ApprovalInbox::open);
    connect(&model, &InboxModel::modelAboutToBeReset, this, [this] {
        const QModelIndex current = m_list->currentIndex();
        m_current = current.isValid() ? std::optional(m_model.entries()[current.row()].conversation) : std::nullopt;
    });
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

void ApprovalInbox::open(const QModelIndex &index)
{
    if (index.isValid())
        emit opened(m_model.entries()[index.row()].conversation);
}

bool ApprovalInbox::eventFilter(QObject *watched, QEvent *event)
{
    // Enter opens on every platform; activated() depends on the style.
    if (watched == m_list && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            if (!key->isAutoRepeat())
                open(m_list->currentIndex());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void ApprovalInbox::renew()
{
    const int count = m_model.rowCount();
    m_title->setFont(m_theme.font(TextStyle::Heading));
    m_title->setText(count == 1 ? tr("1 conversation needs you") : tr("%n conversations need you", nullptr, count));
    m_title->setVisible(count > 0);
    m_list->setVisible(count > 0);
    m_empty->setVisible(count == 0);
    if (m_list->currentIndex().isValid() || count == 0)
        return;
    // The reader's place stays while the list is read.
    const auto row = std::ranges::find(m_model.entries(), m_current,
                                       [](const InboxEntry &entry) { return std::optional(entry.conversation); });
    const auto at = row == m_model.entries().end() ? 0 : row - m_model.entries().begin();
    m_list->setCurrentIndex(m_model.index(int(at)));
}

} // namespace typeshift::ui
