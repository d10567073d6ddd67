// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/openai/ChatRequestWriter.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

//! What a request looks like on the wire, byte for byte.
class ChatRequestTest : public QObject
{
    Q_OBJECT

private slots:
    void messagesAreWrittenByTheRules_data();
    void messagesAreWrittenByTheRules();
    void optionsAndToolsAreWrittenInOrder();
    void aFormOfTheAnswerIsSentUntilItIsRefused();
    void aChoiceOfToolsIsSentWithTools();
    void aReasoningModelGetsItsOwnNames();
    void whatAServerRefusesIsCorrected_data();
    void whatAServerRefusesIsCorrected();
    void correctionsEnd();
    void callIdsFitTheWire();
    void toolNamesFitTheWireAndFindBack();
    void textIsEscaped();
    void whatNeedsEscapingIsFoundWhereverItStands();
};

namespace {

Message message(Role role, const QList<Content> &contents)
{
    Message made;
    made.role = role;
    made.contents = contents;
    return made;
}

Content text(const QString &words)
{
    return TextContent{words, {}};
}

Content call(const QString &id, const QString &name, const QByteArray &arguments)
{
    return FunctionCall{id, name, arguments, {}, {}};
}

Content result(const QString &id, const QList<FunctionResult::Part> &parts)
{
    return FunctionResult{id, parts, false, {}};
}

FunctionResult::Part part(const QString &words)
{
    return TextContent{words, {}};
}

Content reasoning(const QString &words, const QByteArray &raw)
{
    return ReasoningContent{words, raw, {}};
}

QByteArray messagesOf(const QByteArray &request)
{
    const qsizetype begin = request.indexOf("\"messages\":") + 11;
    return request.sliced(begin, request.indexOf(",\"stream\"") - begin);
}

Error refusal(int status, const QString &words, const QString &parameter = {}, const QString &code = {})
{
    Error error(Error::Kind::Refused, words);
    error.facts.status = status;
    error.facts.code = code;
    if (!parameter.isEmpty())
        error.facts.items = {parameter};
    return error;
}

} // namespace

using Messages = QList<Message>;

