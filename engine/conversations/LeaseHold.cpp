// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/LeaseHold.h"

namespace typeshift {

Task<Result<std::unique_ptr<LeaseHold>>> LeaseHold::take(std::shared_ptr<LeaseStore> leases, Clock &clock,
                                                         ConversationId conversation, Lease lease)
{
    std::unique_ptr<LeaseHold> hold(new LeaseHold(std::move(leases), clock, conversation, lease));
    if (hold->m_leases) {
        if (auto taken = co_await hold->m_leases->acquireLease(conversation, lease); !taken)
            co_return failure(taken.error());
        hold->renewLater();
    }
    co_return hold;
}

LeaseHold::LeaseHold(std::shared_ptr<LeaseStore> leases, Clock &clock, ConversationId conversation, Lease lease)
    : m_leases(std::move(leases))
    , m_clock(clock)
    , m_conversation(std::move(conversation))
    , m_lease(std::move(lease))
{
}

void LeaseHold::renewLater()
{
    m_clock.callAfter(LeaseStore::renewal, m_timer.get(), [this] {
        m_renewal.emplace(renew());
        m_renewal->start();
        renewLater();
    });
}

// A renewal that fails is tried again with the next; the run's own appends will say it loudly if the store is gone.
Task<void> LeaseHold::renew()
{
    co_await m_leases->renewLease(m_conversation, m_lease);
}

Task<void> LeaseHold::release()
{
    m_timer.reset();
    m_renewal.reset();
    if (m_leases)
        co_await m_leases->releaseLease(m_conversation, m_lease);
}

} // namespace typeshift
