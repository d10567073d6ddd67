// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/ToolLoop.h"

#include "async/All.h"
#include "tools/CallArguments.h"

#include <QSet>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

// The calls of a response that nobody answered yet: a server's own tools were answered in the same response. // 2.0.10
QList<FunctionCall> openCalls(const ChatResponse &response)
{
    QSet<QString> answered;
    for (const Message &message : response.messages) {
        for (const Content &content : message.contents) {
            if (const auto *result = std::get_if<FunctionResult>(&content))
                answered.insert(result->callId);
        }
    }
    QList<FunctionCall> calls = response.calls();
    calls.removeIf([&answered](const FunctionCall &call) { return answered.contains(call.callId); });
    return calls;
}

Result<QJsonObject> argumentsOf(const DecidedCall &decided)
{
    if (!decided.editedArguments && !decided.call.problem.isEmpty())
        return failure(Error::Kind::Tool, decided.call.problem);
    return readArguments(decided.editedArguments.value_or(decided.call.arguments));
}

} // namespace

//! What the calls of one response come to.
struct ToolLoop::Round {
    Message results;               //!< one tool message, in call order
    QList<FunctionResult> arrived; //!< of calls side by side: what waits to be stored, as it came
    bool isStoring = false;
    std::optional<Error> error; //!< the last failure of the round
    bool endsLoop = false;
    std::optional<AgentMode> mode; //!< that the run goes on in // 2.10.4
    bool mayFail = true;           //!< false: the next failure fails the run // 2.0.7

    explicit Round(const QUuid &uid)
    {
        results.uid = uid;
        results.role = Role::Tool;
    }
};

ToolLoop::ToolLoop(std::unique_ptr<ChatClient> inner, Parts parts)
    : ChatLayer(std::move(inner))
    , m_parts(std::move(parts))
{
}

Task<Result<ChatResponse>> ToolLoop::respond(ChatRequest request, RunContext &run)
{
    ChatResponse whole;
    int errors = 0;
    if (m_parts.answered && !m_parts.answered->calls.isEmpty()) {
        const auto goesOn = co_await runAnswered(request, whole, run, errors);
        if (!goesOn)
            co_return failure(goesOn.error());
        if (!*goesOn)
            co_return whole;
    }
    for (;;) {
        const bool isLast = m_parts.budget->usedIterations >= m_parts.options.maxToolIterations;
        auto response = co_await ask(request, isLast, run);
        if (!response)
            co_return response;
        whole.add(*response);
        const QList<FunctionCall> calls = openCalls(*response);
        if (calls.isEmpty() || isLast || isPassedOut(calls, run))
            co_return whole;

        Message asked;
        auto decided = co_await decide(calls, asked, run);
        if (!decided)
            co_return failure(decided.error());
        if (!asked.contents.isEmpty()) {
            whole.messages.append(std::move(asked));
            co_return whole; // The answers are the next run's input.
        }
        ++m_parts.budget->usedIterations;
        Round round(run.nextUid());
        round.mayFail = errors < m_parts.options.maxConsecutiveErrors;
        if (auto answered = co_await answer(*std::move(decided), round, run); !answered)
            co_return failure(answered.error());
        request.messages += response->messages;
        request.messages.append(round.results);
        whole.messages.append(round.results);
        errors = round.error ? errors + 1 : 0;
        if (errors > m_parts.options.maxConsecutiveErrors)
            co_return failure(*round.error);
        if (round.endsLoop)
            co_return whole;
    }
}

// What a person approved runs first, and its results stand right behind the calls: input that came with the answers
// is behind them. // 2.6.16
Task<Result<bool>> ToolLoop::runAnswered(ChatRequest &request, ChatResponse &whole, RunContext &run, int &errors)
{
    const AnsweredCalls answered = std::exchange(*m_parts.answered, {});
    Round round(run.nextUid());
    round.mayFail = m_parts.options.maxConsecutiveErrors > 0;
    if (auto performed = co_await answer(answered.calls, round, run); !performed)
        co_return failure(performed.error());
    const auto asking = std::ranges::find(request.messages, answered.message, &Message::uid);
    const qsizetype place = asking == request.messages.end() ? request.messages.size()
                                                             : asking - request.messages.begin() + 1;
    request.messages.insert(place, round.results);
    whole.messages.append(round.results);
    errors = round.error ? 1 : 0;
    co_return !round.endsLoop;
}

