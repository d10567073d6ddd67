// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "inspector/RunTimeline.h"

#include "../transcript/Spoken.h"
#include "inspector/TimelineWords.h"
#include "transcript/BlocksOf.h"

#include <engine/conversations/History.h>

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace typeshift;
using namespace typeshift::ui;
using namespace typeshift::spoken;

namespace {

//! When somebody looks.
const int lookedAt = 10;

//! The lines of a timeline: "0:02 read_file 1.0 s; 0:03 Model call 2 5.0 s 94.0k".
QString linesOf(const RunTimeline &timeline)
{
    QStringList lines;
    for (const TimelineStep &step : timeline.steps) {
        QStringList parts{atText(step), stepText(step), timeText(step, at(lookedAt)), tokensText(step)};
        parts.removeAll(QString());
        lines.append(parts.join(u' '));
    }
    return lines.join(u"; "_s);
}

QString stateName(RunStanding state)
{
    return QStringList{u"none"_s,   u"running"_s, u"waiting"_s,     u"finished"_s,
                       u"failed"_s, u"stopped"_s, u"interrupted"_s, u"elsewhere"_s}[int(state)];
}

StoredEntry cutAnswer(qint64 sequence)
{
    StoredEntry stored = answers(sequence, {text(u"Hel"_s)});
    markCut(stored.entry.messages.first());
    stored.entry.usage.reset();
    stored.entry.model = u"m1"_s;
    return stored;
}

const FunctionCall readFile = call(u"c1"_s, u"read_file"_s, R"({"path":"a.log"})");
const FunctionCall listFolder = call(u"c2"_s, u"ls"_s, "{}");

} // namespace

