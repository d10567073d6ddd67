// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "chat/ChatRequest.h"

namespace typeshift {

QString ChatResponse::text() const
{
    QString joined;
    for (const Message &message : messages) {
        if (message.role == Role::Assistant)
            joined += message.text();
    }
    return joined;
}

QList<FunctionCall> ChatResponse::calls() const
{
    QList<FunctionCall> found;
    for (const Message &message : messages)
        found += message.calls();
    return found;
}

void ChatResponse::add(const ChatResponse &next)
{
    messages += next.messages;
    usage += next.usage;
    finish = next.finish;
    model = next.model;
    responseId = next.responseId;
}

} // namespace typeshift