Task<Result<ChatResponse>> ToolLoop::ask(const ChatRequest &request, bool isLast, RunContext &run)
{
    co_await storeSwitches(run);
    ChatRequest prepared = request;
    prepared.tools = isLast ? QList<ToolDeclaration>() : declarations(run); // 2.0.2
    if (m_parts.gate)
        m_parts.gate->prepare(prepared, run);
    std::optional<ToolChoice> &choice = prepared.options.toolChoice;
    if (prepared.tools.isEmpty())
        choice.reset();
    else if (choice == ToolChoice::Required && std::exchange(m_parts.budget->hasAsked, true))
        choice = ToolChoice::Auto; // 2.0.4
    co_return co_await inner().respond(std::move(prepared), run);
}

// What a person changed since the last model call: the mode, or a standing approval taken back. // 2.10.13
Task<void> ToolLoop::storeSwitches(RunContext &run)
{
    RunState &state = run.state();
    if (!state.nextMode && !state.hasRevoked)
        co_return;
    ConversationEntry switched;
    switched.mode = state.nextMode.value_or(state.mode);
    if (std::exchange(state.hasRevoked, false))
        switched.standingApprovals = state.standingApprovals;
    run.changeMode(*switched.mode);
    co_await run.checkpoint(std::move(switched));
}

Task<Result<QList<DecidedCall>>> ToolLoop::decide(QList<FunctionCall> calls, Message &asked, RunContext &run)
{
    if (m_parts.gate) {
        QList<Tool *> tools;
        for (const FunctionCall &call : std::as_const(calls))
            tools.append(find(call.name, run));
        co_return co_await m_parts.gate->decide(std::move(calls), std::move(tools), asked, run);
    }
    QList<DecidedCall> decided;
    for (const FunctionCall &call : std::as_const(calls))
        decided.append({.call = call, .reason = {}, .editedArguments = {}, .mode = {}});
    co_return decided;
}

Task<Result<>> ToolLoop::answer(QList<DecidedCall> calls, Round &round, RunContext &run)
{
    return m_parts.options.concurrentCalls && calls.size() > 1 ? answerAtOnce(std::move(calls), round, run)
                                                               : answerInTurn(std::move(calls), round, run);
}

Task<Result<>> ToolLoop::answerInTurn(QList<DecidedCall> calls, Round &round, RunContext &run)
{
    for (const DecidedCall &decided : std::as_const(calls)) {
        FunctionResult result;
        if (auto performed = co_await perform(decided, round, result, run); !performed)
            co_return performed;
        if (round.error && !round.mayFail)
            co_return failure(*round.error);
        round.results.contents.append(result);
        co_await store(round, std::move(result), run);
        if (round.endsLoop)
            break;
        if (run.isCancelled())
            co_return failure(Error::Kind::Cancelled, u"stopped between two tools"_s);
    }
    co_return {};
}

Task<Result<>> ToolLoop::answerAtOnce(QList<DecidedCall> calls, Round &round, RunContext &run)
{
    std::vector<FunctionResult> results(std::size_t(calls.size()));
    std::vector<Task<Result<>>> tasks;
    tasks.reserve(std::size_t(calls.size()));
    for (qsizetype i = 0; i < calls.size(); ++i)
        tasks.push_back(performAndStore(calls.at(i), round, results[std::size_t(i)], run));
    const auto performed = co_await all(std::move(tasks));
    for (qsizetype i = 0; i < calls.size(); ++i) {
        if (performed.at(std::size_t(i)))
            round.results.contents.append(std::move(results[std::size_t(i)])); // 2.0.8
    }
    for (const Result<> &each : performed) {
        if (!each)
            co_return each;
    }
    co_return {};
}

// Whoever comes while another result is stored leaves its own behind that one: one append at a time. // 2.1.4
Task<Result<>> ToolLoop::performAndStore(DecidedCall decided, Round &round, FunctionResult &result, RunContext &run)
{
    if (auto performed = co_await perform(decided, round, result, run); !performed)
        co_return performed;
    round.arrived.append(result);
    if (std::exchange(round.isStoring, true))
        co_return {};
    while (!round.arrived.isEmpty())
        co_await store(round, round.arrived.takeFirst(), run);
    round.isStoring = false;
    co_return {};
}

