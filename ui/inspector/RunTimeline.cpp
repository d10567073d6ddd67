// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "inspector/RunTimeline.h"

#include <algorithm>

using namespace std::chrono_literals;

namespace typeshift::ui {

using std::chrono::milliseconds;

bool TimelineStep::isSameStep(const TimelineStep &other) const
{
    if (const auto *call = modelCall())
        return other.modelCall() && other.modelCall()->number == call->number;
    return other.toolCall() && other.toolCall()->call.callId == toolCall()->call.callId;
}

qsizetype RunRecord::cut() const
{
    qsizetype cut = 0;
    for (auto start = starts.begin(); start != starts.end(); ++start) {
        const qsizetype at = start.key();
        if (at > cut && at <= entries.size() && !entries[at - 1].entry.endsRun)
            cut = at;
    }
    return cut;
}

milliseconds RunTimeline::elapsed(const QDateTime &now) const
{
    if (!begunAt.isValid())
        return 0ms;
    return std::max(milliseconds(begunAt.msecsTo(endedAt.isValid() ? endedAt : now)) - idle, 0ms);
}

int RunTimeline::modelCalls() const
{
    return int(std::ranges::count_if(steps, [](const TimelineStep &step) { return step.modelCall() != nullptr; }));
}

int RunTimeline::toolCalls() const
{
    return int(steps.size()) - modelCalls();
}

int RunTimeline::failedToolCalls() const
{
    return int(std::ranges::count_if(
        steps, [](const TimelineStep &step) { return step.toolCall() && step.state == StepState::Failed; }));
}

Usage RunTimeline::usage() const
{
    Usage all;
    for (const TimelineStep &step : steps) {
        if (const auto *call = step.modelCall())
            all += call->usage;
    }
    return all;
}

} // namespace typeshift::ui
