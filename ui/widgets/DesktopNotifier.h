// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/base/StrongId.h>

#include <QObject>

namespace typeshift::ui {

//! What the desktop says of a conversation while nobody looks at it. Plain text; nothing of what was said in it.
struct DesktopNotice {
    ConversationId conversation;
    QString title; //!< the conversation's
    QString text;
    bool operator==(const DesktopNotice &) const = default;
};

//! The desktop's own way to tell somebody of something, one notice a conversation. GUI thread; never waits.
class DesktopNotifier : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    //! Shows it in the place of the conversation's last one. Where the desktop has no such thing nothing happens.
    virtual void show(const DesktopNotice &notice) = 0;
    //! Takes the conversation's notice away, if it is still there.
    virtual void withdraw(const ConversationId &conversation) = 0;

signals:
    //! Somebody clicked the notice.
    void opened(const typeshift::ConversationId &conversation);
};

} // namespace typeshift::ui
