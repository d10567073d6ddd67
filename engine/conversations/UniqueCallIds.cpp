// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/UniqueCallIds.h"

#include "providers/ToolCallAssembler.h"

using namespace Qt::StringLiterals;

namespace typeshift {

void UniqueCallIds::note(const QList<StoredEntry> &entries)
{
    for (const StoredEntry &stored : entries)
        note(stored.entry.messages);
}

void UniqueCallIds::note(const QList<Message> &messages)
{
    for (const Message &message : messages)
        note(message);
}

void UniqueCallIds::note(const Message &message)
{
    for (const Content &content : message.contents) {
        if (const auto *call = std::get_if<FunctionCall>(&content))
            m_inUse.insert(call->callId);
        else if (const auto *result = std::get_if<FunctionResult>(&content))
            m_inUse.insert(result->callId);
        else if (const auto *request = std::get_if<ApprovalRequest>(&content))
            m_inUse.insert(request->call.callId);
    }
}

QString UniqueCallIds::claim(const QString &id, const QUuid &random)
{
    QString name = id.isEmpty() ? newCallId(random) : id;
    if (m_inUse.contains(name)) {
        int &next = m_next[name];
        next = std::max(next, 2);
        QString free;
        do
            free = u"%1_%2"_s.arg(name).arg(next++);
        while (m_inUse.contains(free));
        name = free;
    }
    m_inUse.insert(name);
    return name;
}

} // namespace typeshift
