// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Task.h"
#include "base/Result.h"
#include "base/StrongId.h"

#include <QList>
#include <QUuid>

#include <chrono>

namespace typeshift {

//! Who runs a conversation, as other processes see it.
struct Lease {
    QUuid owner;     //!< one engine of one process
    QString process; //!< "typeshift-workbench 4711 on host", for people

    bool operator==(const Lease &) const = default;
};

//! A lease that somebody holds.
struct HeldLease {
    ConversationId conversation;
    Lease lease;

    bool operator==(const HeldLease &) const = default;
};

//! Tells running from interrupted across processes. A lease lives `lifetime` past its last renewal.
class LeaseStore
{
public:
    static constexpr std::chrono::milliseconds renewal{3'000};
    static constexpr std::chrono::milliseconds lifetime{9'000};

    LeaseStore() = default;
    LeaseStore(const LeaseStore &) = delete;
    LeaseStore &operator=(const LeaseStore &) = delete;
    virtual ~LeaseStore() = default;

    //! Takes the lease if nobody else's is alive. Conflict names the owner in its items.
    virtual Task<Result<>> acquireLease(ConversationId conversation, Lease lease) = 0;
    //! Moves the lease's end, of a dead one too while nobody else took it. Conflict when another owner took it in the
    //! meantime, even if it was given back since.
    virtual Task<Result<>> renewLease(ConversationId conversation, Lease lease) = 0;
    //! Gives it back; nothing happens when it is not this owner's.
    virtual Task<Result<>> releaseLease(ConversationId conversation, Lease lease) = 0;
    //! Every lease that is alive now: the conversations that run, in this process or another.
    virtual Task<Result<QList<HeldLease>>> liveLeases() = 0;
};

} // namespace typeshift
