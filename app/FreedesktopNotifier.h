// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ui/widgets/DesktopNotifier.h>

#include <QDBusConnection>
#include <QHash>

#include <optional>

class QDBusPendingCallWatcher;

namespace typeshift {

//! Notices by org.freedesktop.Notifications, which every desktop of Linux has. Every call is asynchronous; without a
//! bus, or without somebody who shows notices, nothing happens.
class FreedesktopNotifier final : public ui::DesktopNotifier
{
    Q_OBJECT

public:
    explicit FreedesktopNotifier(const QDBusConnection &bus, QObject *parent = nullptr);

    void show(const ui::DesktopNotice &notice) override;
    void withdraw(const ConversationId &conversation) override;
    //! Whether there is a session bus to connect to; connecting without one may start programs.
    static bool hasSessionBus();

private slots: // Called by name, by the bus.
    void open(uint id, const QString &action);
    void forget(uint id, uint reason);
    void noteToken(uint id, const QString &token);

private:
    //! What the desktop shows of a conversation.
    struct Shown {
        uint id = 0;                           //!< the desktop's number of it; 0 before it answered
        bool isAsked = false;                  //!< a call is on its way
        bool isWanted = true;                  //!< false: it goes as soon as its number is known
        std::optional<ui::DesktopNotice> next; //!< came while the call was on its way
    };

    void listen();
    void send(const ui::DesktopNotice &notice);
    void takeAnswer(const ConversationId &conversation, const QDBusPendingCallWatcher &call);
    void close(uint id);
    std::optional<ConversationId> find(uint id) const;

    QDBusConnection m_bus;
    QHash<ConversationId, Shown> m_shown;
    bool m_readsMarkup = true; //!< until the desktop said what it can
};

} // namespace typeshift
