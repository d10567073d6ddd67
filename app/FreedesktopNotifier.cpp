// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "FreedesktopNotifier.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QFileInfo>
#include <QGuiApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

const QString service = QStringLiteral("org.freedesktop.Notifications");
const QString path = QStringLiteral("/org/freedesktop/Notifications");

QDBusMessage callOf(const QString &method)
{
    return QDBusMessage::createMethodCall(service, path, service, method);
}

} // namespace

FreedesktopNotifier::FreedesktopNotifier(const QDBusConnection &bus, QObject *parent)
    : DesktopNotifier(parent)
    , m_bus(bus)
{
    if (m_bus.isConnected())
        listen();
}

bool FreedesktopNotifier::hasSessionBus()
{
    return !qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS")
        || QFileInfo::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + u"/bus"_s);
}

void FreedesktopNotifier::listen()
{
    m_bus.connect(service, path, service, u"ActionInvoked"_s, this, SLOT(open(uint, QString)));
    m_bus.connect(service, path, service, u"NotificationClosed"_s, this, SLOT(forget(uint, uint)));
    m_bus.connect(service, path, service, u"ActivationToken"_s, this, SLOT(noteToken(uint, QString)));
    auto *asked = new QDBusPendingCallWatcher(m_bus.asyncCall(callOf(u"GetCapabilities"_s)), this);
    connect(asked, &QDBusPendingCallWatcher::finished, this, [this, asked] {
        const QDBusPendingReply<QStringList> reply = *asked;
        asked->deleteLater();
        if (reply.isValid())
            m_readsMarkup = reply.value().contains("body-markup"_L1);
    });
}

void FreedesktopNotifier::show(const ui::DesktopNotice &notice)
{
    if (!m_bus.isConnected())
        return;
    Shown &shown = m_shown[notice.conversation];
    shown.isWanted = true;
    if (shown.isAsked)
        shown.next = notice; // Its number comes with the answer: the newer one takes its place.
    else
        send(notice);
}

void FreedesktopNotifier::send(const ui::DesktopNotice &notice)
{
    Shown &shown = m_shown[notice.conversation];
    shown.isAsked = true;
    QDBusMessage call = callOf(u"Notify"_s);
    const QVariantMap hints{{u"desktop-entry"_s, QGuiApplication::desktopFileName()}};
    call.setArguments({QGuiApplication::applicationDisplayName(), shown.id, u"typeshift-workbench"_s, notice.title,
                       m_readsMarkup ? notice.text.toHtmlEscaped() : notice.text, QStringList{u"default"_s, tr("Open")},
                       hints, -1});
    auto *watcher = new QDBusPendingCallWatcher(m_bus.asyncCall(call), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher, conversation = notice.conversation] {
        watcher->deleteLater();
        takeAnswer(conversation, *watcher);
    });
}

void FreedesktopNotifier::takeAnswer(const ConversationId &conversation, const QDBusPendingCallWatcher &call)
{
    const QDBusPendingReply<uint> reply = call;
    Shown &shown = m_shown[conversation];
    shown.isAsked = false;
    shown.id = reply.isValid() ? reply.value() : 0;
    const std::optional<ui::DesktopNotice> next = std::exchange(shown.next, std::nullopt);
    if (shown.isWanted && next)
        return send(*next);
    if (shown.isWanted && shown.id != 0)
        return;
    const uint id = shown.id;
    m_shown.remove(conversation);
    close(id);
}

void FreedesktopNotifier::withdraw(const ConversationId &conversation)
{
    const auto shown = m_shown.find(conversation);
    if (shown == m_shown.end())
        return;
    shown->isWanted = false;
    shown->next.reset();
    if (shown->isAsked)
        return;
    const uint id = shown->id;
    m_shown.erase(shown);
    close(id);
}

void FreedesktopNotifier::close(uint id)
{
    if (id == 0)
        return;
    QDBusMessage call = callOf(u"CloseNotification"_s);
    call.setArguments({id});
    m_bus.asyncCall(call);
}

std::optional<ConversationId> FreedesktopNotifier::find(uint id) const
{
    const auto found = std::find_if(m_shown.cbegin(), m_shown.cend(),
                                    [id](const Shown &shown) { return shown.id == id && id != 0; });
    return found == m_shown.cend() ? std::nullopt : std::optional(found.key());
}

void FreedesktopNotifier::open(uint id, const QString &)
{
    if (const auto conversation = find(id))
        emit opened(*conversation);
}

void FreedesktopNotifier::forget(uint id, uint)
{
    const auto conversation = find(id);
    if (conversation && !m_shown[*conversation].isAsked)
        m_shown.remove(*conversation);
}

// What lets a window come to the front on Wayland; Qt reads it there.
void FreedesktopNotifier::noteToken(uint id, const QString &token)
{
    if (find(id))
        qputenv("XDG_ACTIVATION_TOKEN", token.toUtf8());
}

} // namespace typeshift
