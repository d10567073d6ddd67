// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transcript/Block.h"

#include <engine/approval/DecisionLog.h>
#include <engine/chat/ChatUpdate.h>

#include <QHash>

#include <chrono>

namespace typeshift::ui {

//! What a step came to, or what it does at this moment.
enum class StepState {
    Running,
    Waiting, //!< for a person's word, its own or that of another call of its response // 2.6.2
    Done,
    Failed,
    Stopped,
    Rejected,
    PassedBy,      //!< the agent went on without it // 2.6.10
    WithoutResult, //!< its run ended before it was answered
    EffectUnknown, //!< its run was cut off: nobody can tell what it did // T21
};

//! A model was asked.
struct ModelCallStep {
    int number = 0; //!< in the run, from 1
    QString provider;
    QString model;
    Usage usage;
    qsizetype calls = 0;        //!< of tools that it asked for
    QList<RetryUpdate> retries; //!< as far as they were seen: they are not stored
    std::optional<Error> error; //!< why it broke off
    bool operator==(const ModelCallStep &) const = default;
};

//! A tool was called.
struct ToolCallStep {
    FunctionCall call;                           //!< as the model proposed it
    std::optional<typeshift::Decision> decision; //!< none: nobody had to decide
    std::optional<FunctionResult> result;
    bool operator==(const ToolCallStep &) const = default;
};

//! One line of a run's timeline.
struct TimelineStep {
    StepState state = StepState::Done;
    RowId row;                                         //!< where the transcript shows it
    std::optional<std::chrono::milliseconds> at;       //!< since the run's begin; none: not begun, or not known
    std::optional<std::chrono::milliseconds> duration; //!< none while it goes on, or when it is not known
    QDateTime since;                                   //!< UTC: when what runs or waits began to
    std::variant<ModelCallStep, ToolCallStep> what;

    const ModelCallStep *modelCall() const { return std::get_if<ModelCallStep>(&what); }
    const ToolCallStep *toolCall() const { return std::get_if<ToolCallStep>(&what); }
    //! Whether both are the same step, perhaps at another time.
    bool isSameStep(const TimelineStep &other) const;
    bool operator==(const TimelineStep &) const = default;
};

//! Whether the run goes on.
enum class Going : int { Over, Here, Elsewhere };

//! What a timeline is made of: the stored entries of one run, and what only somebody who watched it knows.
struct RunRecord {
    QList<StoredEntry> entries;
    Going going = Going::Over;
    bool callsSideBySide = false;           //!< else each call begins when the one before it is done
    QHash<qsizetype, QDateTime> starts;     //!< before which entry somebody began to go on with it, and when
    QHash<int, QList<RetryUpdate>> retries; //!< by the number of the model call

    //! Before which entry the run was cut off, as far as that was seen; 0 when it was not.
    qsizetype cut() const;
};

//! How a run stands.
enum class RunStanding { None, Running, Waiting, Finished, Failed, Stopped, Interrupted, Elsewhere };

//! The steps of a run, in order. A run that asked a person goes on with the answers: one timeline shows both, and so it
//! does when a failed step is made again. Times between them in which nothing was under way are left out; waiting for
//! a person counts.
struct RunTimeline {
    QList<TimelineStep> steps;
    RunStanding state = RunStanding::None;
    QDateTime begunAt; //!< UTC; invalid without a run
    QDateTime endedAt; //!< UTC; invalid while it runs or waits
    std::chrono::milliseconds idle{};
    std::optional<Error> error;

    std::chrono::milliseconds elapsed(const QDateTime &now) const;
    int modelCalls() const;
    int toolCalls() const;
    int failedToolCalls() const;
    //! Of all model calls that told it.
    Usage usage() const;
};

//! Pure: equal records give equal timelines. What was never stored is not in it.
RunTimeline timelineOf(const RunRecord &record);

} // namespace typeshift::ui
