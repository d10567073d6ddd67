// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "support/Rule.h"
#include "support/RunningEngine.h"
#include "support/TestTools.h"

using namespace Qt::StringLiterals;
using namespace typeshift;

//! Runs as somebody beside them sees them.
class TestWatchedRuns final : public QObject
{
    Q_OBJECT

private slots:
    void watchingIsRefusedUnlessItWasEnabled();
    void streamingOrNotTheUpdatesArrive_data();
    void streamingOrNotTheUpdatesArrive();
    void runningAndEndingRunsAreListed();
    void startsAndEndsAreTold();
    void nothingIsStoredTwice();
    void usageMakesNoContent();
    void twoConversationsKeepTheirOwnClaims();
};

void TestWatchedRuns::watchingIsRefusedUnlessItWasEnabled()
{
    RULE("2.11.1", "2.11.11");
    const auto model = std::make_shared<ScriptedModel>();
    const auto clock = std::make_shared<FixedClock>();
    const auto store = std::make_shared<MemoryStore>(*clock);
    auto engine = EngineBuilder()
                      .add(Agent(u"assistant"_s).withModel(u"script"_s, u"m1"_s))
                      .withStore(store)
                      .withProviders(model)
                      .withClock(clock)
                      .build();
    const ConversationId conversation(QUuid::createUuid());
    const auto refused = (*engine)->tracker().watch(conversation);
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, Error::Kind::InvalidState);
    const auto watch = (*engine)->tracker().watchRuns();
    QVERIFY(watch->take().isWhole);
    model->says(u"ok"_s);
    const RunHandle run = (*engine)->host(u"assistant")->run(u"Hi"_s, {.conversation = conversation});
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(watch->take().runs.size(), 2);
}

void TestWatchedRuns::streamingOrNotTheUpdatesArrive_data()
{
    QTest::addColumn<bool>("stream");
    QTest::newRow("2.11.2 streaming") << true;
    QTest::newRow("2.11.2 not streaming") << false;
}

void TestWatchedRuns::streamingOrNotTheUpdatesArrive()
{
    QFETCH(bool, stream);
    TestTools tools;
    RunningEngine running{.tools = {tools.echo(u"echo"_s)}};
    running.model->asksFor(u"echo"_s, "{}").streams({u"Hel"_s, u"lo."_s});
    const auto watch = running.engine->tracker().watch(running.conversation);
    QVERIFY(watch);
    auto request = running.request();
    request.stream = stream;
    const RunHandle run = running.host().run(u"Hi"_s, request);
    QVERIFY(RunningEngine::end(run));
    QString text;
    int stored = 0;
    int results = 0;
    for (const auto updates = (*watch)->take(); const LiveUpdate &each : updates) {
        if (const auto *delta = std::get_if<TextDelta>(&each.update))
            text += delta->text;
        stored += std::holds_alternative<StoredUpdate>(each.update) ? 1 : 0;
        results += std::holds_alternative<ResultUpdate>(each.update) ? 1 : 0;
    }
    QCOMPARE(stored, 5);
    QCOMPARE(results, 1);
    if (stream)
        QCOMPARE(text, u"Hello."_s);
}

void TestWatchedRuns::runningAndEndingRunsAreListed()
{
    RULE("2.3.13", "2.11.12");
    RunningEngine running;
    const auto tracker = running.engine->tracker();
    running.store->hangLoad(1);
    running.store->hangAppend(3);
    running.model->answers(ScriptedAnswer().text(u"One."_s).pause());
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_COMPARE(running.store->hanging(), 1);
    QVERIFY2(tracker.runs().isEmpty(), "it loads");
    running.store->letGo();
    QTRY_VERIFY(running.model->isPaused());
    QCOMPARE(tracker.runs().size(), 1);
    const LiveRun live = tracker.runs().constFirst();
    QCOMPARE(live.identity.conversation, running.conversation);
    QCOMPARE(live.identity.agent, u"assistant"_s);
    QCOMPARE(live.identity.model, u"m1"_s);
    QCOMPARE(live.startedAt, running.clock->now());
    running.model->goOn();
    QTRY_COMPARE(running.store->hanging(), 1);
    QCOMPARE(run->state(), Run::State::Ending);
    QCOMPARE(tracker.runs().size(), 1);
    running.store->letGo();
    QVERIFY(RunningEngine::end(run));
    QVERIFY(tracker.runs().isEmpty());
}

