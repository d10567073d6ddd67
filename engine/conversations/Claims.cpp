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
    Error error(Error::Kind::InvalidState,
                u"a run of conversation %1 is going on; steer it or wait until it ends"_s.arg(conversation.toString()));
    error.facts.code = Claims::goesOn;
    return error;
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

void Claim::end()
{
    if (const auto claims = m_claims.lock())
        claims->end(m_conversation);
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
    if (holder->state != ClaimState::Loading)
        co_return failure(goingOn(conversation));
    if (const auto ours = co_await wait(holder, &Holder::waiting, stop); !ours)
        co_return failure(ours.error());
    co_return Claim(weak_from_this(), conversation);
}

Task<Result<>> Claims::settled(ConversationId conversation, StopToken stop)
{
    for (;;) {
        const auto holder = m_holders.value(conversation);
        if (!holder || holder->state == ClaimState::Running)
            co_return {};
        if (auto changed = co_await wait(holder, &Holder::watching, stop); !changed)
            co_return changed;
    }
}

ClaimState Claims::stateOf(const ConversationId &conversation) const
{
    const auto holder = m_holders.value(conversation);
    return holder ? holder->state : ClaimState::Free;
}

Task<Result<>> Claims::wait(std::shared_ptr<Holder> holder, std::deque<Waiter> Holder::*queue, StopToken stop)
{
    Completion<> turn;
    const auto resolve = turn.resolver();
    const quint64 number = ++m_lastWaiter;
    ((*holder).*queue).push_back({number, resolve});
    StopCallback cancelled(stop, [resolve, holder, queue, number] {
        // Whoever is no longer in the queue has its answer on the way, and that one counts.
        if (std::erase_if((*holder).*queue, [number](const Waiter &waiter) { return waiter.number == number; }) > 0)
            resolve(failure(Error::Kind::Cancelled, u"stopped while another run of the conversation was starting"_s));
    });
    co_return co_await std::move(turn);
}

void Claims::begin(ConversationId conversation)
{
    const auto holder = m_holders.value(conversation);
    holder->state = ClaimState::Running;
    for (const auto refused = std::exchange(holder->waiting, {}); const Waiter &waiter : refused)
        answerLater(waiter.resolve, failure(goingOn(conversation)));
    tellWatchers(*holder);
}

void Claims::end(const ConversationId &conversation)
{
    if (const auto holder = m_holders.value(conversation))
        holder->state = ClaimState::Ending;
}

void Claims::release(ConversationId conversation)
{
    const auto holder = m_holders.value(conversation);
    tellWatchers(*holder);
    if (holder->waiting.empty()) {
        m_holders.remove(conversation);
        return;
    }
    const Waiter next = holder->waiting.front();
    holder->waiting.pop_front();
    holder->state = ClaimState::Loading;
    answerLater(next.resolve, {});
}

void Claims::tellWatchers(Holder &holder)
{
    for (const auto watching = std::exchange(holder.watching, {}); const Waiter &waiter : watching)
        answerLater(waiter.resolve, {});
}

// From the event loop: who answers is a coroutine itself.
void Claims::answerLater(const Completion<>::Resolver &resolve, Result<> answer)
{
    QMetaObject::invokeMethod(
        &m_loop, [resolve, answer = std::move(answer)] { resolve(answer); }, Qt::QueuedConnection);
}

} // namespace typeshift
