// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "support/RunningEngine.h"
#include "support/TestTools.h"

using namespace Qt::StringLiterals;
using namespace typeshift;

//! A run whose conversation another process took over, because the lease ran out while the machine slept.
class TestLostLeases final : public QObject
{
    Q_OBJECT

private slots:
    void theRunStopsAndNamesTheOtherProcess();
    void nothingIsWrittenAfterTheLoss_data();
    void nothingIsWrittenAfterTheLoss();
    void theOtherProcessGivenUpIsALossToo();
    void theConversationIsFreeHereAfterwards();
    void aStoppedRunThatLosesItsLeaseEndsOnce();
    void anAppendUnderWayIsTheLast();
    void afterASleepNothingIsWrittenUnasked();
    void aSleepThatNobodyUsedCostsNothing();
    void theHandleMayDieHalfWay_data();
    void theHandleMayDieHalfWay();
    void theEngineMayDieHalfWay();

private:
    // What is posted by now has been heard.
    void hearTheLoop();
};

namespace {

const Lease theirs{QUuid(u"01900000-0000-7000-8000-00000000000f"_s), u"typeshift 4711 on laptop"_s};

void finish(Task<Result<>> task)
{
    task.start();
    if (!task.isDone() || !task.takeResult())
        qFatal("the store in memory answers at once");
}

// As when the lease ran out, and another process took it.
void takeOver(RunningEngine &running)
{
    finish(running.memory->releaseLease(running.conversation, running.engine->lease()));
    finish(running.memory->acquireLease(running.conversation, theirs));
}

// The next renewal tells.
void sleepThrough(RunningEngine &running)
{
    takeOver(running);
    running.clock->advance(LeaseStore::renewal);
}

} // namespace

void TestLostLeases::hearTheLoop()
{
    bool isHeard = false;
    QMetaObject::invokeMethod(this, [&isHeard] { isHeard = true; }, Qt::QueuedConnection);
    QTRY_VERIFY(isHeard);
}

void TestLostLeases::theRunStopsAndNamesTheOtherProcess()
{
    RunningEngine running;
    running.model->answers(ScriptedAnswer().text(u"Half"_s).pause().text(u" and half"_s));
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(running.model->isPaused());
    const auto before = running.entries();
    sleepThrough(running);
    const auto result = RunningEngine::end(run);
    QVERIFY(!result);
    QCOMPARE(result.error().kind, Error::Kind::Conflict);
    QCOMPARE(result.error().facts.items, QStringList(theirs.process));
    QVERIFY(result.error().facts.message.contains(u"stopped because another process took the conversation over"_s));
    QVERIFY(result.error().facts.message.contains(theirs.process));
    QCOMPARE(running.entries(), before);
    QVERIFY(running.engine->tracker().runs().isEmpty());
}

void TestLostLeases::nothingIsWrittenAfterTheLoss_data()
{
    QTest::addColumn<int>("moment");
    QTest::newRow("while the history loads") << 0;
    QTest::newRow("while the model answers") << 1;
    QTest::newRow("while a tool runs") << 2;
    QTest::newRow("with input that no model received") << 3;
}

void TestLostLeases::nothingIsWrittenAfterTheLoss()
{
    QFETCH(int, moment);
    const auto slow = std::make_shared<PausedTool>(u"slow"_s);
    RunningEngine running{.tools = {slow}};
    if (moment == 0)
        running.store->hangLoad(1);
    if (moment == 2)
        running.model->asksFor(u"slow"_s, "{}");
    else
        running.model->answers(ScriptedAnswer().text(u"Half"_s).pause());
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(running.model->isPaused() || slow->isWaiting() || running.store->hanging() == 1);
    if (moment == 3)
        QVERIFY(running.engine->tracker().trySteer(running.conversation, u"And?"_s));
    const auto before = running.entries();
    sleepThrough(running);
    if (moment == 0) {
        hearTheLoop();
        running.store->letGo();
    }
    QCOMPARE(RunningEngine::end(run).error().kind, Error::Kind::Conflict);
    QCOMPARE(running.entries(), before);
    QVERIFY(!running.engine->tracker().trySteer(running.conversation, u"Still there?"_s));
}

void TestLostLeases::theOtherProcessGivenUpIsALossToo()
{
    RunningEngine running;
    running.model->answers(ScriptedAnswer().text(u"Half"_s).pause());
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(running.model->isPaused());
    finish(running.memory->releaseLease(running.conversation, running.engine->lease()));
    running.clock->advance(LeaseStore::renewal); // Somebody took it, wrote, and gave it back.
    QCOMPARE(RunningEngine::end(run).error().kind, Error::Kind::Conflict);
    QCOMPARE(running.entries().size(), 1);
}

