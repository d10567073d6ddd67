// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/ToolLoop.h"

#include "async/All.h"

#include <QJsonDocument>
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

// 2.0.16, 2.0.17
Result<QJsonObject> argumentsOf(const FunctionCall &call)
{
    if (!call.problem.isEmpty())
        return failure(Error::Kind::Tool, call.problem);
    const QByteArray text = call.arguments.trimmed();
    if (text.isEmpty() || text == "null")
        return QJsonObject();
    QJsonParseError problem;
    const QJsonDocument parsed = QJsonDocument::fromJson(text, &problem);
    if (problem.error != QJsonParseError::NoError)
        return failure(Error::Kind::Tool, u"the arguments are not JSON: %1"_s.arg(problem.errorString()));
    if (!parsed.isObject())
        return failure(Error::Kind::Tool, u"the arguments must be a JSON object"_s);
    return parsed.object();
}

} // namespace

//! What the calls of one response come to.
struct ToolLoop::Round {
    Message results;               //!< one tool message, in call order
    QList<FunctionResult> arrived; //!< of calls side by side: what waits to be stored, as it came
    bool isStoring = false;
    std::optional<Error> error; //!< the last failure of the round
    bool endsLoop = false;
    bool mayFail = true; //!< false: the next failure fails the run // 2.0.7

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
    const QList<ToolDeclaration> offered = declarations();
    int errors = 0;
    for (;;) {
        const bool isLast = m_parts.budget->usedIterations >= m_parts.options.maxToolIterations;
        request.tools = isLast ? QList<ToolDeclaration>() : offered; // 2.0.2
        auto response = co_await inner().respond(request, run);
        if (!response)
            co_return response;
        whole.add(*response);
        const QList<FunctionCall> calls = openCalls(*response);
        if (calls.isEmpty() || isLast || isPassedOut(calls))
            co_return whole;

        ++m_parts.budget->usedIterations;
        Round round(run.nextUid());
        round.mayFail = errors < m_parts.options.maxConsecutiveErrors;
        if (auto answered = co_await answer(calls, round, run); !answered)
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

Task<Result<>> ToolLoop::answer(QList<FunctionCall> calls, Round &round, RunContext &run)
{
    return m_parts.options.concurrentCalls && calls.size() > 1 ? answerAtOnce(std::move(calls), round, run)
                                                               : answerInTurn(std::move(calls), round, run);
}

Task<Result<>> ToolLoop::answerInTurn(QList<FunctionCall> calls, Round &round, RunContext &run)
{
    for (const FunctionCall &call : std::as_const(calls)) {
        FunctionResult result;
        if (auto performed = co_await perform(call, round, result, run); !performed)
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

Task<Result<>> ToolLoop::answerAtOnce(QList<FunctionCall> calls, Round &round, RunContext &run)
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
Task<Result<>> ToolLoop::performAndStore(FunctionCall call, Round &round, FunctionResult &result, RunContext &run)
{
    if (auto performed = co_await perform(std::move(call), round, result, run); !performed)
        co_return performed;
    round.arrived.append(result);
    if (std::exchange(round.isStoring, true))
        co_return {};
    while (!round.arrived.isEmpty())
        co_await store(round, round.arrived.takeFirst(), run);
    round.isStoring = false;
    co_return {};
}

Task<Result<>> ToolLoop::perform(FunctionCall call, Round &round, FunctionResult &result, RunContext &run)
{
    result.callId = call.callId;
    Tool *tool = find(call.name);
    if (!tool) {
        result.contents = toolText(u"Error: Requested function \"%1\" not found."_s.arg(call.name)); // 2.0.5
        result.isError = true;
        co_return {};
    }
    ToolContext context(call, run);
    Result<ToolOutput> output = ToolOutput();
    if (auto arguments = argumentsOf(call))
        output = co_await tool->call(*std::move(arguments), context);
    else
        output = failure(arguments.error());
    if (!output && run.isCancelled())
        co_return failure(Error::Kind::Cancelled, u"stopped while the tool %1 ran"_s.arg(call.name)); // 2.0.14
    round.endsLoop = round.endsLoop || context.endsLoop();
    if (output) {
        result.contents = output->isEmpty() ? toolText(u"Success: Function completed."_s) : *std::move(output);
        co_return {};
    }
    round.error = output.error();
    result.isError = true;
    result.contents = toolText(u"Error: Function failed. Exception: %1"_s.arg(output.error().facts.message)); // 2.0.6
    co_return {};
}

// Stored the moment it exists, each as an entry of its own; the entries of a round share the message's uid, and
// loading joins them. // 2.1.3
Task<void> ToolLoop::store(Round &round, FunctionResult result, RunContext &run)
{
    ConversationEntry entry;
    Message message = round.results;
    message.contents = {result};
    entry.messages.append(std::move(message));
    co_await run.checkpoint(std::move(entry));
    run.report(ResultUpdate{round.results.uid, std::move(result)}); // 2.0.13
}

QList<ToolDeclaration> ToolLoop::declarations() const
{
    QList<ToolDeclaration> declared;
    declared.reserve(m_parts.tools.size());
    for (const auto &tool : m_parts.tools)
        declared.append(tool->declaration());
    return declared;
}

Tool *ToolLoop::find(const QString &name) const
{
    const auto tool = std::ranges::find(m_parts.tools, name, [](const auto &each) { return each->declaration().name; });
    return tool == m_parts.tools.end() ? nullptr : tool->get();
}

bool ToolLoop::isPassedOut(const QList<FunctionCall> &calls) const
{
    return std::ranges::any_of(calls, [this](const FunctionCall &call) {
        const Tool *tool = find(call.name);
        return tool && tool->isDeclarationOnly();
    });
}

} // namespace typeshift
