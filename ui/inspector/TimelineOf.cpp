// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "inspector/RunTimeline.h"

#include "transcript/BlocksOf.h"

#include <engine/conversations/History.h>
#include <engine/conversations/OpenRequests.h>

#include <QSet>

#include <algorithm>

using namespace std::chrono_literals;

namespace typeshift::ui {

namespace {

using std::chrono::milliseconds;

milliseconds between(const QDateTime &from, const QDateTime &to)
{
    return std::max(milliseconds(from.msecsTo(to)), 0ms);
}

// The transcript knows what became of each call. Texts do not matter for that, and cutting them into rows would cost.
QList<StoredEntry> withoutTexts(QList<StoredEntry> entries)
{
    for (StoredEntry &stored : entries) {
        for (Message &message : stored.entry.messages) {
            for (Content &content : message.contents) {
                if (auto *text = std::get_if<TextContent>(&content))
                    text->text.clear();
                else if (auto *reasoning = std::get_if<ReasoningContent>(&content))
                    reasoning->text.clear();
                else if (auto *result = std::get_if<FunctionResult>(&content))
                    result->contents.clear();
            }
        }
    }
    return entries;
}

bool isOfApproval(const Content &content)
{
    return std::holds_alternative<ApprovalRequest>(content) || std::holds_alternative<ApprovalResponse>(content);
}

bool isAnswer(const Message &message)
{
    return message.role == Role::Assistant && std::ranges::any_of(message.contents, [](const Content &content) {
               return !isOfApproval(content) && !std::holds_alternative<ErrorContent>(content);
           });
}

bool isInput(const ConversationEntry &entry)
{
    return std::ranges::any_of(entry.messages, [](const Message &each) { return each.role == Role::User; });
}

StepState stateOf(ToolRow::State state, bool isAsked)
{
    switch (state) {
    case ToolRow::State::Running:
        return StepState::Running;
    case ToolRow::State::Done:
        return StepState::Done;
    case ToolRow::State::Failed:
        return StepState::Failed;
    case ToolRow::State::WithoutResult:
        return isAsked ? StepState::PassedBy : StepState::WithoutResult;
    case ToolRow::State::EffectUnknown:
        return StepState::EffectUnknown;
    case ToolRow::State::Waiting:
        return StepState::Waiting;
    case ToolRow::State::Rejected:
        return StepState::Rejected;
    }
    Q_UNREACHABLE_RETURN(StepState::Done);
}

// Where the transcript shows a response: its first row that stays wherever the header goes.
RowId rowOf(const Message &message)
{
    for (const Content &content : message.contents) {
        if (const auto *text = std::get_if<TextContent>(&content); text && !text->text.isEmpty())
            return {message.uid, RowId::Part::Text, 0, 0};
        if (std::holds_alternative<ReasoningContent>(content))
            return {message.uid, RowId::Part::Reasoning, 0, 0};
        if (std::holds_alternative<FunctionCall>(content))
            return {message.uid, RowId::Part::Call, 0, 0};
    }
    return {message.uid, RowId::Part::Header, 0, 0};
}

//! Walks the entries of a run in their order.
class TimelineMaker
{
public:
    explicit TimelineMaker(const RunRecord &record)
        : m_record(record)
    {
        const Activity activity = record.going == Going::Over ? Activity::Settled : Activity::Live;
        for (const Block &block : blocksOf(withoutTexts(record.entries), activity, record.cut())) {
            if (const auto *row = block.as<ToolRow>())
                m_rows.insert(row->call.callId, {block.id, row->state});
        }
        for (const typeshift::Decision &decision : decisionsOf(record.entries))
            m_decisions.insert(decision.request.call.callId, decision);
    }

    RunTimeline make()
    {
        for (qsizetype i = 0; i < m_record.entries.size(); ++i)
            add(i);
        // Somebody goes on with it, and nothing of that is stored yet.
        const QDateTime start = m_record.starts.value(m_record.entries.size());
        if (m_record.going == Going::Here && start.isValid() && m_run.begunAt.isValid())
            goOn(start, start);
        placeOpenCalls();
        if (m_record.going != Going::Over && m_asksModel && !m_hasRunningCall)
            addPendingCall();
        m_run.state = state();
        if (m_record.going == Going::Over && !m_run.endedAt.isValid())
            m_run.endedAt = m_lastAt;
        if (m_run.state == RunStanding::Waiting)
            m_run.endedAt = {};
        return std::move(m_run);
    }

private:
    struct Row {
        RowId id;
        ToolRow::State state = ToolRow::State::Running;
    };

