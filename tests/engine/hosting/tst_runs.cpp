// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "support/Rule.h"
#include "support/RunningEngine.h"

using namespace Qt::StringLiterals;
using namespace typeshift;

class TestRuns final : public QObject
{
    Q_OBJECT

private slots:
    void aRunStoresInputResponseAndEndInThisOrder();
    void theSecondRunSendsTheWholeConversation();
    void theRequestHoldsNothingOfOurs();
    void aRunWithoutAConversationStoresNothing();
    void theResponseIsStoredBeforeTheRunFinishes();
    void aFailedRunStoresWhatArrivedAndItsError();
    void aFailureBeforeTheFirstContentStoresNoResponse();
    void aCancelledRunStoresWhatArrived();
    void aLoadFailureStoresNothingAndFreesTheConversation();
    void aFailedAppendIsToldAndTheRunGoesOn();
    void aStoreThatHangsCountsAsFailedAfterItsDeadline();
    void aSecondRunOfTheConversationIsRefused();
    void aRunWaitsWhileAnotherOneLoads();
    void resumeGoesOnWithoutNewInput();
    void resumeIsRefusedWhenTheLastRunEnded();
    void inputContinuesAnInterruptedConversation();
    void retryMakesTheFailedStepAgain();
    void retryIsRefusedAfterARunThatEndedWell();
    void anotherProcessIsNamedInTheRefusal();
    void aDeadOwnersLeaseEnds();
    void anUnknownProviderFailsBeforeAnythingIsStored();
    void theModeIsThatOfTheLastEnd();
    void closingStopsEveryRunAndStoresItsEnd();
    void buildReportsEveryMistakeAtOnce();
    void statesComeInOrder();
};

void TestRuns::aRunStoresInputResponseAndEndInThisOrder()
{
    RULE("2.1.1", "2.1.21", "2.1.16", "2.1.8");
    RunningEngine running;
    running.model->answers(ScriptedAnswer().text(u"Hel"_s).text(u"lo."_s).usage({.input = 7, .output = 2}));
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    const auto result = RunningEngine::end(run);
    QVERIFY(result);
    QCOMPARE(result->text(), u"Hello."_s);

    const auto entries = running.entries();
    QCOMPARE(entries.size(), 3);
    QCOMPARE(entries[0].entry.messages.constFirst().role, Role::User);
    QCOMPARE(entries[0].entry.messages.constFirst().text(), u"Hi"_s);
    QVERIFY(!entries[0].entry.messages.constFirst().uid.isNull());
    QCOMPARE(entries[1].entry.messages.constFirst().text(), u"Hello."_s);
    QCOMPARE(entries[1].entry.messages.constFirst().author, u"assistant"_s);
    QCOMPARE(entries[1].entry.provider, u"script"_s);
    QVERIFY(!entries[1].entry.model.isEmpty());
    QCOMPARE(entries[1].entry.usage->input, 7);
    QVERIFY(!entries[1].entry.endsRun);
    QVERIFY(entries[2].entry.endsRun);
    QCOMPARE(entries[2].entry.mode, AgentMode::Default);
    QVERIFY(!entries[2].entry.error());
    for (const auto &stored : entries) {
        QCOMPARE(stored.entry.agent, u"assistant"_s);
        QVERIFY(stored.entry.at.isValid());
    }
}

void TestRuns::theSecondRunSendsTheWholeConversation()
{
    RunningEngine running;
    running.model->says(u"One."_s).says(u"Two."_s);
    const RunHandle first = running.host().run(u"1"_s, running.request());
    QVERIFY(RunningEngine::end(first));
    const RunHandle second = running.host().run(u"2"_s, running.request());
    QVERIFY(RunningEngine::end(second));
    const auto &messages = running.model->lastRequest().messages;
    QCOMPARE(messages.size(), 3);
    QCOMPARE(messages[0].text(), u"1"_s);
    QCOMPARE(messages[1].text(), u"One."_s);
    QCOMPARE(messages[2].text(), u"2"_s);
}

