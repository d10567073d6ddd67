// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "support/Rule.h"
#include "support/RunningEngine.h"
#include "support/TestTools.h"

using namespace Qt::StringLiterals;
using namespace typeshift;

//! A run that was cut off, and what goes on from it.
class TestInterruptedRuns final : public QObject
{
    Q_OBJECT

private slots:
    void appendsAreStrictlySequential();
    void theResponseIsStoredBeforeItsToolsStart();
    void aResultIsStoredBeforeTheNextToolStarts();
    void resumeSeesTheHistoryAndEndsTheRun();
    void resumeRunsOnlyTheCallsOfTheNewResponse();
    void aRunWithInputEndsBoth();
    void resumeIsRefusedOnAnEndedOrEmptyConversation();
    void aSummaryAtTheEndIsInterrupted();
    void ofTwoResumesOneWins();
    void callsOfRemovedToolsStayInTheHistory();
    void equalTimesAndStepsBackKeepTheOrder();
    void aFailedAppendLeavesAHoleThatLoadsHeal_data();
    void aFailedAppendLeavesAHoleThatLoadsHeal();
    void theHistoryIsSharedNotCopied();
    void aToolCannotRunItsOwnConversation();
    void repeatedCallIdsAreStoredUnderOneNameEverywhere();
    void theClaimIsFreeAfterEveryWayOut_data();
    void theClaimIsFreeAfterEveryWayOut();
};

namespace {

QStringList shown(const ChatRequest &request)
{
    QStringList texts;
    for (const Message &message : request.messages) {
        QStringList parts;
        for (const Content &content : message.contents) {
            if (const auto *text = std::get_if<TextContent>(&content))
                parts.append(text->text);
            else if (const auto *call = std::get_if<FunctionCall>(&content))
                parts.append(u"call "_s + call->callId);
            else if (const auto *result = std::get_if<FunctionResult>(&content))
                parts.append(u"result "_s + result->callId);
        }
        texts.append(parts.join(u", "_s));
    }
    return texts;
}

// A conversation that stops after the first of two tools.
void cutBetweenTools(RunningEngine &running, PausedTool &slow, TestTools &tools)
{
    running.model->answers(
        ScriptedAnswer().text(u"Look."_s).call(u"echo"_s, "{}", u"a"_s).call(u"slow"_s, "{}", u"b"_s));
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(slow.isWaiting());
    QCOMPARE(tools.log.size(), 1);
    running.restart();
}

} // namespace

