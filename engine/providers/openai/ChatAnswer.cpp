// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/openai/ChatAnswer.h"

#include "providers/JsonText.h"
#include "providers/openai/WireNames.h"

#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

std::optional<qint64> count(const QJsonValue &value)
{
    return value.isDouble() ? std::optional(value.toInteger()) : std::nullopt;
}

bool isOneOf(const QString &word, std::initializer_list<QLatin1StringView> words)
{
    return std::ranges::find(words, word) != words.end();
}

// Parts of one detail arrive one after the other and become one again: its text grows, its other members stay.
bool continues(const QJsonObject &last, const QJsonObject &next)
{
    const QString type = next["type"_L1].toString();
    return isOneOf(type, {"reasoning.text"_L1, "reasoning.summary"_L1}) && last["type"_L1] == type
        && last["index"_L1] == next["index"_L1];
}

QByteArray compactJson(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

QString textOfDetail(const QJsonObject &detail)
{
    const QString text = detail["text"_L1].toString();
    return text.isEmpty() ? detail["summary"_L1].toString() : text;
}

} // namespace

ChatAnswer::ChatAnswer(RunContext &run, QString host, ThinkTagMode thinkTags)
    : m_run(run)
    , m_host(std::move(host))
    , m_thinkTagMode(thinkTags)
{
    m_message.uid = run.nextUid();
    m_message.role = Role::Assistant;
}

void ChatAnswer::take(const QJsonObject &object, QByteArrayView json)
{
    if (m_responseId.isEmpty())
        m_responseId = object["id"_L1].toString();
    if (m_model.isEmpty())
        m_model = object["model"_L1].toString();
    // The last one that says something counts; Groq repeats it in a place of its own.
    QJsonValue usage = object["usage"_L1];
    if (!usage.isObject())
        usage = object["x_groq"_L1]["usage"_L1];
    if (usage.isObject())
        m_usage = normalisedUsage(usage.toObject());
    const QJsonArray choices = object["choices"_L1].toArray();
    for (const auto &choice : choices) {
        const QJsonObject first = choice.toObject();
        if (first["index"_L1].toInt() == 0) {
            takeChoice(first, json);
            break;
        }
    }
}

void ChatAnswer::takeChoice(const QJsonObject &choice, QByteArrayView json)
{
    const QJsonValue delta = choice["delta"_L1];
    const QJsonValue message = delta.isObject() ? delta : choice["message"_L1];
    if (message.isObject())
        takeMessage(message.toObject(), json);
    if (const QString finish = choice["finish_reason"_L1].toString(); !finish.isEmpty())
        m_finish = finish;
}

void ChatAnswer::takeMessage(const QJsonObject &message, QByteArrayView json)
{
    takeReasoningOf(message);
    const QJsonValue content = message["content"_L1];
    if (content.isString())
        takeText(content.toString());
    else if (content.isArray())
        takeContentParts(content.toArray());
    if (const QJsonValue refusal = message["refusal"_L1]; refusal.isString())
        takeText(refusal.toString());
    if (const QJsonValue extra = message["extra_content"_L1]; extra.isObject())
        m_extraContent = extra.toObject();
    if (const QJsonValue calls = message["tool_calls"_L1]; calls.isArray())
        takeCalls(calls.toArray(), json);
    else if (const QJsonValue old = message["function_call"_L1]; old.isObject())
        takeCalls({QJsonObject{{u"index"_s, 0}, {u"function"_s, old}}}, json);
}

void ChatAnswer::takeContentParts(const QJsonArray &parts)
{
    for (const auto &value : parts) {
        const QJsonObject part = value.toObject();
        const QString type = part["type"_L1].toString();
        if (isOneOf(type, {"text"_L1, "output_text"_L1, ""_L1})) {
            takeText(part["text"_L1].toString());
        } else if (isOneOf(type, {"thinking"_L1, "reasoning"_L1})) {
            const QJsonValue thinking = part.contains("thinking"_L1) ? part["thinking"_L1] : part["text"_L1];
            addReasoning(thinking.toString());
            for (const auto &inner : thinking.toArray())
                addReasoning(inner["text"_L1].toString());
        } else if (type == "refusal"_L1) {
            takeText(part["refusal"_L1].toString());
        }
    }
}

