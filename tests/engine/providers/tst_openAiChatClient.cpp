// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "ProviderBench.h"
#include "providers/openai/OpenAiChatClient.h"
#include "support/Rule.h"

#include <QFile>
#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace typeshift;
using Kind = Error::Kind;

class OpenAiChatClientTest : public QObject
{
    Q_OBJECT

private slots:
    void theRequestGoesToTheEndpointWithItsKey();
    void withoutAKeyNoneIsSent();
    void deltasOfOnePieceAreReportedOnce();
    void thoughtAndTextKeepTheirOrder();
    void callsAreToldBehindEverythingElse();
    void anAnswerInOnePieceIsReportedToo();
    void aServerThatRefusesStreamingGetsAPlainRequest();
    void aServerThatRefusesAParameterGetsAnother();
    void whatAFailedCorrectionChangedIsForgotten();
    void everyRefusalBecomesItsKind_data();
    void everyRefusalBecomesItsKind();
    void aKeyIsNeverPartOfAnError();
    void aConnectionLostAfterTheProofIsAnAnswer();
    void aServerThatKeepsTheConnectionIsNotWaitedFor();
    void aStopEndsTheRequestAndKeepsWhatCame();
    void aDroppedTaskIsSilent();
    void reasoningCarriesWhatMustGoBack();
    void aCallKeepsItsSignature();
    void aMessageKeepsItsSignature();
    void noIdOfOursLeavesTheMachine();
};

namespace {

const QByteArray hello = R"(data: {"id":"r1","model":"m-2","choices":[{"index":0,"delta":{"content":"hello"}}]})"
                         "\n\n";
const QByteArray stopped = R"(data: {"id":"r1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]})"
                           "\n\n";
const QByteArray done = "data: [DONE]\n\n";

struct Bench : ProviderBench {
    std::shared_ptr<FakeTransport> transport = std::make_shared<FakeTransport>();
    OpenAiChatClient client;

    explicit Bench(const QByteArray &key = {})
        : client(transport, {.address = *EndpointAddress::fromText(u"https://api.example.com/v1"_s), .key = key})
    {
    }
    void answers(int status, const QByteArray &body, const HttpHeaders &headers = {})
    {
        FakeAnswer answer;
        answer.status = status;
        answer.headers = headers;
        answer.chunks = {body};
        transport->enqueue(answer);
    }
    Result<ChatResponse> ask(ChatRequest request = requestOf(u"go"_s))
    {
        auto task = client.respond(std::move(request), run);
        task.start();
        return task.isDone() ? task.takeResult() : failure(Kind::InvalidState, u"not done"_s);
    }
    QJsonObject body(qsizetype request) const
    {
        return QJsonDocument::fromJson(transport->requests()[request].body).object();
    }
};

QByteArray header(const HttpRequest &request, QByteArrayView name)
{
    HttpHead head;
    head.headers = request.headers;
    return head.header(name);
}

} // namespace

void OpenAiChatClientTest::theRequestGoesToTheEndpointWithItsKey()
{
    Bench bench("sk-secret");
    bench.answers(200, hello + stopped + done);
    const auto answer = bench.ask();
    QVERIFY(answer);
    QCOMPARE(answer->text(), u"hello"_s);
    QCOMPARE(answer->model, u"m-2"_s);
    QCOMPARE(answer->responseId, u"r1"_s);
    const HttpRequest &sent = bench.transport->requests().constFirst();
    QCOMPARE(sent.method, "POST"_ba);
    QCOMPARE(sent.url, QUrl(u"https://api.example.com/v1/chat/completions"_s));
    QCOMPARE(header(sent, "authorization"), "Bearer sk-secret"_ba);
    QCOMPARE(header(sent, "content-type"), "application/json"_ba);
    QVERIFY(header(sent, "accept-encoding").isEmpty()); // Qt decompresses only what it asked for itself // qt-network 1
}

void OpenAiChatClientTest::withoutAKeyNoneIsSent()
{
    Bench bench;
    bench.answers(200, hello + stopped + done);
    QVERIFY(bench.ask());
    QVERIFY(header(bench.transport->requests().constFirst(), "authorization").isEmpty());
}

