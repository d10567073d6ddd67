// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "support/Rule.h"
#include "support/RunningEngine.h"
#include "support/TestTools.h"

#include <QTimer>

using namespace Qt::StringLiterals;
using namespace typeshift;

class TestSteeredRuns final : public QObject
{
    Q_OBJECT

private slots:
    void inputStandsBehindTheRoundsResults();
    void inputKeepsItsPlaceInLaterCalls();
    void inputWhileTheModelStreamsMakesANewPass();
    void severalInputsKeepTheirOrder();
    void inputIsRefusedWhenNoRunTakesIt();
    void inputThatNoModelReceivedIsStoredBeforeTheEnd_data();
    void inputThatNoModelReceivedIsStoredBeforeTheEnd();
    void inputWithdrawnInTimeLeavesNoTrace();
    void sendOrSteerStartsWhenNobodyRuns();
    void sendOrSteerSteersWhatGoesOn();
    void sendOrSteerWaitsWhileARunLoads();
    void sendOrSteerStartsAfterARunThatEnds();
    void twoSendsAtOnceLoseNothing();
    void acceptedInputIsStoredOnceWhereverTheRunIsDropped();

private:
    static bool dropAt(int number);
};

namespace {

QStringList textsOf(const QList<Message> &messages)
{
    QStringList texts;
    for (const Message &message : messages)
        texts.append(message.role == Role::Tool ? u"results"_s : message.text());
    return texts;
}

QStringList stored(RunningEngine &running)
{
    QStringList texts;
    for (const StoredEntry &each : running.entries()) {
        if (each.entry.endsRun)
            texts.append(each.entry.error() ? u"end: "_s + errorKindName(each.entry.error()->kind) : u"end"_s);
        else
            texts += textsOf(each.entry.messages);
    }
    return texts;
}

bool steer(RunningEngine &running, const QString &text)
{
    return running.engine->tracker().trySteer(running.conversation, text);
}

} // namespace

