// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "workbench/RunBoard.h"

#include "base/Overloaded.h"

#include <algorithm>

namespace typeshift {

RunBoard::RunBoard(ConversationTracker tracker, Clock &clock, QObject *parent)
    : QObject(parent)
    , m_tracker(std::move(tracker))
    , m_clock(clock)
    , m_runs(m_tracker.watchRuns())
{
    connect(m_runs.get(), &RunWatch::available, this, &RunBoard::takeRuns);
}

RunBoard::~RunBoard() = default;

QList<BoardedRun> RunBoard::runs() const
{
    QList<BoardedRun> runs;
    for (const auto &row : m_rows)
        runs.append(row->boarded);
    return runs;
}

const BoardedRun *RunBoard::find(const ConversationId &conversation) const
{
    const Row *row = rowOf(conversation);
    return row ? &row->boarded : nullptr;
}

RunBoard::Row *RunBoard::rowOf(const ConversationId &conversation) const
{
    const auto row = std::ranges::find(m_rows, std::optional(conversation),
                                       [](const auto &each) { return each->boarded.run.identity.conversation; });
    return row == m_rows.end() ? nullptr : row->get();
}

void RunBoard::takeRuns()
{
    const RunChanges changes = m_runs->take();
    if (changes.isWhole) {
        for (const BoardedRun &known : runs()) {
            const bool goesOn = std::ranges::any_of(
                changes.runs, [&known](const LiveRun &run) { return run.number == known.run.number; });
            if (!goesOn)
                end(*known.run.identity.conversation);
        }
    }
    for (const LiveRun &run : changes.runs) {
        if (!run.identity.conversation)
            continue;
        const BoardedRun *known = find(*run.identity.conversation);
        const bool isKnown = known && known->run.number == run.number;
        if (run.hasEnded && isKnown)
            end(*run.identity.conversation);
        else if (!run.hasEnded && !isKnown)
            begin(run);
    }
}

void RunBoard::begin(const LiveRun &run)
{
    const ConversationId conversation = *run.identity.conversation;
    if (find(conversation))
        end(conversation);
    auto row = std::make_unique<Row>();
    row->boarded.run = run;
    row->boarded.activity.since = run.startedAt;
    if (auto watch = m_tracker.watch(conversation)) {
        row->watch = *std::move(watch);
        connect(row->watch.get(), &ConversationWatch::available, this,
                [this, conversation] { takeUpdates(conversation); });
    }
    const BoardedRun begun = row->boarded;
    m_rows.push_back(std::move(row));
    emit started(begun);
}

void RunBoard::end(const ConversationId &conversation)
{
    takeUpdates(conversation); // Its last words, which may still wait to be announced.
    const Row *row = rowOf(conversation);
    if (!row)
        return;
    BoardedRun last = row->boarded;
    last.run.hasEnded = true;
    std::erase_if(m_rows, [row](const auto &each) { return each.get() == row; });
    emit ended(last);
}

void RunBoard::takeUpdates(const ConversationId &conversation)
{
    Row *found = rowOf(conversation);
    if (!found || !found->watch)
        return;
    Row &row = *found;
    QList<LiveUpdate> updates = row.watch->take();
    // The next run of the conversation may have begun to talk before this board heard of it: begin() watches anew.
    updates.removeIf([&row](const LiveUpdate &update) { return update.run != row.boarded.run.number; });
    if (updates.isEmpty())
        return;
    const BoardedRun before = row.boarded;
    for (const LiveUpdate &update : std::as_const(updates))
        note(row, update);
    const BoardedRun after = row.boarded;
    emit updated(after, updates);
    if (after != before)
        emit changed(after);
}

void RunBoard::note(Row &row, const LiveUpdate &update)
{
    using Kind = RunActivity::Kind;
    row.boarded.dropped += update.dropped;
    RunActivity next = row.boarded.activity;
    const auto become = [&next](Kind kind, const QString &tool = {}) {
        next = RunActivity{.kind = kind, .tool = tool, .attempt = 0, .delay = {}, .since = next.since};
    };
    std::visit(Overloaded{
                   [&](const TextDelta &) { become(Kind::Writing); },
                   [&](const ReasoningDelta &) { become(Kind::Thinking); },
                   [&](const CallUpdate &call) {
                       row.calls.append({call.call.callId, call.call.name});
                       become(Kind::Calling, call.call.name);
                   },
                   [&](const ResultUpdate &result) {
                       row.calls.removeIf([&](const auto &call) { return call.first == result.result.callId; });
                       if (row.calls.isEmpty())
                           become(Kind::Thinking);
                       else
                           become(Kind::Calling, row.calls.constLast().second);
                   },
                   [](const RequestUpdate &) {},
                   [&](const ModeUpdate &mode) { row.boarded.run.mode = mode.mode; },
                   [&](const UsageUpdate &usage) { row.boarded.usage += usage.usage; },
                   [&](const RetryUpdate &retry) {
                       become(Kind::Retrying);
                       next.attempt = retry.attempt;
                       next.delay = retry.delay;
                   },
                   [](const StoredUpdate &) {},
                   [](const StoreFailedUpdate &) {},
               },
               update.update);
    if (next != row.boarded.activity) {
        next.since = m_clock.now();
        row.boarded.activity = next;
    }
}

} // namespace typeshift