void ChatRequestTest::messagesAreWrittenByTheRules_data()
{
    QTest::addColumn<Messages>("messages");
    QTest::addColumn<QString>("host");
    QTest::addColumn<QByteArray>("expected");
    const QString plain = u"api.example.com"_s;
    const Message hello = message(Role::User, {text(u"hello"_s)});
    const Message asks = message(Role::Assistant, {text(u"wait"_s), call(u"c1"_s, u"f"_s, R"({"x":1})")});
    const Message tells = message(Role::Tool, {result(u"c1"_s, {part(u"one"_s), part(u"two"_s)})});
    const QByteArray helloText = R"({"role":"user","content":"hello"})";
    const QByteArray asksText =
        R"({"role":"assistant","content":"wait","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\"x\":1}"}}]})";
    const QByteArray tellsText = R"({"role":"tool","tool_call_id":"c1","content":"one\ntwo"})";

    QTest::newRow("a plain question") << Messages{hello} << plain << QByteArray("[" + helloText + "]");
    QTest::newRow("a call and its answer") << Messages{hello, asks, tells} << plain
                                           << QByteArray("[" + helloText + "," + asksText + "," + tellsText + "]");
    QTest::newRow("a call that nobody answered is left out")
        << Messages{hello, asks} << plain << QByteArray("[" + helloText + R"(,{"role":"assistant","content":"wait"}])");
    QTest::newRow("an answer to nothing is left out")
        << Messages{hello, tells} << plain << QByteArray("[" + helloText + "]");
    QTest::newRow("a second answer is left out")
        << Messages{hello, asks, tells, tells} << plain
        << QByteArray("[" + helloText + "," + asksText + "," + tellsText + "]");
    QTest::newRow("no text beside a call is null")
        << Messages{message(Role::Assistant, {call(u"c1"_s, u"f"_s, "{}")}), message(Role::Tool, {result(u"c1"_s, {})})}
        << plain
        << R"([{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":""}])"_ba;
    QTest::newRow("arguments that never were JSON are sent as an empty object")
        << Messages{message(Role::Assistant, {call(u"c1"_s, u"f"_s, "{\"x\": tru")}),
                    message(Role::Tool, {result(u"c1"_s, {part(u"no"_s)})})}
        << plain
        << R"([{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"no"}])"_ba;
    QTest::newRow("empty messages and our own contents are left out")
        << Messages{message(Role::User, {}), message(Role::Assistant, {reasoning(u"hm"_s, {})}),
                    message(Role::Assistant, {ErrorContent{Error(Error::Kind::Network, u"x"_s), {}}}), hello}
        << plain << QByteArray("[" + helloText + "]");
    QTest::newRow("an image is a part")
        << Messages{message(Role::User, {text(u"see"_s), ImageContent{"abc", u"image/png"_s, {}}})} << plain
        << R"([{"role":"user","content":[{"type":"text","text":"see"},{"type":"image_url","image_url":{"url":"data:image/png;base64,YWJj"}}]}])"_ba;
    QTest::newRow("a file is a part, a readable one is text")
        << Messages{message(Role::User,
                            {FileContent{u"a.pdf"_s, u"application/pdf"_s, "abc", {}},
                             FileContent{u"a.txt"_s, u"text/plain"_s, "hi", {}}})}
        << plain
        << R"([{"role":"user","content":[{"type":"file","file":{"filename":"a.pdf","file_data":"data:application/pdf;base64,YWJj"}},{"type":"text","text":"a.txt:\nhi"}]}])"_ba;
    QTest::newRow("a tool's image goes into a following user message")
        << Messages{hello, asks,
                    message(Role::Tool, {result(u"c1"_s, {part(u"one"_s), ImageContent{"abc", u"image/png"_s, {}}})})}
        << plain
        << QByteArray(
               "[" + helloText + "," + asksText
               + R"(,{"role":"tool","tool_call_id":"c1","content":"one\n[image, see below]"},{"role":"user","content":[{"type":"text","text":"Images from the tool results above:"},{"type":"image_url","image_url":{"url":"data:image/png;base64,YWJj"}}]}])");
    QTest::newRow("neighbours stay where they may")
        << Messages{hello, hello} << plain << QByteArray("[" + helloText + "," + helloText + "]");
    QTest::newRow("neighbours are joined where they must")
        << Messages{hello, hello} << u"api.perplexity.ai"_s << R"([{"role":"user","content":"hello\n\nhello"}])"_ba;
    const QByteArray hashed =
        R"([{"role":"user","content":"hello"},{"role":"assistant","content":"wait","tool_calls":[{"id":"abcdefghi","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"abcdefghi","content":"one"},{"role":"assistant","content":"I have read the results."},{"role":"user","content":"hello"}])";
    QTest::newRow("2.4.19: Mistral wants an assistant between a tool and a user")
        << Messages{hello, message(Role::Assistant, {text(u"wait"_s), call(u"abcdefghi"_s, u"f"_s, "{}")}),
                    message(Role::Tool, {result(u"abcdefghi"_s, {part(u"one"_s)})}), hello}
        << u"api.mistral.ai"_s << hashed;
    const QByteArray own = R"({"host":"api.example.com","member":"reasoning_content"})";
    const Message thinks = message(Role::Assistant, {reasoning(u"hm"_s, own), call(u"c1"_s, u"f"_s, "{}")});
    const Message answer = message(Role::Tool, {result(u"c1"_s, {part(u"one"_s)})});
    const QByteArray callText =
        R"("tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"one"})";
    QTest::newRow("reasoning goes back within its turn")
        << Messages{hello, thinks, answer} << plain
        << QByteArray("[" + helloText + R"(,{"role":"assistant","content":null,"reasoning_content":"hm",)" + callText
                      + "]");
    QTest::newRow("reasoning of older turns stays here")
        << Messages{hello, thinks, answer, hello} << plain
        << QByteArray("[" + helloText + R"(,{"role":"assistant","content":null,)" + callText + "," + helloText + "]");
    QTest::newRow("reasoning never goes to another host")
        << Messages{hello, thinks, answer} << u"elsewhere.example.com"_s
        << QByteArray("[" + helloText + R"(,{"role":"assistant","content":null,)" + callText + "]");
    const QByteArray details = R"({"host":"api.example.com","details":[{"data":"gAAA","type":"reasoning.encrypted"}]})";
    QTest::newRow("reasoning details go back unchanged")
        << Messages{hello, message(Role::Assistant, {reasoning({}, details), call(u"c1"_s, u"f"_s, "{}")}), answer}
        << plain
        << QByteArray(
               "[" + helloText
               + R"(,{"role":"assistant","content":null,"reasoning_details":[{"data":"gAAA","type":"reasoning.encrypted"}],)"
               + callText + "]");
    const QByteArray signature = R"({"google":{"thought_signature":"AVSo+/="}})";
    const QByteArray signedRaw = QByteArray(R"({"host":"api.example.com","extra_content":)" + signature + "}");
    const Content signedCall = FunctionCall{u"c1"_s, u"f"_s, "{}", {}, signedRaw, {}};
    const QByteArray signedText = QByteArray(
        R"("tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"},"extra_content":)"
        + signature + R"(}]},{"role":"tool","tool_call_id":"c1","content":"one"})");
    QTest::newRow("a call's signature goes back verbatim, in later turns too")
        << Messages{hello, message(Role::Assistant, {signedCall}), answer, hello} << plain
        << QByteArray("[" + helloText + R"(,{"role":"assistant","content":null,)" + signedText + "," + helloText + "]");
    QTest::newRow("a call's signature never goes to another host")
        << Messages{hello, message(Role::Assistant, {signedCall}), answer} << u"elsewhere.example.com"_s
        << QByteArray("[" + helloText + R"(,{"role":"assistant","content":null,)" + callText + "]");
    QTest::newRow("a message's signature goes back verbatim")
        << Messages{hello, message(Role::Assistant, {reasoning({}, signedRaw), call(u"c1"_s, u"f"_s, "{}")}), answer}
        << plain
        << QByteArray("[" + helloText + R"(,{"role":"assistant","content":null,"extra_content":)" + signature + ","
                      + callText + "]");
}

