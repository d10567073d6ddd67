// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/LiveRuns.h"

#include "conversations/Steering.h"

#include <QMetaObject>

#include <algorithm>

namespace typeshift {

RunWatch::RunWatch(std::weak_ptr<LiveRuns> runs, qsizetype limit)
    : m_runs(std::move(runs))
    , m_limit(limit)
{
    announce();
}

RunWatch::~RunWatch()
{
    if (const auto runs = m_runs.lock())
        runs->m_watches.removeOne(this);
}

RunChanges RunWatch::take()
{
    m_isAnnounced = false;
    RunChanges changes{.isWhole = std::exchange(m_isBehind, false), .runs = std::exchange(m_changes, {})};
    if (changes.isWhole) {
        const auto runs = m_runs.lock();
        changes.runs = runs ? runs->all() : QList<LiveRun>();
    }
    return changes;
}

void RunWatch::add(const LiveRun &change)
{
    if (m_isBehind || m_changes.size() >= m_limit) {
        m_isBehind = true; // The whole list says it all. // 2.11.11
        m_changes.clear();
    } else {
        m_changes.append(change);
    }
    announce();
}

void RunWatch::announce()
{
    if (!std::exchange(m_isAnnounced, true))
        QMetaObject::invokeMethod(this, &RunWatch::available, Qt::QueuedConnection);
}

LiveRuns::LiveRuns(Clock &clock, qsizetype limit)
    : m_clock(clock)
    , m_limit(limit)
{
}

quint64 LiveRuns::begin(const RunIdentity &identity, std::shared_ptr<Steering> steering,
                        std::shared_ptr<RunState> state)
{
    const LiveRun run{
        .number = ++m_last, .identity = identity, .mode = state->mode, .startedAt = m_clock.now(), .hasEnded = false};
    m_entries.append({run, std::move(steering), std::move(state)});
    for (RunWatch *watch : std::as_const(m_watches))
        watch->add(run);
    return run.number;
}

void LiveRuns::end(quint64 number)
{
    const auto ended = std::ranges::find(m_entries, number, [](const Entry &entry) { return entry.run.number; });
    if (ended == m_entries.end())
        return;
    LiveRun run = ended->now();
    run.hasEnded = true;
    m_entries.erase(ended);
    for (RunWatch *watch : std::as_const(m_watches))
        watch->add(run);
}

QList<LiveRun> LiveRuns::all() const
{
    QList<LiveRun> runs;
    runs.reserve(m_entries.size());
    for (const Entry &entry : m_entries)
        runs.append(entry.now());
    return runs;
}

LiveRun LiveRuns::Entry::now() const
{
    LiveRun current = run;
    current.mode = state->mode;
    return current;
}

const LiveRuns::Entry *LiveRuns::find(const ConversationId &conversation) const
{
    const auto entry = std::ranges::find_if(
        m_entries, [&conversation](const Entry &each) { return each.run.identity.conversation == conversation; });
    return entry == m_entries.end() ? nullptr : &*entry;
}

Steering *LiveRuns::steeringOf(const ConversationId &conversation) const
{
    const Entry *entry = find(conversation);
    return entry ? entry->steering.get() : nullptr;
}

RunState *LiveRuns::stateOf(const ConversationId &conversation) const
{
    const Entry *entry = find(conversation);
    return entry ? entry->state.get() : nullptr;
}

std::unique_ptr<RunWatch> LiveRuns::watch()
{
    std::unique_ptr<RunWatch> made(new RunWatch(weak_from_this(), m_limit));
    m_watches.append(made.get());
    return made;
}

} // namespace typeshift
