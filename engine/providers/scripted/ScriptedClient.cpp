// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/scripted/ScriptedClient.h"

#include "providers/ToolCallAssembler.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

constexpr int usualPace = 30;

// What the answer does next: after `wait` milliseconds, one of the others.
struct Beat {
    int wait = 0;
    QString reasoning;
    QString text;
};

// Words with the space behind them, two and two, as models write.
QStringList pieces(const QString &text)
{
    constexpr int wordsInAPiece = 2;
    QStringList found;
    qsizetype begin = 0;
    int words = 0;
    for (qsizetype i = 1; i <= text.size(); ++i) {
        const bool isWordEnd = i == text.size() || (text[i - 1].isSpace() && !text[i].isSpace());
        if (!isWordEnd || (++words < wordsInAPiece && i < text.size()))
            continue;
        found.append(text.sliced(begin, i - begin));
        begin = i;
        words = 0;
    }
    return found;
}

QList<Beat> beats(const ScenarioStep &step)
{
    QList<Beat> found{Beat{.wait = step.wait.value_or(0), .reasoning = {}, .text = {}}};
    const int pace = step.pace.value_or(usualPace);
    if (step.reasoning) {
        for (const QString &piece : pieces(stepText(*step.reasoning, step)))
            found.append(Beat{.wait = pace, .reasoning = piece, .text = {}});
    }
    if (step.text) {
        for (const QString &piece : pieces(stepText(*step.text, step)))
            found.append(Beat{.wait = pace, .reasoning = {}, .text = piece});
    }
    return found;
}

// The answer as it grows.
struct Performance {
    RunContext &run;
    bool isStreamed = true;
    Message message{};
    ChatResponse response{};

    void say(const Beat &beat)
    {
        if (!beat.reasoning.isEmpty()) {
            grow<ReasoningContent>(beat.reasoning);
            if (isStreamed)
                run.report(ReasoningDelta{message.uid, beat.reasoning});
        } else if (!beat.text.isEmpty()) {
            grow<TextContent>(beat.text);
            if (isStreamed)
                run.report(TextDelta{message.uid, beat.text});
        }
    }

    void end(const ScenarioStep &step)
    {
        if (step.call) {
            const QString id = newCallId(run.nextUid());
            message.contents.append(FunctionCall{id, step.call->name, step.call->arguments.toUtf8(), {}, {}});
        }
        if (step.usage)
            response.usage = {.input = step.usage->input,
                              .cacheRead = {},
                              .cacheWrite = {},
                              .output = step.usage->output,
                              .reasoning = step.usage->reasoning};
    }

    ChatResponse finish()
    {
        for (const Content &content : std::as_const(message.contents)) {
            const auto *reasoning = std::get_if<ReasoningContent>(&content);
            const auto *text = std::get_if<TextContent>(&content);
            if (reasoning && !isStreamed)
                run.report(ReasoningDelta{message.uid, reasoning->text});
            if (text && !isStreamed)
                run.report(TextDelta{message.uid, text->text});
        }
        for (const FunctionCall &call : message.calls())
            run.report(CallUpdate{message.uid, call});
        if (!response.usage.isEmpty())
            run.report(UsageUpdate{response.usage});
        response.finish = message.calls().isEmpty() ? FinishReason::Stop : FinishReason::ToolCalls;
        response.messages = {message};
        return response;
    }

private:
    template<typename Kind>
    void grow(const QString &piece)
    {
        if (message.contents.isEmpty() || !std::holds_alternative<Kind>(message.contents.constLast()))
            message.contents.append(Kind{});
        std::get<Kind>(message.contents.last()).text += piece;
    }
};

// A turn is whatever the model hears: a person's words, or the results of its calls.
ScenarioAnswer answerFor(const Scenario &scenario, const QList<Message> &messages)
{
    const auto turns = std::ranges::count_if(
        messages, [](const Message &message) { return message.role == Role::User || message.role == Role::Tool; });
    return scenario.answers[std::clamp<qsizetype>(turns - 1, 0, scenario.answers.size() - 1)];
}

} // namespace

ScriptedClient::ScriptedClient(ScenarioLibrary library, double pace)
    : m_library(std::move(library))
    , m_pace(pace)
{
}

Task<Result<ChatResponse>> ScriptedClient::respond(ChatRequest request, RunContext &run)
{
    const auto scenario = m_library.scenario(request.model);
    if (!scenario) {
        Error error(Error::Kind::InvalidInput, u"the demo has no model \"%1\""_s.arg(request.model));
        error.facts.items = m_library.models();
        co_return std::unexpected(std::move(error));
    }
    const ScenarioAnswer answer = answerFor(*scenario, request.messages);
    Performance performance{.run = run, .isStreamed = request.options.stream};
    performance.message.uid = run.nextUid();
    performance.message.role = Role::Assistant;
    performance.response.model = request.model;
    for (const ScenarioStep &step : answer.steps) {
        const QList<Beat> played = beats(step);
        for (const Beat &beat : played) {
            const auto wait = std::chrono::milliseconds(std::llround(beat.wait * m_pace));
            if (wait > std::chrono::milliseconds(0)) {
                if (auto slept = co_await run.sleep(wait); !slept)
                    co_return std::unexpected(slept.error());
            } else if (run.isCancelled()) {
                co_return failure(Error::Kind::Cancelled, u"stopped"_s);
            }
            performance.say(beat);
        }
        performance.end(step);
        if (step.error)
            co_return failure(*errorKindFromName(step.error->kind), step.error->message);
    }
    co_return performance.finish();
}

} // namespace typeshift
