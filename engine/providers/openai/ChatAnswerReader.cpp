// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/openai/ChatAnswerReader.h"

#include "providers/AnswerError.h"

#include <QJsonDocument>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

constexpr qsizetype mostBodyBytes = 64 * 1024 * 1024;
constexpr qsizetype mostRefusalBytes = 64 * 1024;
constexpr qsizetype beginningBytes = 300;

// Whether a body's beginning can be that of an event stream: a field, a comment or a byte order mark.
bool looksLikeEvents(QByteArrayView beginning)
{
    constexpr std::array<QByteArrayView, 7> beginnings{"data", "event", "id", "retry", ":", "error", "\xEF\xBB\xBF"};
    const auto text = beginning.trimmed();
    return text.isEmpty() || std::ranges::any_of(beginnings, [&](QByteArrayView each) {
               return text.startsWith(each) || each.startsWith(text);
           });
}

// Bytes that are no UTF-8 become U+FFFD; they are no reason to lose an answer. // 4.0 SSE 4
QJsonDocument parsed(QByteArrayView data, QJsonParseError &error)
{
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromRawData(data.data(), data.size()), &error);
    if (error.error != QJsonParseError::IllegalUTF8String)
        return document;
    return QJsonDocument::fromJson(QString::fromUtf8(data).toUtf8(), &error);
}

} // namespace

ChatAnswerReader::ChatAnswerReader(RunContext &run, const QString &host, ChatAnswer::ThinkTagMode thinkTags,
                                   std::function<void()> done)
    : m_run(run)
    , m_answer(run, host, thinkTags)
    , m_done(std::move(done))
    , m_sink([this](const ServerSentEvent &event) { return takeEvent(event); })
{
}

Result<> ChatAnswerReader::fail(Error error)
{
    m_failure = std::move(error);
    return std::unexpected(*m_failure);
}

Error ChatAnswerReader::problem(Error::Kind kind, const QString &message) const
{
    Error error(kind, message);
    error.facts.status = m_head.status;
    error.facts.requestId = QString::fromUtf8(m_head.header("x-request-id"));
    return error;
}

Result<> ChatAnswerReader::head(const HttpHead &head)
{
    m_head = head;
    if (head.status < 200 || head.status > 299)
        m_form = Form::Refusal;
    return {};
}

Result<> ChatAnswerReader::keep(QByteArrayView bytes)
{
    const qsizetype limit = m_form == Form::Json ? mostBodyBytes
        : m_form == Form::Refusal                ? mostRefusalBytes
                                                 : beginningBytes;
    if (m_form == Form::Json && m_body.size() + bytes.size() > limit)
        return fail(problem(Error::Kind::Protocol, u"the answer is longer than %1 bytes"_s.arg(limit)));
    m_body.append(bytes.first(std::clamp<qsizetype>(limit - m_body.size(), 0, bytes.size())));
    return {};
}

Result<> ChatAnswerReader::data(QByteArrayView bytes)
{
    if (m_form == Form::Unknown) {
        const auto first = std::ranges::find_if_not(
            bytes, [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; });
        if (first == bytes.end())
            return {};
        m_form = *first == '{' || *first == '[' ? Form::Json : *first == '<' ? Form::Page : Form::Events;
    }
    if (m_form != Form::Events || m_body.size() < beginningBytes) {
        if (auto kept = keep(bytes); !kept)
            return kept;
    }
    if (m_form != Form::Events)
        return {};
    auto fed = m_events.feed(bytes, m_sink);
    m_answer.flush();
    if (!fed && !m_failure)
        m_failure = fed.error();
    return fed;
}