void OpenAiChatClientTest::deltasOfOnePieceAreReportedOnce()
{
    Bench bench;
    auto task = bench.client.respond(requestOf(u"go"_s), bench.run);
    task.start();
    bench.transport->last().send(QByteArray(hello + hello + hello));
    bench.transport->last().send(hello);
    const auto deltas = bench.all<TextDelta>();
    QCOMPARE(deltas.size(), 2);
    QCOMPARE(deltas[0].text, u"hellohellohello"_s);
    bench.transport->last().send(QByteArray(stopped + done));
    bench.transport->last().end();
    QVERIFY(task.isDone());
    const auto answer = task.takeResult();
    QCOMPARE(answer->text(), u"hellohellohellohello"_s);
    QCOMPARE(answer->messages.constFirst().uid, deltas[0].message);
}

void OpenAiChatClientTest::thoughtAndTextKeepTheirOrder()
{
    Bench bench;
    bench.answers(200,
                  R"(data: {"choices":[{"delta":{"reasoning_content":"a"}}]})"
                  "\n\n"
                  R"(data: {"choices":[{"delta":{"content":"b"}}]})"
                  "\n\n"
                  R"(data: {"choices":[{"delta":{"reasoning_content":"c"}}]})"
                  "\n\n"
                      + stopped + done);
    const auto answer = bench.ask();
    QVERIFY(answer);
    const auto &contents = answer->messages.constFirst().contents;
    QCOMPARE(contents.size(), 3);
    QCOMPARE(std::get<ReasoningContent>(contents[0]).text, u"a"_s);
    QCOMPARE(std::get<TextContent>(contents[1]).text, u"b"_s);
    QCOMPARE(std::get<ReasoningContent>(contents[2]).text, u"c"_s);
    QVERIFY(std::holds_alternative<ReasoningDelta>(bench.updates[0]));
    QVERIFY(std::holds_alternative<TextDelta>(bench.updates[1]));
    QVERIFY(std::holds_alternative<ReasoningDelta>(bench.updates[2]));
}

void OpenAiChatClientTest::callsAreToldBehindEverythingElse()
{
    RULE("2.0.12");
    Bench bench;
    auto task = bench.client.respond(requestOf(u"go"_s), bench.run);
    task.start();
    bench.transport->last().send(
        R"(data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]}}]})"
        "\n\n"
        R"(data: {"choices":[{"delta":{"tool_calls":[{"index":1,"id":"b","function":{"name":"g","arguments":"{}"}}]}}]})"
        "\n\n");
    bench.transport->last().send(hello);
    QCOMPARE(bench.all<TextDelta>().size(), 1);
    QVERIFY(bench.all<CallUpdate>().isEmpty());
    bench.transport->last().send(QByteArray(stopped + done));
    bench.transport->last().end();
    QVERIFY(task.isDone());
    const auto calls = bench.all<CallUpdate>();
    QCOMPARE(calls.size(), 2);
    QCOMPARE(calls[0].call.name, u"f"_s);
    QCOMPARE(calls[1].call.name, u"g"_s);
}

void OpenAiChatClientTest::anAnswerInOnePieceIsReportedToo()
{
    Bench bench;
    bench.answers(
        200,
        R"({"id":"x","choices":[{"message":{"content":"whole"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":1}})");
    ChatRequest request = requestOf(u"go"_s);
    request.options.stream = false;
    QVERIFY(bench.ask(request));
    QCOMPARE(bench.body(0)["stream"_L1], QJsonValue(false));
    QCOMPARE(header(bench.transport->requests().constFirst(), "accept"), "application/json"_ba);
    QCOMPARE(bench.all<TextDelta>().size(), 1);
    QCOMPARE(bench.all<UsageUpdate>().constFirst().usage.input, 3);
}

