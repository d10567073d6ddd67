// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/openai/ChatRequestWriter.h"

#include "providers/JsonText.h"
#include "providers/openai/ChatMessageWriter.h"
#include "json/EnumCodec.h"

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

using Limit = ChatCapabilities::TokenLimit;

void writeTools(JsonWriter &json, const QList<ToolDeclaration> &tools, WireNames &names)
{
    if (tools.isEmpty())
        return;
    json.name("tools"_L1).beginArray();
    for (const ToolDeclaration &tool : tools) {
        json.beginObject().name("type"_L1).utf8("function").name("function"_L1).beginObject();
        json.name("name"_L1).string(names.tool(tool.name));
        if (!tool.description.isEmpty())
            json.name("description"_L1).string(tool.description);
        json.name("parameters"_L1);
        json.raw(tool.schema.isEmpty() ? QByteArrayView(R"({"type":"object","properties":{}})")
                                       : QByteArrayView(tool.schema));
        json.endObject().endObject();
    }
    json.endArray();
}

void writeOptions(JsonWriter &json, const ChatOptions &options, const ChatCapabilities &capabilities)
{
    const auto takes = [&](QLatin1StringView name) { return !capabilities.leftOut.contains(name); };
    if (options.temperature && takes("temperature"_L1))
        json.name("temperature"_L1).number(*options.temperature);
    if (options.topP && takes("top_p"_L1))
        json.name("top_p"_L1).number(*options.topP);
    if (options.maxOutputTokens) {
        const bool isOld = capabilities.tokenLimit == Limit::MaxTokens;
        json.name(isOld ? "max_tokens"_L1 : "max_completion_tokens"_L1).number(*options.maxOutputTokens);
    }
    if (options.seed && takes("seed"_L1))
        json.name("seed"_L1).number(*options.seed);
    if (!options.stopSequences.isEmpty() && takes("stop"_L1)) {
        json.name("stop"_L1).beginArray();
        for (const QString &stop : options.stopSequences)
            json.string(stop);
        json.endArray();
    }
    if (options.reasoningEffort && takes("reasoning_effort"_L1))
        json.name("reasoning_effort"_L1).string(*options.reasoningEffort);
    const bool isStreamed = options.stream && capabilities.stream;
    json.name("stream"_L1).boolean(isStreamed);
    if (isStreamed && capabilities.streamOptions)
        json.name("stream_options"_L1).beginObject().name("include_usage"_L1).boolean(true).endObject();
}

// Where a server does not take it the instructions still say it.
void writeAnswerForm(JsonWriter &json, const std::optional<AnswerForm> &form, const ChatCapabilities &capabilities)
{
    if (!form || capabilities.leftOut.contains("response_format"_L1))
        return;
    json.name("response_format"_L1).beginObject().name("type"_L1).utf8("json_schema");
    json.name("json_schema"_L1).beginObject().name("name"_L1).utf8("answer");
    json.name("strict"_L1).boolean(form->isStrict);
    json.name("schema"_L1).raw(form->schema);
    json.endObject().endObject();
}

// A little more than English text with its frame takes; what is longer grows as usual.
qsizetype expectedSize(const ChatRequest &request)
{
    qsizetype bytes = 4'096 + request.instructions.size();
    for (const Message &message : request.messages) {
        bytes += 64;
        for (const Content &content : message.contents) {
            if (const auto *text = std::get_if<TextContent>(&content))
                bytes += text->text.size() * 17 / 16;
        }
    }
    return bytes;
}

} // namespace

QByteArray writeChatRequest(const ChatRequest &request, const ChatRequestForm &form, WireNames &names)
{
    // Names that the request declares have the first claim on themselves.
    for (const ToolDeclaration &tool : request.tools)
        names.tool(tool.name);
    JsonWriter json;
    json.reserve(expectedSize(request));
    json.beginObject().name("model"_L1).string(request.model);
    json.name("messages"_L1).beginArray();
    ChatMessageWriter(json, form, names).write(request.instructions, request.messages);
    json.endArray();
    writeTools(json, request.tools, names);
    if (request.options.toolChoice && !request.tools.isEmpty())
        json.name("tool_choice"_L1).string(Codec<ToolChoice>::encode(*request.options.toolChoice).toString());
    writeOptions(json, request.options, form.capabilities);
    writeAnswerForm(json, request.answerForm, form.capabilities);
    json.endObject();
    return json.take();
}

} // namespace typeshift