Result<> ChatAnswerReader::takeEvent(const ServerSentEvent &event)
{
    const QByteArrayView data = event.data.trimmed();
    if (data.isEmpty() || m_answer.isDone())
        return {};
    m_hasEvents = true;
    if (data == "[DONE]") {
        m_answer.markDone();
        m_done();
        return {};
    }
    if (event.event == "error")
        return event.isWhole ? fail(errorInEvent(data, m_head, m_run.clock().now())) : Result<>();
    if (const auto text = m_pattern.textIn(data)) {
        if (m_pattern.member() == "content"_L1)
            m_answer.takeText(*text);
        else
            m_answer.takeReasoning(*text, m_pattern.member());
        return {};
    }
    QJsonParseError parsing;
    const QJsonDocument document = parsed(data, parsing);
    if (document.isObject()) {
        auto taken = takeObject(document.object(), data);
        if (taken)
            m_pattern.learn(document.object(), data);
        return taken;
    }
    if (document.isArray())
        return takeObject(document.array().first().toObject(), data);
    if (!event.isWhole)
        return {}; // cut in its middle: the missing proof tells // 4.0 SSE 5
    Error error = problem(Error::Kind::Protocol,
                          u"an event of the stream is not JSON: %1"_s.arg(parsing.errorString()));
    error.facts.code = u"invalid_json"_s;
    error.facts.raw = beginningOf(data);
    error.facts.retryable = true; // seen as a glitch of gateways; it passes
    return fail(std::move(error));
}

Result<> ChatAnswerReader::takeObject(const QJsonObject &object, QByteArrayView json)
{
    if (auto error = errorInObject(object, m_head, m_run.clock().now()))
        return fail(*std::move(error));
    m_answer.take(object, json);
    if (m_answer.isBroken())
        return fail(problem(Error::Kind::Overloaded, u"the provider gave up without a reason"_s));
    return {};
}

Result<> ChatAnswerReader::finishWhole()
{
    QJsonParseError parsing;
    const QJsonDocument document = parsed(m_body, parsing);
    const QJsonObject object = document.isArray() ? document.array().first().toObject() : document.object();
    if (document.isNull() && parsing.offset >= m_body.trimmed().size() - 1)
        return fail(problem(Error::Kind::IncompleteStream, u"the answer ended in its middle"_s));
    if (auto taken = takeObject(object, m_body); !taken)
        return taken;
    if (object["choices"_L1].isArray())
        return {};
    Error error = problem(Error::Kind::Protocol, u"the answer is no completion"_s);
    error.facts.raw = beginningOf(m_body);
    return fail(std::move(error));
}

Result<> ChatAnswerReader::finishEvents()
{
    auto ended = m_events.finish(m_sink);
    m_answer.flush();
    if (!ended)
        return ended;
    if (m_answer.hasProof())
        return {};
    if (!m_hasEvents && !looksLikeEvents(m_body)) {
        Error error = problem(Error::Kind::Protocol, u"the answer is no stream of events"_s);
        error.facts.raw = beginningOf(m_body);
        return fail(std::move(error));
    }
    return fail(problem(Error::Kind::IncompleteStream, u"the stream ended before the answer was complete"_s));
}

// What to make of a request that did not end by itself; none: the answer was whole by then.
std::optional<Error> ChatAnswerReader::cutShort(const Error &error) const
{
    const bool isStopped = error.kind == Error::Kind::Cancelled && m_run.isCancelled();
    if (!isStopped && m_answer.hasProof())
        return std::nullopt;
    const bool isAnswer = m_form == Form::Events || m_form == Form::Json;
    if (error.kind != Error::Kind::Network || !isAnswer)
        return error;
    Error cut = error;
    cut.kind = Error::Kind::IncompleteStream;
    return cut;
}

Result<ChatResponse> ChatAnswerReader::finish(const Result<HttpHead> &sent, const WireNames &names)
{
    if (!m_failure && !sent)
        m_failure = cutShort(sent.error());
    if (m_failure)
        return std::unexpected(*m_failure);
    if (m_form == Form::Refusal)
        return std::unexpected(errorFromAnswer(m_head, m_body, m_run.clock().now()));
    if (m_form == Form::Page) {
        Error page = problem(Error::Kind::Protocol, u"the server answered with a web page"_s);
        page.facts.raw = beginningOf(m_body);
        return std::unexpected(std::move(page));
    }
    auto ended = m_form == Form::Json ? finishWhole() : finishEvents();
    if (!ended)
        return std::unexpected(ended.error());
    return m_answer.finish(names);
}

} // namespace typeshift
