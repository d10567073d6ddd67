// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "context/ContextProvider.h"
#include "middleware/RunMiddleware.h"
#include "support/AskingEngine.h"
#include "support/Rule.h"

using namespace Qt::StringLiterals;
using namespace typeshift;

//! What a host puts around runs and tool calls, what it adds to a pass, and the scope that a run asks.
class TestMiddleware final : public QObject
{
    Q_OBJECT

private slots:
    void aMiddlewareMayChangeWhatIsAskedAndReadWhatIsAnswered_data();
    void aMiddlewareMayChangeWhatIsAskedAndReadWhatIsAnswered();
    void middlewareStandsInTheOrderItWasAdded();
    void changesHoldForThePass();
    void aResponseWithoutAModelIsStoredAndEndsTheRun();
    void aSteeredRunPassesAgain();
    void updatesFlowWhileAMiddlewareWaits();
    void aMiddlewareThatFailsFailsTheRun();
    void aToolMiddlewareChangesSkipsAndSeesFailures();
    void theErrorLimitSeesWhatFailed();
    void contextIsAddedToEachPassAndNeverStored();
    void aContextToolMayNotTakeAName();
    void aContextToolIsAskedForLikeAnyOther();
    void aRunAsksTheScopeOfItsHost();
    void theClientOfTheScopeAnswers();
    void anUnknownProviderFailsBeforeAnythingIsStored();
    void theHandleMayDieInAMiddleware();
};

namespace {

//! A middleware made of functions.
class Around final : public RunMiddleware
{
public:
    std::function<void(ChatRequest &)> before = [](ChatRequest &) { };
    std::function<void(ChatResponse &)> after = [](ChatResponse &) { };
    std::optional<Result<ChatResponse>> instead;

    Task<Result<ChatResponse>> respond(ChatRequest request, RunContext &, Next next) override
    {
        before(request);
        if (instead)
            co_return *instead;
        auto response = co_await next(std::move(request));
        if (response)
            after(*response);
        co_return response;
    }
};

class AroundTools final : public ToolMiddleware
{
public:
    QStringList seen;
    std::optional<Result<ToolOutput>> instead;

    Task<Result<ToolOutput>> call(QJsonObject arguments, ToolContext &context, Next next) override
    {
        if (instead)
            co_return *instead;
        arguments[u"by"_s] = u"middleware"_s;
        const auto output = co_await next(std::move(arguments));
        seen.append(context.toolName() + (output ? u" answered"_s : u": "_s + output.error().facts.message));
        co_return output;
    }
};

class Given final : public ContextProvider
{
public:
    AgentContext given;
    int passes = 0;

    Task<Result<AgentContext>> context(QList<Message>, RunContext &) override
    {
        ++passes;
        co_return given;
    }
};

ChatResponse answer(const QString &text)
{
    ChatResponse response;
    Message message;
    message.role = Role::Assistant;
    message.contents = {TextContent{.text = text, .unknown = {}}};
    response.messages = {message};
    return response;
}

std::function<void(EngineBuilder &)> with(const QList<std::shared_ptr<RunMiddleware>> &middleware)
{
    return [middleware](EngineBuilder &builder) {
        for (const auto &each : middleware)
            builder.withMiddleware(each);
    };
}

Result<ChatResponse> say(RunningEngine &running, const QString &text)
{
    return RunningEngine::end(running.host().run(text, running.request()));
}

} // namespace

void TestMiddleware::aMiddlewareMayChangeWhatIsAskedAndReadWhatIsAnswered_data()
{
    QTest::addColumn<bool>("streams");
    QTest::newRow("2.15.1 streaming") << true;
    QTest::newRow("2.15.1 in one piece") << false;
}

void TestMiddleware::aMiddlewareMayChangeWhatIsAskedAndReadWhatIsAnswered()
{
    QFETCH(const bool, streams);
    const auto around = std::make_shared<Around>();
    QString read;
    around->before = [](ChatRequest &request) { request.options.temperature = 0.5; };
    around->after = [&read](ChatResponse &response) { read = response.text(); };
    RunningEngine running{.configure = with({around})};
    running.model->says(u"Hello."_s);
    RunRequest request = running.request();
    request.stream = streams;
    QVERIFY(RunningEngine::end(running.host().run(u"Hi"_s, request)));
    QCOMPARE(running.model->lastRequest().options.temperature, std::optional(0.5));
    QCOMPARE(running.model->lastRequest().options.stream, streams);
    QCOMPARE(read, u"Hello."_s);
}

