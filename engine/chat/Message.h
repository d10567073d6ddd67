// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/Content.h"

#include <QUuid>

namespace typeshift {

enum class Role { System, User, Assistant, Tool };

//! One message of a conversation. A value; its contents are shared until somebody changes them.
struct Message {
    QUuid uid; //!< UUIDv7, made by the engine; tells a message from its equal, over restarts too
    Role role = Role::User;
    QString author; //!< the agent's name on assistant messages
    QList<Content> contents;
    QJsonObject unknown;

    //! The text contents, joined.
    QString text() const;
    QList<FunctionCall> calls() const;

    bool operator==(const Message &) const = default;
};

//! A user message of one text, without a uid: the run gives it one.
Message userMessage(const QString &text);

} // namespace typeshift
