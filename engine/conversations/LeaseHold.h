// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Completion.h"
#include "async/Task.h"
#include "base/Clock.h"
#include "storage/LeaseStore.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace typeshift {

//! Holds a conversation's lease for one run and renews it while it lives. Engine's thread.
class LeaseHold
{
public:
    //! How long confirm() waits for the store.
    static constexpr std::chrono::milliseconds confirmation{5'000};

    //! Called once, from the event loop, when another owner took the lease because this one ran out, as it may while
    //! the machine sleeps. May be empty.
    using Lost = std::function<void()>;

    //! Conflict, naming the owner, when another process runs the conversation. Without `leases` it always succeeds.
    static Task<Result<std::unique_ptr<LeaseHold>>> take(std::shared_ptr<LeaseStore> leases, Clock &clock,
                                                         ConversationId conversation, Lease lease, Lost lost);

    LeaseHold(const LeaseHold &) = delete;
    LeaseHold &operator=(const LeaseHold &) = delete;

    //! Asks the store whether the lease is still ours when it may have run out by the wall clock: timers stand still
    //! while the machine sleeps. Fails with loss(); a store that does not answer is no loss.
    Task<Result<>> confirm();
    //! Conflict, which names the new owner if it still holds the lease, once another owner took it.
    const std::optional<Error> &loss() const { return m_loss; }

    //! Gives the lease back; nothing is lost any more. A hold that dies without it leaves the lease to run out.
    Task<void> release();

private:
    LeaseHold(std::shared_ptr<LeaseStore> leases, Clock &clock, ConversationId conversation, Lease lease, Lost lost);

    void renewLater();
    Task<void> renew();
    void startRenewal();
    void tell();

    std::shared_ptr<LeaseStore> m_leases;
    Clock &m_clock;
    ConversationId m_conversation;
    Lease m_lease;
    Lost m_lost;
    std::optional<Error> m_loss;
    QDateTime m_renewedAt;
    std::vector<Completion<>::Resolver> m_confirming;
    std::unique_ptr<QObject> m_timer = std::make_unique<QObject>();
    std::optional<Task<void>> m_renewal;
};

} // namespace typeshift