    void add(qsizetype i)
    {
        const ConversationEntry &entry = m_record.entries[i].entry;
        const bool isChange = !entry.endsRun || (entry.standingApprovals && m_hasEnded);
        if (entry.isSummary || (entry.messages.isEmpty() && isChange))
            return; // Of the mode or the standing approvals: no step.
        m_sequence = m_record.entries[i].sequence;
        begin(i, entry);
        bool hasAnswer = false;
        for (const Message &message : entry.messages) {
            hasAnswer = hasAnswer || isAnswer(message);
            if (message.role == Role::User)
                takeInput(message, entry.at);
        }
        if (hasAnswer)
            addResponse(entry);
        else if (!entry.messages.isEmpty() && entry.messages.constFirst().role == Role::Assistant && !entry.endsRun)
            m_ready = m_roundBegan = entry.at; // The calls of the response were decided.
        for (const Message &message : entry.messages) {
            for (const Content &content : message.contents) {
                if (const auto *result = std::get_if<FunctionResult>(&content))
                    finish(*result, entry.at);
            }
        }
        if (entry.endsRun)
            end(entry);
        m_lastAt = entry.at;
    }

    void begin(qsizetype i, const ConversationEntry &entry)
    {
        const QDateTime start = m_record.starts.value(i);
        if (!m_run.begunAt.isValid()) {
            m_run.begunAt = start.isValid() && start < entry.at ? start : entry.at;
            m_ready = start;
            m_asksModel = true;
            return;
        }
        const bool hasEnded = std::exchange(m_hasEnded, false);
        if (isInput(entry)) {
            m_run.endedAt = {};
            m_run.error.reset();
            return;
        }
        const bool wasCutOff = !start.isValid() && !m_open.isEmpty() && std::ranges::any_of(entry.messages, isAnswer);
        if (hasEnded || start.isValid() || wasCutOff)
            goOn(start, start.isValid() ? start : entry.at);
    }

    // Tried again, or resumed: nothing was under way since the last entry. When it began may not be known.
    void goOn(const QDateTime &start, const QDateTime &latest)
    {
        m_run.idle += between(m_lastAt, latest);
        m_run.endedAt = {};
        m_run.error.reset();
        m_ready = start;
        m_asksModel = true;
        m_hasEnded = false;
        m_open.clear();
    }

    void takeInput(const Message &message, const QDateTime &at)
    {
        m_ready = m_roundBegan = at;
        m_asksModel = true;
        // What it left unanswered is passed by. // 2.6.10
        const bool answers = std::ranges::any_of(message.contents, isOfApproval);
        m_open.removeIf([this, answers](const QString &id) {
            return !answers || m_rows.value(id).state == ToolRow::State::WithoutResult;
        });
    }

    std::optional<milliseconds> sinceBegin(const QDateTime &at) const
    {
        if (!at.isValid())
            return {};
        return std::max(between(m_run.begunAt, at) - m_run.idle, 0ms);
    }

    std::optional<milliseconds> passed(const QDateTime &until) const
    {
        return m_ready.isValid() ? std::optional(between(m_ready, until)) : std::nullopt;
    }

    ModelCallStep nextModelCall()
    {
        ModelCallStep call;
        call.number = ++m_modelCalls;
        call.retries = m_record.retries.value(call.number);
        return call;
    }

    void addResponse(const ConversationEntry &entry)
    {
        m_asksModel = false;
        const auto response = std::ranges::find_if(entry.messages, isAnswer);
        if (!entry.model.isEmpty() || entry.usage) { // Else something before the model answered. // 2.1.15
            ModelCallStep call = nextModelCall();
            call.provider = entry.provider;
            call.model = entry.model;
            call.usage = entry.usage.value_or(Usage());
            for (const Message &message : entry.messages)
                call.calls += message.calls().size();
            m_cutCall = isCut(*response) ? m_run.steps.size() : -1;
            m_run.steps.append({isCut(*response) ? StepState::Failed : StepState::Done,
                                rowOf(*response),
                                sinceBegin(m_ready),
                                passed(entry.at),
                                {},
                                std::move(call)});
        }
        for (const Message &message : entry.messages) {
            const QList<FunctionCall> calls = message.calls();
            for (const FunctionCall &call : calls)
                addToolCall(call);
        }
        m_ready = m_roundBegan = entry.at;
    }