void OpenAiChatClientTest::aServerThatRefusesStreamingGetsAPlainRequest()
{
    Bench bench;
    const QByteArray whole = R"({"choices":[{"message":{"content":"whole"},"finish_reason":"stop"}]})";
    bench.answers(400, R"({"error":{"message":"This model does not support streaming"}})");
    bench.answers(200, whole);
    bench.answers(200, whole);
    QCOMPARE(bench.ask()->text(), u"whole"_s);
    QCOMPARE(bench.ask()->text(), u"whole"_s);
    QCOMPARE(bench.transport->requests().size(), 3); // one refusal for the client's life
    QCOMPARE(bench.body(0)["stream"_L1], QJsonValue(true));
    QCOMPARE(bench.body(1)["stream"_L1], QJsonValue(false));
    QCOMPARE(bench.body(2)["stream"_L1], QJsonValue(false));
}

void OpenAiChatClientTest::aServerThatRefusesAParameterGetsAnother()
{
    Bench bench;
    bench.answers(422, R"({"detail":[{"loc":["body","stream_options"],"msg":"extra fields not permitted"}]})");
    bench.answers(
        400,
        R"({"error":{"message":"Unsupported parameter: 'max_tokens'","param":"max_tokens","code":"unsupported_parameter"}})");
    bench.answers(200, hello + stopped + done);
    ChatRequest request = requestOf(u"go"_s);
    request.options.maxOutputTokens = 9;
    QVERIFY(bench.ask(request));
    QCOMPARE(bench.transport->requests().size(), 3);
    QVERIFY(bench.body(0).contains("stream_options"_L1));
    QVERIFY(!bench.body(1).contains("stream_options"_L1));
    QCOMPARE(bench.body(2)["max_completion_tokens"_L1].toInt(), 9);
    QVERIFY(!bench.body(2).contains("max_tokens"_L1));
}

void OpenAiChatClientTest::whatAFailedCorrectionChangedIsForgotten()
{
    Bench bench;
    bench.answers(400, "");
    bench.answers(400, "");
    QCOMPARE(bench.ask().error().kind, Kind::Refused);
    QCOMPARE(bench.transport->requests().size(), 2);
    bench.answers(200, hello + stopped + done);
    QVERIFY(bench.ask());
    QVERIFY(bench.body(2).contains("stream_options"_L1));
}

void OpenAiChatClientTest::everyRefusalBecomesItsKind_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *name, int status, const QByteArray &body, Kind kind, const QString &message) {
        QTest::newRow(name) << status << body << kind << message;
    };
    row("401", 401, R"({"error":{"message":"Incorrect API key","code":"invalid_api_key"}})", Kind::Auth,
        u"Incorrect API key"_s);
    row("403", 403, R"({"error":"forbidden"})", Kind::Auth, u"forbidden"_s);
    row("400 about the key", 400, R"([{"error":{"code":400,"message":"bad key","status":"UNAUTHENTICATED"}}])",
        Kind::Auth, u"bad key"_s);
    row("404", 404, R"({"error":{"message":"no such model","code":"model_not_found"}})", Kind::Refused,
        u"no such model"_s);
    row("408", 408, "", Kind::Timeout, {});
    row("409", 409, R"({"message":"busy with the same"})", Kind::Overloaded, u"busy with the same"_s);
    row("413", 413, "too large", Kind::ContextLength, {});
    row("400 about length by code", 400, R"({"error":{"message":"long","code":"context_length_exceeded"}})",
        Kind::ContextLength, u"long"_s);
    row("400 about length by words", 400, R"({"error":{"message":"This model's maximum context length is 8 tokens"}})",
        Kind::ContextLength, u"This model's maximum context length is 8 tokens"_s);
    row("500 about length", 500, R"({"error":{"message":"x","type":"exceed_context_size_error"}})", Kind::ContextLength,
        u"x"_s);
    row("422", 422, R"({"detail":"no"})", Kind::Refused, u"no"_s);
    row("429", 429, R"({"error":{"message":"slow","code":"rate_limit_exceeded"}})", Kind::RateLimit, u"slow"_s);
    row("Retry 4: 429 without credit", 429,
        R"({"error":{"message":"pay","type":"insufficient_quota","code":"insufficient_quota"}})", Kind::Refused,
        u"pay"_s);
    row("Retry 4: 402", 402, R"({"error":{"message":"credits","code":402}})", Kind::Refused, u"credits"_s);
    row("429 of a gateway", 429,
        R"({"error":{"code":429,"message":"Provider returned error","metadata":{"raw":"busy upstream"}}})",
        Kind::RateLimit, u"Provider returned error: busy upstream"_s);
    row("500", 500, R"({"error":["odd"]})", Kind::Overloaded, u"odd"_s);
    row("503", 503, R"({"error":{"code":503,"message":"Loading model","type":"unavailable_error"}})", Kind::Overloaded,
        u"Loading model"_s);
    row("529", 529, R"({"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}})", Kind::Overloaded,
        u"Overloaded"_s);
    row("502 with a page", 502, "<html>bad gateway</html>", Kind::Overloaded, {});
}

