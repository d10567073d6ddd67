// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/AnswerError.h"

#include "providers/RetryAfter.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace typeshift {

using Kind = Error::Kind;

namespace {

struct Words {
    QString message;
    QString code; // the most telling of code and type
    QString type;
    QString parameter;
    int status = 0;
};

QString textOf(const QJsonValue &value)
{
    return value.isDouble() ? QString::number(value.toInteger()) : value.toString();
}

// `error` may be an object, a string, or an array of one.
QJsonObject errorMember(const QJsonValue &error)
{
    if (error.isArray())
        return errorMember(error.toArray().first());
    if (error.isString())
        return {{u"message"_s, error}};
    const QJsonObject object = error.toObject();
    return object["error"_L1].isObject() ? object["error"_L1].toObject() : object;
}

Words wordsOf(const QJsonObject &error)
{
    Words words;
    words.message = error["message"_L1].toString();
    for (const auto member : {"error_message"_L1, "detail"_L1, "msg"_L1, "error"_L1}) {
        if (words.message.isEmpty())
            words.message = error[member].toString();
    }
    // A gateway's own words say little; those of the server behind it are the real error.
    const QString behind = error["metadata"_L1]["raw"_L1].toString();
    if (!behind.isEmpty())
        words.message = words.message.isEmpty() ? behind : QString(words.message + u": "_s + behind);
    words.type = textOf(error["type"_L1]);
    for (const auto member : {"error_type"_L1, "status"_L1}) {
        if (words.type.isEmpty() && error[member].isString())
            words.type = error[member].toString();
    }
    const QJsonValue code = error["code"_L1];
    words.code = code.isString() && !code.toString().isEmpty() ? code.toString() : words.type;
    words.parameter = error["param"_L1].toString();
    for (const QJsonValue &status : {error["status_code"_L1], error["status"_L1], code}) {
        bool isNumber = false;
        const int number = textOf(status).toInt(&isNumber);
        if (words.status == 0 && isNumber && number >= 400 && number < 600)
            words.status = number;
    }
    if (words.status != 0 && words.code == QString::number(words.status))
        words.code = words.type;
    return words;
}

bool holdsAny(const QString &text, std::initializer_list<QLatin1StringView> parts)
{
    return std::ranges::any_of(parts, [&](QLatin1StringView part) { return text.contains(part, Qt::CaseInsensitive); });
}

// No waiting helps: somebody has to pay. // Retry 4
bool isOutOfCredit(const Words &words)
{
    const std::initializer_list<QLatin1StringView> codes{"insufficient_quota"_L1, "billing"_L1,
                                                         "insufficient_credits"_L1, "insufficient_balance"_L1};
    return words.status == 402 || holdsAny(words.code, codes) || holdsAny(words.type, codes);
}

std::optional<Kind> kindOfCode(const QString &code)
{
    if (holdsAny(code, {"context_length"_L1, "exceed_context_size"_L1, "context_window"_L1, "request_too_large"_L1}))
        return Kind::ContextLength;
    if (holdsAny(code, {"rate_limit"_L1, "too_many_requests"_L1, "resource_exhausted"_L1}))
        return Kind::RateLimit;
    if (holdsAny(code, {"authentication"_L1, "invalid_api_key"_L1, "permission"_L1, "unauthenticated"_L1}))
        return Kind::Auth;
    if (holdsAny(code, {"timeout"_L1, "deadline_exceeded"_L1}))
        return Kind::Timeout;
    if (holdsAny(code, {"overloaded"_L1, "unavailable"_L1, "server_error"_L1, "api_error"_L1, "internal"_L1}))
        return Kind::Overloaded;
    if (holdsAny(code,
                 {"invalid"_L1, "not_found"_L1, "unsupported"_L1, "content_filter"_L1, "tool_use_failed"_L1,
                  "badrequest"_L1, "bad_request"_L1, "notfound"_L1}))
        return Kind::Refused;
    return std::nullopt;
}

bool isAboutLength(const QString &message)
{
    return holdsAny(message,
                    {"maximum context length"_L1, "context length exceeded"_L1, "available context size"_L1,
                     "prompt is too long"_L1, "input token count"_L1, "exceeds the context window"_L1,
                     "exceed context window"_L1, "context window exceeds"_L1});
}

Kind kindOfStatus(int status)
{
    switch (status) {
    case 401:
    case 403:
        return Kind::Auth;
    case 408:
        return Kind::Timeout;
    case 409:
        return Kind::Overloaded; // the same request is still at work, or a lock is held: later it passes
    case 413:
        return Kind::ContextLength;
    case 429:
        return Kind::RateLimit;
    default:
        return status >= 500 ? Kind::Overloaded : Kind::Refused;
    }
}

// What a code says beats the status where both could be meant.
Kind kindOf(const Words &words)
{
    const auto coded = kindOfCode(words.code).or_else([&] { return kindOfCode(words.type); });
    const bool isPlainRefusal = words.status == 0 || words.status == 400 || words.status == 422 || words.status >= 500;
    if (coded == Kind::ContextLength || (isPlainRefusal && isAboutLength(words.message)))
        return Kind::ContextLength;
    if (isOutOfCredit(words))
        return Kind::Refused;
    if (words.status == 400 && coded == Kind::Auth)
        return Kind::Auth;
    if (words.status != 0)
        return kindOfStatus(words.status);
    // It had promised an answer with 200: a failure without a reason is the server's.
    return coded.value_or(Kind::Overloaded);
}

Error makeError(const Words &words, const HttpHead &head, const QJsonObject &error, const QDateTime &now)
{
    Error made;
    made.kind = kindOf(words);
    made.facts.message = words.message;
    made.facts.code = words.code;
    made.facts.status = words.status;
    for (const QByteArrayView name : {"x-request-id", "request-id", "x-generation-id", "cf-ray"}) {
        if (made.facts.requestId.isEmpty())
            made.facts.requestId = QString::fromUtf8(head.header(name));
    }
    made.facts.retryAfter = retryAfter(head, error, now);
    if (!words.parameter.isEmpty())
        made.facts.items = {words.parameter};
    const QByteArray word = head.header("x-should-retry").trimmed().toLower();
    if (word == "true" || word == "false")
        made.facts.retryable = word == "true";
    return made;
}

} // namespace