void ChatRequestTest::messagesAreWrittenByTheRules()
{
    QFETCH(Messages, messages);
    QFETCH(QString, host);
    QFETCH(QByteArray, expected);
    ChatRequest request;
    request.messages = messages;
    const ChatDialect dialect = dialectOf(host);
    WireNames names(dialect.callIdLength);
    const QByteArray body = writeChatRequest(request, {.capabilities = {}, .dialect = dialect, .host = host}, names);
    QVERIFY2(QJsonDocument::fromJson(body).isObject(), body.constData());
    QCOMPARE(messagesOf(body), expected);
}

void ChatRequestTest::optionsAndToolsAreWrittenInOrder()
{
    ChatRequest request;
    request.model = u"m"_s;
    request.instructions = u"Be brief."_s;
    request.messages = {userMessage(u"hi"_s)};
    request.tools = {{u"read file"_s, u"Reads."_s, R"({"type":"object"})"}, {u"now"_s, {}, {}}};
    request.options = {.temperature = 0.1,
                       .topP = 1,
                       .maxOutputTokens = 100,
                       .seed = 7,
                       .stopSequences = {u"END"_s},
                       .reasoningEffort = u"low"_s,
                       .stream = true};
    WireNames names;
    QCOMPARE(
        writeChatRequest(request, {}, names),
        R"({"model":"m","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"hi"}],)"
        R"("tools":[{"type":"function","function":{"name":"read_file","description":"Reads.","parameters":{"type":"object"}}},)"
        R"({"type":"function","function":{"name":"now","parameters":{"type":"object","properties":{}}}}],)"
        R"("temperature":0.1,"top_p":1,"max_tokens":100,"seed":7,"stop":["END"],"reasoning_effort":"low",)"
        R"("stream":true,"stream_options":{"include_usage":true}})"_ba);
    QCOMPARE(names.toolBehind(u"read_file"_s), u"read file"_s);

    request.options = {.stream = false};
    request.tools = {};
    WireNames others;
    QCOMPARE(
        writeChatRequest(request, {}, others),
        R"({"model":"m","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"hi"}],"stream":false})"_ba);
}

void ChatRequestTest::aFormOfTheAnswerIsSentUntilItIsRefused()
{
    ChatRequest request;
    request.model = u"m"_s;
    request.options.stream = false;
    request.answerForm = AnswerForm{.schema = R"({"type":"object"})", .isStrict = true};
    WireNames names;
    QVERIFY(writeChatRequest(request, {}, names)
                .endsWith(R"(,"response_format":{"type":"json_schema","json_schema":{"name":"answer","strict":true,)"
                          R"("schema":{"type":"object"}}}})"));
    ChatRequestForm refused;
    refused.capabilities.leftOut = {u"response_format"_s};
    QVERIFY(!writeChatRequest(request, refused, names).contains("response_format"));
}

