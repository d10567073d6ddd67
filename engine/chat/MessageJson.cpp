// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "chat/MessageJson.h"

#include <array>

using namespace Qt::StringLiterals;

namespace typeshift {

template<>
inline constexpr auto enumNames<Role> = std::array{std::pair{Role::System, "system"}, std::pair{Role::User, "user"},
                                                   std::pair{Role::Assistant, "assistant"},
                                                   std::pair{Role::Tool, "tool"}};

QByteArray JsonMembers::takeUtf8(QLatin1StringView name)
{
    return take<std::optional<QString>>(name).value_or(QString()).toUtf8();
}

QByteArray JsonMembers::takeBase64(QLatin1StringView name)
{
    const QByteArray text = take<std::optional<QString>>(name).value_or(QString()).toLatin1();
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

namespace {

QString textOr(JsonMembers &members, QLatin1StringView name)
{
    return members.take<std::optional<QString>>(name).value_or(QString());
}

void put(QJsonObject &object, QLatin1StringView name, const QString &text)
{
    if (!text.isEmpty())
        object[name] = text;
}

FunctionCall takeCall(JsonMembers &members)
{
    FunctionCall call;
    call.callId = textOr(members, "callId"_L1);
    call.name = textOr(members, "name"_L1);
    call.arguments = members.takeUtf8("arguments"_L1);
    call.problem = textOr(members, "problem"_L1);
    call.raw = members.takeUtf8("raw"_L1);
    return call;
}

QJsonObject callObject(const FunctionCall &call)
{
    QJsonObject object = call.unknown;
    object[u"type"_s] = u"functionCall"_s;
    object[u"callId"_s] = call.callId;
    object[u"name"_s] = call.name;
    object[u"arguments"_s] = QString::fromUtf8(call.arguments);
    put(object, "problem"_L1, call.problem);
    put(object, "raw"_L1, QString::fromUtf8(call.raw));
    return object;
}

// A kind that a newer version wrote is shown with its words, as a state nobody expected.
Error takeError(JsonMembers &members)
{
    Error error;
    error.kind = errorKindFromName(textOr(members, "kind"_L1)).value_or(Error::Kind::InvalidState);
    error.facts.message = textOr(members, "message"_L1);
    error.facts.code = textOr(members, "code"_L1);
    error.facts.host = textOr(members, "host"_L1);
    error.facts.requestId = textOr(members, "requestId"_L1);
    error.facts.raw = textOr(members, "raw"_L1);
    error.facts.status = members.take<std::optional<int>>("status"_L1).value_or(0);
    error.facts.retryAfter = members.take<std::optional<qint64>>("retryAfterMs"_L1).transform([](qint64 ms) {
        return std::chrono::milliseconds(ms);
    });
    error.facts.retryable = members.take<std::optional<bool>>("retryable"_L1);
    error.facts.items = members.take<std::optional<QList<QString>>>("items"_L1).value_or(QList<QString>());
    return error;
}

FunctionResult::Part partOf(const Content &content, const QJsonObject &object)
{
    if (const auto *text = std::get_if<TextContent>(&content))
        return *text;
    if (const auto *image = std::get_if<ImageContent>(&content))
        return *image;
    if (const auto *file = std::get_if<FileContent>(&content))
        return *file;
    return UnknownContent{object};
}

Decoded<Content> decodeResult(JsonMembers &members)
{
    FunctionResult result;
    result.callId = textOr(members, "callId"_L1);
    result.isError = members.take<std::optional<bool>>("isError"_L1).value_or(false);
    const auto parts = members.take<std::optional<QList<QJsonObject>>>("contents"_L1).value_or(QList<QJsonObject>());
    for (const QJsonObject &part : parts) {
        auto content = Codec<Content>::decode(part);
        if (!content)
            return std::unexpected(u"contents: "_s + content.error());
        result.contents.append(partOf(*content, part));
    }
    result.unknown = members.rest();
    return result;
}

Decoded<Content> decodeRequest(JsonMembers &members)
{
    ApprovalRequest request;
    request.requestId = textOr(members, "requestId"_L1);
    JsonMembers call(members.take<std::optional<QJsonObject>>("call"_L1).value_or(QJsonObject()));
    call.take<std::optional<QString>>("type"_L1);
    request.call = takeCall(call);
    request.call.unknown = call.rest();
    if (call.problem())
        return std::unexpected(u"call."_s + *call.problem());
    request.unknown = members.rest();
    return request;
}

Decoded<Content> decodeKnown(const QString &type, JsonMembers &members, const QJsonObject &object)
{
    if (type == "text"_L1) {
        TextContent text{.text = textOr(members, "text"_L1), .unknown = {}};
        text.unknown = members.rest();
        return text;
    }
    if (type == "reasoning"_L1) {
        ReasoningContent reasoning;
        reasoning.text = textOr(members, "text"_L1);
        reasoning.raw = members.takeUtf8("raw"_L1);
        reasoning.unknown = members.rest();
        return reasoning;
    }
    if (type == "image"_L1) {
        ImageContent image;
        image.mediaType = textOr(members, "mediaType"_L1);
        image.data = members.takeBase64("data"_L1);
        image.unknown = members.rest();
        return image;
    }
    if (type == "file"_L1) {
        FileContent file;
        file.name = textOr(members, "name"_L1);
        file.mediaType = textOr(members, "mediaType"_L1);
        file.data = members.takeBase64("data"_L1);
        file.unknown = members.rest();
        return file;
    }
    if (type == "functionCall"_L1) {
        FunctionCall call = takeCall(members);
        call.unknown = members.rest();
        return call;
    }
    if (type == "functionResult"_L1)
        return decodeResult(members);
    if (type == "approvalRequest"_L1)
        return decodeRequest(members);
    if (type == "approvalResponse"_L1) {
        ApprovalResponse response;
        response.requestId = textOr(members, "requestId"_L1);
        response.approved = members.take<bool>("approved"_L1);
        response.reason = textOr(members, "reason"_L1);
        response.forConversation = members.take<std::optional<bool>>("forConversation"_L1).value_or(false);
        response.editedArguments = members.take<std::optional<QString>>("editedArguments"_L1)
                                       .transform([](const QString &text) { return text.toUtf8(); });
        response.unknown = members.rest();
        return response;
    }
    if (type == "error"_L1) {
        ErrorContent content;
        content.error = takeError(members);
        content.unknown = members.rest();
        // A kind that a newer version wrote goes back as it came.
        if (const QJsonValue kind = object["kind"_L1]; !errorKindFromName(kind.toString()) && !kind.isUndefined())
            content.unknown[u"kind"_s] = kind;
        return content;
    }
    if (type == "usage"_L1) {
        UsageContent usage;
        usage.usage = members.take<std::optional<Usage>>("usage"_L1).value_or(Usage());
        usage.unknown = members.rest();
        return usage;
    }
    return UnknownContent{object};
}

struct Encoder {
    QJsonObject operator()(const TextContent &content) const
    {
        QJsonObject object = content.unknown;
        object[u"type"_s] = u"text"_s;
        object[u"text"_s] = content.text;
        return object;
    }
    QJsonObject operator()(const ReasoningContent &content) const
    {
        QJsonObject object = content.unknown;
        object[u"type"_s] = u"reasoning"_s;
        object[u"text"_s] = content.text;
        put(object, "raw"_L1, QString::fromUtf8(content.raw));
        return object;
    }
    QJsonObject operator()(const ImageContent &content) const
    {
        QJsonObject object = content.unknown;
        object[u"type"_s] = u"image"_s;
        object[u"mediaType"_s] = content.mediaType;
        object[u"data"_s] = QString::fromLatin1(content.data.toBase64());
        return object;
    }
    QJsonObject operator()(const FileContent &content) const
    {
        QJsonObject object = content.unknown;
        object[u"type"_s] = u"file"_s;
        object[u"name"_s] = content.name;
        object[u"mediaType"_s] = content.mediaType;
        object[u"data"_s] = QString::fromLatin1(content.data.toBase64());
        return object;
    }
    QJsonObject operator()(const FunctionCall &content) const { return callObject(content); }
    QJsonObject operator()(const FunctionResult &content) const
    {
        QJsonObject object = content.unknown;
        object[u"type"_s] = u"functionResult"_s;
        object[u"callId"_s] = content.callId;
        QJsonArray parts;
        for (const FunctionResult::Part &part : content.contents)
            parts.append(std::visit(*this, part));
        object[u"contents"_s] = parts;
        if (content.isError)
            object[u"isError"_s] = true;
        return object;
    }
    QJsonObject operator()(const ApprovalRequest &content) const
    {
        QJsonObject object = content.unknown;
        object[u"type"_s] = u"approvalRequest"_s;
        object[u"requestId"_s] = content.requestId;
        object[u"call"_s] = callObject(content.call);
        return object;
    }
    QJsonObject operator()(const ApprovalResponse &content) const
    {
        QJsonObject object = content.unknown;
        object[u"type"_s] = u"approvalResponse"_s;
        object[u"requestId"_s] = content.requestId;
        object[u"approved"_s] = content.approved;
        put(object, "reason"_L1, content.reason);
        if (content.forConversation)
            object[u"forConversation"_s] = true;
        if (content.editedArguments)
            object[u"editedArguments"_s] = QString::fromUtf8(*content.editedArguments);
        return object;
    }
    QJsonObject operator()(const ErrorContent &content) const
    {
        QJsonObject object = Codec<Error>::encode(content.error).toObject();
        for (auto member = content.unknown.begin(); member != content.unknown.end(); ++member)
            object[member.key()] = *member;
        object[u"type"_s] = u"error"_s;
        return object;
    }
    QJsonObject operator()(const UsageContent &content) const
    {
        QJsonObject object = content.unknown;
        object[u"type"_s] = u"usage"_s;
        object[u"usage"_s] = Codec<Usage>::encode(content.usage);
        return object;
    }
    QJsonObject operator()(const UnknownContent &content) const { return content.raw; }
};

} // namespace

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
    Error error = takeError(members);
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

Decoded<Content> Codec<Content>::decode(const QJsonValue &value)
{
    if (!value.isObject())
        return std::unexpected(u"expected an object"_s);
    const QJsonObject object = value.toObject();
    JsonMembers members(object);
    const auto type = members.take<QString>("type"_L1);
    auto content = decodeKnown(type, members, object);
    if (content && members.problem())
        return std::unexpected(*members.problem());
    return content;
}

QJsonValue Codec<Content>::encode(const Content &content)
{
    return std::visit(Encoder{}, content);
}

Decoded<Message> Codec<Message>::decode(const QJsonValue &value)
{
    if (!value.isObject())
        return std::unexpected(u"expected an object"_s);
    JsonMembers members(value.toObject());
    Message message;
    message.uid = members.take<std::optional<QUuid>>("uid"_L1).value_or(QUuid());
    message.role = members.take<Role>("role"_L1);
    message.author = textOr(members, "author"_L1);
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