void TestWatchedRuns::startsAndEndsAreTold()
{
    RULE("2.11.11");
    RunningEngine running;
    const auto watch = running.engine->tracker().watchRuns();
    QVERIFY(watch->take().runs.isEmpty());
    running.model->says(u"One."_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QVERIFY(RunningEngine::end(run));
    const auto changes = watch->take();
    QCOMPARE(changes.runs.size(), 2);
    QVERIFY(!changes.runs.at(0).hasEnded);
    QVERIFY(changes.runs.at(1).hasEnded);
    const RunHandle refused = running.host().resume(running.request());
    QVERIFY(!RunningEngine::end(refused));
    QVERIFY2(watch->take().runs.isEmpty(), "a run that did not begin is none");
}

void TestWatchedRuns::nothingIsStoredTwice()
{
    RULE("2.1.17");
    const auto slow = std::make_shared<PausedTool>(u"slow"_s);
    RunningEngine running{.tools = {slow}};
    running.model->asksFor(u"slow"_s, "{}").answers(ScriptedAnswer().text(u"One."_s).pause()).says(u"Two."_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(slow->isWaiting());
    QVERIFY(running.engine->tracker().trySteer(running.conversation, u"a"_s));
    slow->goOn();
    QTRY_VERIFY(running.model->isPaused());
    QVERIFY(running.engine->tracker().trySteer(running.conversation, u"b"_s));
    running.model->goOn();
    QVERIFY(RunningEngine::end(run));
    QSet<QUuid> uids;
    qsizetype messages = 0;
    for (const auto entries = running.entries(); const StoredEntry &each : entries) {
        for (const Message &message : each.entry.messages) {
            uids.insert(message.uid);
            ++messages;
        }
    }
    QCOMPARE(messages, 7); // Input, call, result, a, answer, b, answer.
    QCOMPARE(uids.size(), messages);
}

void TestWatchedRuns::usageMakesNoContent()
{
    RULE("2.1.22");
    RunningEngine running;
    running.model->answers(ScriptedAnswer().usage({.input = 3}).text(u"One."_s).text({}).usage({.output = 2}));
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QVERIFY(RunningEngine::end(run));
    const auto entries = running.entries();
    QCOMPARE(entries.at(1).entry.messages.constFirst().contents.size(), 1);
    QCOMPARE(entries.at(1).entry.messages.constFirst().text(), u"One."_s);
}

void TestWatchedRuns::twoConversationsKeepTheirOwnClaims()
{
    RULE("2.3.12", "2.3.8");
    RunningEngine running;
    const RunRequest other{.conversation = ConversationId(QUuid::createUuid())};
    running.model->answers(ScriptedAnswer().text(u"One."_s).pause()).answers(ScriptedAnswer().text(u"Two."_s).pause());
    const RunHandle first = running.host().run(u"Hi"_s, running.request());
    QTRY_COMPARE(running.model->pausedCalls(), 1);
    const RunHandle second = running.host().run(u"Hi"_s, other);
    QTRY_COMPARE(running.model->pausedCalls(), 2);
    running.model->goOn();
    QVERIFY(RunningEngine::end(first));
    const RunHandle refused = running.host().run(u"Again"_s, other);
    QCOMPARE(RunningEngine::end(refused).error().facts.code, QString(Claims::goesOn));
    running.model->says(u"Three."_s);
    const RunHandle next = running.host().run(u"Again"_s, running.request());
    QVERIFY2(RunningEngine::end(next), "the end of the first freed the first");
    running.model->goOn();
    QVERIFY(RunningEngine::end(second));
}

QTEST_GUILESS_MAIN(TestWatchedRuns)
#include "tst_watchedRuns.moc"