void TestInterruptedRuns::appendsAreStrictlySequential()
{
    RULE("2.1.4");
    RunningEngine running;
    running.store->hangAppend(1);
    running.model->says(u"One."_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_COMPARE(running.store->hanging(), 1);
    QCOMPARE(running.model->requests().size(), 0);
    running.store->letGo();
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(running.store->appends(), 3);
}

void TestInterruptedRuns::theResponseIsStoredBeforeItsToolsStart()
{
    RULE("2.1.2");
    TestTools tools;
    RunningEngine running{.tools = {tools.echo(u"echo"_s)}};
    running.store->hangAppend(2);
    running.model->asksFor(u"echo"_s, "{}").says(u"ok"_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_COMPARE(running.store->hanging(), 1);
    QVERIFY(tools.log.isEmpty());
    running.store->letGo();
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(tools.log.size(), 1);
}

void TestInterruptedRuns::aResultIsStoredBeforeTheNextToolStarts()
{
    RULE("2.1.3");
    TestTools tools;
    RunningEngine running{.tools = {tools.echo(u"echo"_s)}};
    running.store->hangAppend(3);
    running.store->hangAppend(4);
    running.model->answers(ScriptedAnswer().call(u"echo"_s, "{}").call(u"echo"_s, "{}")).says(u"ok"_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_COMPARE(running.store->hanging(), 1);
    QCOMPARE(tools.log.size(), 1);
    running.store->letGo();
    QTRY_COMPARE(running.store->hanging(), 1);
    QCOMPARE(tools.log.size(), 2);
    QCOMPARE(running.model->requests().size(), 1); // Nor is the model asked before the last result is stored.
    running.store->letGo();
    QVERIFY(RunningEngine::end(run));
}

void TestInterruptedRuns::resumeSeesTheHistoryAndEndsTheRun()
{
    RULE("2.2.1", "2.2.2", "2.2.8", "2.1.3");
    const auto slow = std::make_shared<PausedTool>(u"slow"_s);
    TestTools tools;
    RunningEngine running{.tools = {tools.echo(u"echo"_s), slow}};
    cutBetweenTools(running, *slow, tools);
    const auto before = running.entries();
    QCOMPARE(before.size(), 3);
    running.model->says(u"Done."_s);
    const RunHandle run = running.host().resume(running.request());
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(shown(running.model->lastRequest()), QStringList({u"Hi"_s, u"Look., call a"_s, u"result a"_s}));
    const auto after = running.entries();
    QCOMPARE(after.first(3), before);
    QCOMPARE(after.size(), 5);
    QVERIFY(after.constLast().entry.endsRun);
}

void TestInterruptedRuns::resumeRunsOnlyTheCallsOfTheNewResponse()
{
    RULE("2.2.12");
    const auto slow = std::make_shared<PausedTool>(u"slow"_s);
    TestTools tools;
    RunningEngine running{.tools = {tools.echo(u"echo"_s), slow}};
    cutBetweenTools(running, *slow, tools);
    tools.log.clear();
    running.model->asksFor(u"echo"_s, R"({"again":true})", u"c"_s).says(u"Done."_s);
    const RunHandle run = running.host().resume(running.request());
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(tools.log, QStringList(u"echo {\"again\":true}"_s));
}

void TestInterruptedRuns::aRunWithInputEndsBoth()
{
    RULE("2.2.13");
    const auto slow = std::make_shared<PausedTool>(u"slow"_s);
    TestTools tools;
    RunningEngine running{.tools = {tools.echo(u"echo"_s), slow}};
    cutBetweenTools(running, *slow, tools);
    running.model->says(u"Done."_s);
    const RunHandle run = running.host().run(u"Never mind"_s, running.request());
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(shown(running.model->lastRequest()),
             QStringList({u"Hi"_s, u"Look., call a"_s, u"result a"_s, u"Never mind"_s}));
    const auto entries = running.entries();
    QCOMPARE(std::ranges::count_if(entries, [](const StoredEntry &each) { return each.entry.endsRun; }), 1);
}

void TestInterruptedRuns::resumeIsRefusedOnAnEndedOrEmptyConversation()
{
    RULE("2.2.9", "2.3.7");
    RunningEngine running;
    const RunHandle empty = running.host().resume(running.request());
    QCOMPARE(RunningEngine::end(empty).error().kind, Error::Kind::InvalidState);
    running.model->says(u"One."_s).says(u"Two."_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QVERIFY(RunningEngine::end(run));
    const RunHandle ended = running.host().resume(running.request());
    QCOMPARE(RunningEngine::end(ended).error().kind, Error::Kind::InvalidState);
    QCOMPARE(running.entries().size(), 3);
    const RunHandle next = running.host().run(u"And?"_s, running.request());
    QVERIFY2(RunningEngine::end(next), "the claim is free");
}

void TestInterruptedRuns::aSummaryAtTheEndIsInterrupted()
{
    RULE("2.2.10");
    RunningEngine running;
    ConversationEntry summary;
    summary.isSummary = true;
    summary.messages = {userMessage(u"So far."_s)};
    auto appending = running.memory->appendConversation(running.conversation, summary);
    appending.start();
    running.model->says(u"One."_s);
    const RunHandle run = running.host().resume(running.request());
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(shown(running.model->lastRequest()), QStringList(u"So far."_s));
}

void TestInterruptedRuns::ofTwoResumesOneWins()
{
    RULE("2.2.17");
    const auto slow = std::make_shared<PausedTool>(u"slow"_s);
    TestTools tools;
    RunningEngine running{.tools = {tools.echo(u"echo"_s), slow}};
    cutBetweenTools(running, *slow, tools);
    running.model->says(u"Done."_s);
    const RunHandle first = running.host().resume(running.request());
    const RunHandle second = running.host().resume(running.request());
    QVERIFY(RunningEngine::end(first));
    QCOMPARE(RunningEngine::end(second).error().kind, Error::Kind::InvalidState);
    QCOMPARE(running.model->requests().size(), 1);
}

void TestInterruptedRuns::callsOfRemovedToolsStayInTheHistory()
{
    RULE("2.2.18");
    const auto slow = std::make_shared<PausedTool>(u"slow"_s);
    TestTools tools;
    RunningEngine running{.tools = {tools.echo(u"echo"_s), slow}};
    cutBetweenTools(running, *slow, tools);
    running.tools.clear();
    running.restart();
    running.model->says(u"Done."_s);
    const RunHandle run = running.host().resume(running.request());
    QVERIFY(RunningEngine::end(run));
    QVERIFY(running.model->lastRequest().tools.isEmpty());
    QVERIFY(shown(running.model->lastRequest()).contains(u"result a"_s));
}

void TestInterruptedRuns::equalTimesAndStepsBackKeepTheOrder()
{
    RULE("2.1.18");
    RunningEngine running;
    running.model->answers(ScriptedAnswer().text(u"One."_s).pause());
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(running.model->isPaused());
    running.clock->stepWallClock(std::chrono::hours(-1));
    running.model->goOn();
    QVERIFY(RunningEngine::end(run));
    const auto entries = running.entries();
    QVERIFY(entries.at(1).entry.at < entries.at(0).entry.at);
    QCOMPARE(entries.at(0).entry.messages.constFirst().text(), u"Hi"_s);
    QVERIFY(entries.at(2).entry.endsRun);
}

void TestInterruptedRuns::aFailedAppendLeavesAHoleThatLoadsHeal_data()
{
    QTest::addColumn<int>("append");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("2.1.5 the response is lost: its results have no call")
        << 2 << QStringList({u"Hi"_s, u"Done."_s, u"And?"_s});
    QTest::newRow("2.1.5 a result is lost: its call is left out")
        << 3 << QStringList({u"Hi"_s, u"Look., call b"_s, u"result b"_s, u"Done."_s, u"And?"_s});
    QTest::newRow("2.1.5 the input is lost")
        << 1 << QStringList({u"Look., call a, call b"_s, u"result a, result b"_s, u"Done."_s, u"And?"_s});
}

void TestInterruptedRuns::aFailedAppendLeavesAHoleThatLoadsHeal()
{
    QFETCH(int, append);
    TestTools tools;
    RunningEngine running{.tools = {tools.echo(u"echo"_s)}};
    running.store->failAppend(append, Error(Error::Kind::Storage, u"disk full"_s));
    running.model
        ->answers(ScriptedAnswer().text(u"Look."_s).call(u"echo"_s, "{}", u"a"_s).call(u"echo"_s, "{}", u"b"_s))
        .says(u"Done."_s)
        .says(u"ok"_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QVERIFY2(RunningEngine::end(run), "the answer is returned");
    const RunHandle next = running.host().run(u"And?"_s, running.request());
    QVERIFY(RunningEngine::end(next));
    QTEST(shown(running.model->lastRequest()), "expected");
}

// Five hundred rounds: what the model is shown is the very memory that the first round made.
void TestInterruptedRuns::theHistoryIsSharedNotCopied()
{
    TestTools tools;
    RunningEngine running{.tools = {tools.echo(u"echo"_s)}, .options = {.maxToolIterations = 1'000}};
    for (int round = 0; round < 500; ++round)
        running.model->answers(ScriptedAnswer().text(QString(1'000, u'x')).call(u"echo"_s, "{}"));
    running.model->says(u"Done."_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QVERIFY(RunningEngine::end(run));
    const auto &requests = running.model->requests();
    QCOMPARE(requests.size(), 501);
    for (const qsizetype place : {qsizetype(0), qsizetype(1), qsizetype(2)}) {
        for (qsizetype later = 2; later < requests.size(); ++later)
            QCOMPARE(requests.at(later).messages.at(place).contents.constData(),
                     requests.at(1).messages.at(place).contents.constData());
    }
}

void TestInterruptedRuns::aToolCannotRunItsOwnConversation()
{
    RULE("2.3.9");
    TestTools tools;
    RunningEngine *outer = nullptr;
    std::vector<RunHandle> inner;
    RunningEngine running{
        .tools = {tools.make(u"self"_s, [&](const QJsonObject &, ToolContext &) -> Result<ToolOutput> {
            inner.push_back(outer->host().run(u"Me too"_s, outer->request()));
            return toolText(u"started"_s);
        })}};
    outer = &running;
    running.model->asksFor(u"self"_s, "{}").answers(ScriptedAnswer().pause().text(u"ok"_s));
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(running.model->isPaused());
    QCOMPARE(RunningEngine::end(inner.front()).error().facts.code, QString(Claims::goesOn));
    running.model->goOn();
    QVERIFY(RunningEngine::end(run));
}

void TestInterruptedRuns::repeatedCallIdsAreStoredUnderOneNameEverywhere()
{
    RULE("2.5.5", "2.5.7", "2.5.13");
    TestTools tools;
    RunningEngine running{.tools = {tools.echo(u"echo"_s)}};
    running.model->asksFor(u"echo"_s, "{}", u"0"_s).asksFor(u"echo"_s, "{}", u"0"_s).says(u"Done."_s).says(u"ok"_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QStringList told;
    connect(run.get(), &Run::updated, this, [&told](const ChatUpdate &update) {
        if (const auto *call = std::get_if<CallUpdate>(&update))
            told.append(call->call.callId);
    });
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(told, QStringList({u"0"_s, u"0_2"_s}));
    const QStringList expected{u"Hi"_s, u"call 0"_s, u"result 0"_s, u"call 0_2"_s, u"result 0_2"_s};
    QCOMPARE(shown(running.model->lastRequest()), expected);
    const RunHandle next = running.host().run(u"And?"_s, running.request());
    QVERIFY(RunningEngine::end(next));
    QCOMPARE(shown(running.model->lastRequest()), expected + QStringList({u"Done."_s, u"And?"_s}));
}

void TestInterruptedRuns::theClaimIsFreeAfterEveryWayOut_data()
{
    QTest::addColumn<int>("way");
    QTest::newRow("2.3.7 the load fails") << 0;
    QTest::newRow("2.3.7 there is no client") << 1;
    QTest::newRow("2.3.7 the model fails") << 2;
    QTest::newRow("2.3.7 the end cannot be stored") << 3;
    QTest::newRow("2.3.7 stopped while it loads") << 4;
    QTest::newRow("2.3.7 stopped while it streams") << 5;
    QTest::newRow("2.3.7 the handle dies") << 6;
    QTest::newRow("2.3.7 an answer to a closed request") << 7;
}

void TestInterruptedRuns::theClaimIsFreeAfterEveryWayOut()
{
    QFETCH(int, way);
    RunningEngine running;
    Message input = userMessage(u"Hi"_s);
    if (way == 0)
        running.store->failLoad(1, Error(Error::Kind::Storage, u"unreadable"_s));
    if (way == 2)
        running.model->fails(Error(Error::Kind::Refused, u"no"_s));
    if (way == 3)
        running.store->failAppend(3, Error(Error::Kind::Storage, u"full"_s));
    if (way == 4)
        running.store->hangLoad(1);
    if (way == 7)
        input.contents = {ApprovalResponse{
            .requestId = u"r"_s, .approved = true, .reason = {}, .editedArguments = {}, .unknown = {}}};
    if (way != 0 && way != 2 && way != 7)
        running.model->answers(ScriptedAnswer().text(u"One."_s).pause());
    auto request = running.request();
    if (way == 1)
        running.model->hasNoClient(Error(Error::Kind::InvalidInput, u"no such model"_s));
    RunHandle run = running.host().run(input, request);
    if (way == 4) {
        QTRY_COMPARE(running.store->hanging(), 1);
        run->cancel();
        bool isHeard = false;
        QMetaObject::invokeMethod(running.engine.get(), [&isHeard] { isHeard = true; }, Qt::QueuedConnection);
        QTRY_VERIFY(isHeard);
        running.store->letGo();
    } else if (way == 3) {
        QTRY_VERIFY(running.model->isPaused());
        running.model->goOn();
    } else if (way == 5 || way == 6) {
        QTRY_VERIFY(running.model->isPaused());
        if (way == 5)
            run->cancel();
        else
            run.reset();
    }
    QTRY_VERIFY(!run || run->state() == Run::State::Finished);
    QTRY_VERIFY(running.engine->tracker().runs().isEmpty());
    if (way == 7)
        QCOMPARE(running.entries().size(), 0); // 2.6.14: nothing stored, no model asked.
    running.clock->advance(std::chrono::seconds(1));
    if (way == 1)
        return; // This model has no client any more: that the run ended shows it.
    running.model->says(u"Two."_s);
    if (way == 4)
        QCOMPARE(running.model->requests().size(), 0);
    const RunHandle next = running.host().run(u"And?"_s, running.request());
    if (way == 4)
        QTRY_VERIFY(running.model->isPaused());
    if (way == 4)
        running.model->goOn();
    QVERIFY(RunningEngine::end(next));
}

QTEST_GUILESS_MAIN(TestInterruptedRuns)
#include "tst_interruptedRuns.moc"
