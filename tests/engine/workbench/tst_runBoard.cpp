// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "support/Rule.h"
#include "support/RunningEngine.h"

#include "workbench/RunBoard.h"

using namespace Qt::StringLiterals;
using namespace typeshift;

class TestRunBoard final : public QObject
{
    Q_OBJECT

private slots:
    void followsARunFromStartToEnd();
    void knowsRunsThatBeganBeforeIt();
    void endsWhatItMissed();
    void aRunTellsItsMode();
};

void TestRunBoard::followsARunFromStartToEnd()
{
    RULE("2.11.8", "2.11.11");
    RunningEngine running;
    running.model->answers(ScriptedAnswer().pause().text(u"One "_s).usage(Usage{.input = 900, .output = 20}).pause());
    RunBoard board(running.engine->tracker(), *running.clock);
    QSignalSpy started(&board, &RunBoard::started);
    QSignalSpy ended(&board, &RunBoard::ended);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_COMPARE(started.count(), 1);
    QTRY_VERIFY(running.model->isPaused());
    QCOMPARE(board.count(), 1);
    QCOMPARE(board.find(running.conversation)->activity.kind, RunActivity::Kind::Thinking);
    QCOMPARE(board.find(running.conversation)->run.identity.agent, u"assistant"_s);
    running.model->goOn();
    QTRY_COMPARE(board.find(running.conversation)->activity.kind, RunActivity::Kind::Writing);
    running.model->goOn();
    QTRY_COMPARE(ended.count(), 1);
    const auto last = ended.constFirst().constFirst().value<BoardedRun>();
    QCOMPARE(last.tokens(), 920); // What was told last came before the end.
    QVERIFY(last.run.hasEnded);
    QCOMPARE(board.count(), 0);
    QCOMPARE(board.find(running.conversation), nullptr);
}

void TestRunBoard::knowsRunsThatBeganBeforeIt()
{
    RULE("2.11.11");
    RunningEngine running;
    running.model->answers(ScriptedAnswer().pause().text(u"One."_s));
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(running.model->isPaused());
    RunBoard board(running.engine->tracker(), *running.clock);
    QTRY_COMPARE(board.count(), 1);
    running.model->goOn();
    QTRY_COMPARE(board.count(), 0);
}

void TestRunBoard::endsWhatItMissed()
{
    RULE("2.11.11");
    FixedClock clock;
    const auto runs = std::make_shared<LiveRuns>(clock, 8);
    RunBoard board(ConversationTracker({.runs = runs, .feeds = nullptr, .ids = std::make_shared<IdSource>()}), clock);
    const auto begin = [&runs] {
        return runs->begin({.agent = u"a"_s,
                            .provider = {},
                            .model = {},
                            .conversation = ConversationId(QUuid::createUuid()),
                            .settings = {}},
                           nullptr);
    };
    const quint64 first = begin();
    QTRY_COMPARE(board.count(), 1);
    QSignalSpy ended(&board, &RunBoard::ended);
    runs->end(first);
    for (int i = 0; i < 300; ++i) // More than the watch holds: its end is dropped, and told by the whole list.
        runs->end(begin());
    begin();
    QTRY_COMPARE(ended.count(), 1);
    QCOMPARE(ended.constFirst().constFirst().value<BoardedRun>().run.number, first);
    QCOMPARE(board.count(), 1);
}

void TestRunBoard::aRunTellsItsMode()
{
    RunningEngine running;
    RunBoard board(running.engine->tracker(), *running.clock);
    RunRequest request = running.request();
    for (const auto &asked : {std::optional(AgentMode::Plan), std::optional<AgentMode>()}) {
        request.mode = asked; // Without one it is the conversation's.
        running.model->answers(ScriptedAnswer().pause().text(u"One."_s));
        const RunHandle run = running.host().run(u"Hi"_s, request);
        QTRY_VERIFY(board.find(running.conversation));
        QCOMPARE(board.find(running.conversation)->run.mode, AgentMode::Plan);
        QTRY_VERIFY(running.model->isPaused());
        running.model->goOn();
        QTRY_COMPARE(board.count(), 0);
    }
}

QTEST_GUILESS_MAIN(TestRunBoard)
#include "tst_runBoard.moc"
