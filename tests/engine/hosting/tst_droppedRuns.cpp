// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "async/Completion.h"
#include "support/Rule.h"
#include "support/RunningEngine.h"
#include "support/TemporaryStore.h"
#include "support/TestIds.h"

using namespace Qt::StringLiterals;
using namespace typeshift;

//! The twin of every run test: the handle dies, or the run is stopped, at each suspension in turn.
class TestDroppedRuns final : public QObject
{
    Q_OBJECT

private slots:
    void deletingTheHandleAtEverySuspensionLosesNothing();
    void theHandleMayDieInASlotOfItsOwnSignal();
    void theEngineMayDieWhileARunGoesOn();

private:
    // Runs once and drops the handle at suspension `number`; whether the run got that far.
    static bool dropAt(int number);
};

bool TestDroppedRuns::dropAt(int number)
{
    auto clock = std::make_shared<FixedClock>();
    TemporaryStore database(*clock);
    const std::shared_ptr<SqlStore> store(&database.store(), [](SqlStore *) { });
    auto model = std::make_shared<ScriptedModel>();
    model->streams({u"one "_s, u"two "_s, u"three"_s});
    auto engine = EngineBuilder()
                      .add(Agent(u"assistant"_s).withModel(u"script"_s, u"m1"_s))
                      .withStore(store)
                      .withLeases(store)
                      .withProviders(model)
                      .withClock(clock)
                      .build();
    const auto conversation = testId<ConversationId>();
    RunHandle run = (*engine)->host(u"assistant")->run(u"Hi"_s, {.conversation = conversation});
    int suspensions = 0;
    detail::suspensionProbe = [&] {
        if (++suspensions == number)
            QMetaObject::invokeMethod(engine->get(), [&run] { run.reset(); }, Qt::QueuedConnection);
    };
    bool hasEnded = QTest::qWaitFor([&run] { return !run || run->state() == Run::State::Finished; }, 10'000);
    const QFuture<void> closed = (*engine)->close(); // A dropped run's end is told by nothing else.
    hasEnded = QTest::qWaitFor([&closed] { return closed.isFinished(); }, 10'000) && hasEnded;
    detail::suspensionProbe = nullptr;
    if (!hasEnded)
        qFatal("the run did not end after its handle died at suspension %d", number);

    auto loading = store->loadConversation(conversation);
    loading.start();
    if (!QTest::qWaitFor([&loading] { return loading.isDone(); }, 10'000))
        qFatal("the store does not answer");
    const auto entries = loading.takeResult();
    // Nothing at all, or an input with exactly one end behind it.
    if (!entries->isEmpty() && !entries->constLast().entry.endsRun)
        qFatal("no end is stored after suspension %d", number);
    return suspensions >= number;
}

void TestDroppedRuns::deletingTheHandleAtEverySuspensionLosesNothing()
{
    RULE("2.1.12");
    int number = 1;
    while (dropAt(number))
        ++number;
    qInfo("dropped at %d suspensions", number - 1);
    QVERIFY2(number > 4, "the run hardly suspended");
}

void TestDroppedRuns::theHandleMayDieInASlotOfItsOwnSignal()
{
    RunningEngine running;
    running.model->streams({u"one "_s, u"two"_s});
    RunHandle run = running.host().run(u"Hi"_s, running.request());
    connect(run.get(), &Run::updated, this, [&run] { run.reset(); });
    QTRY_VERIFY(!run);
    QTRY_VERIFY(running.engine->tracker().runs().isEmpty());
    QVERIFY(running.entries().constLast().entry.endsRun);
}

void TestDroppedRuns::theEngineMayDieWhileARunGoesOn()
{
    RunningEngine running;
    running.model->answers(ScriptedAnswer().text(u"Half"_s).pause());
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(running.model->isPaused());
    running.engine.reset();
    run->cancel(); // Finds nobody, and does no harm.
    QCOMPARE(running.entries().size(), 1);
}

QTEST_GUILESS_MAIN(TestDroppedRuns)
#include "tst_droppedRuns.moc"
