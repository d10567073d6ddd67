// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/LeaseHold.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

Error takenOver(const Error &conflict)
{
    Error error = conflict;
    error.facts.message = u"the run was stopped because another process took the conversation over: %1"_s.arg(
        conflict.facts.message);
    return error;
}

} // namespace

Task<Result<std::unique_ptr<LeaseHold>>> LeaseHold::take(std::shared_ptr<LeaseStore> leases, Clock &clock,
                                                         ConversationId conversation, Lease lease, Lost lost)
{
    std::unique_ptr<LeaseHold> hold(new LeaseHold(std::move(leases), clock, conversation, lease, std::move(lost)));
    if (hold->m_leases) {
        if (auto taken = co_await hold->m_leases->acquireLease(conversation, lease); !taken)
            co_return failure(taken.error());
        hold->m_renewedAt = clock.now();
        hold->renewLater();
    }
    co_return hold;
}

LeaseHold::LeaseHold(std::shared_ptr<LeaseStore> leases, Clock &clock, ConversationId conversation, Lease lease,
                     Lost lost)
    : m_leases(std::move(leases))
    , m_clock(clock)
    , m_conversation(std::move(conversation))
    , m_lease(std::move(lease))
    , m_lost(std::move(lost))
{
}

void LeaseHold::renewLater()
{
    m_clock.callAfter(LeaseStore::renewal, m_timer.get(), [this] {
        if (m_loss)
            return;
        startRenewal();
        renewLater();
    });
}

void LeaseHold::startRenewal()
{
    m_renewal.emplace(renew());
    m_renewal->start();
}

// A renewal that fails is tried again with the next; the run's own appends will say it loudly if the store is gone.
// Only a Conflict is an answer: the conversation belongs to somebody else. It is told behind this frame, which the end
// of the run destroys.
Task<void> LeaseHold::renew()
{
    const auto renewed = co_await m_leases->renewLease(m_conversation, m_lease);
    if (renewed)
        m_renewedAt = m_clock.now();
    else if (renewed.error().kind == Error::Kind::Conflict && !m_loss)
        m_loss = takenOver(renewed.error());
    QMetaObject::invokeMethod(m_timer.get(), [this] { tell(); }, Qt::QueuedConnection);
}

// Either may end the run, and this hold with it.
void LeaseHold::tell()
{
    const auto confirming = std::exchange(m_confirming, {});
    const Lost lost = m_loss ? std::exchange(m_lost, {}) : Lost();
    if (lost)
        lost();
    for (const auto &resolve : confirming)
        resolve({});
}

Task<Result<>> LeaseHold::confirm()
{
    if (m_leases && !m_loss && m_clock.now() - m_renewedAt >= LeaseStore::lifetime) {
        Completion<> answered;
        const auto resolve = answered.resolver();
        QObject timer;
        m_clock.callAfter(confirmation, &timer, [resolve] { resolve({}); });
        m_confirming.push_back(resolve);
        startRenewal();
        co_await std::move(answered);
    }
    if (m_loss)
        co_return failure(*m_loss);
    co_return {};
}

Task<void> LeaseHold::release()
{
    m_timer.reset();
    m_renewal.reset();
    if (m_leases)
        co_await m_leases->releaseLease(m_conversation, m_lease);
}

} // namespace typeshift