void TestMiddleware::middlewareStandsInTheOrderItWasAdded()
{
    RULE("2.15.2");
    QStringList order;
    const auto named = [&order](const QString &name) {
        auto around = std::make_shared<Around>();
        around->before = [&order, name](ChatRequest &) { order.append(name + u" before"_s); };
        around->after = [&order, name](ChatResponse &) { order.append(name + u" after"_s); };
        return around;
    };
    RunningEngine running{.configure = with({named(u"first"_s), named(u"second"_s)})};
    running.model->says(u"Hello."_s);
    QVERIFY(say(running, u"Hi"_s));
    QCOMPARE(order, QStringList({u"first before"_s, u"second before"_s, u"second after"_s, u"first after"_s}));
}

void TestMiddleware::changesHoldForThePass()
{
    RULE("2.15.3", "2.1.15");
    const auto around = std::make_shared<Around>();
    around->before = [](ChatRequest &request) {
        request.messages.prepend(userMessage(u"(secret)"_s));
        request.messages.last() = userMessage(u"(changed)"_s);
    };
    RunningEngine running{.configure = with({around})};
    running.model->says(u"Hello."_s).says(u"Again."_s);
    QVERIFY(say(running, u"Hi"_s));
    QCOMPARE(outlineOf(running.model->lastRequest().messages), QStringList({u"(secret)"_s, u"(changed)"_s}));
    QCOMPARE(outlineOf(running.entries().constFirst().entry.messages), QStringList(u"Hi"_s));
    around->before = [](ChatRequest &) { };
    QVERIFY(say(running, u"More"_s));
    QCOMPARE(outlineOf(running.model->lastRequest().messages), QStringList({u"Hi"_s, u"Hello."_s, u"More"_s}));
}

void TestMiddleware::aResponseWithoutAModelIsStoredAndEndsTheRun()
{
    RULE("2.15.4", "2.4.10");
    const auto around = std::make_shared<Around>();
    RunningEngine *engine = nullptr;
    around->before = [&engine](ChatRequest &) { engine->engine->tracker().trySteer(engine->conversation, u"Wait"_s); };
    around->instead = answer(u"From the cache."_s);
    RunningEngine running{.configure = with({around})};
    engine = &running;
    const auto response = say(running, u"Hi"_s);
    QVERIFY(response);
    QCOMPARE(response->text(), u"From the cache."_s);
    QVERIFY(running.model->requests().isEmpty());
    const QList<StoredEntry> entries = running.entries();
    QCOMPARE(entries.size(), 4); // Input, response, what was steered, end.
    QCOMPARE(outlineOf(entries.at(1).entry.messages), QStringList(u"From the cache."_s));
    QVERIFY(entries.at(1).entry.model.isEmpty() && !entries.at(1).entry.usage);
    QCOMPARE(entries.at(1).entry.messages.constFirst().author, u"assistant"_s);
    QCOMPARE(outlineOf(entries.at(2).entry.messages), QStringList(u"Wait"_s));
    QVERIFY(entries.at(3).entry.endsRun);
}

