// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "support/Rule.h"
#include "support/RunningEngine.h"
#include "support/TestTools.h"
#include "tools/ToolLoop.h"

using namespace Qt::StringLiterals;
using namespace typeshift;

class TestToolLoop final : public QObject
{
    Q_OBJECT

private slots:
    void aResponseWithoutCallsEndsTheLoop();
    void callsAreAnsweredInOneToolMessage();
    void theLastIterationOffersNoTools();
    void theBudgetIsSharedByTheRunsPasses();
    void anUnknownToolIsAResultAndNoError();
    void aFailureIsAResultInTheseWords();
    void anEmptyResultIsASuccess();
    void tooManyFailingRoundsFailTheRun_data();
    void tooManyFailingRoundsFailTheRun();
    void aCleanRoundForgetsTheFailures();
    void callsRunOneAfterTheOther();
    void callsRunSideBySideWhenTheOptionSaysSo();
    void sideBySideEachResultIsStoredAsItArrives();
    void sideBySideOneAppendWaitsForTheOther();
    void sideBySideAStopKeepsWhatArrived();
    void sideBySideTheHandleMayDieHalfWay();
    void aToolMayEndTheLoop();
    void aCallThatTheServerAnsweredIsNotRun();
    void aDeclarationOnlyToolPassesAllCallsOut();
    void resultsAreStreamedAndStored();
    void cancellingStopsTheTool();
    void theCallersMessagesStayAsTheyAre();
    void argumentsThatAreNoObjectAreAnError_data();
    void argumentsThatAreNoObjectAreAnError();
    void noArgumentsAreAnEmptyObject_data();
    void noArgumentsAreAnEmptyObject();
    void aRequiredChoiceHoldsForTheFirstCallOnly();
    void whatAToolThrowsIsItsFailure_data();
    void whatAToolThrowsIsItsFailure();
};

namespace {

// The results that the model was last shown, as "id: text".
QStringList shownResults(const ChatRequest &request)
{
    QStringList shown;
    for (const Message &message : request.messages) {
        for (const Content &content : message.contents) {
            const auto *result = std::get_if<FunctionResult>(&content);
            if (result)
                shown.append(
                    u"%1: %2"_s.arg(result->callId, std::get<TextContent>(result->contents.constFirst()).text));
        }
    }
    return shown;
}

// The call ids of the results in the order they were stored, each in an entry of its own.
QStringList storedResults(RunningEngine &running)
{
    QStringList ids;
    for (const auto entries = running.entries(); const StoredEntry &stored : entries) {
        const QList<Message> &messages = stored.entry.messages;
        if (messages.isEmpty() || messages.constFirst().role != Role::Tool)
            continue;
        if (messages.size() != 1 || messages.constFirst().contents.size() != 1)
            ids.append(u"more than one"_s);
        else if (const auto *result = std::get_if<FunctionResult>(&messages.constFirst().contents.constFirst()))
            ids.append(result->callId);
    }
    return ids;
}

} // namespace