void OpenAiChatClientTest::everyRefusalBecomesItsKind()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(Kind, kind);
    QFETCH(QString, message);
    Bench bench;
    bench.answers(status, body, {{"x-request-id", "req_1"}, {"Retry-After", "3"}});
    const auto answer = bench.ask();
    QVERIFY(!answer);
    QCOMPARE(answer.error().kind, kind);
    QCOMPARE(answer.error().facts.message, message);
    QCOMPARE(answer.error().facts.status, status);
    QCOMPARE(answer.error().facts.host, u"api.example.com"_s);
    QCOMPARE(answer.error().facts.requestId, u"req_1"_s);
    QCOMPARE(answer.error().facts.retryAfter, 3s);
    if (message.isEmpty())
        QCOMPARE(answer.error().facts.raw, QString::fromUtf8(body));
    QVERIFY(bench.updates.isEmpty());
}

void OpenAiChatClientTest::aKeyIsNeverPartOfAnError()
{
    Bench bench("sk-secret-12345");
    bench.answers(401, R"({"error":{"message":"Incorrect API key provided: sk-secret-12345."}})");
    bench.answers(200, "<html>sk-secret-12345</html>");
    const auto first = bench.ask();
    QCOMPARE(first.error().facts.message, u"Incorrect API key provided: ***."_s);
    const auto second = bench.ask();
    QVERIFY(!second.error().facts.raw.contains(u"secret"_s));
}

void OpenAiChatClientTest::aConnectionLostAfterTheProofIsAnAnswer()
{
    Bench bench;
    FakeAnswer answer;
    answer.chunks = {hello + stopped};
    answer.ending = FakeAnswer::Ending::Cut;
    bench.transport->enqueue(answer);
    QCOMPARE(bench.ask()->text(), u"hello"_s);

    answer.chunks = {hello};
    bench.transport->enqueue(answer);
    QCOMPARE(bench.ask().error().kind, Kind::IncompleteStream);

    answer.chunks = {};
    bench.transport->enqueue(answer);
    QCOMPARE(bench.ask().error().kind, Kind::Network);
}

void OpenAiChatClientTest::aServerThatKeepsTheConnectionIsNotWaitedFor()
{
    Bench bench;
    auto task = bench.client.respond(requestOf(u"go"_s), bench.run);
    task.start();
    bench.transport->last().send(QByteArray(hello + stopped + done));
    QVERIFY(!task.isDone());
    bench.clock.advance(3s);
    QVERIFY(task.isDone());
    QCOMPARE(task.takeResult()->text(), u"hello"_s);
}

void OpenAiChatClientTest::aStopEndsTheRequestAndKeepsWhatCame()
{
    Bench bench;
    auto task = bench.client.respond(requestOf(u"go"_s), bench.run);
    task.start();
    bench.transport->last().send(hello);
    bench.stop.requestStop();
    QVERIFY(task.isDone());
    QCOMPARE(task.takeResult().error().kind, Kind::Cancelled);
    QVERIFY(!bench.transport->last().isOpen());
    QCOMPARE(bench.all<TextDelta>().size(), 1);
}

void OpenAiChatClientTest::aDroppedTaskIsSilent()
{
    Bench bench;
    {
        auto task = bench.client.respond(requestOf(u"go"_s), bench.run);
        task.start();
        bench.transport->last().send(QByteArray(hello + stopped + done));
    }
    bench.clock.advance(10s);
    bench.stop.requestStop();
    QVERIFY(!bench.transport->last().isOpen());
}