class TestRunTimeline : public QObject
{
    Q_OBJECT

private slots:
    void entriesBecomeSteps_data()
    {
        QTest::addColumn<QList<StoredEntry>>("entries");
        QTest::addColumn<Going>("going");
        QTest::addColumn<QString>("steps");
        QTest::addColumn<QString>("state");
        QTest::addColumn<int>("elapsed");
        const auto over = [](const char *name, const QList<StoredEntry> &entries, const char *steps, const char *state,
                             int elapsed) {
            QTest::newRow(name) << entries << Going::Over << QString::fromLatin1(steps) << QString::fromLatin1(state)
                                << elapsed;
        };
        const auto here = [](const char *name, const QList<StoredEntry> &entries, const char *steps) {
            QTest::newRow(name) << entries << Going::Here << QString::fromLatin1(steps) << u"running"_s << lookedAt - 1;
        };
        const Error lost(Error::Kind::Network, u"reset"_s);
        const Error stopped(Error::Kind::Cancelled, QString());
        const Error tools(Error::Kind::Tool, u"no"_s);
        over("nothing", {}, "", "none", 0);
        over("an answer", {says(1, u"Hi"_s), answers(7, {text(u"Hello"_s)}), ends(8)}, "0:00 Model call 1 6.0 s 94.0k",
             "finished", 7);
        over("a call with its result",
             {says(1, u"Hi"_s), answers(3, {readFile}), results(4, u"c1"_s, u"ok"_s), answers(9, {text(u"a"_s)}),
              ends(10)},
             "0:00 Model call 1 2.0 s 94.0k; 0:02 read_file 1.0 s; 0:03 Model call 2 5.0 s 94.0k", "finished", 9);
        over("a failed call, and one behind it",
             {says(1, u"Hi"_s), answers(3, {readFile, listFolder}), results(4, u"c1"_s, u"no"_s, true),
              results(7, u"c2"_s, u"ok"_s), answers(9, {text(u"a"_s)}), ends(10)},
             "0:00 Model call 1 2.0 s 94.0k; 0:02 read_file failed 1.0 s; 0:03 ls 3.0 s; "
             "0:06 Model call 2 2.0 s 94.0k",
             "finished", 9);
        over("input that was steered in",
             {says(1, u"Hi"_s), answers(3, {text(u"a"_s)}), says(4, u"Also"_s), answers(6, {text(u"b"_s)}), ends(7)},
             "0:00 Model call 1 2.0 s 94.0k; 0:03 Model call 2 2.0 s 94.0k", "finished", 6);
        over("a failure before any answer", {says(1, u"Hi"_s), ends(3, lost)}, "0:00 Model call 1 failed 2.0 s",
             "failed", 2);
        over("an answer that broke off", {says(1, u"Hi"_s), cutAnswer(3), ends(4, lost)},
             "0:00 Model call 1 failed 2.0 s", "failed", 3);
        over("an answer that was stopped", {says(1, u"Hi"_s), cutAnswer(3), ends(4, stopped)},
             "0:00 Model call 1 stopped 2.0 s", "stopped", 3);
        over("stopped while a tool ran", {says(1, u"Hi"_s), answers(3, {readFile}), ends(5, stopped)},
             "0:00 Model call 1 2.0 s 94.0k; read_file, no result", "stopped", 4);
        over("tools that failed too often are no failed model call",
             {says(1, u"Hi"_s), answers(3, {readFile}), results(4, u"c1"_s, u"no"_s, true), ends(5, tools)},
             "0:00 Model call 1 2.0 s 94.0k; 0:02 read_file failed 1.0 s", "failed", 4);
        over("cut off by a crash", {says(1, u"Hi"_s), answers(3, {readFile})},
             "0:00 Model call 1 2.0 s 94.0k; read_file, effect unknown", "interrupted", 2);
        over("resumed, nobody saw when",
             {says(1, u"Hi"_s), answers(3, {readFile}), answers(40, {text(u"a"_s)}), ends(41)},
             "0:00 Model call 1 2.0 s 94.0k; read_file, effect unknown; Model call 2 94.0k", "finished", 3);
        over("tried again, nobody saw when", {says(1, u"Hi"_s), ends(3, lost), answers(20, {text(u"a"_s)}), ends(21)},
             "0:00 Model call 1 failed 2.0 s; Model call 2 94.0k", "finished", 3);
        here("a model was asked", {says(1, u"Hi"_s)}, "0:00 Model call 1 0:09");
        here("the first of two calls runs", {says(1, u"Hi"_s), answers(3, {readFile, listFolder})},
             "0:00 Model call 1 2.0 s 94.0k; 0:02 read_file 0:07; ls");
        here("the model is asked again", {says(1, u"Hi"_s), answers(3, {readFile}), results(4, u"c1"_s, u"ok"_s)},
             "0:00 Model call 1 2.0 s 94.0k; 0:02 read_file 1.0 s; 0:03 Model call 2 0:06");
        here("an answer, and its end to come", {says(1, u"Hi"_s), answers(3, {text(u"a"_s)})},
             "0:00 Model call 1 2.0 s 94.0k");
        QTest::newRow("another program runs it") << QList<StoredEntry>{says(1, u"Hi"_s)} << Going::Elsewhere
                                                 << u"0:00 Model call 1 0:09"_s << u"elsewhere"_s << lookedAt - 1;
    }

    void entriesBecomeSteps()
    {
        QFETCH(QList<StoredEntry>, entries);
        QFETCH(Going, going);
        QFETCH(QString, steps);
        QFETCH(QString, state);
        QFETCH(int, elapsed);
        RunRecord record;
        record.entries = entries;
        record.going = going;
        const RunTimeline timeline = timelineOf(record);
        QCOMPARE(linesOf(timeline), steps);
        QCOMPARE(stateName(timeline.state), state);
        QCOMPARE(timeline.elapsed(at(lookedAt)), std::chrono::seconds(elapsed));
    }

