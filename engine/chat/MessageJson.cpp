// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "chat/MessageJson.h"

#include <array>

using namespace Qt::StringLiterals;

namespace typeshift {

using detail::put;

template<>
inline constexpr auto enumNames<Role> = std::array{std::pair{Role::System, "system"}, std::pair{Role::User, "user"},
                                                   std::pair{Role::Assistant, "assistant"},
                                                   std::pair{Role::Tool, "tool"}};

QString JsonMembers::takeText(QLatin1StringView name)
{
    return take<std::optional<QString>>(name).value_or(QString());
}

QByteArray JsonMembers::takeUtf8(QLatin1StringView name)
{
    return takeText(name).toUtf8();
}

std::optional<QByteArray> JsonMembers::takeOptionalUtf8(QLatin1StringView name)
{
    return take<std::optional<QString>>(name).transform([](const QString &text) { return text.toUtf8(); });
}

QByteArray JsonMembers::takeBase64(QLatin1StringView name)
{
    const QByteArray text = takeText(name).toLatin1();
    auto decoded = QByteArray::fromBase64Encoding(text, QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded)
        fail(name + u": expected base64"_s);
    return decoded.decoded;
}

QJsonObject JsonMembers::rest() const
{
    if (m_taken.size() == m_object.size())
        return {};
    QJsonObject rest = m_object;
    for (const QLatin1StringView name : m_taken)
        rest.remove(name);
    return rest;
}

void JsonMembers::fail(const QString &problem)
{
    if (!m_problem)
        m_problem = problem;
}

void detail::put(QJsonObject &object, QLatin1StringView name, const QString &text)
{
    if (!text.isEmpty())
        object[name] = text;
}

void detail::put(QJsonObject &object, QLatin1StringView name, const std::optional<QByteArray> &text)
{
    if (text)
        object[name] = QString::fromUtf8(*text);
}

// A kind that a newer version wrote is shown with its words, as a state nobody expected.
Error detail::takeError(JsonMembers &members)
{
    Error error;
    error.kind = errorKindFromName(members.takeText("kind"_L1)).value_or(Error::Kind::InvalidState);
    error.facts.message = members.takeText("message"_L1);
    error.facts.code = members.takeText("code"_L1);
    error.facts.host = members.takeText("host"_L1);
    error.facts.requestId = members.takeText("requestId"_L1);
    error.facts.raw = members.takeText("raw"_L1);
    error.facts.status = members.take<std::optional<int>>("status"_L1).value_or(0);
    error.facts.retryAfter = members.take<std::optional<qint64>>("retryAfterMs"_L1).transform([](qint64 ms) {
        return std::chrono::milliseconds(ms);
    });
    error.facts.retryable = members.take<std::optional<bool>>("retryable"_L1);
    error.facts.items = members.take<std::optional<QList<QString>>>("items"_L1).value_or(QList<QString>());
    return error;
}

Decoded<Usage> Codec<Usage>::decode(const QJsonValue &value)
{
    if (!value.isObject())
        return std::unexpected(u"expected an object"_s);
    JsonMembers members(value.toObject());
    Usage usage;
    usage.input = members.take<std::optional<qint64>>("input"_L1);
    usage.cacheRead = members.take<std::optional<qint64>>("cacheRead"_L1);
    usage.cacheWrite = members.take<std::optional<qint64>>("cacheWrite"_L1);
    usage.output = members.take<std::optional<qint64>>("output"_L1);
    usage.reasoning = members.take<std::optional<qint64>>("reasoning"_L1);
    if (members.problem())
        return std::unexpected(*members.problem());
    usage.unknown = members.rest();
    return usage;
}

QJsonValue Codec<Usage>::encode(const Usage &usage)
{
    QJsonObject object = usage.unknown;
    const auto add = [&object](QLatin1StringView name, const std::optional<qint64> &count) {
        if (count)
            object[name] = *count;
    };
    add("input"_L1, usage.input);
    add("cacheRead"_L1, usage.cacheRead);
    add("cacheWrite"_L1, usage.cacheWrite);
    add("output"_L1, usage.output);
    add("reasoning"_L1, usage.reasoning);
    return object;
}

Decoded<Error> Codec<Error>::decode(const QJsonValue &value)
{
    if (!value.isObject())
        return std::unexpected(u"expected an object"_s);
    JsonMembers members(value.toObject());
    Error error = detail::takeError(members);
    if (members.problem())
        return std::unexpected(*members.problem());
    return error;
}

QJsonValue Codec<Error>::encode(const Error &error)
{
    QJsonObject object;
    object[u"kind"_s] = errorKindName(error.kind);
    object[u"message"_s] = error.facts.message;
    put(object, "code"_L1, error.facts.code);
    put(object, "host"_L1, error.facts.host);
    put(object, "requestId"_L1, error.facts.requestId);
    put(object, "raw"_L1, error.facts.raw);
    if (error.facts.status != 0)
        object[u"status"_s] = error.facts.status;
    if (error.facts.retryAfter)
        object[u"retryAfterMs"_s] = qint64(error.facts.retryAfter->count());
    if (error.facts.retryable)
        object[u"retryable"_s] = *error.facts.retryable;
    if (!error.facts.items.isEmpty())
        object[u"items"_s] = QJsonArray::fromStringList(error.facts.items);
    return object;
}

Decoded<Message> Codec<Message>::decode(const QJsonValue &value)
{
    if (!value.isObject())
        return std::unexpected(u"expected an object"_s);
    JsonMembers members(value.toObject());
    Message message;
    message.uid = members.take<std::optional<QUuid>>("uid"_L1).value_or(QUuid());
    message.role = members.take<Role>("role"_L1);
    message.author = members.takeText("author"_L1);
    message.contents = members.take<std::optional<QList<Content>>>("contents"_L1).value_or(QList<Content>());
    if (members.problem())
        return std::unexpected(*members.problem());
    message.unknown = members.rest();
    return message;
}

QJsonValue Codec<Message>::encode(const Message &message)
{
    QJsonObject object = message.unknown;
    if (!message.uid.isNull())
        object[u"uid"_s] = Codec<QUuid>::encode(message.uid);
    object[u"role"_s] = Codec<Role>::encode(message.role);
    put(object, "author"_L1, message.author);
    object[u"contents"_s] = Codec<QList<Content>>::encode(message.contents);
    return object;
}

} // namespace typeshift
