// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "ChatReplay.h"

#include "providers/openai/OpenAiChatClient.h"
#include "support/FakeTransport.h"
#include "support/FixedClock.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMap>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

QByteArray contentsOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray framed(const QByteArray &lines)
{
    QByteArray bytes;
    for (const QByteArray &line : lines.split('\n')) {
        if (!line.trimmed().isEmpty())
            bytes += QByteArray("data: " + line + "\n\n");
    }
    return bytes + "data: [DONE]\n\n";
}

QList<Error::Kind> kindsOf(const QString &name)
{
    using Kind = Error::Kind;
    static const QMap<QString, QList<Kind>> known{
        {u"provider"_s, {Kind::Refused, Kind::Overloaded, Kind::RateLimit, Kind::Auth, Kind::Timeout}},
        {u"protocol"_s, {Kind::Protocol}},
        {u"incomplete_stream"_s, {Kind::IncompleteStream}},
        {u"context_length"_s, {Kind::ContextLength}},
        {u"overloaded"_s, {Kind::Overloaded}},
        {u"rate_limit"_s, {Kind::RateLimit}},
        {u"auth"_s, {Kind::Auth}},
        {u"quota"_s, {Kind::Refused}},
        {u"network"_s, {Kind::Network}},
        {u"timeout"_s, {Kind::Timeout}},
    };
    if (known.contains(name))
        return known.value(name);
    const auto kind = errorKindFromName(name);
    return kind ? QList{*kind} : QList<Kind>();
}

QString finishName(FinishReason reason)
{
    switch (reason) {
    case FinishReason::Stop:
        return u"stop"_s;
    case FinishReason::ToolCalls:
        return u"tool_calls"_s;
    case FinishReason::Length:
        return u"length"_s;
    case FinishReason::ContentFilter:
        return u"content_filter"_s;
    case FinishReason::Other:
        return u"other"_s;
    }
    Q_UNREACHABLE_RETURN({});
}

void compare(QStringList &faults, const QString &what, const QString &actual, const QString &expected)
{
    if (actual != expected)
        faults.append(u"%1: got \"%2\", expected \"%3\""_s.arg(what, actual.left(200), expected.left(200)));
}

// The ids as the layer above makes them unique. // 2.5.2
QStringList uniqueIds(const QList<FunctionCall> &calls)
{
    QStringList ids;
    for (const FunctionCall &call : calls) {
        QString id = call.callId;
        for (int n = 2; ids.contains(id); ++n)
            id = u"%1_%2"_s.arg(call.callId, QString::number(n));
        ids.append(id);
    }
    return ids;
}

void compareCalls(QStringList &faults, const QList<FunctionCall> &calls, const QJsonArray &expected)
{
    compare(faults, u"number of calls"_s, QString::number(calls.size()), QString::number(expected.size()));
    const QStringList unique = uniqueIds(calls);
    for (qsizetype i = 0; i < std::min<qsizetype>(calls.size(), expected.size()); ++i) {
        const QJsonObject wanted = expected[i].toObject();
        const QString id = wanted["id"_L1].toString();
        const bool isOurs = id.startsWith(u'<');
        if (isOurs ? calls[i].callId.isEmpty() : calls[i].callId != id && unique[i] != id)
            faults.append(u"call %1: id %2, expected %3"_s.arg(QString::number(i), calls[i].callId, id));
        compare(faults, u"call %1: name"_s.arg(i), calls[i].name, wanted["name"_L1].toString());
        compare(faults, u"call %1: arguments"_s.arg(i), QString::fromUtf8(calls[i].arguments),
                wanted["arguments"_L1].toString());
    }
}

void compareError(QStringList &faults, const Error &error, const QJsonObject &expected)
{
    if (!kindsOf(expected["kind"_L1].toString()).contains(error.kind))
        faults.append(u"error: kind %1 (%2), expected %3"_s.arg(errorKindName(error.kind), error.facts.message,
                                                                expected["kind"_L1].toString()));
    if (expected.contains("retryable"_L1) && error.isTransient() != expected["retryable"_L1].toBool())
        faults.append(u"error: retryable is %1"_s.arg(error.isTransient()));
    if (expected.contains("status"_L1) && error.facts.status != expected["status"_L1].toInt())
        faults.append(u"error: status is %1"_s.arg(error.facts.status));
    if (!error.facts.message.contains(expected["message"_L1].toString()))
        faults.append(u"error: message is \"%1\""_s.arg(error.facts.message));
    const qint64 wait = expected["retryAfterMs"_L1].toInteger(-1);
    if (wait >= 0 && error.facts.retryAfter != std::chrono::milliseconds(wait))
        faults.append(
            u"error: retryAfter is %1"_s.arg(error.facts.retryAfter.value_or(std::chrono::milliseconds(-1)).count()));
}

void compareUsage(QStringList &faults, const Usage &usage, const QJsonValue &expected)
{
    if (expected.isUndefined())
        return;
    if (expected.isNull() && !usage.isEmpty())
        faults.append(u"usage: there is some, expected none"_s);
    const std::pair<QLatin1StringView, std::optional<qint64>> members[] = {{"input"_L1, usage.input},
                                                                           {"output"_L1, usage.output},
                                                                           {"cacheRead"_L1, usage.cacheRead},
                                                                           {"cacheWrite"_L1, usage.cacheWrite},
                                                                           {"reasoning"_L1, usage.reasoning}};
    for (const auto &[name, value] : members) {
        if (expected[name].isDouble() && value != expected[name].toInteger())
            faults.append(u"usage: %1 is %2, expected %3"_s.arg(name, QString::number(value.value_or(-1)),
                                                                QString::number(expected[name].toInteger())));
    }
}

} // namespace