    void approvalsGoOnInTheSameTimeline_data()
    {
        QTest::addColumn<QList<StoredEntry>>("answer");
        QTest::addColumn<QString>("steps");
        QTest::addColumn<QString>("state");
        QTest::newRow("nobody answered yet")
            << QList<StoredEntry>{} << u"0:02 pay, waits 0:07; 0:02 look, waits 0:07"_s << u"waiting"_s;
        QTest::newRow("approved") << QList<StoredEntry>{decides(20, u"c1"_s, true), results(22, u"c1"_s, u"a"_s),
                                                        results(23, u"c2"_s, u"b"_s), answers(30, {text(u"a"_s)}),
                                                        ends(31)}
                                  << u"0:19 pay 2.0 s; 0:21 look 1.0 s; 0:22 Model call 2 7.0 s 94.0k"_s
                                  << u"finished"_s;
        QTest::newRow("rejected") << QList<StoredEntry>{decides(20, u"c1"_s, false), results(21, u"c1"_s, u"no"_s),
                                                        results(22, u"c2"_s, u"b"_s), answers(30, {text(u"a"_s)}),
                                                        ends(31)}
                                  << u"0:19 pay, rejected; 0:20 look 1.0 s; 0:21 Model call 2 8.0 s 94.0k"_s
                                  << u"finished"_s;
        QTest::newRow("passed by") << QList<StoredEntry>{says(20, u"Never mind"_s), answers(21, {text(u"a"_s)}),
                                                         ends(22)}
                                   << u"pay, passed by; look, no result; 0:19 Model call 2 1.0 s 94.0k"_s
                                   << u"finished"_s;
    }

    void approvalsGoOnInTheSameTimeline()
    {
        QFETCH(QList<StoredEntry>, answer);
        QFETCH(QString, steps);
        QFETCH(QString, state);
        RunRecord record;
        record.entries = QList<StoredEntry>{says(1, u"Hi"_s),
                                            answers(2, {call(u"c1"_s, u"pay"_s, "{}"), call(u"c2"_s, u"look"_s, "{}")}),
                                            asks(3, {u"c1"_s, u"c2"_s}, {u"c2"_s}), ends(4)}
            + answer;
        const RunTimeline timeline = timelineOf(record);
        QCOMPARE(linesOf(timeline), QString(u"0:00 Model call 1 1.0 s 94.0k; "_s + steps));
        QCOMPARE(stateName(timeline.state), state);
    }

    void callsSideBySideBeginTogether()
    {
        RunRecord record;
        record.entries = {says(1, u"Hi"_s), answers(3, {readFile, listFolder}), results(4, u"c1"_s, u"ok"_s),
                          results(7, u"c2"_s, u"ok"_s)};
        record.callsSideBySide = true;
        QCOMPARE(linesOf(timelineOf(record)), u"0:00 Model call 1 2.0 s 94.0k; 0:02 read_file 1.0 s; 0:02 ls 4.0 s"_s);
    }

    void whoWatchedKnowsWhenItWentOn()
    {
        RunRecord record;
        record.entries = {says(1, u"Hi"_s), ends(3, Error(Error::Kind::Network, u"reset"_s))};
        record.starts = {{2, at(8)}};
        record.going = Going::Here;
        QCOMPARE(linesOf(timelineOf(record)), u"0:00 Model call 1 failed 2.0 s; 0:02 Model call 2 0:02"_s);
        QCOMPARE(timelineOf(record).elapsed(at(lookedAt)), 4s);
        record.entries.append({answers(9, {text(u"a"_s)}), ends(10)});
        record.going = Going::Over;
        const RunTimeline timeline = timelineOf(record);
        QCOMPARE(linesOf(timeline), u"0:00 Model call 1 failed 2.0 s; 0:02 Model call 2 1.0 s 94.0k"_s);
        QCOMPARE(stateName(timeline.state), u"finished"_s);
        QCOMPARE(timeline.elapsed(at(lookedAt)), 4s); // The five seconds in which nothing went on are left out.
    }

    void aRunThatGoesOnLeavesWhatWasCutOff() // T21
    {
        RunRecord record;
        record.entries = {says(1, u"Hi"_s), answers(3, {readFile})};
        record.starts = {{2, at(8)}};
        record.going = Going::Here;
        QCOMPARE(linesOf(timelineOf(record)),
                 u"0:00 Model call 1 2.0 s 94.0k; read_file, effect unknown; 0:02 Model call 2 0:02"_s);
    }

