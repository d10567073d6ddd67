// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Task.h"
#include "base/Result.h"
#include "base/StrongId.h"

#include <QUuid>

#include <chrono>

namespace typeshift {

//! Who runs a conversation, as other processes see it.
struct Lease {
    QUuid owner;     //!< one engine of one process
    QString process; //!< "typeshift-workbench 4711 on host", for people

    bool operator==(const Lease &) const = default;
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
    //! Moves the lease's end; Conflict when another owner took it in the meantime.
    virtual Task<Result<>> renewLease(ConversationId conversation, Lease lease) = 0;
    //! Gives it back; nothing happens when it is not this owner's.
    virtual Task<Result<>> releaseLease(ConversationId conversation, Lease lease) = 0;
};

} // namespace typeshift
