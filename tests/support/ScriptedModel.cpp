// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "support/ScriptedModel.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

// Puts the answer together as a provider's client does: pieces of one kind are one content.
struct Teller {
    RunContext &run;
    bool isStreamed = true;
    ChatResponse response{};
    Message message{};

    void operator()(const TextContent &piece)
    {
        if (isStreamed)
            run.report(TextDelta{message.uid, piece.text});
        auto *last = message.contents.isEmpty() ? nullptr : std::get_if<TextContent>(&message.contents.last());
        if (last)
            last->text += piece.text;
        else
            message.contents.append(piece);
    }
    void operator()(const ReasoningContent &piece)
    {
        if (isStreamed)
            run.report(ReasoningDelta{message.uid, piece.text});
        auto *last = message.contents.isEmpty() ? nullptr : std::get_if<ReasoningContent>(&message.contents.last());
        if (last)
            last->text += piece.text;
        else
            message.contents.append(piece);
    }
    void operator()(const FunctionCall &call)
    {
        message.contents.append(call);
        response.finish = FinishReason::ToolCalls;
    }
    void operator()(const Usage &usage) { response.usage = usage; }
    void operator()(FinishReason reason) { response.finish = reason; }

    ChatResponse finish()
    {
        for (const FunctionCall &call : message.calls())
            run.report(CallUpdate{message.uid, call});
        if (!response.usage.isEmpty())
            run.report(UsageUpdate{response.usage});
        response.messages = {message};
        return response;
    }
};

} // namespace

ScriptedAnswer &ScriptedAnswer::text(QString piece)
{
    m_pieces.append(TextContent{std::move(piece), {}});
    return *this;
}

ScriptedAnswer &ScriptedAnswer::reasoning(QString piece)
{
    m_pieces.append(ReasoningContent{std::move(piece), {}, {}});
    return *this;
}

ScriptedAnswer &ScriptedAnswer::call(QString tool, QByteArray arguments, QString callId)
{
    m_pieces.append(FunctionCall{std::move(callId), std::move(tool), std::move(arguments), {}, {}});
    return *this;
}

ScriptedAnswer &ScriptedAnswer::usage(Usage usage)
{
    m_pieces.append(usage);
    return *this;
}

ScriptedAnswer &ScriptedAnswer::finish(FinishReason reason)
{
    m_pieces.append(reason);
    return *this;
}

ScriptedAnswer &ScriptedAnswer::pause()
{
    m_pieces.append(Pause{});
    return *this;
}

ScriptedAnswer &ScriptedAnswer::fail(Error error)
{
    m_pieces.append(std::move(error));
    return *this;
}

ScriptedModel &ScriptedModel::answers(ScriptedAnswer answer)
{
    m_answers.append(std::move(answer));
    return *this;
}

ScriptedModel &ScriptedModel::says(const QString &text)
{
    return answers(ScriptedAnswer().text(text));
}

ScriptedModel &ScriptedModel::streams(const QStringList &pieces)
{
    ScriptedAnswer answer;
    for (const QString &piece : pieces)
        answer.text(piece);
    return answers(std::move(answer));
}

ScriptedModel &ScriptedModel::asksFor(const QString &tool, const QByteArray &arguments, const QString &callId)
{
    return answers(ScriptedAnswer().call(tool, arguments, callId));
}

ScriptedModel &ScriptedModel::fails(Error error)
{
    return answers(ScriptedAnswer().fail(std::move(error)));
}

ScriptedModel &ScriptedModel::hasNoClient(Error error)
{
    m_noClient = std::move(error);
    return *this;
}

void ScriptedModel::goOn()
{
    if (m_paused.empty())
        return;
    const auto resolve = m_paused.front().second;
    m_paused.pop_front();
    resolve({});
}

Task<Result<>> ScriptedModel::pauseHere(RunContext &run)
{
    Completion<> resumed;
    const auto resolve = resumed.resolver();
    const int pause = ++m_pauses;
    m_paused.emplace_back(pause, resolve);
    StopCallback stopped(run.stop(), [this, pause, resolve] {
        std::erase_if(m_paused, [pause](const auto &waiting) { return waiting.first == pause; });
        resolve(failure(Error::Kind::Cancelled, u"stopped while the model answered"_s));
    });
    co_return co_await std::move(resumed);
}

Task<Result<ChatResponse>> ScriptedModel::respond(ChatRequest request, RunContext &run)
{
    m_requests.append(request);
    if (m_answers.isEmpty()) {
        const QString problem = u"the script has no answer for model call %1"_s.arg(m_requests.size());
        co_return failure(Error::Kind::InvalidState, problem);
    }
    const ScriptedAnswer answer = m_answers.takeFirst();

    Teller teller{run, request.options.stream};
    teller.response.model = request.model;
    teller.response.responseId = u"scripted-%1"_s.arg(m_requests.size());
    teller.message.uid = run.nextUid();
    teller.message.role = Role::Assistant;
    for (const ScriptedAnswer::Piece &piece : answer.m_pieces) {
        if (run.isCancelled())
            co_return failure(Error::Kind::Cancelled, u"stopped while the model answered"_s);
        if (std::holds_alternative<ScriptedAnswer::Pause>(piece)) {
            if (auto resumed = co_await pauseHere(run); !resumed)
                co_return std::unexpected(resumed.error());
        } else if (const auto *error = std::get_if<Error>(&piece)) {
            co_return std::unexpected(*error);
        } else if (const auto *call = std::get_if<FunctionCall>(&piece)) {
            FunctionCall numbered = *call;
            if (numbered.callId.isEmpty())
                numbered.callId = u"call_%1"_s.arg(++m_calls);
            teller(numbered);
        } else if (const auto *text = std::get_if<TextContent>(&piece)) {
            teller(*text);
        } else if (const auto *reasoning = std::get_if<ReasoningContent>(&piece)) {
            teller(*reasoning);
        } else if (const auto *usage = std::get_if<Usage>(&piece)) {
            teller(*usage);
        } else if (const auto *finish = std::get_if<FinishReason>(&piece)) {
            teller(*finish);
        }
    }
    co_return teller.finish();
}

Task<Result<std::shared_ptr<ChatClient>>> ScriptedModel::client(QString provider, QString model)
{
    m_clientsAskedFor.emplaceBack(std::move(provider), std::move(model));
    if (m_noClient)
        co_return std::unexpected(*m_noClient);
    std::shared_ptr<ChatClient> self = weak_from_this().lock();
    if (!self)
        self = std::shared_ptr<ChatClient>(std::shared_ptr<void>(), this);
    co_return self;
}

} // namespace typeshift