    void theFiguresAddUp()
    {
        RunRecord record;
        record.entries = {says(1, u"Hi"_s),
                          answers(3, {readFile, listFolder}),
                          results(4, u"c1"_s, u"no"_s, true),
                          results(7, u"c2"_s, u"ok"_s),
                          answers(9, {text(u"a"_s)}),
                          ends(10)};
        const RunTimeline timeline = timelineOf(record);
        QCOMPARE(timeline.modelCalls(), 2);
        QCOMPARE(timeline.toolCalls(), 2);
        QCOMPARE(timeline.failedToolCalls(), 1);
        QCOMPARE(timeline.usage().input, std::optional<qint64>(186'200));
        QCOMPARE(timeline.usage().cacheRead, std::optional<qint64>());
        QCOMPARE(timeline.usage().output, std::optional<qint64>(1'800));
    }

    void everyStepKnowsItsRowOfTheTranscript()
    {
        RunRecord record;
        record.entries = {says(1, u"Hi"_s), answers(3, {text(u"I look."_s), readFile, listFolder}),
                          results(4, u"c1"_s, u"ok"_s), ends(5, Error(Error::Kind::Network, u"reset"_s))};
        const QList<Block> blocks = blocksOf(record.entries);
        const RunTimeline timeline = timelineOf(record);
        QCOMPARE(timeline.steps.size(), 3);
        for (const TimelineStep &step : timeline.steps)
            QVERIFY2(std::ranges::contains(blocks, step.row, &Block::id), qPrintable(stepText(step)));
    }

    void anAnswerThatNoModelGaveIsNoModelCall()
    {
        StoredEntry own = answers(3, {text(u"Not today."_s)});
        own.entry.usage.reset();
        RunRecord record;
        record.entries = {says(1, u"Hi"_s), own, ends(4)};
        QVERIFY(timelineOf(record).steps.isEmpty());
        QCOMPARE(stateName(timelineOf(record).state), u"finished"_s);
    }

    void theLastRunBeginsWithItsInput_data()
    {
        QTest::addColumn<QList<StoredEntry>>("entries");
        QTest::addColumn<qsizetype>("begin");
        const auto row = [](const char *name, const QList<StoredEntry> &entries, qsizetype begin) {
            QTest::newRow(name) << entries << begin;
        };
        const QList<StoredEntry> first{says(1, u"Hi"_s), answers(2, {text(u"a"_s)}), ends(3)};
        row("nothing", {}, 0);
        row("one run", first, 0);
        row("the second of two", first + QList<StoredEntry>{says(4, u"Go on"_s), answers(5, {text(u"b"_s)})}, 3);
        row("steering begins none", {says(1, u"Hi"_s), answers(2, {text(u"a"_s)}), says(3, u"Also"_s)}, 0);
        row("nor do answers to its requests",
            {says(1, u"Hi"_s), answers(2, {readFile}), asks(3, {u"c1"_s}), ends(4), decides(5, u"c1"_s, true),
             results(6, u"c1"_s, u"ok"_s), answers(7, {text(u"a"_s)}), ends(8)},
            0);
        row("input that answers none of them does",
            {says(1, u"Hi"_s), answers(2, {readFile}), asks(3, {u"c1"_s}), ends(4), says(5, u"Never mind"_s)}, 4);
        row("input after a crash does", {says(1, u"Hi"_s), answers(2, {readFile}), says(3, u"Again"_s)}, 2);
        row("another try does not",
            first
                + QList<StoredEntry>{says(4, u"Go on"_s), ends(5, Error(Error::Kind::Network, u"reset"_s)),
                                     answers(6, {text(u"b"_s)}), ends(7)},
            3);
    }

    void theLastRunBeginsWithItsInput()
    {
        QFETCH(QList<StoredEntry>, entries);
        QFETCH(qsizetype, begin);
        QCOMPARE(beginOfLastRun(entries), begin);
    }
};

QTEST_GUILESS_MAIN(TestRunTimeline)
#include "tst_RunTimeline.moc"
