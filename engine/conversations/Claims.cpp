// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/Claims.h"

#include <QMetaObject>

#include <utility>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

Error goingOn(const ConversationId &conversation)
{
    return Error(
        Error::Kind::InvalidState,
        u"a run of conversation %1 is going on; steer it or wait until it ends"_s.arg(conversation.toString()));
}

} // namespace

Claim::Claim(std::weak_ptr<Claims> claims, ConversationId conversation)
    : m_claims(std::move(claims))
    , m_conversation(std::move(conversation))
{
}

Claim::Claim(Claim &&other) noexcept
    : m_claims(std::move(other.m_claims))
    , m_conversation(std::move(other.m_conversation))
    , m_isHeld(std::exchange(other.m_isHeld, false))
{
}

Claim &Claim::operator=(Claim &&other) noexcept
{
    if (this != &other) {
        release();
        m_claims = std::move(other.m_claims);
        m_conversation = std::move(other.m_conversation);
        m_isHeld = std::exchange(other.m_isHeld, false);
    }
    return *this;
}

Claim::~Claim()
{
    release();
}

void Claim::begin()
{
    if (const auto claims = m_claims.lock())
        claims->begin(m_conversation);
}

void Claim::release()
{
    if (!std::exchange(m_isHeld, false))
        return;
    if (const auto claims = m_claims.lock())
        claims->release(m_conversation);
}

Task<Result<Claim>> Claims::claim(ConversationId conversation, StopToken stop)
{
    const auto holder = m_holders.value(conversation);
    if (!holder) {
        m_holders.insert(conversation, std::make_shared<Holder>());
        co_return Claim(weak_from_this(), conversation);
    }
    if (holder->hasBegun)
        co_return failure(goingOn(conversation));

    Completion<> turn;
    const auto resolve = turn.resolver();
    const quint64 number = ++m_lastWaiter;
    holder->waiting.push_back({number, resolve});
    StopCallback cancelled(stop, [resolve, holder, number] {
        // Whoever is no longer in the queue has its answer on the way, and that one counts.
        if (std::erase_if(holder->waiting, [number](const Waiter &waiter) { return waiter.number == number; }) > 0)
            resolve(failure(Error::Kind::Cancelled, u"stopped while another run of the conversation was starting"_s));
    });
    const auto ours = co_await std::move(turn);
    if (!ours)
        co_return failure(ours.error());
    co_return Claim(weak_from_this(), conversation);
}

void Claims::begin(ConversationId conversation)
{
    const auto holder = m_holders.value(conversation);
    holder->hasBegun = true;
    for (const auto refused = std::exchange(holder->waiting, {}); const Waiter &waiter : refused)
        answerLater(waiter.resolve, failure(goingOn(conversation)));
}

void Claims::release(ConversationId conversation)
{
    const auto holder = m_holders.value(conversation);
    if (holder->waiting.empty()) {
        m_holders.remove(conversation);
        return;
    }
    const Waiter next = holder->waiting.front();
    holder->waiting.pop_front();
    holder->hasBegun = false;
    answerLater(next.resolve, {});
}

// From the event loop: who answers is a coroutine itself.
void Claims::answerLater(const Completion<>::Resolver &resolve, Result<> answer)
{
    QMetaObject::invokeMethod(
        &m_loop, [resolve, answer = std::move(answer)] { resolve(answer); }, Qt::QueuedConnection);
}

} // namespace typeshift
