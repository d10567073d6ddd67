// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/StopToken.h"
#include "async/Task.h"
#include "base/Clock.h"
#include "base/IdSource.h"
#include "base/Result.h"
#include "base/Services.h"
#include "base/StrongId.h"
#include "chat/ChatUpdate.h"

#include <memory>

namespace typeshift {

//! Who runs what; fixed for a run.
struct RunIdentity {
    QString agent;
    QString provider;
    QString model;
    std::optional<ConversationId> conversation;
    std::optional<SettingsId> settings;

    bool operator==(const RunIdentity &) const = default;
};

//! What changes while a run goes on and holds for all of it.
struct RunState {
    AgentMode mode = AgentMode::Default;
    std::optional<AgentMode> nextMode; //!< what a person switched to; holds from the next model call on // 2.10.13
    QList<StandingApproval> standingApprovals;
    bool hasRevoked = false; //!< one was taken back, and the list is not stored yet
    int planRevision = 0;    //!< of the conversation's last plan
    int modelCalls = 0;      //!< how often a model was asked

    bool operator==(const RunState &) const = default;
};

//! Where a run's steps are stored; a run without a conversation has none.
class CheckpointStore
{
public:
    CheckpointStore() = default;
    CheckpointStore(const CheckpointStore &) = delete;
    CheckpointStore &operator=(const CheckpointStore &) = delete;
    virtual ~CheckpointStore() = default;

    //! Appends one step. Appends of a run are strictly sequential and do not listen to its stop. // 2.1.4, 2.1.7
    virtual Task<Result<qint64>> append(ConversationEntry entry) = 0;
};

//! All that a layer may touch of a run beyond its arguments: report, stop, checkpoint, sleep; the clock and the ids
//! come with them. Lives as long as the run's coroutine.
class RunContext
{
public:
    struct Parts {
        RunIdentity identity;
        StopToken stop;
        Clock &clock;
        IdSource &ids;
        CheckpointStore *checkpoints = nullptr; //!< null: nothing is stored
        std::function<void(ChatUpdate)> sink;   //!< may be empty
        std::shared_ptr<const Services> services = std::make_shared<Services>();
        std::shared_ptr<RunState> state = std::make_shared<RunState>();
    };

    explicit RunContext(Parts parts);
    //! The same run as `outer` with another sink, for a layer that wants to see the updates of what lies within it. The
    //! sink passes on what the outer context should hear.
    RunContext(const RunContext &outer, std::function<void(ChatUpdate)> sink);
    RunContext(const RunContext &) = delete;
    RunContext &operator=(const RunContext &) = delete;

    void report(ChatUpdate update);
    const StopToken &stop() const { return m_parts.stop; }
    bool isCancelled() const { return m_parts.stop.isStopRequested(); }
    //! Stores a step and reports it. A failed append is reported and not fatal: the run goes on. // 2.1.5
    //! Fills in agent, provider and time.
    Task<void> checkpoint(ConversationEntry entry);
    //! Ends early with Cancelled.
    Task<Result<>> sleep(std::chrono::milliseconds duration);

    const RunIdentity &identity() const { return m_parts.identity; }
    //! Those of the scope that the run's host came from. // D25
    const Services &services() const { return *m_parts.services; }
    Clock &clock() const { return m_parts.clock; }
    //! Shared with every context of the run.
    RunState &state() { return *m_parts.state; }
    const RunState &state() const { return *m_parts.state; }
    //! The run goes on in `mode`, and says so.
    void changeMode(AgentMode mode);
    QUuid nextUid() { return m_parts.ids.next(); }

private:
    Parts m_parts;
};

} // namespace typeshift