void TestMiddleware::aSteeredRunPassesAgain()
{
    RULE("2.15.5", "2.15.9");
    const auto around = std::make_shared<Around>();
    const auto given = std::make_shared<Given>();
    int passes = 0;
    around->before = [&passes](ChatRequest &) { ++passes; };
    RunningEngine running{
        .configure = [&](EngineBuilder &builder) { builder.withMiddleware(around).withContext(given); }};
    running.model->answers(ScriptedAnswer().text(u"One."_s).pause()).says(u"Two."_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(running.model->isPaused());
    QVERIFY(running.engine->tracker().trySteer(running.conversation, u"And?"_s));
    running.model->goOn();
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(passes, 2);
    QCOMPARE(given->passes, 2);
}

void TestMiddleware::updatesFlowWhileAMiddlewareWaits()
{
    RULE("2.15.6");
    const auto around = std::make_shared<Around>();
    bool isAnswered = false;
    around->after = [&isAnswered](ChatResponse &) { isAnswered = true; };
    RunningEngine running{.configure = with({around})};
    running.model->answers(ScriptedAnswer().text(u"Half "_s).pause().text(u"done."_s));
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QString text;
    connect(run.get(), &Run::updated, this, [&text](const ChatUpdate &update) {
        if (const auto *delta = std::get_if<TextDelta>(&update))
            text += delta->text;
    });
    QTRY_VERIFY(running.model->isPaused());
    QCOMPARE(text, u"Half "_s);
    QVERIFY(!isAnswered);
    running.model->goOn();
    QVERIFY(RunningEngine::end(run));
    QVERIFY(isAnswered);
}

void TestMiddleware::aMiddlewareThatFailsFailsTheRun()
{
    RULE("2.15.7", "2.3.7");
    const auto around = std::make_shared<Around>();
    around->instead = failure(Error::Kind::InvalidState, u"over the budget of the day"_s);
    RunningEngine running{.configure = with({around})};
    const auto response = say(running, u"Hi"_s);
    QVERIFY(!response);
    QCOMPARE(response.error().facts.message, u"over the budget of the day"_s);
    QCOMPARE(running.entries().constLast().entry.error()->facts.message, u"over the budget of the day"_s);
    around->instead.reset();
    running.model->says(u"Hello."_s);
    QVERIFY2(say(running, u"Hi"_s), "the claim is free");
}

void TestMiddleware::aToolMiddlewareChangesSkipsAndSeesFailures()
{
    RULE("2.15.8");
    TestTools tools;
    const auto around = std::make_shared<AroundTools>();
    RunningEngine running{.tools = {tools.echo(u"echo"_s), tools.failing(u"break"_s, u"broken"_s)},
                          .configure = [&](EngineBuilder &builder) { builder.withToolMiddleware(around); }};
    running.model->answers(ScriptedAnswer().call(u"echo"_s, "{}").call(u"break"_s, "{}")).says(u"Done."_s);
    QVERIFY(say(running, u"Hi"_s));
    QCOMPARE(tools.log.constFirst(), u"echo {\"by\":\"middleware\"}"_s);
    QCOMPARE(around->seen, QStringList({u"echo answered"_s, u"break: broken"_s}));

    around->instead = toolText(u"from the cache"_s);
    running.model->asksFor(u"echo"_s, "{}").says(u"Done."_s);
    QVERIFY(say(running, u"More"_s));
    QCOMPARE(tools.log.size(), 2);
    QCOMPARE(outlineOf(running.model->lastRequest().messages).last(), u"result from the cache"_s);
}

void TestMiddleware::theErrorLimitSeesWhatFailed()
{
    RULE("2.15.8", "2.0.7");
    TestTools tools;
    const auto around = std::make_shared<AroundTools>();
    around->instead = failure(Error::Kind::Tool, u"no"_s);
    RunningEngine running{.tools = {tools.echo(u"echo"_s)},
                          .options = {.maxConsecutiveErrors = 0},
                          .configure = [&](EngineBuilder &builder) { builder.withToolMiddleware(around); }};
    running.model->asksFor(u"echo"_s, "{}");
    const auto response = say(running, u"Hi"_s);
    QVERIFY(!response);
    QCOMPARE(response.error().facts.message, u"no"_s);
}

void TestMiddleware::contextIsAddedToEachPassAndNeverStored()
{
    RULE("2.15.9");
    TestTools tools;
    const auto given = std::make_shared<Given>();
    given->given = {.instructions = u"It is Monday."_s,
                    .messages = {userMessage(u"(the customer's file)"_s)},
                    .tools = {tools.echo(u"ask_file"_s)}};
    RunningEngine running{.configure = [&](EngineBuilder &builder) { builder.withContext(given); }};
    running.model->asksFor(u"ask_file"_s, "{}").says(u"Done."_s);
    QVERIFY(say(running, u"Hi"_s));
    const ChatRequest &first = running.model->requests().at(0);
    QCOMPARE(first.instructions, u"Be brief.\n\nIt is Monday."_s);
    QCOMPARE(outlineOf(first.messages), QStringList({u"Hi"_s, u"(the customer's file)"_s}));
    QCOMPARE(toolsOf(first), QStringList(u"ask_file"_s));
    QCOMPARE(tools.log, QStringList(u"ask_file {}"_s));
    for (const StoredEntry &stored : running.entries())
        QVERIFY(!stored.entry.serialize().contains("customer"));
}

void TestMiddleware::aContextToolMayNotTakeAName()
{
    RULE("2.15.10");
    TestTools tools;
    const auto given = std::make_shared<Given>();
    given->given.tools = {tools.echo(u"echo"_s)};
    RunningEngine running{.tools = {tools.echo(u"echo"_s)},
                          .configure = [&](EngineBuilder &builder) { builder.withContext(given); }};
    const auto response = say(running, u"Hi"_s);
    QVERIFY(!response);
    QVERIFY(response.error().facts.message.contains(u"echo"_s));
    QVERIFY(running.model->requests().isEmpty());
}

void TestMiddleware::aContextToolIsAskedForLikeAnyOther()
{
    RULE("2.15.9", "2.6.2");
    TestTools tools;
    const auto given = std::make_shared<Given>();
    given->given.tools = {AskingEngine::mark(tools.echo(u"pay"_s), false, true)};
    RunningEngine running{.configure = [&](EngineBuilder &builder) { builder.withContext(given); }};
    running.model->asksFor(u"pay"_s, "{}").says(u"Paid."_s);
    const auto asked = say(running, u"Hi"_s);
    QVERIFY(asked);
    QCOMPARE(asked->approvalRequests().size(), 1);
    const auto paid = RunningEngine::end(
        running.host().answer({AskingEngine::approve(asked->approvalRequests().constFirst())}, running.request()));
    QVERIFY(paid);
    QCOMPARE(tools.log, QStringList(u"pay {}"_s));
}

void TestMiddleware::aRunAsksTheScopeOfItsHost()
{
    RULE("2.17.1");
    struct Customer {
        QString name;
    };
    struct Price {
        int cents = 0;
    };
    QStringList seen;
    TestTools tools;
    const auto look = tools.make(u"look"_s, [&seen](const QJsonObject &, ToolContext &context) -> Result<ToolOutput> {
        const auto customer = context.services().get<Customer>();
        seen.append(customer ? customer->name : u"nobody"_s);
        seen.append(QString::number(context.services().get<Price>()->cents));
        return ToolOutput();
    });
    const auto ofEngine = std::make_shared<Services>();
    ofEngine->add(std::make_shared<Price>(Price{5}));
    RunningEngine running{.tools = {look},
                          .configure = [&](EngineBuilder &builder) { builder.withServices(ofEngine); }};
    const auto ofWindow = std::make_shared<Services>(ofEngine);
    ofWindow->add(std::make_shared<Customer>(Customer{u"Ada"_s}));
    running.model->asksFor(u"look"_s, "{}").says(u"Done."_s).asksFor(u"look"_s, "{}").says(u"Done."_s);
    const auto host = running.engine->host(u"assistant", ofWindow);
    QVERIFY(RunningEngine::end(host->run(u"Hi"_s, running.request())));
    QVERIFY(say(running, u"Hi"_s));
    QCOMPARE(seen, QStringList({u"Ada"_s, u"5"_s, u"nobody"_s, u"5"_s}));
}

void TestMiddleware::theClientOfTheScopeAnswers()
{
    RULE("2.17.1", "2.17.2");
    RunningEngine running;
    const auto other = std::make_shared<ScriptedModel>();
    other->says(u"From the customer's own account."_s);
    const auto scope = std::make_shared<Services>();
    scope->add<ClientProvider>(other);
    const auto response = RunningEngine::end(
        running.engine->host(u"assistant", scope)->run(u"Hi"_s, running.request()));
    QVERIFY(response);
    QCOMPARE(response->text(), u"From the customer's own account."_s);
    QVERIFY(running.model->requests().isEmpty());
    QCOMPARE(other->lastRequest().model, u"m1"_s);
    QCOMPARE(other->clientsAskedFor().constFirst().first, u"script"_s);
}

void TestMiddleware::anUnknownProviderFailsBeforeAnythingIsStored()
{
    RULE("2.17.4");
    RunningEngine running;
    running.model->hasNoClient(Error(Error::Kind::InvalidInput, u"there is no provider “nobody”"_s));
    const auto response = say(running, u"Hi"_s);
    QVERIFY(!response);
    QVERIFY(response.error().facts.message.contains(u"nobody"_s));
    QVERIFY(running.entries().isEmpty());
}

void TestMiddleware::theHandleMayDieInAMiddleware()
{
    RULE("2.1.12", "2.15.7");
    const auto around = std::make_shared<Around>();
    RunningEngine running{.configure = with({around})};
    running.model->answers(ScriptedAnswer().text(u"Half "_s).pause().text(u"done."_s));
    RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(running.model->isPaused());
    run.reset();
    QTRY_VERIFY(!running.entries().isEmpty() && running.entries().constLast().entry.endsRun);
    QCOMPARE(running.entries().constLast().entry.error()->kind, Error::Kind::Cancelled);
    running.model->says(u"Hello."_s);
    QVERIFY(say(running, u"Hi"_s));
}

QTEST_GUILESS_MAIN(TestMiddleware)
#include "tst_middleware.moc"
