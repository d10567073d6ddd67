// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "chat/MessageJson.h"

using namespace Qt::StringLiterals;

namespace typeshift {

using detail::put;

namespace {

FunctionCall takeCall(JsonMembers &members)
{
    FunctionCall call;
    call.callId = members.takeText("callId"_L1);
    call.name = members.takeText("name"_L1);
    call.arguments = members.takeUtf8("arguments"_L1);
    call.problem = members.takeText("problem"_L1);
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
    result.callId = members.takeText("callId"_L1);
    result.isError = members.take<std::optional<bool>>("isError"_L1).value_or(false);
    result.executedArguments = members.takeOptionalUtf8("executedArguments"_L1);
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
    request.requestId = members.takeText("requestId"_L1);
    request.planRevision = members.take<std::optional<int>>("planRevision"_L1).value_or(0);
    JsonMembers call(members.take<std::optional<QJsonObject>>("call"_L1).value_or(QJsonObject()));
    call.take<std::optional<QString>>("type"_L1);
    request.call = takeCall(call);
    request.call.unknown = call.rest();
    if (call.problem())
        return std::unexpected(u"call."_s + *call.problem());
    request.unknown = members.rest();
    return request;
}

Decoded<Content> decodeResponse(JsonMembers &members)
{
    ApprovalResponse response;
    response.requestId = members.takeText("requestId"_L1);
    response.approved = members.take<bool>("approved"_L1);
    response.reason = members.takeText("reason"_L1);
    response.forConversation = members.take<std::optional<bool>>("forConversation"_L1).value_or(false);
    response.editedArguments = members.takeOptionalUtf8("editedArguments"_L1);
    response.mode = members.take<std::optional<AgentMode>>("mode"_L1);
    response.decidedBy = members.take<std::optional<Decider>>("decidedBy"_L1).value_or(Decider::Person);
    response.rule = members.takeText("rule"_L1);
    response.unknown = members.rest();
    return response;
}

Decoded<Content> decodeKnown(const QString &type, JsonMembers &members, const QJsonObject &object)
{
    if (type == "text"_L1) {
        TextContent text{.text = members.takeText("text"_L1), .unknown = {}};
        text.unknown = members.rest();
        return text;
    }
    if (type == "reasoning"_L1) {
        ReasoningContent reasoning;
        reasoning.text = members.takeText("text"_L1);
        reasoning.raw = members.takeUtf8("raw"_L1);
        reasoning.unknown = members.rest();
        return reasoning;
    }
    if (type == "image"_L1) {
        ImageContent image;
        image.mediaType = members.takeText("mediaType"_L1);
        image.data = members.takeBase64("data"_L1);
        image.unknown = members.rest();
        return image;
    }
    if (type == "file"_L1) {
        FileContent file;
        file.name = members.takeText("name"_L1);
        file.mediaType = members.takeText("mediaType"_L1);
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
    if (type == "approvalResponse"_L1)
        return decodeResponse(members);
    if (type == "error"_L1) {
        ErrorContent content;
        content.error = detail::takeError(members);
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
        put(object, "executedArguments"_L1, content.executedArguments);
        return object;
    }
    QJsonObject operator()(const ApprovalRequest &content) const
    {
        QJsonObject object = content.unknown;
        object[u"type"_s] = u"approvalRequest"_s;
        object[u"requestId"_s] = content.requestId;
        object[u"call"_s] = callObject(content.call);
        if (content.planRevision > 0)
            object[u"planRevision"_s] = content.planRevision;
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
        put(object, "editedArguments"_L1, content.editedArguments);
        if (content.mode)
            object[u"mode"_s] = Codec<AgentMode>::encode(*content.mode);
        if (content.decidedBy != Decider::Person)
            object[u"decidedBy"_s] = Codec<Decider>::encode(content.decidedBy);
        put(object, "rule"_L1, content.rule);
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

} // namespace typeshift
