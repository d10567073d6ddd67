// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/RunContext.h"

#include <QList>
#include <QObject>

#include <memory>

namespace typeshift {

class Steering;

//! A run with a conversation that goes on in this process, or has just ended.
struct LiveRun {
    quint64 number = 0; //!< tells this run from the conversation's next one; never used twice by an engine
    RunIdentity identity;
    AgentMode mode = AgentMode::Default; //!< in which it goes on
    QDateTime startedAt;                 //!< UTC
    bool hasEnded = false;

    bool operator==(const LiveRun &) const = default;
};

//! What a watcher of runs reads.
struct RunChanges {
    bool isWhole = false; //!< `runs` is every run that goes on; else each start and end since the last look, in order
    QList<LiveRun> runs;

    bool operator==(const RunChanges &) const = default;
};

class LiveRuns;

//! Tells when runs start and end. Bounded: a watcher that falls behind gets the whole list instead of what it missed,
//! so that no run seems to go on for ever. Delete it to stop watching, also in a slot of its own signal. // 2.11.11
class RunWatch final : public QObject
{
    Q_OBJECT

public:
    ~RunWatch() override;

    //! What happened since the last call; at first every run that goes on.
    [[nodiscard]] RunChanges take();

signals:
    //! From the event loop: take() has something. Said once until take() is called.
    void available();

private:
    friend class LiveRuns;
    RunWatch(std::weak_ptr<LiveRuns> runs, qsizetype limit);

    void add(const LiveRun &change);
    void announce();

    std::weak_ptr<LiveRuns> m_runs;
    qsizetype m_limit;
    QList<LiveRun> m_changes;
    bool m_isBehind = true;
    bool m_isAnnounced = false;
};

//! The runs of this process that have a conversation and have begun. Lives in a shared_ptr; engine's thread.
class LiveRuns : public std::enable_shared_from_this<LiveRuns>
{
public:
    explicit LiveRuns(Clock &clock, qsizetype limit = 256);

    //! A run has begun: its history is loaded and its input accepted. // 2.3.13
    quint64 begin(const RunIdentity &identity, std::shared_ptr<Steering> steering,
                  std::shared_ptr<RunState> state = std::make_shared<RunState>());
    void end(quint64 number);

    QList<LiveRun> all() const;
    //! The queue of the conversation's run; null when none goes on here.
    Steering *steeringOf(const ConversationId &conversation) const;
    //! What changes while the conversation's run goes on; null when none goes on here.
    RunState *stateOf(const ConversationId &conversation) const;
    std::unique_ptr<RunWatch> watch();

private:
    friend class RunWatch;
    struct Entry {
        LiveRun run;
        std::shared_ptr<Steering> steering;
        std::shared_ptr<RunState> state;

        LiveRun now() const; //!< with the mode of this moment
    };

    const Entry *find(const ConversationId &conversation) const;

    Clock &m_clock;
    qsizetype m_limit;
    quint64 m_last = 0;
    QList<Entry> m_entries;
    QList<RunWatch *> m_watches;
};

} // namespace typeshift
