// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/openai/ChatMessageWriter.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

using InstructionRole = ChatCapabilities::InstructionRole;

QLatin1StringView wireRole(InstructionRole role)
{
    switch (role) {
    case InstructionRole::System:
        return "system"_L1;
    case InstructionRole::Developer:
        return "developer"_L1;
    case InstructionRole::User:
        return "user"_L1;
    }
    Q_UNREACHABLE_RETURN("system"_L1);
}

// What a person's message may carry to a model; the rest of a message is ours.
bool isForModel(const Content &content)
{
    if (const auto *text = std::get_if<TextContent>(&content))
        return !text->text.isEmpty();
    return std::holds_alternative<ImageContent>(content) || std::holds_alternative<FileContent>(content);
}

bool isReadable(const FileContent &file)
{
    return file.mediaType.startsWith("text/"_L1) || file.mediaType == "application/json"_L1;
}

QByteArray dataUrl(const QString &mediaType, const QByteArray &data)
{
    return QByteArray("data:" + mediaType.toUtf8() + ";base64," + data.toBase64());
}

struct PartWriter {
    JsonWriter &json;

    void operator()(const TextContent &content) const { text(content.text); }
    void operator()(const ImageContent &content) const
    {
        json.beginObject().name("type"_L1).utf8("image_url").name("image_url"_L1).beginObject();
        json.name("url"_L1).utf8(dataUrl(content.mediaType, content.data)).endObject().endObject();
    }
    void operator()(const FileContent &content) const
    {
        if (isReadable(content)) {
            text(QString(content.name + u":\n"_s + QString::fromUtf8(content.data)));
            return;
        }
        json.beginObject().name("type"_L1).utf8("file").name("file"_L1).beginObject();
        json.name("filename"_L1).string(content.name);
        json.name("file_data"_L1).utf8(dataUrl(content.mediaType, content.data)).endObject().endObject();
    }
    void operator()(const ReasoningContent &) const { }
    void operator()(const FunctionCall &) const { }
    void operator()(const FunctionResult &) const { }
    void operator()(const ApprovalRequest &) const { }
    void operator()(const ApprovalResponse &) const { }
    void operator()(const ErrorContent &) const { }
    void operator()(const UsageContent &) const { }
    void operator()(const UnknownContent &) const { }

    void text(const QString &words) const
    {
        json.beginObject().name("type"_L1).utf8("text").name("text"_L1).string(words).endObject();
    }
};

// Most servers take only text as a tool's answer.
QString textOfResult(const FunctionResult &result)
{
    QStringList parts;
    for (const FunctionResult::Part &part : result.contents) {
        if (const auto *text = std::get_if<TextContent>(&part))
            parts.append(text->text);
        else if (const auto *file = std::get_if<FileContent>(&part))
            parts.append(isReadable(*file) ? QString::fromUtf8(file->data) : QString(u"[file "_s + file->name + u']'));
        else if (std::holds_alternative<ImageContent>(part))
            parts.append(u"[image, see below]"_s);
    }
    return parts.join(u'\n');
}

// The ids that the tool messages right behind an assistant message answer.
QSet<QString> answeredBehind(const QList<Message> &messages, qsizetype assistant)
{
    QSet<QString> ids;
    for (qsizetype i = assistant + 1; i < messages.size() && messages[i].role == Role::Tool; ++i) {
        for (const Content &content : messages[i].contents) {
            if (const auto *result = std::get_if<FunctionResult>(&content))
                ids.insert(result->callId);
        }
    }
    return ids;
}

QList<Message> joinedNeighbours(const QList<Message> &messages)
{
    QList<Message> joined;
    for (const Message &message : messages) {
        const bool isJoinable = message.role != Role::Tool && message.calls().isEmpty();
        if (isJoinable && !joined.isEmpty() && joined.last().role == message.role && joined.last().calls().isEmpty()) {
            joined.last().contents.append(TextContent{u"\n\n"_s, {}});
            joined.last().contents.append(message.contents);
        } else {
            joined.append(message);
        }
    }
    return joined;
}

} // namespace

ChatMessageWriter::ChatMessageWriter(JsonWriter &json, const ChatRequestForm &form, WireNames &names)
    : m_json(json)
    , m_form(form)
    , m_names(names)
{
}

void ChatMessageWriter::write(const QString &instructions, const QList<Message> &messages)
{
    const QList<Message> sent = m_form.dialect.joinsMessages ? joinedNeighbours(messages) : messages;
    qsizetype lastUser = sent.size() - 1;
    while (lastUser >= 0 && sent[lastUser].role != Role::User)
        --lastUser;

    writeInstructions(instructions);
    for (qsizetype i = 0; i < sent.size(); ++i) {
        const Message &message = sent[i];
        m_isCurrentTurn = i > lastUser;
        if (message.role == Role::Tool) {
            writeResults(message);
            continue;
        }
        writeImagesOfResults();
        if (message.role == Role::System)
            writeInstructions(message.text());
        else if (message.role == Role::User)
            writeUser(message.contents);
        else
            writeAssistant(message, answeredBehind(sent, i));
    }
    writeImagesOfResults();
}

