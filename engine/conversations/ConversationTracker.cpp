// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/ConversationTracker.h"

#include "conversations/Steering.h"

using namespace Qt::StringLiterals;

namespace typeshift {

ConversationTracker::ConversationTracker(Parts parts)
    : m_parts(std::move(parts))
{
}

Result<std::unique_ptr<ConversationWatch>> ConversationTracker::watch(const ConversationId &conversation) const
{
    if (!m_parts.feeds) {
        return failure(Error::Kind::InvalidState,
                       u"live updates are off: build the engine withRealtimeTracking() to watch a conversation"_s);
    }
    return m_parts.feeds->watch(conversation);
}

bool ConversationTracker::trySteer(const ConversationId &conversation, Message input) const
{
    Steering *steering = m_parts.runs->steeringOf(conversation);
    if (!steering)
        return false;
    if (input.uid.isNull())
        input.uid = m_parts.ids->next();
    return steering->trySteer(std::move(input));
}

bool ConversationTracker::trySteer(const ConversationId &conversation, const QString &text) const
{
    return trySteer(conversation, userMessage(text));
}

QList<Message> ConversationTracker::waitingInput(const ConversationId &conversation) const
{
    const Steering *steering = m_parts.runs->steeringOf(conversation);
    return steering ? steering->waiting() : QList<Message>();
}

bool ConversationTracker::withdraw(const ConversationId &conversation, const QUuid &uid) const
{
    Steering *steering = m_parts.runs->steeringOf(conversation);
    return steering && steering->withdraw(uid);
}

bool ConversationTracker::setMode(const ConversationId &conversation, AgentMode mode) const
{
    RunState *state = m_parts.runs->stateOf(conversation);
    if (state)
        state->nextMode = mode;
    return state != nullptr;
}

bool ConversationTracker::revoke(const ConversationId &conversation, const QString &tool) const
{
    RunState *state = m_parts.runs->stateOf(conversation);
    if (!state)
        return false;
    const auto isIt = [&tool](const StandingApproval &each) { return each.tool == tool; };
    if (state->standingApprovals.removeIf(isIt) > 0)
        state->hasRevoked = true;
    return true;
}

} // namespace typeshift