Task<Result<>> ToolLoop::perform(const DecidedCall &decided, Round &round, FunctionResult &result, RunContext &run)
{
    result.callId = decided.call.callId;
    if (decided.verdict == DecidedCall::Verdict::Reject) {
        result.contents = toolText(u"Tool call invocation rejected. %1"_s.arg(decided.reason)); // 2.6.11
        co_return {};
    }
    Tool *tool = find(decided.call.name, run);
    if (!tool) {
        result.contents = toolText(u"Error: Requested function \"%1\" not found."_s.arg(decided.call.name)); // 2.0.5
        result.isError = true;
        co_return {};
    }
    co_return co_await callTool(*tool, decided, round, result, run);
}

Task<Result<>> ToolLoop::callTool(Tool &tool, const DecidedCall &decided, Round &round, FunctionResult &result,
                                  RunContext &run)
{
    ToolContext context(decided.call, run);
    Result<ToolOutput> output = ToolOutput();
    if (auto arguments = argumentsOf(decided); !arguments)
        output = failure(arguments.error());
    else if (auto problem = tool.problemOf(*arguments))
        output = failure(*std::move(problem)); // 2.0.16
    else
        output = co_await throughMiddleware(0, tool, *std::move(arguments), context);
    if (!output && run.isCancelled())
        co_return failure(Error::Kind::Cancelled, u"stopped while the tool %1 ran"_s.arg(decided.call.name)); // 2.0.14
    round.endsLoop = round.endsLoop || context.endsLoop();
    if (output) {
        result.contents = output->isEmpty() ? toolText(u"Success: Function completed."_s) : *std::move(output);
        if (decided.mode)
            round.mode = decided.mode;
    } else {
        round.error = output.error();
        result.isError = true;
        result.contents = toolText(
            u"Error: Function failed. Exception: %1"_s.arg(output.error().facts.message)); // 2.0.6
    }
    if (decided.editedArguments) {
        result.executedArguments = decided.editedArguments;
        const QString told = u"The person who approved this call changed its arguments. It ran with: %1"_s;
        result.contents.prepend(toolText(told.arg(QString::fromUtf8(*decided.editedArguments))).constFirst());
    }
    co_return {};
}

Task<Result<ToolOutput>> ToolLoop::throughMiddleware(qsizetype first, Tool &tool, QJsonObject arguments,
                                                     ToolContext &context)
{
    if (first == m_parts.middleware.size())
        return tool.call(std::move(arguments), context);
    return m_parts.middleware.at(first)->call(
        std::move(arguments), context, [this, first, &tool, &context](QJsonObject changed) {
            return throughMiddleware(first + 1, tool, std::move(changed), context);
        });
}

// Stored the moment it exists, each as an entry of its own; the entries of a round share the message's uid, and
// loading joins them. // 2.1.3
Task<void> ToolLoop::store(Round &round, FunctionResult result, RunContext &run)
{
    ConversationEntry entry;
    Message message = round.results;
    message.contents = {result};
    entry.messages.append(std::move(message));
    entry.mode = std::exchange(round.mode, std::nullopt);
    const std::optional<AgentMode> mode = entry.mode;
    co_await run.checkpoint(std::move(entry));
    if (mode)
        run.changeMode(*mode);
    run.report(ResultUpdate{round.results.uid, std::move(result)}); // 2.0.13
}

QList<ToolDeclaration> ToolLoop::declarations(const RunContext &run) const
{
    QList<ToolDeclaration> declared;
    const QList<std::shared_ptr<Tool>> all = tools();
    for (const auto &tool : all) {
        if (!m_parts.gate || m_parts.gate->offers(*tool, run))
            declared.append(tool->declaration());
    }
    return declared;
}

// What is not offered is not there: a model may remember a name from before. // 2.10.3
Tool *ToolLoop::find(const QString &name, const RunContext &run) const
{
    const QList<std::shared_ptr<Tool>> all = tools();
    const auto tool = std::ranges::find(all, name, [](const auto &each) { return each->declaration().name; });
    if (tool == all.end() || (m_parts.gate && !m_parts.gate->offers(**tool, run)))
        return nullptr;
    return tool->get();
}

bool ToolLoop::isPassedOut(const QList<FunctionCall> &calls, const RunContext &run) const
{
    return std::ranges::any_of(calls, [this, &run](const FunctionCall &call) {
        const Tool *tool = find(call.name, run);
        return tool && tool->isDeclarationOnly();
    });
}

} // namespace typeshift