void ChatMessageWriter::beginMessage(QLatin1StringView role)
{
    if (m_isAfterTool && m_form.dialect.wantsFiller && role == "user"_L1) {
        m_json.beginObject().name("role"_L1).utf8("assistant").name("content"_L1).utf8("I have read the results.");
        m_json.endObject();
    }
    m_isAfterTool = role == "tool"_L1;
    m_json.beginObject().name("role"_L1).utf8(QByteArrayView(role.data(), role.size()));
}

void ChatMessageWriter::writeInstructions(const QString &text)
{
    if (text.isEmpty())
        return;
    beginMessage(wireRole(m_form.capabilities.role));
    m_json.name("content"_L1).string(text).endObject();
}

void ChatMessageWriter::writeUser(const QList<Content> &contents)
{
    QList<Content> parts;
    std::ranges::copy_if(contents, std::back_inserter(parts), isForModel);
    if (parts.isEmpty())
        return;
    beginMessage("user"_L1);
    m_json.name("content"_L1);
    QString text;
    const bool isText = std::ranges::all_of(parts, [&](const Content &part) {
        const auto *words = std::get_if<TextContent>(&part);
        if (words)
            text += words->text;
        return words != nullptr;
    });
    if (isText) {
        m_json.string(text);
    } else {
        m_json.beginArray();
        for (const Content &part : std::as_const(parts))
            std::visit(PartWriter{m_json}, part);
        m_json.endArray();
    }
    m_json.endObject();
}

void ChatMessageWriter::writeAssistant(const Message &message, const QSet<QString> &answered)
{
    QList<FunctionCall> calls = message.calls();
    calls.removeIf([&](const FunctionCall &call) { return !answered.contains(call.callId); });
    const QString text = message.text();
    m_open.clear();
    if (calls.isEmpty() && text.isEmpty())
        return; // nothing is left of it, or it only thought
    beginMessage("assistant"_L1);
    m_json.name("content"_L1);
    if (text.isEmpty())
        m_json.null();
    else
        m_json.string(text);
    if (!calls.isEmpty()) {
        if (m_isCurrentTurn)
            writeReasoning(message);
        writeCalls(calls);
    }
    m_json.endObject();
}

void ChatMessageWriter::writeCalls(const QList<FunctionCall> &calls)
{
    m_json.name("tool_calls"_L1).beginArray();
    for (const FunctionCall &call : calls) {
        m_open.insert(call.callId);
        m_json.beginObject().name("id"_L1).string(m_names.callId(call.callId)).name("type"_L1).utf8("function");
        m_json.name("function"_L1).beginObject().name("name"_L1).string(m_names.tool(call.name));
        // Servers parse what they are sent back; what never was JSON is described in the call's result.
        m_json.name("arguments"_L1).utf8(isJsonObject(call.arguments) ? call.arguments : "{}"_ba);
        m_json.endObject();
        writeExtraContent(QJsonDocument::fromJson(call.raw).object());
        m_json.endObject();
    }
    m_json.endArray();
}

// Google's signatures, of a call or of the message; only to the host that made them.
void ChatMessageWriter::writeExtraContent(const QJsonObject &raw)
{
    const QJsonObject extra = raw["extra_content"_L1].toObject();
    if (!extra.isEmpty() && raw["host"_L1].toString() == m_form.host)
        m_json.name("extra_content"_L1).raw(QJsonDocument(extra).toJson(QJsonDocument::Compact));
}

// Some demand the reasoning of the turn at work back, each in the form it sent; no other server gets to see it.
void ChatMessageWriter::writeReasoning(const Message &message)
{
    QString text;
    QString member;
    QJsonArray details;
    for (const Content &content : message.contents) {
        const auto *reasoning = std::get_if<ReasoningContent>(&content);
        if (!reasoning || reasoning->raw.isEmpty())
            continue;
        const QJsonObject raw = QJsonDocument::fromJson(reasoning->raw).object();
        if (raw["host"_L1].toString() != m_form.host)
            continue;
        writeExtraContent(raw);
        text += reasoning->text;
        member = raw["member"_L1].toString();
        for (const auto &detail : raw["details"_L1].toArray())
            details.append(detail);
    }
    if (!details.isEmpty())
        m_json.name("reasoning_details"_L1).raw(QJsonDocument(details).toJson(QJsonDocument::Compact));
    else if (member == "reasoning_content"_L1)
        m_json.name("reasoning_content"_L1).string(text);
}

void ChatMessageWriter::writeResults(const Message &message)
{
    for (const Content &content : message.contents) {
        const auto *result = std::get_if<FunctionResult>(&content);
        if (!result || !m_open.remove(result->callId))
            continue; // an answer to nothing, or a second one
        beginMessage("tool"_L1);
        m_json.name("tool_call_id"_L1).string(m_names.callId(result->callId));
        m_json.name("content"_L1).string(textOfResult(*result)).endObject();
        for (const FunctionResult::Part &part : result->contents) {
            if (const auto *image = std::get_if<ImageContent>(&part))
                m_resultImages.append(*image);
        }
    }
}

void ChatMessageWriter::writeImagesOfResults()
{
    if (m_resultImages.isEmpty())
        return;
    QList<Content> contents{TextContent{u"Images from the tool results above:"_s, {}}};
    contents.append(std::exchange(m_resultImages, {}));
    writeUser(contents);
}

} // namespace typeshift