// The same thought may come under several names at once: the first that has words counts.
void ChatAnswer::takeReasoningOf(const QJsonObject &message)
{
    const QJsonArray details = message["reasoning_details"_L1].toArray();
    if (!details.isEmpty())
        takeDetails(details);
    for (const auto member : {"reasoning_content"_L1, "reasoning"_L1, "reasoning_text"_L1}) {
        if (const QString text = message[member].toString(); !text.isEmpty()) {
            takeReasoning(text, member);
            return;
        }
    }
    for (const auto &detail : details)
        addReasoning(textOfDetail(detail.toObject()));
}

void ChatAnswer::takeDetails(const QJsonArray &details)
{
    for (const auto &value : details) {
        const QJsonObject next = value.toObject();
        const QJsonObject last = m_reasoningDetails.isEmpty() ? QJsonObject() : m_reasoningDetails.last().toObject();
        if (!continues(last, next)) {
            m_reasoningDetails.append(next);
            continue;
        }
        QJsonObject joined = last;
        for (auto member = next.begin(); member != next.end(); ++member) {
            const bool isText = isOneOf(member.key(), {"text"_L1, "summary"_L1});
            if (isText)
                joined[member.key()] = QString(last[member.key()].toString() + member->toString());
            else if (!member->isNull())
                joined[member.key()] = *member;
        }
        m_reasoningDetails.replace(m_reasoningDetails.size() - 1, joined);
    }
}

void ChatAnswer::takeCalls(const QJsonArray &calls, QByteArrayView json)
{
    int objects = 0;
    for (const auto &value : calls) {
        const QJsonObject call = value.toObject();
        const QJsonObject function = call["function"_L1].toObject();
        const QJsonValue index = call["index"_L1];
        const QJsonValue arguments = function["arguments"_L1];
        ToolCallDelta delta{.index = std::nullopt,
                            .id = call["id"_L1].toString(),
                            .name = function["name"_L1].toString(),
                            .arguments = {}};
        if (index.isDouble())
            delta.index = index.toInt();
        if (arguments.isString())
            delta.arguments = arguments.toString().toUtf8();
        else if (arguments.isObject()) // rule 6; from the text, so that numbers and order stay
            delta.arguments = compactObjectMember(json, "arguments", objects++).value_or("{}"_ba);
        // Google's signature: the next request of this turn is refused without it. // 4.4
        if (const QJsonValue extra = call["extra_content"_L1]; extra.isObject())
            delta.raw = compactJson({{u"host"_s, m_host}, {u"extra_content"_s, extra}});
        m_calls.add(delta);
    }
}

void ChatAnswer::takeText(const QString &text)
{
    if (text.isEmpty())
        return;
    if (m_thinkTagMode == ThinkTagMode::Ignored) {
        addText(text);
        return;
    }
    const auto parts = m_thinkTags.take(text);
    addReasoning(parts.reasoning);
    addText(parts.text);
}

void ChatAnswer::takeReasoning(const QString &text, QLatin1StringView member)
{
    m_reasoningMember = member;
    addReasoning(text);
}

void ChatAnswer::addText(const QString &text)
{
    if (text.isEmpty())
        return;
    if (!m_waitingReasoning.isEmpty())
        flush();
    m_waitingText += text;
}

void ChatAnswer::addReasoning(const QString &text)
{
    if (text.isEmpty())
        return;
    if (!m_waitingText.isEmpty())
        flush();
    m_waitingReasoning += text;
}

ReasoningContent &ChatAnswer::reasoningContent()
{
    if (m_message.contents.isEmpty() || !std::holds_alternative<ReasoningContent>(m_message.contents.constLast()))
        m_message.contents.append(ReasoningContent{});
    return std::get<ReasoningContent>(m_message.contents.last());
}

void ChatAnswer::flush()
{
    if (!m_waitingReasoning.isEmpty()) {
        reasoningContent().text += m_waitingReasoning;
        m_run.report(ReasoningDelta{m_message.uid, std::exchange(m_waitingReasoning, {})});
    }
    if (!m_waitingText.isEmpty()) {
        if (m_message.contents.isEmpty() || !std::holds_alternative<TextContent>(m_message.contents.constLast()))
            m_message.contents.append(TextContent{});
        std::get<TextContent>(m_message.contents.last()).text += m_waitingText;
        m_run.report(TextDelta{m_message.uid, std::exchange(m_waitingText, {})});
    }
}

