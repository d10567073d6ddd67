// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Task.h"
#include "base/Clock.h"
#include "storage/LeaseStore.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>

namespace typeshift {

//! Holds a conversation's lease for one run and renews it while it lives. Engine's thread.
class LeaseHold
{
public:
    //! Called once, from the event loop, when another owner took the lease because this one ran out, as it may while
    //! the machine sleeps. The Conflict names that owner if it still holds the lease. May be empty.
    using Lost = std::function<void(Error)>;

    //! Conflict, naming the owner, when another process runs the conversation. Without `leases` it always succeeds.
    static Task<Result<std::unique_ptr<LeaseHold>>> take(std::shared_ptr<LeaseStore> leases, Clock &clock,
                                                         ConversationId conversation, Lease lease, Lost lost);

    LeaseHold(const LeaseHold &) = delete;
    LeaseHold &operator=(const LeaseHold &) = delete;

    //! Gives the lease back; nothing is lost any more. A hold that dies without it leaves the lease to run out.
    Task<void> release();

private:
    LeaseHold(std::shared_ptr<LeaseStore> leases, Clock &clock, ConversationId conversation, Lease lease, Lost lost);

    void renewLater();
    Task<void> renew();

    std::shared_ptr<LeaseStore> m_leases;
    Clock &m_clock;
    ConversationId m_conversation;
    Lease m_lease;
    Lost m_lost;
    bool m_isLost = false;
    std::unique_ptr<QObject> m_timer = std::make_unique<QObject>();
    std::optional<Task<void>> m_renewal;
};

} // namespace typeshift