    void addToolCall(const FunctionCall &call)
    {
        const Row row = m_rows.value(call.callId);
        ToolCallStep tool{.call = call, .decision = {}, .result = {}};
        if (const auto decision = m_decisions.constFind(call.callId); decision != m_decisions.constEnd())
            tool.decision = *decision;
        const bool isAsked = tool.decision && !tool.decision->response;
        m_open.insert(call.callId);
        m_toolSteps.insert(call.callId, m_run.steps.size());
        m_run.steps.append({stateOf(row.state, isAsked), row.id, {}, {}, {}, std::move(tool)});
    }

    void finish(const FunctionResult &result, const QDateTime &at)
    {
        m_open.remove(result.callId);
        const auto place = m_toolSteps.constFind(result.callId);
        if (place == m_toolSteps.constEnd())
            return;
        TimelineStep &step = m_run.steps[*place];
        auto &tool = std::get<ToolCallStep>(step.what);
        const QDateTime from = m_record.callsSideBySide ? m_roundBegan : m_ready;
        step.at = sinceBegin(from);
        if (step.state != StepState::Rejected && from.isValid())
            step.duration = between(from, at);
        tool.result = result;
        m_ready = at;
        m_asksModel = m_open.isEmpty();
    }

    void end(const ConversationEntry &entry)
    {
        m_run.error = entry.error();
        m_run.endedAt = entry.at;
        m_hasEnded = true;
        const StepState failed = m_run.error && m_run.error->kind == Error::Kind::Cancelled ? StepState::Stopped
                                                                                            : StepState::Failed;
        if (m_run.error && m_cutCall >= 0) {
            TimelineStep &step = m_run.steps[m_cutCall];
            step.state = failed;
            std::get<ModelCallStep>(step.what).error = m_run.error;
        } else if (m_run.error && m_asksModel && m_open.isEmpty() && m_run.error->kind != Error::Kind::Tool) {
            ModelCallStep call = nextModelCall(); // Nothing of its answer arrived.
            call.provider = entry.provider;
            call.model = entry.model;
            call.error = m_run.error;
            const auto part = failed == StepState::Stopped ? RowId::Part::Cut : RowId::Part::Error;
            const RowId row{{}, part, m_sequence, 0};
            m_run.steps.append({failed, row, sinceBegin(m_ready), passed(entry.at), {}, std::move(call)});
        }
        m_cutCall = -1;
        m_asksModel = false;
    }

    // In turn only the first call that has no result is at work; those behind it have not begun.
    void placeOpenCalls()
    {
        for (TimelineStep &step : m_run.steps) {
            const auto *tool = step.toolCall();
            if (tool && step.state == StepState::Waiting) {
                step.since = tool->decision ? tool->decision->askedAt : m_roundBegan;
                step.at = sinceBegin(step.since);
            }
            if (!tool || step.state != StepState::Running)
                continue;
            if (!m_hasRunningCall || m_record.callsSideBySide) {
                step.since = m_record.callsSideBySide ? m_roundBegan : m_ready;
                step.at = sinceBegin(step.since);
            }
            m_hasRunningCall = true;
        }
    }

    void addPendingCall()
    {
        ModelCallStep call = nextModelCall();
        m_run.steps.append({StepState::Running, {}, sinceBegin(m_ready), {}, m_ready, std::move(call)});
    }

    RunStanding state() const
    {
        if (m_record.going != Going::Over)
            return m_record.going == Going::Here ? RunStanding::Running : RunStanding::Elsewhere;
        if (!m_run.begunAt.isValid())
            return RunStanding::None;
        if (!m_hasEnded)
            return RunStanding::Interrupted;
        if (m_run.error)
            return m_run.error->kind == Error::Kind::Cancelled ? RunStanding::Stopped : RunStanding::Failed;
        return OpenRequests(m_record.entries).open().isEmpty() ? RunStanding::Finished : RunStanding::Waiting;
    }

    const RunRecord &m_record;
    RunTimeline m_run;
    QHash<QString, Row> m_rows;
    QHash<QString, typeshift::Decision> m_decisions;
    QHash<QString, qsizetype> m_toolSteps;
    QSet<QString> m_open; //!< calls without a result
    QDateTime m_ready;    //!< since when the next step may be under way; invalid: not known
    QDateTime m_roundBegan;
    QDateTime m_lastAt;
    qint64 m_sequence = 0;
    int m_modelCalls = 0;
    qsizetype m_cutCall = -1; //!< a response that broke off; the end says why
    bool m_asksModel = false; //!< what comes next is a model call
    bool m_hasRunningCall = false;
    bool m_hasEnded = false;
};

} // namespace

RunTimeline timelineOf(const RunRecord &record)
{
    return TimelineMaker(record).make();
}

} // namespace typeshift::ui