void TestLostLeases::theConversationIsFreeHereAfterwards()
{
    RunningEngine running;
    running.model->answers(ScriptedAnswer().text(u"Half"_s).pause()).says(u"Done."_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(running.model->isPaused());
    sleepThrough(running);
    QVERIFY(!RunningEngine::end(run));
    const RunHandle early = running.host().run(u"Again"_s, running.request());
    QCOMPARE(RunningEngine::end(early).error().facts.items, QStringList(theirs.process)); // Its lease was left alone.
    finish(running.memory->releaseLease(running.conversation, theirs));
    const RunHandle next = running.host().resume(running.request());
    QVERIFY(RunningEngine::end(next));
    QVERIFY(running.entries().constLast().entry.endsRun);
}

void TestLostLeases::aStoppedRunThatLosesItsLeaseEndsOnce()
{
    RunningEngine running;
    running.model->answers(ScriptedAnswer().text(u"Half"_s).pause());
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(running.model->isPaused());
    QSignalSpy finished(run.get(), &Run::finished);
    sleepThrough(running);
    run->cancel();
    QCOMPARE(RunningEngine::end(run).error().kind, Error::Kind::Conflict);
    QCOMPARE(finished.size(), 1);
    QCOMPARE(running.entries().size(), 1);
}

void TestLostLeases::anAppendUnderWayIsTheLast()
{
    RunningEngine running;
    running.store->hangAppend(2);
    running.model->says(u"Done."_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_COMPARE(running.store->hanging(), 1);
    sleepThrough(running);
    hearTheLoop();
    running.store->letGo();
    QCOMPARE(RunningEngine::end(run).error().kind, Error::Kind::Conflict);
    QCOMPARE(running.store->appends(), 2);
}

// The connection to the model is gone with the sleep, and the run would store its end before the next renewal.
void TestLostLeases::afterASleepNothingIsWrittenUnasked()
{
    RunningEngine running;
    running.model->answers(
        ScriptedAnswer().text(u"Half"_s).pause().fail(Error(Error::Kind::IncompleteStream, u"cut"_s)));
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(running.model->isPaused());
    const auto before = running.entries();
    takeOver(running);
    running.clock->stepWallClock(std::chrono::hours(1));
    running.model->goOn();
    const auto result = RunningEngine::end(run);
    QCOMPARE(result.error().kind, Error::Kind::Conflict);
    QCOMPARE(result.error().facts.items, QStringList(theirs.process));
    QCOMPARE(running.entries(), before);
}

void TestLostLeases::aSleepThatNobodyUsedCostsNothing()
{
    RunningEngine running;
    running.model->answers(ScriptedAnswer().text(u"Half"_s).pause().text(u" and half"_s));
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(running.model->isPaused());
    running.clock->stepWallClock(std::chrono::hours(1));
    running.model->goOn();
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(running.entries().size(), 3);
}

void TestLostLeases::theHandleMayDieHalfWay_data()
{
    QTest::addColumn<int>("moment");
    QTest::newRow("before the loss is told") << 0;
    QTest::newRow("as the run ends") << 1;
    QTest::newRow("as its end is told") << 2;
}

void TestLostLeases::theHandleMayDieHalfWay()
{
    QFETCH(int, moment);
    RunningEngine running;
    running.model->answers(ScriptedAnswer().text(u"Half"_s).pause());
    RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(running.model->isPaused());
    const auto before = running.entries();
    const auto state = moment == 1 ? Run::State::Ending : Run::State::Finished;
    connect(run.get(), &Run::stateChanged, this, [&run, state](Run::State now) {
        if (now == state)
            run.reset();
    });
    sleepThrough(running);
    if (moment == 0)
        run.reset();
    QTRY_VERIFY(!run);
    QTRY_VERIFY(running.engine->tracker().runs().isEmpty());
    const QFuture<void> closed = running.engine->close();
    QTRY_VERIFY(closed.isFinished());
    QCOMPARE(running.entries(), before);
}

void TestLostLeases::theEngineMayDieHalfWay()
{
    RunningEngine running;
    running.model->answers(ScriptedAnswer().text(u"Half"_s).pause());
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(running.model->isPaused());
    sleepThrough(running);
    running.engine.reset(); // The loss is posted and finds nobody.
    hearTheLoop();
    QCOMPARE(running.entries().size(), 1);
}

QTEST_GUILESS_MAIN(TestLostLeases)
#include "tst_lostLeases.moc"
