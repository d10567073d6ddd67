// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/Steering.h"

#include <QSet>

#include <algorithm>

namespace typeshift {

namespace {

bool saysSomething(const Message &input)
{
    return std::ranges::any_of(input.contents, [](const Content &content) {
        return !std::holds_alternative<ApprovalResponse>(content) && !std::holds_alternative<ApprovalRequest>(content);
    });
}

} // namespace

bool Steering::trySteer(Message input)
{
    if (m_state != State::Open || !saysSomething(input))
        return false;
    m_waiting.append(std::move(input));
    return true;
}

bool Steering::withdraw(const QUuid &uid)
{
    return m_waiting.removeIf([&uid](const Message &each) { return each.uid == uid; }) > 0;
}

void Steering::open()
{
    if (m_state == State::Loading)
        m_state = State::Open;
}

bool Steering::closeIfEmpty()
{
    if (!m_waiting.isEmpty())
        return false;
    m_state = State::Closed;
    return true;
}

void Steering::close()
{
    m_state = State::Closed;
}

QList<Message> Steering::take()
{
    return std::exchange(m_waiting, {});
}

void Steering::place(const QUuid &anchor, const QList<Message> &inputs)
{
    for (const Message &input : inputs)
        m_placed.push_back({anchor, input});
}

QList<Message> Steering::placedInto(QList<Message> messages) const
{
    if (m_placed.empty())
        return messages;
    QSet<QUuid> present;
    for (const Message &message : std::as_const(messages))
        present.insert(message.uid);
    QHash<QUuid, QList<Message>> behind;
    for (const Placed &placed : m_placed) {
        if (!present.contains(placed.input.uid))
            behind[placed.anchor].append(placed.input);
    }
    if (behind.isEmpty())
        return messages;

    QList<Message> placed;
    placed.reserve(messages.size() + qsizetype(m_placed.size()));
    for (Message &message : messages) {
        const QUuid anchor = message.uid;
        placed.append(std::move(message));
        placed.append(behind.take(anchor));
    }
    // An anchor that is gone took no input with it: what stood behind it goes to the end.
    for (const Placed &each : m_placed) {
        if (behind.contains(each.anchor))
            placed.append(each.input);
    }
    return placed;
}

} // namespace typeshift