void TestToolLoop::aResponseWithoutCallsEndsTheLoop()
{
    RULE("2.0.1");
    TestTools tools;
    RunningEngine running{.tools = {tools.echo(u"echo"_s)}};
    running.model->says(u"Hello."_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(running.model->requests().size(), 1);
    QCOMPARE(running.model->lastRequest().tools.constFirst().name, u"echo"_s);
}

void TestToolLoop::callsAreAnsweredInOneToolMessage()
{
    RULE("2.0.1");
    TestTools tools;
    RunningEngine running{.tools = {tools.echo(u"echo"_s)}};
    running.model
        ->answers(ScriptedAnswer()
                      .text(u"Look."_s)
                      .call(u"echo"_s, R"({"n":1})", u"a"_s)
                      .call(u"echo"_s, R"({"n":2})", u"b"_s))
        .says(u"Done."_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    const auto response = RunningEngine::end(run);
    QVERIFY(response);
    const auto &asked = running.model->lastRequest().messages;
    QCOMPARE(asked.size(), 3);
    QCOMPARE(asked[2].role, Role::Tool);
    QCOMPARE(shownResults(running.model->lastRequest()), QStringList({u"a: {\"n\":1}"_s, u"b: {\"n\":2}"_s}));
    QCOMPARE(response->messages.size(), 3); // The call, its results, the answer.
    QCOMPARE(response->text(), u"Look.Done."_s);
}

void TestToolLoop::theLastIterationOffersNoTools()
{
    RULE("2.0.2");
    TestTools tools;
    RunningEngine running{.tools = {tools.echo(u"echo"_s)}, .options = {.maxToolIterations = 2}};
    running.model->asksFor(u"echo"_s, "{}").asksFor(u"echo"_s, "{}").asksFor(u"echo"_s, "{}");
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(running.model->requests().size(), 3);
    QVERIFY(running.model->lastRequest().tools.isEmpty());
    QCOMPARE(tools.log.size(), 2); // The third call is not run,
    running.model->says(u"ok"_s);
    const RunHandle next = running.host().run(u"And now?"_s, running.request());
    QVERIFY(RunningEngine::end(next));
    QCOMPARE(shownResults(running.model->lastRequest()).size(), 2);
    QVERIFY2(running.model->lastRequest().messages.size() == 6, "nor left dangling in what the next run sends");
}

void TestToolLoop::theBudgetIsSharedByTheRunsPasses()
{
    RULE("2.0.3", "2.4.11");
    TestTools tools;
    RunningEngine running{.tools = {tools.echo(u"echo"_s)}, .options = {.maxToolIterations = 1}};
    running.model->asksFor(u"echo"_s, "{}").answers(ScriptedAnswer().text(u"One."_s).pause()).says(u"Two."_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(running.model->isPaused());
    QVERIFY(running.engine->tracker().trySteer(running.conversation, u"More"_s));
    running.model->goOn();
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(running.model->requests().size(), 3);
    QVERIFY(running.model->requests().at(1).tools.isEmpty());
    QVERIFY2(running.model->requests().at(2).tools.isEmpty(), "the second pass has no budget of its own");
}

void TestToolLoop::anUnknownToolIsAResultAndNoError()
{
    RULE("2.0.5", "2.2.18");
    RunningEngine running{.options = {.maxConsecutiveErrors = 0}};
    running.model->asksFor(u"gone"_s, "{}", u"a"_s).says(u"ok"_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(shownResults(running.model->lastRequest()),
             QStringList(u"a: Error: Requested function \"gone\" not found."_s));
}

void TestToolLoop::aFailureIsAResultInTheseWords()
{
    RULE("2.0.6");
    TestTools tools;
    RunningEngine running{.tools = {tools.failing(u"f"_s, u"no such ticket"_s)}};
    running.model->asksFor(u"f"_s, "{}", u"a"_s).says(u"ok"_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(shownResults(running.model->lastRequest()),
             QStringList(u"a: Error: Function failed. Exception: no such ticket"_s));
    const auto results = running.entries().at(2).entry.messages.constFirst().contents;
    QVERIFY(std::get<FunctionResult>(results.constFirst()).isError);
}

void TestToolLoop::anEmptyResultIsASuccess()
{
    RULE("2.0.6");
    TestTools tools;
    RunningEngine running{
        .tools = {tools.make(u"f"_s, [](const QJsonObject &, ToolContext &) { return Result<ToolOutput>(); })}};
    running.model->asksFor(u"f"_s, "{}", u"a"_s).says(u"ok"_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(shownResults(running.model->lastRequest()), QStringList(u"a: Success: Function completed."_s));
}

void TestToolLoop::tooManyFailingRoundsFailTheRun_data()
{
    QTest::addColumn<int>("maximum");
    QTest::addColumn<bool>("atOnce");
    QTest::newRow("2.0.7 three are borne, the fourth is not") << 3 << false;
    QTest::newRow("2.0.7 none is borne") << 0 << false;
    QTest::newRow("2.0.7 side by side") << 1 << true;
}

void TestToolLoop::tooManyFailingRoundsFailTheRun()
{
    QFETCH(int, maximum);
    QFETCH(bool, atOnce);
    TestTools tools;
    RunningEngine running{.tools = {tools.failing(u"f"_s, u"broken"_s)},
                          .options = {.maxConsecutiveErrors = maximum, .concurrentCalls = atOnce}};
    for (int round = 0; round <= maximum; ++round)
        running.model->answers(ScriptedAnswer().call(u"f"_s, "{}").call(u"f"_s, "{}"));
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    const auto response = RunningEngine::end(run);
    QVERIFY(!response);
    QCOMPARE(response.error().facts.message, u"broken"_s);
    // One after the other, the failure that is too much leaves at once and the second call of its round is not run.
    QCOMPARE(tools.log.size(), atOnce ? 2 * (maximum + 1) : 2 * maximum + 1);
    QCOMPARE(running.entries().constLast().entry.error()->facts.message, u"broken"_s);
}

void TestToolLoop::aCleanRoundForgetsTheFailures()
{
    RULE("2.0.7");
    TestTools tools;
    RunningEngine running{.tools = {tools.failing(u"f"_s, u"broken"_s), tools.echo(u"echo"_s)},
                          .options = {.maxConsecutiveErrors = 1}};
    running.model->asksFor(u"f"_s, "{}").asksFor(u"echo"_s, "{}").asksFor(u"f"_s, "{}").says(u"ok"_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QVERIFY(RunningEngine::end(run));
}

void TestToolLoop::callsRunOneAfterTheOther()
{
    RULE("2.0.8");
    const auto slow = std::make_shared<PausedTool>(u"slow"_s);
    TestTools tools;
    RunningEngine running{.tools = {slow, tools.echo(u"echo"_s)}};
    running.model->answers(ScriptedAnswer().call(u"slow"_s, "{}").call(u"echo"_s, "{}")).says(u"ok"_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(slow->isWaiting());
    QVERIFY(tools.log.isEmpty());
    slow->goOn();
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(tools.log.size(), 1);
}

void TestToolLoop::callsRunSideBySideWhenTheOptionSaysSo()
{
    RULE("2.0.8");
    const auto slow = std::make_shared<PausedTool>(u"slow"_s);
    TestTools tools;
    RunningEngine running{.tools = {slow, tools.echo(u"echo"_s)}, .options = {.concurrentCalls = true}};
    running.model->answers(ScriptedAnswer().call(u"slow"_s, "{}", u"a"_s).call(u"echo"_s, "{}", u"b"_s)).says(u"ok"_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(slow->isWaiting());
    QCOMPARE(tools.log.size(), 1);
    slow->goOn();
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(shownResults(running.model->lastRequest()), QStringList({u"a: done"_s, u"b: {}"_s}));
}

void TestToolLoop::sideBySideEachResultIsStoredAsItArrives()
{
    RULE("2.0.8", "2.1.3");
    const auto slow = std::make_shared<PausedTool>(u"slow"_s);
    TestTools tools;
    RunningEngine running{.tools = {slow, tools.echo(u"echo"_s)}, .options = {.concurrentCalls = true}};
    running.model->answers(ScriptedAnswer().call(u"slow"_s, "{}", u"a"_s).call(u"echo"_s, "{}", u"b"_s)).says(u"ok"_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(slow->isWaiting());
    QCOMPARE(storedResults(running), QStringList(u"b"_s)); // A crash now loses the slow tool alone.
    slow->goOn();
    const auto response = RunningEngine::end(run);
    QVERIFY(response);
    QCOMPARE(storedResults(running), QStringList({u"b"_s, u"a"_s}));
    const QStringList inCallOrder{u"a: done"_s, u"b: {}"_s};
    QCOMPARE(shownResults(running.model->lastRequest()), inCallOrder);
    QCOMPARE(response->messages.at(1).contents.size(), 2);

    running.model->says(u"fine"_s);
    const RunHandle next = running.host().run(u"And?"_s, running.request());
    QVERIFY(RunningEngine::end(next));
    QCOMPARE(shownResults(running.model->lastRequest()), inCallOrder); // So does whoever loads it.
}

void TestToolLoop::sideBySideOneAppendWaitsForTheOther()
{
    RULE("2.1.4");
    TestTools tools;
    RunningEngine running{.tools = {tools.echo(u"echo"_s)}, .options = {.concurrentCalls = true}};
    running.store->hangAppend(3);
    running.store->hangAppend(4);
    running.model
        ->answers(ScriptedAnswer().call(u"echo"_s, "{}", u"a"_s).call(u"echo"_s, "{}", u"b"_s).call(u"echo"_s, "{}"))
        .says(u"ok"_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_COMPARE(running.store->hanging(), 1);
    QCOMPARE(tools.log.size(), 3);
    QCOMPARE(running.store->appends(), 3);
    running.store->letGo();
    QTRY_COMPARE(running.store->hanging(), 1);
    QCOMPARE(running.store->appends(), 4);
    QCOMPARE(running.model->requests().size(), 1); // Nor is the model asked before the last one is stored.
    running.store->letGo();
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(storedResults(running).size(), 3);
}

void TestToolLoop::sideBySideAStopKeepsWhatArrived()
{
    RULE("2.0.14", "2.1.9");
    const auto slow = std::make_shared<PausedTool>(u"slow"_s);
    TestTools tools;
    RunningEngine running{.tools = {slow, tools.echo(u"echo"_s)}, .options = {.concurrentCalls = true}};
    running.model->answers(ScriptedAnswer().call(u"slow"_s, "{}", u"a"_s).call(u"echo"_s, "{}", u"b"_s));
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(slow->isWaiting());
    run->cancel();
    QCOMPARE(RunningEngine::end(run).error().kind, Error::Kind::Cancelled);
    QCOMPARE(storedResults(running), QStringList(u"b"_s));
    QVERIFY(running.entries().constLast().entry.endsRun);
}

void TestToolLoop::sideBySideTheHandleMayDieHalfWay()
{
    TestTools tools;
    RunningEngine running{.tools = {tools.echo(u"echo"_s)}, .options = {.concurrentCalls = true}};
    running.store->hangAppend(3);
    running.model->answers(ScriptedAnswer().call(u"echo"_s, "{}", u"a"_s).call(u"echo"_s, "{}", u"b"_s));
    RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_COMPARE(running.store->hanging(), 1);
    run.reset();
    const QFuture<void> closed = running.engine->close();
    running.store->letGo();
    QTRY_VERIFY(closed.isFinished());
    QCOMPARE(storedResults(running), QStringList({u"a"_s, u"b"_s}));
    QVERIFY(running.entries().constLast().entry.endsRun);
}

void TestToolLoop::aToolMayEndTheLoop()
{
    RULE("2.0.9", "2.1.14");
    TestTools tools;
    RunningEngine running{.tools = {tools.make(u"stop"_s,
                                               [](const QJsonObject &, ToolContext &context) -> Result<ToolOutput> {
                                                   context.endLoop();
                                                   return toolText(u"enough"_s);
                                               }),
                                    tools.echo(u"echo"_s)}};
    running.model->answers(ScriptedAnswer().call(u"stop"_s, "{}").call(u"echo"_s, "{}"));
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(running.model->requests().size(), 1);
    QCOMPARE(tools.log, QStringList(u"stop {}"_s));
    const auto entries = running.entries(); // Input, response, the one result, end.
    QCOMPARE(entries.size(), 4);
    QVERIFY(std::holds_alternative<FunctionResult>(entries.at(2).entry.messages.constFirst().contents.constFirst()));
}

void TestToolLoop::aCallThatTheServerAnsweredIsNotRun()
{
    RULE("2.0.10");
    TestTools tools;
    FixedClock clock;
    IdSource ids;
    RunContext context({.clock = clock, .ids = ids});
    // A server's answer in the same response.
    struct Server final : ChatClient {
        Task<Result<ChatResponse>> respond(ChatRequest, RunContext &) override
        {
            Message message;
            message.role = Role::Assistant;
            message.contents = {
                FunctionCall{.callId = u"a"_s, .name = u"echo"_s, .arguments = "{}", .problem = {}, .unknown = {}},
                FunctionResult{.callId = u"a"_s, .contents = toolText(u"found"_s), .unknown = {}}};
            co_return ChatResponse{.messages = {message}};
        }
    };
    ToolLoop loop(std::make_unique<Server>(), {.tools = {tools.echo(u"echo"_s)}});
    auto task = loop.respond({}, context);
    task.start();
    QVERIFY(task.isDone());
    QCOMPARE(task.takeResult()->messages.size(), 1);
    QVERIFY(tools.log.isEmpty());
}

void TestToolLoop::aDeclarationOnlyToolPassesAllCallsOut()
{
    RULE("2.0.11");
    struct Handoff final : Tool {
        ToolDeclaration declared{u"handoff_to_billing"_s, {}, "{}"};
        const ToolDeclaration &declaration() const override { return declared; }
        Task<Result<ToolOutput>> call(QJsonObject, ToolContext &) override
        {
            co_return failure(Error::Kind::Tool, u"entered"_s);
        }
        bool isDeclarationOnly() const override { return true; }
    };
    TestTools tools;
    RunningEngine running{.tools = {std::make_shared<Handoff>(), tools.echo(u"echo"_s)}};
    running.model->answers(ScriptedAnswer().call(u"echo"_s, "{}").call(u"handoff_to_billing"_s, "{}"));
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    const auto response = RunningEngine::end(run);
    QVERIFY(response);
    QCOMPARE(response->calls().size(), 2);
    QVERIFY(tools.log.isEmpty());
}

void TestToolLoop::resultsAreStreamedAndStored()
{
    RULE("2.0.13", "2.1.3");
    TestTools tools;
    RunningEngine running{.tools = {tools.echo(u"echo"_s)}};
    running.model->answers(ScriptedAnswer().call(u"echo"_s, "{}", u"a"_s).call(u"echo"_s, "{}", u"b"_s)).says(u"ok"_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QStringList order;
    connect(run.get(), &Run::updated, this, [&order](const ChatUpdate &update) {
        if (const auto *result = std::get_if<ResultUpdate>(&update))
            order.append(u"result "_s + result->result.callId);
        if (std::holds_alternative<StoredUpdate>(update))
            order.append(u"stored"_s);
    });
    const auto response = RunningEngine::end(run);
    QVERIFY(response);
    // Input and response, each result the moment it exists, answer and end.
    QCOMPARE(order,
             QStringList({u"stored"_s, u"stored"_s, u"stored"_s, u"result a"_s, u"stored"_s, u"result b"_s, u"stored"_s,
                          u"stored"_s}));
    const auto entries = running.entries();
    QCOMPARE(entries.at(2).entry.messages.constFirst().uid, entries.at(3).entry.messages.constFirst().uid);
    QCOMPARE(response->messages.at(1).contents.size(), 2);
}

void TestToolLoop::cancellingStopsTheTool()
{
    RULE("2.0.14");
    const auto slow = std::make_shared<PausedTool>(u"slow"_s);
    RunningEngine running{.tools = {slow}};
    running.model->asksFor(u"slow"_s, "{}");
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(slow->isWaiting());
    run->cancel();
    const auto response = RunningEngine::end(run);
    QVERIFY(!response);
    QCOMPARE(response.error().kind, Error::Kind::Cancelled);
    QCOMPARE(slow->stops, 1);
    const auto entries = running.entries(); // Input, response, end: what the tool said after the stop is no result.
    QCOMPARE(entries.size(), 3);
    QCOMPARE(entries.constLast().entry.error()->kind, Error::Kind::Cancelled);
}

void TestToolLoop::theCallersMessagesStayAsTheyAre()
{
    RULE("2.0.15");
    TestTools tools;
    RunningEngine running{.tools = {tools.echo(u"echo"_s)}};
    running.model->asksFor(u"echo"_s, "{}").says(u"ok"_s);
    Message input = userMessage(u"Hi"_s);
    input.uid = QUuid::createUuid();
    const Message before = input;
    const RunHandle run = running.host().run(input, running.request());
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(input, before);
    QCOMPARE(running.entries().constFirst().entry.messages.constFirst(), before);
}

void TestToolLoop::argumentsThatAreNoObjectAreAnError_data()
{
    QTest::addColumn<QByteArray>("arguments");
    QTest::newRow("2.0.16 cut") << QByteArray(R"({"a":)");
    QTest::newRow("2.0.16 an array") << QByteArray("[1]");
    QTest::newRow("2.0.16 a string") << QByteArray(R"("a")");
}

void TestToolLoop::argumentsThatAreNoObjectAreAnError()
{
    QFETCH(QByteArray, arguments);
    TestTools tools;
    RunningEngine running{.tools = {tools.echo(u"echo"_s)}, .options = {.maxConsecutiveErrors = 1}};
    running.model->asksFor(u"echo"_s, arguments).asksFor(u"echo"_s, arguments);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    const auto response = RunningEngine::end(run);
    QVERIFY2(!response, "it counts as an error");
    QVERIFY(tools.log.isEmpty());
    QVERIFY(shownResults(running.model->lastRequest()).constFirst().contains(u"arguments"_s));
}

void TestToolLoop::noArgumentsAreAnEmptyObject_data()
{
    QTest::addColumn<QByteArray>("arguments");
    QTest::newRow("2.0.17 nothing") << QByteArray();
    QTest::newRow("2.0.17 null") << QByteArray(" null ");
}

void TestToolLoop::noArgumentsAreAnEmptyObject()
{
    QFETCH(QByteArray, arguments);
    TestTools tools;
    RunningEngine running{.tools = {tools.echo(u"echo"_s)}};
    running.model->asksFor(u"echo"_s, arguments).says(u"ok"_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(tools.log, QStringList(u"echo {}"_s));
}

void TestToolLoop::aRequiredChoiceHoldsForTheFirstCallOnly()
{
    RULE("2.0.4");
    TestTools tools;
    RunningEngine running{.tools = {tools.echo(u"echo"_s)},
                          .options = {.maxToolIterations = 2},
                          .chatOptions = {.toolChoice = ToolChoice::Required}};
    running.model->asksFor(u"echo"_s, "{}").asksFor(u"echo"_s, "{}").says(u"ok"_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QVERIFY(RunningEngine::end(run));
    QList<std::optional<ToolChoice>> choices;
    for (const ChatRequest &request : running.model->requests())
        choices.append(request.options.toolChoice);
    // The last one is asked without tools, and then there is nothing to choose. // 2.0.2
    QCOMPARE(choices, (QList<std::optional<ToolChoice>>{ToolChoice::Required, ToolChoice::Auto, std::nullopt}));
}

void TestToolLoop::whatAToolThrowsIsItsFailure_data()
{
    QTest::addColumn<bool>("waits");
    QTest::newRow("a function") << false;
    QTest::newRow("a coroutine") << true;
}

void TestToolLoop::whatAToolThrowsIsItsFailure()
{
    RULE("2.0.6");
    QFETCH(bool, waits);
    const FunctionTool::Function plain = [](const QJsonObject &, ToolContext &) -> Result<ToolOutput> {
        throw std::runtime_error("out of paper");
    };
    const FunctionTool::Coroutine coroutine = [](QJsonObject, ToolContext &) -> Task<Result<ToolOutput>> {
        throw std::runtime_error("out of paper");
        co_return ToolOutput();
    };
    const ToolDeclaration declaration{.name = u"f"_s, .description = {}, .schema = {}};
    RunningEngine running{.tools = {waits ? std::make_shared<FunctionTool>(declaration, coroutine)
                                          : std::make_shared<FunctionTool>(declaration, plain)}};
    running.model->asksFor(u"f"_s, "{}", u"a"_s).says(u"ok"_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(shownResults(running.model->lastRequest()),
             QStringList(u"a: Error: Function failed. Exception: out of paper"_s));
}

QTEST_GUILESS_MAIN(TestToolLoop)
#include "tst_toolLoop.moc"
