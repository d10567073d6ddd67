// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "TrayNotifier.h"

#include <QApplication>
#include <QSystemTrayIcon>

namespace typeshift {

void TrayNotifier::show(const ui::DesktopNotice &notice)
{
    if (!QSystemTrayIcon::isSystemTrayAvailable() || !QSystemTrayIcon::supportsMessages())
        return;
    if (!m_icon) {
        m_icon = new QSystemTrayIcon(QApplication::windowIcon(), this);
        m_icon->setToolTip(QGuiApplication::applicationDisplayName());
        const auto openShown = [this] {
            if (m_shown)
                emit opened(*m_shown);
        };
        connect(m_icon, &QSystemTrayIcon::messageClicked, this, openShown);
        connect(m_icon, &QSystemTrayIcon::activated, this, openShown);
    }
    m_shown = notice.conversation;
    m_icon->show();
    m_icon->showMessage(notice.title, notice.text, QApplication::windowIcon());
}

void TrayNotifier::withdraw(const ConversationId &conversation)
{
    if (m_shown != conversation)
        return;
    m_shown.reset();
    m_icon->hide();
}

} // namespace typeshift