void ChatRequestTest::aChoiceOfToolsIsSentWithTools()
{
    ChatRequest request;
    request.model = u"m"_s;
    request.options.toolChoice = ToolChoice::Required;
    WireNames names;
    QVERIFY(!writeChatRequest(request, {}, names).contains("tool_choice"));
    request.tools = {{u"now"_s, {}, {}}};
    QVERIFY(writeChatRequest(request, {}, names).contains(R"(],"tool_choice":"required","stream")"));
}

void ChatRequestTest::aReasoningModelGetsItsOwnNames()
{
    for (const QString &model : {u"o1-mini"_s, u"o3"_s, u"gpt-5"_s, u"gpt-5.1-codex"_s, u"openai/o4-mini"_s}) {
        const auto guess = guessedCapabilities(model);
        QVERIFY2(guess.role == ChatCapabilities::InstructionRole::Developer, qPrintable(model));
        QVERIFY2(guess.tokenLimit == ChatCapabilities::TokenLimit::MaxCompletionTokens, qPrintable(model));
    }
    for (const QString &model : {u"gpt-4o"_s, u"llama3.1"_s, u"olmo"_s, u"qwen3:8b"_s, u"deepseek-chat"_s})
        QVERIFY2(guessedCapabilities(model) == ChatCapabilities(), qPrintable(model));
}

void ChatRequestTest::whatAServerRefusesIsCorrected_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("parameter");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("changed");
    QTest::newRow("stream_options") << u"Unknown field: stream_options"_s << QString() << 400 << u"options"_s;
    QTest::newRow("extra fields") << u"extra fields not permitted: stream_options"_s << QString() << 422
                                  << u"options"_s;
    QTest::newRow("no word at all") << QString() << QString() << 422 << u"options"_s;
    QTest::newRow("streaming") << u"Streaming is not supported for this model"_s << QString() << 400 << u"stream"_s;
    QTest::newRow("stream by name") << u"Unsupported value: 'stream' does not support true"_s << u"stream"_s << 400
                                    << u"stream"_s;
    QTest::newRow("max_tokens")
        << u"Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead."_s
        << u"max_tokens"_s << 400 << u"limit"_s;
    QTest::newRow("system role")
        << u"Unsupported value: 'messages[0].role' does not support 'system' with this model."_s
        << u"messages[0].role"_s << 400 << u"role"_s;
    QTest::newRow("temperature") << u"Unsupported value: 'temperature' does not support 0.2 with this model."_s
                                 << u"temperature"_s << 400 << u"temperature"_s;
    QTest::newRow("response_format") << u"This response_format type is unavailable now"_s << QString() << 400
                                     << u"response_format"_s;
    QTest::newRow("json_schema") << u"'json_schema' is not supported by this model"_s << QString() << 422
                                 << u"response_format"_s;
    QTest::newRow("something else") << u"messages: at least one is required"_s << u"messages"_s << 400 << QString();
    QTest::newRow("a value out of range is the person's business")
        << u"temperature must be at most 2"_s << u"temperature"_s << 400 << QString();
    QTest::newRow("a key is never a matter of the request")
        << u"stream is not supported"_s << QString() << 401 << QString();
}

void ChatRequestTest::whatAServerRefusesIsCorrected()
{
    QFETCH(QString, words);
    QFETCH(QString, parameter);
    QFETCH(int, status);
    QFETCH(QString, changed);
    const ChatCapabilities tried;
    const auto corrected = correctedCapabilities(tried, refusal(status, words, parameter));
    QCOMPARE(corrected.has_value(), !changed.isEmpty());
    if (!corrected)
        return;
    QCOMPARE(!corrected->streamOptions, changed == u"options"_s);
    QCOMPARE(!corrected->stream, changed == u"stream"_s);
    QCOMPARE(corrected->tokenLimit != tried.tokenLimit, changed == u"limit"_s);
    QCOMPARE(corrected->role != tried.role, changed == u"role"_s);
    QCOMPARE(corrected->leftOut.contains(u"temperature"_s), changed == u"temperature"_s);
    QCOMPARE(corrected->leftOut.contains(u"response_format"_s), changed == u"response_format"_s);
}