void OpenAiChatClientTest::reasoningCarriesWhatMustGoBack()
{
    Bench bench;
    bench.answers(
        200,
        R"(data: {"choices":[{"delta":{"reasoning":"a","reasoning_details":[{"type":"reasoning.text","text":"a","index":0}]}}]})"
        "\n\n"
        R"(data: {"choices":[{"delta":{"reasoning":"b","reasoning_details":[{"type":"reasoning.text","text":"b","index":0,"signature":"s"}]}}]})"
        "\n\n"
        R"(data: {"choices":[{"delta":{"reasoning_details":[{"type":"reasoning.encrypted","data":"d","index":1}]}}]})"
        "\n\n"
            + stopped + done);
    const auto answer = bench.ask();
    QVERIFY(answer);
    const auto &reasoning = std::get<ReasoningContent>(answer->messages.constFirst().contents.constFirst());
    QCOMPARE(reasoning.text, u"ab"_s);
    QCOMPARE(
        reasoning.raw,
        R"({"details":[{"index":0,"signature":"s","text":"ab","type":"reasoning.text"},{"data":"d","index":1,"type":"reasoning.encrypted"}],"host":"api.example.com","member":"reasoning"})"_ba);
}

void OpenAiChatClientTest::aCallKeepsItsSignature()
{
    Bench bench;
    bench.answers(
        200,
        R"(data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"},"extra_content":{"google":{"thought_signature":"AVSo+/="}}},{"index":1,"id":"b","function":{"name":"f","arguments":"{\"x\":"}}]}}]})"
        "\n\n"
        R"(data: {"choices":[{"delta":{"tool_calls":[{"index":1,"function":{"arguments":"1}"}}]}}]})"
        "\n\n"
            + stopped + done);
    const auto answer = bench.ask();
    QVERIFY(answer);
    const auto calls = answer->messages.constFirst().calls();
    QCOMPARE(calls.size(), 2);
    QCOMPARE(calls[0].raw,
             R"({"extra_content":{"google":{"thought_signature":"AVSo+/="}},"host":"api.example.com"})"_ba);
    QCOMPARE(calls[1].raw, ""_ba);
}

// As recorded from Google: one signature for the message, and calls without ids.
void OpenAiChatClientTest::aMessageKeepsItsSignature()
{
    QFile recorded(TYPESHIFT_SOURCE_DIR
                   "/tests/fixtures/recorded/google__chat-completions__toolcall-without-id-1.json"_L1);
    QVERIFY(recorded.open(QIODevice::ReadOnly));
    const QByteArray text = recorded.readAll();
    Bench bench;
    bench.answers(200, text);
    const auto answer = bench.ask();
    QVERIFY(answer);
    const QList<Content> contents = answer->messages.constFirst().contents;
    const auto *reasoning = std::get_if<ReasoningContent>(&contents.constFirst());
    QVERIFY(reasoning);
    QCOMPARE(QJsonDocument::fromJson(reasoning->raw)["extra_content"_L1],
             QJsonDocument::fromJson(text)["choices"_L1][0]["message"_L1]["extra_content"_L1]);
    QCOMPARE(answer->messages.constFirst().calls().size(), 1);
}

void OpenAiChatClientTest::noIdOfOursLeavesTheMachine()
{
    Bench bench;
    bench.answers(200, hello + stopped + done);
    ChatRequest request = requestOf(u"go"_s);
    request.messages[0].uid = QUuid::createUuid();
    request.messages[0].author = u"somebody"_s;
    QVERIFY(bench.ask(request));
    const QByteArray body = bench.transport->requests().constFirst().body;
    QVERIFY(!body.contains(request.messages[0].uid.toByteArray(QUuid::WithoutBraces))); // 2.1.20
    QVERIFY(!body.contains("somebody"));
}

QTEST_GUILESS_MAIN(OpenAiChatClientTest)
#include "tst_openAiChatClient.moc"
