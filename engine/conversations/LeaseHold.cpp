// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/LeaseHold.h"

namespace typeshift {

Task<Result<std::unique_ptr<LeaseHold>>> LeaseHold::take(std::shared_ptr<LeaseStore> leases, Clock &clock,
                                                         ConversationId conversation, Lease lease, Lost lost)
{
    std::unique_ptr<LeaseHold> hold(new LeaseHold(std::move(leases), clock, conversation, lease, std::move(lost)));
    if (hold->m_leases) {
        if (auto taken = co_await hold->m_leases->acquireLease(conversation, lease); !taken)
            co_return failure(taken.error());
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
        if (m_isLost)
            return;
        m_renewal.emplace(renew());
        m_renewal->start();
        renewLater();
    });
}

// A renewal that fails is tried again with the next; the run's own appends will say it loudly if the store is gone.
// Only a Conflict is an answer: the conversation belongs to somebody else. It is told behind this frame, which the end
// of the run destroys.
Task<void> LeaseHold::renew()
{
    const auto renewed = co_await m_leases->renewLease(m_conversation, m_lease);
    if (renewed || renewed.error().kind != Error::Kind::Conflict)
        co_return;
    m_isLost = true;
    if (m_lost) {
        QMetaObject::invokeMethod(
            m_timer.get(), [lost = m_lost, error = renewed.error()] { lost(error); }, Qt::QueuedConnection);
    }
}

Task<void> LeaseHold::release()
{
    m_timer.reset();
    m_renewal.reset();
    if (m_leases)
        co_await m_leases->releaseLease(m_conversation, m_lease);
}

} // namespace typeshift
