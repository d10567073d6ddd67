// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ui/widgets/DesktopNotifier.h>

#include <QPointer>

#include <optional>

class QSystemTrayIcon;

namespace typeshift {

//! Notices by the icon in the system's tray, where there is no bus: Windows and macOS show them as their own. The
//! system shows one at a time; the icon is there as long as one is.
class TrayNotifier final : public ui::DesktopNotifier
{
    Q_OBJECT

public:
    using DesktopNotifier::DesktopNotifier;

    void show(const ui::DesktopNotice &notice) override;
    void withdraw(const ConversationId &conversation) override;

private:
    QPointer<QSystemTrayIcon> m_icon;
    std::optional<ConversationId> m_shown;
};

} // namespace typeshift
