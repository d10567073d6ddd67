// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/IdSource.h"
#include "base/Result.h"
#include "conversations/LiveFeed.h"
#include "conversations/LiveRuns.h"

namespace typeshift {

//! What goes on in this process: the runs with a conversation, their updates as they happen, and new input for them.
//! A cheap value on an engine's parts; engine's thread only. // C24 to C34
class ConversationTracker
{
public:
    struct Parts {
        std::shared_ptr<LiveRuns> runs;
        std::shared_ptr<LiveFeeds> feeds; //!< null without realtime tracking
        std::shared_ptr<IdSource> ids;
    };

    explicit ConversationTracker(Parts parts);

    //! The runs that have begun and whose end is not stored yet.
    QList<LiveRun> runs() const { return m_parts.runs->all(); }
    //! Works without realtime tracking. // D54
    [[nodiscard]] std::unique_ptr<RunWatch> watchRuns() const { return m_parts.runs->watch(); }
    //! InvalidState unless the engine was built withRealtimeTracking(). // 2.11.1
    [[nodiscard]] Result<std::unique_ptr<ConversationWatch>> watch(const ConversationId &conversation) const;

    //! Hands new input to the conversation's run: the model receives it before its next call, and the run does not end
    //! before then. False when no run of it goes on here or it is ending: start a run with the input. // C26, C28
    bool trySteer(const ConversationId &conversation, Message input) const;
    bool trySteer(const ConversationId &conversation, const QString &text) const;
    //! Input that a run has accepted and not taken yet.
    QList<Message> waitingInput(const ConversationId &conversation) const;
    //! Takes such input back; false when the run was faster. The uid is that of waitingInput().
    bool withdraw(const ConversationId &conversation, const QUuid &uid) const;
    //! The conversation's run goes on in `mode` from its next model call on; stored with it. False when no run of it
    //! goes on here. // 2.10.13
    bool setMode(const ConversationId &conversation, AgentMode mode) const;
    //! Takes a standing approval back at once; stored with the run's next step. False when no run of it goes on here:
    //! AgentHost::revoke() does it between runs. // T16
    bool revoke(const ConversationId &conversation, const QString &tool) const;

private:
    Parts m_parts;
};

} // namespace typeshift