QString beginningOf(QByteArrayView bytes)
{
    return QString::fromUtf8(bytes.first(std::min<qsizetype>(bytes.size(), 300)));
}

Error errorFromAnswer(const HttpHead &head, const QByteArray &body, const QDateTime &now)
{
    const QJsonDocument document = QJsonDocument::fromJson(body);
    const QJsonValue whole = document.isArray() ? document.array().first() : QJsonValue(document.object());
    const QJsonObject object = whole.toObject();
    const QJsonObject error = object.contains("error"_L1) ? errorMember(object["error"_L1]) : object;
    Words words = wordsOf(error);
    words.status = head.status;
    Error made = makeError(words, head, error, now);
    if (words.message.isEmpty())
        made.facts.raw = beginningOf(body.trimmed());
    return made;
}

std::optional<Error> errorInObject(const QJsonObject &object, const HttpHead &head, const QDateTime &now)
{
    const QJsonValue member = object["error"_L1];
    const bool isMember = !member.isUndefined() && !member.isNull();
    const bool isWhole = object["object"_L1] == "error"_L1 || object["type"_L1] == "error"_L1
        || object.contains("error_message"_L1) || object.contains("error_type"_L1);
    if (!isMember && !isWhole)
        return std::nullopt;
    const QJsonObject error = isMember ? errorMember(member) : object;
    Words words = wordsOf(error);
    if (words.status == 0)
        words.status = object["status_code"_L1].toInt();
    if (words.type == "error"_L1)
        words.type.clear();
    Error made = makeError(words, head, error, now);
    if (words.message.isEmpty())
        made.facts.raw = beginningOf(QJsonDocument(object).toJson(QJsonDocument::Compact));
    return made;
}

Error errorInEvent(QByteArrayView data, const HttpHead &head, const QDateTime &now)
{
    const QByteArray text = data.toByteArray();
    const QJsonDocument document = QJsonDocument::fromJson(text);
    const QJsonObject object = document.isArray() ? document.array().first().toObject() : document.object();
    if (auto error = errorInObject(object, head, now))
        return *error;
    Words words = wordsOf(object);
    if (words.message.isEmpty())
        words.message = beginningOf(data.trimmed());
    return makeError(words, head, object, now);
}

} // namespace typeshift
