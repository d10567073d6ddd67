// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Completion.h"
#include "chat/RunContext.h"
#include "storage/Store.h"

#include <vector>

namespace typeshift {

class LeaseHold;

//! Appends one run's steps to its conversation. The caller awaits each append, so they are strictly sequential; none
//! listens to the run's stop. A store that does not answer within the deadline counts as failed. // 2.1.4 to 2.1.7
class Checkpoints final : public CheckpointStore
{
public:
    static constexpr std::chrono::milliseconds deadline{30'000};

    Checkpoints(std::shared_ptr<ConversationStore> store, Clock &clock, ConversationId conversation);

    Task<Result<qint64>> append(ConversationEntry entry) override;
    //! While there is a hold, nothing is appended once it is lost: the conversation is somebody else's. It outlives the
    //! appends that are made meanwhile.
    void setHold(LeaseHold *hold) { m_hold = hold; }

private:
    Task<void> write(ConversationEntry entry, Completion<qint64>::Resolver resolve);

    std::shared_ptr<ConversationStore> m_store;
    Clock &m_clock;
    ConversationId m_conversation;
    LeaseHold *m_hold = nullptr;
    std::vector<Task<void>> m_writes;
};

} // namespace typeshift