QList<ChatStream> chatStreams(const QString &folder)
{
    QList<ChatStream> streams;
    const QDir dir(folder);
    const auto files = dir.entryInfoList(QDir::Files, QDir::Name);
    for (const QFileInfo &file : files) {
        if (file.fileName().endsWith(".expect.json"_L1))
            continue;
        QByteArray expectation = contentsOf(QString(dir.filePath(file.fileName()) + u".expect.json"_s));
        if (expectation.isEmpty())
            expectation = contentsOf(dir.filePath(QString(file.completeBaseName() + u".expect.json"_s)));
        if (expectation.isEmpty())
            continue;
        ChatStream stream{.name = file.fileName(),
                          .bytes = contentsOf(file.filePath()),
                          .contentType = "text/event-stream",
                          .expectation = QJsonDocument::fromJson(expectation).object()};
        if (file.fileName().endsWith(".chunks.txt"_L1))
            stream.bytes = framed(stream.bytes);
        else if (file.suffix() == "json"_L1)
            stream.contentType = "application/json";
        else if (file.suffix() == "html"_L1)
            stream.contentType = "text/html";
        stream.status = stream.expectation["status"_L1].toInt(200);
        if (file.fileName().contains("think-tags"_L1) || stream.expectation["thinkTags"_L1].toBool())
            stream.thinkTags = ChatAnswer::ThinkTagMode::Split;
        streams.append(stream);
    }
    return streams;
}

Replayed replay(const ChatStream &stream, QByteArrayView bytes, const QList<qsizetype> &cuts, Ending ending)
{
    FixedClock clock;
    IdSource ids;
    Replayed replayed{.response = failure(Error::Kind::InvalidState, u"the client did not end"_s)};
    const auto sink = [&replayed](const ChatUpdate &update) {
        if (const auto *text = std::get_if<TextDelta>(&update)) {
            replayed.text += text->text;
            replayed.messages.append(text->message);
        } else if (const auto *reasoning = std::get_if<ReasoningDelta>(&update)) {
            replayed.reasoning += reasoning->text;
            replayed.messages.append(reasoning->message);
        } else if (const auto *call = std::get_if<CallUpdate>(&update)) {
            replayed.calls.append(call->call);
            replayed.messages.append(call->message);
        } else if (const auto *usage = std::get_if<UsageUpdate>(&update)) {
            replayed.usage = usage->usage;
        }
    };
    RunContext run({.identity = {}, .stop = {}, .clock = clock, .ids = ids, .checkpoints = nullptr, .sink = sink});
    const auto transport = std::make_shared<FakeTransport>();
    OpenAiEndpoint endpoint{.address = *EndpointAddress::fromText(u"http://127.0.0.1:9/v1"_s), .key = {}};
    endpoint.thinkTags = stream.thinkTags;
    OpenAiChatClient client(transport, endpoint);
    ChatRequest request;
    request.model = u"m"_s;
    request.messages = {userMessage(u"hello"_s)};

    auto task = client.respond(request, run);
    task.start();
    FakeExchange &exchange = transport->last();
    exchange.answer(stream.status, {{"Content-Type", stream.contentType}});
    qsizetype begin = 0;
    for (const qsizetype end : cuts + QList{bytes.size()}) {
        // A piece of its own, so that a view kept too long is seen by the sanitizer.
        const QByteArray piece = bytes.sliced(begin, end - begin).toByteArray();
        if (!piece.isEmpty())
            exchange.send(piece);
        begin = end;
    }
    if (exchange.isOpen() && ending == Ending::Complete)
        exchange.end();
    else if (exchange.isOpen())
        exchange.cut();
    if (task.isDone())
        replayed.response = task.takeResult();
    return replayed;
}

QString differences(const Replayed &replayed, const QJsonObject &expected)
{
    QStringList faults;
    compare(faults, u"text"_s, replayed.text, expected["text"_L1].toString());
    compare(faults, u"reasoning"_s, replayed.reasoning, expected["reasoning"_L1].toString());
    compareCalls(faults, replayed.calls, expected["toolCalls"_L1].toArray());
    const QJsonValue error = expected["error"_L1];
    if (error.isObject()) {
        if (replayed.response)
            faults.append(u"no error, expected one"_s);
        else
            compareError(faults, replayed.response.error(), error.toObject());
    } else if (!replayed.response) {
        faults.append(u"error: %1"_s.arg(replayed.response.error().facts.message));
    } else {
        compare(faults, u"finish"_s, finishName(replayed.response->finish), expected["finish"_L1].toString());
        compareUsage(faults, replayed.usage, expected["usage"_L1]);
    }
    const QJsonArray problems = expected["problems"_L1].toArray();
    for (qsizetype i = 0; i < problems.size(); ++i)
        compare(faults, u"problem"_s, replayed.calls.value(i).problem, problems[i].toString());
    return faults.join(u'\n');
}

QString inconsistencies(const Replayed &replayed)
{
    QStringList faults;
    for (const QUuid &uid : replayed.messages) {
        if (uid != replayed.messages.constFirst())
            faults.append(u"updates of more than one message"_s);
    }
    if (!replayed.response) {
        if (!replayed.calls.isEmpty())
            faults.append(u"calls were reported of an answer that failed"_s);
        return faults.join(u'\n');
    }
    compare(faults, u"text of the response"_s, replayed.response->text(), replayed.text);
    if (replayed.response->calls() != replayed.calls)
        faults.append(u"the response holds other calls than were reported"_s);
    if (replayed.response->usage != replayed.usage)
        faults.append(u"the response holds another usage than was reported"_s);
    const Message &message = replayed.response->messages.constFirst();
    if (!replayed.messages.isEmpty() && message.uid != replayed.messages.constFirst())
        faults.append(u"the message has another uid than its updates"_s);
    return faults.join(u'\n');
}

} // namespace typeshift