void TestRuns::theRequestHoldsNothingOfOurs()
{
    RULE("2.1.20");
    RunningEngine running;
    running.model->says(u"ok"_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QVERIFY(RunningEngine::end(run));
    const ChatRequest &asked = running.model->lastRequest();
    QCOMPARE(asked.model, u"m1"_s);
    QCOMPARE(asked.instructions, u"Be brief."_s);
    QVERIFY(!asked.instructions.contains(running.conversation.toString()));
}

void TestRuns::aRunWithoutAConversationStoresNothing()
{
    RULE("2.1.23");
    RunningEngine running;
    running.model->says(u"ok"_s);
    const RunHandle run = running.host().run(u"Hi"_s, {});
    const auto result = RunningEngine::end(run);
    QVERIFY(result);
    QCOMPARE(result->messages.constFirst().author, u"assistant"_s);
    QCOMPARE(running.store->appends(), 0);
    QCOMPARE(running.store->loads(), 0);
}

void TestRuns::theResponseIsStoredBeforeTheRunFinishes()
{
    RunningEngine running;
    running.model->says(u"ok"_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QStringList order;
    connect(run.get(), &Run::updated, this, [&order](const ChatUpdate &update) {
        if (std::holds_alternative<TextDelta>(update))
            order.append(u"delta"_s);
        if (const auto *stored = std::get_if<StoredUpdate>(&update))
            order.append(stored->stored.entry.endsRun ? u"end"_s : u"step"_s);
    });
    connect(run.get(), &Run::finished, this, [&order] { order.append(u"finished"_s); });
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(order, QStringList({u"step"_s, u"delta"_s, u"step"_s, u"end"_s, u"finished"_s}));
}

void TestRuns::aFailedRunStoresWhatArrivedAndItsError()
{
    RULE("2.1.9", "2.1.10");
    RunningEngine running;
    running.model->answers(ScriptedAnswer()
                               .reasoning(u"hm"_s)
                               .text(u"Half an ans"_s)
                               .fail(Error(Error::Kind::IncompleteStream, u"the stream ended early"_s)));
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    const auto result = RunningEngine::end(run);
    QVERIFY(!result);
    QCOMPARE(result.error().kind, Error::Kind::IncompleteStream);
    const auto entries = running.entries();
    QCOMPARE(entries.size(), 3);
    QCOMPARE(entries[1].entry.messages.constFirst().text(), u"Half an ans"_s);
    QVERIFY(entries[2].entry.endsRun);
    QCOMPARE(entries[2].entry.error()->facts.message, u"the stream ended early"_s);
}

void TestRuns::aFailureBeforeTheFirstContentStoresNoResponse()
{
    RULE("2.1.11");
    RunningEngine running;
    running.model->fails(Error(Error::Kind::Auth, u"no"_s));
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QVERIFY(!RunningEngine::end(run));
    const auto entries = running.entries();
    QCOMPARE(entries.size(), 2);
    QCOMPARE(entries[1].entry.error()->kind, Error::Kind::Auth);
}

void TestRuns::aCancelledRunStoresWhatArrived()
{
    RULE("2.1.7");
    RunningEngine running;
    running.model->answers(ScriptedAnswer().text(u"Half"_s).pause().text(u"never"_s));
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(running.model->isPaused());
    run->cancel();
    const auto result = RunningEngine::end(run);
    QVERIFY(!result);
    QCOMPARE(result.error().kind, Error::Kind::Cancelled);
    const auto entries = running.entries();
    QCOMPARE(entries.size(), 3);
    QCOMPARE(entries[1].entry.messages.constFirst().text(), u"Half"_s);
    QCOMPARE(entries[2].entry.error()->kind, Error::Kind::Cancelled);
}

void TestRuns::aLoadFailureStoresNothingAndFreesTheConversation()
{
    RULE("2.1.24", "2.3.7");
    RunningEngine running;
    running.store->failLoad(1, Error(Error::Kind::Storage, u"broken"_s));
    const RunHandle failing = running.host().run(u"Hi"_s, running.request());
    QCOMPARE(RunningEngine::end(failing).error().facts.message, u"broken"_s);
    QCOMPARE(running.store->appends(), 0);
    running.model->says(u"ok"_s);
    const RunHandle again = running.host().run(u"Hi"_s, running.request());
    QVERIFY(RunningEngine::end(again));
}

void TestRuns::aFailedAppendIsToldAndTheRunGoesOn()
{
    RULE("2.1.5");
    RunningEngine running;
    running.model->says(u"ok"_s);
    running.store->failAppend(2, Error(Error::Kind::Storage, u"disk full"_s));
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    int failures = 0;
    connect(run.get(), &Run::updated, this, [&failures](const ChatUpdate &update) {
        failures += std::holds_alternative<StoreFailedUpdate>(update) ? 1 : 0;
    });
    const auto result = RunningEngine::end(run);
    QVERIFY(result);
    QCOMPARE(result->text(), u"ok"_s);
    QCOMPARE(failures, 1);
    QCOMPARE(running.entries().size(), 2);
}

void TestRuns::aStoreThatHangsCountsAsFailedAfterItsDeadline()
{
    RULE("2.1.4", "2.1.6");
    RunningEngine running;
    running.model->says(u"ok"_s);
    running.store->hangAppend(2);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_COMPARE(running.store->hanging(), 1);
    QCOMPARE(running.store->appends(), 2); // The next append waits.
    running.clock->advance(std::chrono::seconds(31));
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(running.store->appends(), 3);
}

void TestRuns::aSecondRunOfTheConversationIsRefused()
{
    RULE("2.3.3");
    RunningEngine running;
    running.model->answers(ScriptedAnswer().pause().text(u"ok"_s));
    const RunHandle first = running.host().run(u"1"_s, running.request());
    QTRY_VERIFY(running.model->isPaused());
    const RunHandle second = running.host().run(u"2"_s, running.request());
    const auto refused = RunningEngine::end(second);
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, Error::Kind::InvalidState);
    QVERIFY(refused.error().facts.message.contains(u"going on"));
    running.model->goOn();
    QVERIFY(RunningEngine::end(first));
    QCOMPARE(running.entries().size(), 3);
}

void TestRuns::aRunWaitsWhileAnotherOneLoads()
{
    RULE("2.3.4");
    RunningEngine running;
    running.store->hangLoad(1);
    running.store->failLoad(1, Error(Error::Kind::Storage, u"broken"_s));
    running.model->says(u"ok"_s);
    const RunHandle first = running.host().run(u"1"_s, running.request());
    QTRY_COMPARE(running.store->hanging(), 1);
    const RunHandle second = running.host().run(u"2"_s, running.request());
    QSignalSpy secondEnded(second.get(), &Run::finished);
    running.store->letGo();
    QVERIFY(!RunningEngine::end(first));
    QVERIFY(RunningEngine::end(second)); // The first let go without beginning.
    QCOMPARE(running.entries().size(), 3);
}

void TestRuns::resumeGoesOnWithoutNewInput()
{
    RULE("2.2.8");
    RunningEngine running;
    running.model->answers(ScriptedAnswer().text(u"Half"_s).pause());
    {
        const RunHandle run = running.host().run(u"Hi"_s, running.request());
        QTRY_VERIFY(running.model->isPaused());
        running.engine.reset(); // As a crash would leave it: input without an end.
    }
    QCOMPARE(running.entries().size(), 1);
    RunningEngine again;
    again.memory = running.memory;
    again.store = running.store;
    again.clock = running.clock;
    auto engine = EngineBuilder()
                      .add(Agent(u"assistant"_s).withModel(u"script"_s, u"m1"_s))
                      .withStore(running.store)
                      .withProviders(again.model)
                      .withClock(running.clock)
                      .build();
    QVERIFY(engine);
    again.model->says(u"Whole."_s);
    const RunHandle resumed = (*engine)->host(u"assistant")->resume({.conversation = running.conversation});
    QVERIFY(RunningEngine::end(resumed));
    QCOMPARE(again.model->lastRequest().messages.size(), 1);
    const auto entries = running.entries();
    QCOMPARE(entries.size(), 3);
    QVERIFY(entries.constLast().entry.endsRun);
}

void TestRuns::resumeIsRefusedWhenTheLastRunEnded()
{
    RULE("2.2.9");
    RunningEngine running;
    const RunHandle empty = running.host().resume(running.request());
    QCOMPARE(RunningEngine::end(empty).error().kind, Error::Kind::InvalidState);
    running.model->says(u"ok"_s).says(u"ok"_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QVERIFY(RunningEngine::end(run));
    const RunHandle resumed = running.host().resume(running.request());
    QCOMPARE(RunningEngine::end(resumed).error().kind, Error::Kind::InvalidState);
    QCOMPARE(running.entries().size(), 3);
    const RunHandle next = running.host().run(u"Hi"_s, running.request());
    QVERIFY2(RunningEngine::end(next), "the claim was released");
}

void TestRuns::inputContinuesAnInterruptedConversation()
{
    RULE("2.2.13");
    RunningEngine running;
    ConversationEntry input;
    input.agent = u"assistant"_s;
    input.messages = {userMessage(u"before the crash"_s)};
    auto stored = running.memory->appendConversation(running.conversation, input);
    stored.start();
    running.model->says(u"ok"_s);
    const RunHandle run = running.host().run(u"after"_s, running.request());
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(running.model->lastRequest().messages.size(), 2);
    int ends = 0;
    for (const auto &entry : running.entries())
        ends += entry.entry.endsRun ? 1 : 0;
    QCOMPARE(ends, 1);
}

void TestRuns::retryMakesTheFailedStepAgain()
{
    RunningEngine running;
    running.model->answers(ScriptedAnswer().text(u"Half"_s).fail(Error(Error::Kind::IncompleteStream, u"cut"_s)));
    const RunHandle failed = running.host().run(u"Hi"_s, running.request());
    QVERIFY(!RunningEngine::end(failed));
    running.model->says(u"Whole."_s);
    const RunHandle again = running.host().retry(running.request());
    QVERIFY(RunningEngine::end(again)); // Decided 14
    QCOMPARE(running.model->lastRequest().messages.size(), 1);
    QCOMPARE(running.model->lastRequest().messages.constFirst().text(), u"Hi"_s);
    QVERIFY(!running.entries().constLast().entry.error());
}

void TestRuns::retryIsRefusedAfterARunThatEndedWell()
{
    RunningEngine running;
    running.model->says(u"ok"_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QVERIFY(RunningEngine::end(run));
    const RunHandle again = running.host().retry(running.request());
    QCOMPARE(RunningEngine::end(again).error().kind, Error::Kind::InvalidState);
}

void TestRuns::anotherProcessIsNamedInTheRefusal()
{
    RunningEngine running;
    auto taken = running.memory->acquireLease(running.conversation, {QUuid::createUuid(), u"typeshift 4711 on box"_s});
    taken.start();
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    const auto refused = RunningEngine::end(run);
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, Error::Kind::Conflict);
    QVERIFY(refused.error().facts.message.contains(u"typeshift 4711 on box"));
    QCOMPARE(running.entries().size(), 0);
}

void TestRuns::aDeadOwnersLeaseEnds()
{
    RunningEngine running;
    auto taken = running.memory->acquireLease(running.conversation, {QUuid::createUuid(), u"gone"_s});
    taken.start();
    running.clock->advance(LeaseStore::lifetime);
    running.model->says(u"ok"_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QVERIFY(RunningEngine::end(run));
}

void TestRuns::anUnknownProviderFailsBeforeAnythingIsStored()
{
    RunningEngine running;
    running.model->hasNoClient(Error(Error::Kind::InvalidInput, u"there is no provider “x”"_s));
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QCOMPARE(RunningEngine::end(run).error().kind, Error::Kind::InvalidInput); // 2.17.4
    QCOMPARE(running.store->appends(), 0);
}

void TestRuns::theModeIsThatOfTheLastEnd()
{
    RULE("2.2.15");
    RunningEngine running;
    running.model->says(u"ok"_s).says(u"ok"_s);
    RunRequest planned = running.request();
    planned.mode = AgentMode::Plan;
    const RunHandle first = running.host().run(u"1"_s, planned);
    QVERIFY(RunningEngine::end(first));
    const RunHandle second = running.host().run(u"2"_s, running.request());
    QVERIFY(RunningEngine::end(second));
    QCOMPARE(running.entries().constLast().entry.mode, AgentMode::Plan);
}

void TestRuns::closingStopsEveryRunAndStoresItsEnd()
{
    RULE("2.1.13");
    RunningEngine running;
    running.model->answers(ScriptedAnswer().text(u"Half"_s).pause());
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(running.model->isPaused());
    const QFuture<void> closed = running.engine->close();
    QTRY_VERIFY(closed.isFinished());
    QCOMPARE(running.entries().size(), 3);
    QVERIFY(running.entries().constLast().entry.endsRun);
}

void TestRuns::buildReportsEveryMistakeAtOnce()
{
    const auto built = EngineBuilder().add(Agent(u"Has Blanks"_s)).add(Agent(u"a"_s)).add(Agent(u"a"_s)).build();
    QVERIFY(!built);
    QStringList codes;
    for (const Diagnostic &diagnostic : built.error())
        codes.append(diagnostic.code);
    QCOMPARE(codes, QStringList({u"TSH031"_s, u"TSH022"_s, u"TSH033"_s}));
}

void TestRuns::statesComeInOrder()
{
    RunningEngine running;
    running.model->says(u"ok"_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QCOMPARE(run->state(), Run::State::Starting);
    QList<Run::State> states;
    connect(run.get(), &Run::stateChanged, this, [&states](Run::State state) { states.append(state); });
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(states, QList<Run::State>({Run::State::Running, Run::State::Ending, Run::State::Finished}));
}

QTEST_GUILESS_MAIN(TestRuns)
#include "tst_runs.moc"