// What this server may want back, with its name: no other server gets it. Only the first reasoning carries it, as the
// details hold all of it in order; they may be all there is, encrypted.
void ChatAnswer::addRawReasoning()
{
    const bool hasExtra = !m_extraContent.isEmpty() && !m_calls.isEmpty();
    if (m_reasoningDetails.isEmpty() && m_reasoningMember.isEmpty() && !hasExtra)
        return;
    QJsonObject raw{{u"host"_s, m_host}};
    if (!m_reasoningMember.isEmpty())
        raw[u"member"_s] = QString(m_reasoningMember);
    if (!m_reasoningDetails.isEmpty())
        raw[u"details"_s] = m_reasoningDetails;
    if (hasExtra)
        raw[u"extra_content"_s] = m_extraContent;
    const auto isReasoning = [](const Content &content) { return std::holds_alternative<ReasoningContent>(content); };
    auto first = std::ranges::find_if(m_message.contents, isReasoning);
    if (first == m_message.contents.end())
        first = m_message.contents.insert(m_message.contents.cbegin(), ReasoningContent{});
    std::get<ReasoningContent>(*first).raw = compactJson(raw);
}

FinishReason ChatAnswer::finishReason(bool hasCalls) const
{
    if (isOneOf(m_finish, {"length"_L1, "max_tokens"_L1, "model_length"_L1}))
        return FinishReason::Length;
    if (isOneOf(m_finish, {"content_filter"_L1, "safety"_L1, "refusal"_L1}))
        return FinishReason::ContentFilter;
    if (hasCalls)
        return FinishReason::ToolCalls; // whatever it says // 4.0 tool calls, rule 9
    const bool isPlain = isOneOf(m_finish,
                                 {""_L1, "stop"_L1, "tool_calls"_L1, "function_call"_L1, "tool_use"_L1, "eos"_L1,
                                  "end_turn"_L1, "stop_sequence"_L1});
    return isPlain ? FinishReason::Stop : FinishReason::Other;
}

ChatResponse ChatAnswer::finish(const WireNames &names)
{
    const auto held = m_thinkTags.finish();
    addReasoning(held.reasoning);
    addText(held.text);
    flush();
    addRawReasoning();

    ChatResponse response;
    response.finish = finishReason(!m_calls.isEmpty());
    const bool isCut = response.finish == FinishReason::Length || response.finish == FinishReason::ContentFilter;
    const auto ending = isCut ? ToolCallAssembler::Ending::OutputLimit : ToolCallAssembler::Ending::Complete;
    for (FunctionCall &call : m_calls.finish(ending, [this] { return newCallId(m_run.nextUid()); })) {
        call.name = names.toolBehind(call.name);
        m_message.contents.append(call);
        m_run.report(CallUpdate{m_message.uid, call});
    }
    if (!m_usage.isEmpty())
        m_run.report(UsageUpdate{m_usage});
    response.messages = {m_message};
    response.usage = m_usage;
    response.model = m_model;
    response.responseId = m_responseId;
    return response;
}

Usage normalisedUsage(const QJsonObject &usage)
{
    const auto first = [&usage](QLatin1StringView name, QLatin1StringView other) {
        const auto value = count(usage[name]);
        return value ? value : count(usage[other]);
    };
    Usage normalised;
    normalised.input = first("prompt_tokens"_L1, "input_tokens"_L1);
    normalised.output = first("completion_tokens"_L1, "output_tokens"_L1);
    const QJsonValue read = usage["prompt_tokens_details"_L1];
    normalised.cacheRead = count(read["cached_tokens"_L1]);
    if (!normalised.cacheRead)
        normalised.cacheRead = first("prompt_cache_hit_tokens"_L1, "cached_tokens"_L1);
    normalised.cacheWrite = count(read["cache_write_tokens"_L1]);
    normalised.reasoning = count(usage["completion_tokens_details"_L1]["reasoning_tokens"_L1]);
    if (!normalised.reasoning)
        normalised.reasoning = count(usage["reasoning_tokens"_L1]);
    // xAI and Google count what was thought only in the total.
    const auto total = count(usage["total_tokens"_L1]);
    if (total && normalised.input && normalised.output && *total > *normalised.input + *normalised.output)
        normalised.output = *total - *normalised.input;
    return normalised;
}

} // namespace typeshift