void ChatRequestTest::correctionsEnd()
{
    // A server that refuses both roles gets the instructions as a user message, and then no further try.
    auto capabilities = guessedCapabilities(u"o1-mini"_s);
    const auto refuse = [&](const QString &role) {
        return correctedCapabilities(capabilities,
                                     refusal(400, QString(u"'messages[0].role' does not support '"_s + role + u'\'')));
    };
    capabilities = refuse(u"developer"_s).value();
    QCOMPARE(int(capabilities.role), int(ChatCapabilities::InstructionRole::System));
    capabilities = refuse(u"system"_s).value();
    QCOMPARE(int(capabilities.role), int(ChatCapabilities::InstructionRole::User));
    QVERIFY(!refuse(u"system"_s));
    QVERIFY(!refuse(u"developer"_s));

    ChatCapabilities limits;
    limits = correctedCapabilities(limits, refusal(400, u"max_tokens is not supported"_s)).value();
    QVERIFY(!correctedCapabilities(limits, refusal(400, u"max_completion_tokens is not supported"_s)));
}

void ChatRequestTest::callIdsFitTheWire()
{
    WireNames names;
    QCOMPARE(names.callId(u"call_1"_s), u"call_1"_s);
    const QString dotted = names.callId(u"functions.search:0"_s);
    QCOMPARE(dotted.size(), 27);
    QCOMPARE(names.callId(u"functions.search:0"_s), dotted);
    QVERIFY(names.callId(u"functions.search:1"_s) != dotted);
    QVERIFY(names.callId(QString(u"fc_"_s + QString(50, u'a'))).size() <= 40);

    WireNames mistral(9);
    QSet<QString> seen;
    for (int i = 0; i < 10'000; ++i) {
        const QString id = mistral.callId(u"call_%1"_s.arg(i));
        QCOMPARE(id.size(), 9);
        QVERIFY(!seen.contains(id));
        seen.insert(id);
    }
    WireNames again(9);
    for (int i = 0; i < 100; ++i)
        QCOMPARE(again.callId(u"call_%1"_s.arg(i)), mistral.callId(u"call_%1"_s.arg(i)));
}

void ChatRequestTest::toolNamesFitTheWireAndFindBack()
{
    WireNames names;
    QCOMPARE(names.tool(u"read_file"_s), u"read_file"_s);
    QCOMPARE(names.tool(u"server/read file"_s), u"server_read_file"_s);
    QCOMPARE(names.tool(u"server read/file"_s), u"server_read_file_2"_s);
    QCOMPARE(names.toolBehind(u"server_read_file_2"_s), u"server read/file"_s);
    QCOMPARE(names.toolBehind(u"unheard_of"_s), u"unheard_of"_s);
    QCOMPARE(names.tool(QString(80, u'x')).size(), 64);
    QCOMPARE(names.tool(QString(81, u'x')).size(), 64);
    QVERIFY(names.tool(QString(80, u'x')) != names.tool(QString(81, u'x')));
}

void ChatRequestTest::textIsEscaped()
{
    const QString odd = u"\"\\\n\r\t\u0001\u001f \u2028 \U0001F600 ü </script>"_s;
    ChatRequest request;
    request.messages = {userMessage(odd)};
    WireNames names;
    const auto document = QJsonDocument::fromJson(writeChatRequest(request, {}, names));
    QCOMPARE(document["messages"_L1][0]["content"_L1].toString(), odd);
}

// Long text is looked through block by block.
void ChatRequestTest::whatNeedsEscapingIsFoundWhereverItStands()
{
    for (const qsizetype length : {0, 1, 63, 64, 65, 127, 128, 200}) {
        for (qsizetype place = 0; place <= length; ++place) {
            for (const QChar special : {u'"', u'\\', u'\n', u'\x1f', u'é', u'€'}) {
                QString words(length, u'a');
                words.insert(place, special);
                ChatRequest request;
                request.messages = {message(Role::User, {text(words)})};
                WireNames names;
                const QByteArray json = writeChatRequest(request, {}, names);
                QCOMPARE(QJsonDocument::fromJson(json)["messages"_L1][0]["content"_L1].toString(), words);
            }
        }
    }
}

QTEST_APPLESS_MAIN(ChatRequestTest)
#include "tst_chatRequest.moc"