void TestSteeredRuns::inputStandsBehindTheRoundsResults()
{
    RULE("2.4.3", "2.4.5", "2.4.9");
    const auto slow = std::make_shared<PausedTool>(u"slow"_s);
    RunningEngine running{.tools = {slow}};
    running.model->answers(ScriptedAnswer().text(u"Look."_s).call(u"slow"_s, "{}").call(u"slow"_s, "{}"))
        .says(u"Done."_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(slow->isWaiting());
    QVERIFY(steer(running, u"Hurry"_s)); // 2.4.1
    slow->goOn();
    QTRY_VERIFY2(slow->isWaiting(), "the second tool is not skipped");
    slow->goOn();
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(textsOf(running.model->lastRequest().messages),
             QStringList({u"Hi"_s, u"Look."_s, u"results"_s, u"Hurry"_s}));
    QCOMPARE(stored(running),
             QStringList({u"Hi"_s, u"Look."_s, u"results"_s, u"results"_s, u"Hurry"_s, u"Done."_s, u"end"_s}));
}

void TestSteeredRuns::inputKeepsItsPlaceInLaterCalls()
{
    RULE("2.4.4");
    TestTools tools;
    const auto slow = std::make_shared<PausedTool>(u"slow"_s);
    RunningEngine running{.tools = {slow, tools.echo(u"echo"_s)}};
    running.model->asksFor(u"slow"_s, "{}")
        .answers(ScriptedAnswer().text(u"And."_s).call(u"echo"_s, "{}"))
        .says(u"Done."_s)
        .says(u"Again."_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(slow->isWaiting());
    QVERIFY(steer(running, u"Hurry"_s));
    slow->goOn();
    QVERIFY(RunningEngine::end(run));
    const QStringList expected{u"Hi"_s, QString(), u"results"_s, u"Hurry"_s, u"And."_s, u"results"_s};
    QCOMPARE(textsOf(running.model->lastRequest().messages), expected);
    const RunHandle next = running.host().run(u"More"_s, running.request());
    QVERIFY(RunningEngine::end(next));
    QCOMPARE(textsOf(running.model->lastRequest().messages), expected + QStringList({u"Done."_s, u"More"_s}));
}

void TestSteeredRuns::inputWhileTheModelStreamsMakesANewPass()
{
    RULE("2.4.7", "2.4.8", "2.15.5");
    RunningEngine running;
    running.model->answers(ScriptedAnswer().text(u"One "_s).pause().text(u"two."_s)).says(u"Three."_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(running.model->isPaused());
    QVERIFY(steer(running, u"And?"_s));
    running.model->goOn();
    const auto response = RunningEngine::end(run);
    QVERIFY(response);
    QCOMPARE(textsOf(response->messages), QStringList({u"One two."_s, u"Three."_s}));
    QCOMPARE(textsOf(running.model->lastRequest().messages), QStringList({u"Hi"_s, u"One two."_s, u"And?"_s}));
    QCOMPARE(stored(running), QStringList({u"Hi"_s, u"One two."_s, u"And?"_s, u"Three."_s, u"end"_s}));
}

void TestSteeredRuns::severalInputsKeepTheirOrder()
{
    RULE("2.4.6");
    RunningEngine running;
    running.model->answers(ScriptedAnswer().text(u"One."_s).pause()).says(u"Two."_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(running.model->isPaused());
    for (const QString &each : {u"a"_s, u"b"_s, u"c"_s})
        QVERIFY(steer(running, each));
    QCOMPARE(textsOf(running.engine->tracker().waitingInput(running.conversation)),
             QStringList({u"a"_s, u"b"_s, u"c"_s}));
    running.model->goOn();
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(stored(running), QStringList({u"Hi"_s, u"One."_s, u"a"_s, u"b"_s, u"c"_s, u"Two."_s, u"end"_s}));
}

void TestSteeredRuns::inputIsRefusedWhenNoRunTakesIt()
{
    RULE("2.4.1", "2.4.18");
    RunningEngine running;
    QVERIFY2(!steer(running, u"x"_s), "nothing runs");
    running.store->hangLoad(1);
    running.store->hangAppend(3);
    running.model->answers(ScriptedAnswer().text(u"One."_s).pause());
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_COMPARE(running.store->hanging(), 1);
    QVERIFY2(!steer(running, u"x"_s), "it loads");
    running.store->letGo();
    QTRY_VERIFY(running.model->isPaused());
    running.model->goOn();
    QTRY_COMPARE(running.store->hanging(), 1);
    QCOMPARE(run->state(), Run::State::Ending);
    QVERIFY2(!steer(running, u"x"_s), "it ends");
    running.store->letGo();
    QVERIFY(RunningEngine::end(run));

    running.model->answers(ScriptedAnswer().text(u"Two."_s).pause());
    const RunHandle stopped = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(running.model->isPaused());
    stopped->cancel();
    QVERIFY2(!steer(running, u"x"_s), "it was stopped this moment");
    QVERIFY(!RunningEngine::end(stopped));
    QVERIFY(!stored(running).contains(u"x"_s));
}

void TestSteeredRuns::inputThatNoModelReceivedIsStoredBeforeTheEnd_data()
{
    QTest::addColumn<bool>("fails");
    QTest::newRow("2.4.10 the model call fails") << true;
    QTest::newRow("2.4.10 the run is stopped") << false;
}

void TestSteeredRuns::inputThatNoModelReceivedIsStoredBeforeTheEnd()
{
    QFETCH(bool, fails);
    RunningEngine running;
    running.model->answers(
        ScriptedAnswer().text(u"Half"_s).pause().fail(Error(Error::Kind::IncompleteStream, u"cut"_s)));
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(running.model->isPaused());
    QVERIFY(steer(running, u"And?"_s));
    if (fails)
        running.model->goOn();
    else
        run->cancel();
    QVERIFY(!RunningEngine::end(run));
    QCOMPARE(stored(running),
             QStringList({u"Hi"_s, u"Half"_s, u"And?"_s, fails ? u"end: incompleteStream"_s : u"end: cancelled"_s}));
    running.model->says(u"ok"_s);
    const RunHandle next = running.host().run(u"Again"_s, running.request());
    QVERIFY(RunningEngine::end(next));
    QVERIFY(textsOf(running.model->lastRequest().messages).contains(u"And?"_s));
}

void TestSteeredRuns::inputWithdrawnInTimeLeavesNoTrace()
{
    RunningEngine running;
    running.model->answers(ScriptedAnswer().text(u"One."_s).pause());
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(running.model->isPaused());
    QVERIFY(steer(running, u"x"_s));
    const auto tracker = running.engine->tracker();
    const QUuid uid = tracker.waitingInput(running.conversation).constFirst().uid;
    QVERIFY(tracker.withdraw(running.conversation, uid));
    QVERIFY(!tracker.withdraw(running.conversation, uid));
    running.model->goOn();
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(stored(running), QStringList({u"Hi"_s, u"One."_s, u"end"_s}));
}

void TestSteeredRuns::sendOrSteerStartsWhenNobodyRuns()
{
    RULE("2.3.15");
    RunningEngine running;
    running.model->says(u"One."_s);
    const RunHandle run = running.host().sendOrSteer(userMessage(u"Hi"_s), running.request());
    QVERIFY(RunningEngine::end(run));
    QVERIFY(!run->isSteered());
    QCOMPARE(stored(running), QStringList({u"Hi"_s, u"One."_s, u"end"_s}));
}

void TestSteeredRuns::sendOrSteerSteersWhatGoesOn()
{
    RULE("2.3.15");
    RunningEngine running;
    running.model->answers(ScriptedAnswer().text(u"One."_s).pause()).says(u"Two."_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(running.model->isPaused());
    const RunHandle sent = running.host().sendOrSteer(userMessage(u"And?"_s), running.request());
    QVERIFY(RunningEngine::end(sent));
    QVERIFY(sent->isSteered());
    running.model->goOn();
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(stored(running), QStringList({u"Hi"_s, u"One."_s, u"And?"_s, u"Two."_s, u"end"_s}));
}

void TestSteeredRuns::sendOrSteerWaitsWhileARunLoads()
{
    RULE("2.3.15", "2.3.4");
    RunningEngine running;
    running.store->hangLoad(1);
    running.model->answers(ScriptedAnswer().text(u"One."_s).pause()).says(u"Two."_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_COMPARE(running.store->hanging(), 1);
    const RunHandle sent = running.host().sendOrSteer(userMessage(u"And?"_s), running.request());
    bool hasStarted = false; // It starts from the event loop, before this.
    QMetaObject::invokeMethod(running.engine.get(), [&hasStarted] { hasStarted = true; }, Qt::QueuedConnection);
    QTRY_VERIFY(hasStarted);
    running.store->letGo();
    QVERIFY(RunningEngine::end(sent));
    QVERIFY(sent->isSteered());
    QTRY_VERIFY(running.model->isPaused());
    running.model->goOn();
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(stored(running).count(u"And?"_s), 1);
}

void TestSteeredRuns::sendOrSteerStartsAfterARunThatEnds()
{
    RULE("2.3.15", "2.3.6");
    RunningEngine running;
    running.store->hangAppend(3);
    running.model->says(u"One."_s).says(u"Two."_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_COMPARE(running.store->hanging(), 1);
    const RunHandle sent = running.host().sendOrSteer(userMessage(u"And?"_s), running.request());
    const RunHandle refused = running.host().run(u"No"_s, running.request());
    QCOMPARE(RunningEngine::end(refused).error().facts.code, QString(Claims::goesOn)); // 2.3.3
    running.store->letGo();
    QVERIFY(RunningEngine::end(sent));
    QVERIFY(!sent->isSteered());
    QCOMPARE(stored(running), QStringList({u"Hi"_s, u"One."_s, u"end"_s, u"And?"_s, u"Two."_s, u"end"_s}));
}

void TestSteeredRuns::twoSendsAtOnceLoseNothing()
{
    RULE("2.3.15");
    RunningEngine running;
    running.model->answers(ScriptedAnswer().text(u"One."_s)).says(u"Two."_s).says(u"Three."_s);
    std::vector<RunHandle> sent;
    for (const QString &each : {u"a"_s, u"b"_s, u"c"_s})
        sent.push_back(running.host().sendOrSteer(userMessage(each), running.request()));
    for (const RunHandle &each : sent)
        QVERIFY(RunningEngine::end(each));
    QTRY_VERIFY(running.engine->tracker().runs().isEmpty());
    for (const QString &each : {u"a"_s, u"b"_s, u"c"_s})
        QCOMPARE(stored(running).count(each), 1);
}

bool TestSteeredRuns::dropAt(int number)
{
    const auto slow = std::make_shared<PausedTool>(u"slow"_s);
    RunningEngine running{.tools = {slow}};
    running.model->answers(ScriptedAnswer().text(u"Look."_s).call(u"slow"_s, "{}"))
        .says(u"One."_s)
        .says(u"Two."_s)
        .says(u"Three."_s)
        .says(u"Four."_s)
        .says(u"Five."_s);
    RunHandle run = running.host().run(u"Hi"_s, running.request());
    int suspensions = 0;
    detail::suspensionProbe = [&] {
        if (++suspensions == number)
            QMetaObject::invokeMethod(running.engine.get(), [&run] { run.reset(); }, Qt::QueuedConnection);
    };
    QStringList accepted;
    QTimer events;
    int turn = 0;
    connect(&events, &QTimer::timeout, &events, [&] {
        const QString input = QString::number(turn);
        if (turn % 3 == 0 && accepted.size() < 4 && steer(running, input))
            accepted.append(input);
        if (slow->isWaiting() && turn > 6)
            slow->goOn();
        ++turn;
    });
    events.start(0);
    bool hasEnded = QTest::qWaitFor([&run] { return !run || run->state() == Run::State::Finished; }, 10'000);
    const QFuture<void> closed = running.engine->close(); // A dropped run's end is told by nothing else.
    hasEnded = QTest::qWaitFor([&closed] { return closed.isFinished(); }, 10'000) && hasEnded;
    events.stop();
    detail::suspensionProbe = nullptr;
    if (!hasEnded)
        qFatal("the run did not end after its handle died at suspension %d", number);
    QStringList kept = stored(running);
    if (!kept.isEmpty() && !kept.constLast().startsWith(u"end"))
        qFatal("no end is stored after suspension %d", number);
    for (const QString &input : std::as_const(accepted)) {
        if (kept.count(input) != 1)
            qFatal("input %s is stored %d times after suspension %d", qPrintable(input), int(kept.count(input)),
                   number);
    }
    return suspensions >= number;
}

void TestSteeredRuns::acceptedInputIsStoredOnceWhereverTheRunIsDropped()
{
    RULE("2.4.2", "2.4.10");
    int number = 1;
    while (dropAt(number))
        ++number;
    QVERIFY2(number > 1, "the run never suspended");
}

QTEST_GUILESS_MAIN(TestSteeredRuns)
#include "tst_steeredRuns.moc"
