// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Spoken.h"

#include "transcript/BlocksOf.h"
#include "transcript/TranscriptModel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;
using namespace typeshift::spoken;

namespace {

QList<Block> rowsOf(const TranscriptModel &model)
{
    QList<Block> rows;
    for (int row = 0; row < model.rowCount(); ++row)
        rows.append(model.block(row));
    return rows;
}

} // namespace

class TestTranscriptModel : public QObject
{
    Q_OBJECT

private slots:
    void whatStreamedBecomesWhatIsStored_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<int>("step");
        const QString mixed = u"First **words**.\n\n```cpp a.cpp\nint x;\n```\n\n1. one\n2. two\n\n"_s;
        QTest::newRow("short, letter by letter") << mixed << 1;
        QTest::newRow("several pieces") << mixed.repeated(100) << 37;
        QTest::newRow("long code") << QString(u"```py\n"_s + QString(u"print(1)\n"_s).repeated(300) + u"```\nend"_s)
                                   << 50;
        QTest::newRow("a cut fence") << u"a\n\n```c\nint"_s << 3;
    }

    void whatStreamedBecomesWhatIsStored()
    {
        QFETCH(QString, answer);
        QFETCH(int, step);
        const Error lost(Error::Kind::IncompleteStream, u"cut"_s);
        const QList<StoredEntry> entries{says(1, u"Hi"_s),
                                         answers(2, {ReasoningContent{u"hm"_s, {}, {}}, text(answer)}), ends(3, lost)};

        TranscriptModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.apply(StoredUpdate{entries[0]});
        model.apply(ReasoningDelta{uid(2), u"hm"_s});
        for (qsizetype at = 0; at < answer.size(); at += step)
            model.apply(TextDelta{uid(2), answer.mid(at, step)});
        const QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        model.apply(StoredUpdate{entries[1]});
        QVERIFY2(removed.isEmpty(), "the streamed rows stay when they become the stored ones");
        model.apply(StoredUpdate{entries[2]});
        model.finishRun();
        QCOMPARE(rowsOf(model), blocksOf(entries));
    }

    void aCallThatWaitsForAPersonIsAnsweredWhereItStands_data()
    {
        QTest::addColumn<bool>("isRead");
        QTest::newRow("2.6.8 its run was seen") << false;
        QTest::newRow("2.6.19 it was read from the store") << true;
    }

    void aCallThatWaitsForAPersonIsAnsweredWhereItStands()
    {
        QFETCH(const bool, isRead);
        const QList<StoredEntry> asked{says(1, u"Hi"_s), answers(2, {call(u"c1"_s, u"pay"_s, "{}")}),
                                       asks(3, {u"c1"_s}), ends(4)};
        const QList<StoredEntry> answered{decides(5, u"c1"_s, true), results(6, u"c1"_s, u"paid"_s),
                                          answers(7, {text(u"Done."_s)}), ends(8)};
        TranscriptModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        if (isRead) {
            model.setEntries(QList<StoredEntry>{says(10, u"Before"_s), ends(11)} + asked);
        } else {
            for (const StoredEntry &each : asked)
                model.apply(StoredUpdate{each});
            model.finishRun();
        }
        const auto states = [&model] {
            QList<ToolRow::State> found;
            for (const Block &block : rowsOf(model)) {
                if (const auto *row = block.as<ToolRow>())
                    found.append(row->state);
            }
            return found;
        };
        QCOMPARE(states(), QList<ToolRow::State>{ToolRow::State::Waiting});
        for (const StoredEntry &each : answered)
            model.apply(StoredUpdate{each});
        model.finishRun();
        QCOMPARE(states(), QList<ToolRow::State>{ToolRow::State::Done});
    }

    void callsRunUntilTheirResultIsStored()
    {
        const FunctionCall read = call(u"c1"_s, u"read_file"_s, "{}");
        TranscriptModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.apply(StoredUpdate{says(1, u"Hi"_s)});
        model.apply(TextDelta{uid(2), u"I look."_s});
        model.apply(CallUpdate{uid(2), read});
        const auto state = [&](int row) { return model.block(row).as<ToolRow>()->state; };
        QCOMPARE(model.rowCount(), 4);
        QCOMPARE(state(3), ToolRow::State::Running);
        model.apply(StoredUpdate{answers(2, {text(u"I look."_s), read})});
        QCOMPARE(model.rowCount(), 4);
        QCOMPARE(state(3), ToolRow::State::Running);
        model.apply(StoredUpdate{results(3, u"c1"_s, u"found"_s)});
        QCOMPARE(state(3), ToolRow::State::Done);
        model.apply(TextDelta{uid(4), u"There it is."_s});
        QTRY_COMPARE(model.rowCount(), 5);
        model.apply(StoredUpdate{answers(4, {text(u"There it is."_s)})});
        model.apply(StoredUpdate{ends(5)});
        model.finishRun();
        QCOMPARE(model.rowCount(), 6);
    }

    void deltasAreAnnouncedAtMostEvery33Milliseconds() // T4
    {
        TranscriptModel model;
        model.apply(StoredUpdate{says(1, u"Hi"_s)});
        model.apply(TextDelta{uid(2), u"a"_s});
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        bool isLast = true;
        connect(&model, &QAbstractItemModel::dataChanged, this, [&](const QModelIndex &first, const QModelIndex &last) {
            isLast = isLast && first == last && first.row() == model.rowCount() - 1;
        });
        QElapsedTimer time;
        time.start();
        int deltas = 0;
        while (time.elapsed() < 200) {
            model.apply(TextDelta{uid(2), u"word "_s});
            ++deltas;
        }
        QVERIFY(deltas > 100);
        QVERIFY2(changed.count() <= time.elapsed() / TranscriptModel::announceMilliseconds + 1,
                 qPrintable(QString::number(changed.count())));
        QVERIFY(changed.count() >= 3);
        QVERIFY2(isLast, "only the open piece at the end is made anew");
    }

    void aLongReasoningIsSeveralRowsWhileItStreams() // T4: only the last row is made anew
    {
        const QString thought = QString(u"A thought that leads to the next one.\n"_s).repeated(600);
        TranscriptModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        for (qsizetype at = 0; at < thought.size(); at += 500)
            model.apply(ReasoningDelta{uid(1), thought.mid(at, 500)});
        QTRY_VERIFY(model.rowCount() > 3);
        model.apply(StoredUpdate{answers(1, {ReasoningContent{thought, {}, {}}})});
        model.apply(StoredUpdate{ends(2)});
        model.finishRun();
        QString read;
        for (const Block &block : rowsOf(model)) {
            if (const auto *reasoning = block.as<Reasoning>())
                read += reasoning->text + u'\n';
        }
        QCOMPARE(read.trimmed(), thought.trimmed());
    }

    void whatWaitsIsAnnouncedByItself()
    {
        TranscriptModel model;
        model.apply(TextDelta{uid(2), u"a"_s});
        model.apply(TextDelta{uid(2), u"b"_s});
        QTRY_COMPARE(std::get<Prose>(model.block(1).content).markdown, u"ab"_s);
    }

    void aLongAnswerCostsTheSameAtItsEnd() // T4: only the last row is made anew
    {
        TranscriptModel model;
        model.apply(TextDelta{uid(2), u"x"_s});
        for (int paragraph = 0; paragraph < 300; ++paragraph)
            model.apply(TextDelta{uid(2), QString(u"Words of a paragraph. "_s).repeated(20) + u"\n\n"_s});
        QTRY_VERIFY(model.rowCount() > 30);
        const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        const int first = model.rowCount() - 2;
        model.apply(TextDelta{uid(2), u"more"_s});
        QTRY_VERIFY(!changed.isEmpty());
        for (const QList<QVariant> &change : changed)
            QVERIFY(change[0].toModelIndex().row() >= first);
    }

    void aRetryIsToldUntilTheAnswerComes()
    {
        TranscriptModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.apply(StoredUpdate{says(1, u"Hi"_s)});
        model.apply(RetryUpdate{1, std::chrono::seconds(2), Error(Error::Kind::Overloaded, u"busy"_s)});
        const RowId first = model.block(1).id;
        const int revision = model.revision(1);
        model.apply(RetryUpdate{2, std::chrono::seconds(4), Error(Error::Kind::Overloaded, u"busy"_s)});
        QCOMPARE(model.rowCount(), 2);
        QVERIFY(model.block(1).id != first || model.revision(1) != revision); // else the old words stay on screen
        QCOMPARE(model.block(1).as<Notice>()->attempt, 2);
        model.apply(TextDelta{uid(2), u"Hello"_s});
        QCOMPARE(model.rowCount(), 3);
        QVERIFY(model.block(2).as<Prose>());
    }

    void aFailedAppendIsToldAndTheRunGoesOn()
    {
        TranscriptModel model;
        model.apply(StoredUpdate{says(1, u"Hi"_s)});
        model.apply(TextDelta{uid(2), u"Hello"_s});
        model.apply(StoreFailedUpdate{Error(Error::Kind::Storage, u"disk full"_s)});
        QVERIFY(model.block(model.rowCount() - 1).as<Notice>());
    }

    void olderEntriesGoInFront()
    {
        const QList<StoredEntry> old{says(1, u"Hi"_s), answers(2, {text(u"a"_s)}), ends(3)};
        const QList<StoredEntry> recent{says(4, u"And"_s), answers(5, {text(u"b"_s)}), ends(6)};
        TranscriptModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setEntries(recent);
        model.prependEntries(old);
        QCOMPARE(rowsOf(model), blocksOf(old + recent));
        model.apply(StoredUpdate{says(7, u"More"_s)});
        QCOMPARE(rowsOf(model), blocksOf(old + recent + QList<StoredEntry>{says(7, u"More"_s)}));
    }

    void anInterruptedRunGoesOnWhereItStopped()
    {
        const QList<StoredEntry> stored{says(1, u"Hi"_s), answers(2, {call(u"c1"_s, u"ls"_s, "{}")})};
        TranscriptModel model;
        model.setEntries(stored);
        QCOMPARE(model.block(2).as<ToolRow>()->state, ToolRow::State::EffectUnknown);
        model.apply(TextDelta{uid(3), u"On"_s});
        model.apply(StoredUpdate{answers(3, {text(u"On"_s)})});
        model.apply(StoredUpdate{ends(4)});
        model.finishRun();
        QCOMPARE(rowsOf(model), blocksOf(stored + QList<StoredEntry>{answers(3, {text(u"On"_s)}), ends(4)}));
    }

    void aCutOffCallIsNotShownRunningAgain() // T21
    {
        const QList<StoredEntry> stored{says(1, u"Hi"_s), answers(2, {call(u"c1"_s, u"deploy"_s, "{}")})};
        const auto state = [](const TranscriptModel &model) { return model.block(2).as<ToolRow>()->state; };
        TranscriptModel resumed;
        resumed.setEntries(stored);
        resumed.apply(TextDelta{uid(3), u"On"_s});
        QCOMPARE(state(resumed), ToolRow::State::EffectUnknown);
        TranscriptModel continued;
        continued.setEntries(stored);
        continued.apply(StoredUpdate{says(3, u"Do something else"_s)});
        QCOMPARE(state(continued), ToolRow::State::EffectUnknown);
        continued.apply(CallUpdate{uid(4), call(u"c2"_s, u"deploy"_s, "{}")});
        continued.apply(StoredUpdate{answers(4, {call(u"c2"_s, u"deploy"_s, "{}")})});
        QCOMPARE(continued.block(continued.rowCount() - 1).as<ToolRow>()->state, ToolRow::State::Running);
        QCOMPARE(state(continued), ToolRow::State::EffectUnknown);
        continued.apply(StoredUpdate{results(5, u"c2"_s, u"deployed"_s)});
        continued.apply(StoredUpdate{answers(6, {text(u"Done."_s)})});
        continued.apply(StoredUpdate{ends(7)});
        continued.finishRun();
        QCOMPARE(state(continued), ToolRow::State::EffectUnknown);
    }

    void inputStandsWhereTheRunTookIt_data()
    {
        QTest::addColumn<QList<StoredEntry>>("entries");
        const FunctionCall read = call(u"c1"_s, u"read_file"_s, "{}");
        QTest::newRow("2.4.5 between results and answer") << QList<StoredEntry>{says(1, u"Hi"_s),
                                                                                answers(2, {text(u"I look."_s), read}),
                                                                                results(3, u"c1"_s, u"found"_s),
                                                                                says(4, u"Also this"_s),
                                                                                says(5, u"and that"_s),
                                                                                answers(6, {text(u"All three."_s)}),
                                                                                ends(7)};
        QTest::newRow("2.4.7 after an answer")
            << QList<StoredEntry>{says(1, u"Hi"_s), answers(2, {text(u"First."_s)}), says(3, u"More"_s),
                                  answers(4, {text(u"Second."_s)}), ends(5)};
        QTest::newRow("2.4.10 with the end of a failed run")
            << QList<StoredEntry>{says(1, u"Hi"_s), answers(2, {text(u"Half"_s)}), says(3, u"More"_s),
                                  ends(4, Error(Error::Kind::IncompleteStream, u"cut"_s))};
    }

    void inputStandsWhereTheRunTookIt()
    {
        QFETCH(QList<StoredEntry>, entries);
        TranscriptModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QList<RowId> seen;
        for (const StoredEntry &stored : std::as_const(entries)) {
            for (const Message &message : stored.entry.messages) {
                if (message.role == Role::Assistant && !message.text().isEmpty())
                    model.apply(TextDelta{message.uid, message.text()});
            }
            model.apply(StoredUpdate{stored});
            // What is there stays in its place: new rows come behind it.
            for (qsizetype row = 0; row < seen.size(); ++row)
                QVERIFY2(model.block(int(row)).id == seen[row], qPrintable(QString::number(row)));
            seen.clear();
            for (int row = 0; row < model.rowCount(); ++row)
                seen.append(model.block(row).id);
        }
        model.finishRun();
        QCOMPARE(rowsOf(model), blocksOf(entries));
        QStringList texts;
        for (const Block &block : rowsOf(model)) {
            if (const auto *input = block.as<UserText>())
                texts.append(u"You: "_s + input->text);
            else if (const auto *header = block.as<AssistantHeader>())
                texts.append(header->author);
        }
        // Whoever speaks behind the new input is named again.
        const qsizetype inputs = texts.filter(u"You:"_s).size();
        QVERIFY(inputs >= 2);
        QCOMPARE(texts.first(), u"You: Hi"_s);
        QVERIFY(texts.indexOf(u"assistant"_s) == 1);
    }

    void openRowsAreRemembered()
    {
        const QList<StoredEntry> entries{answers(1, {ReasoningContent{u"hm"_s, {}, {}}, text(u"a"_s)})};
        TranscriptModel model;
        model.setEntries(entries);
        model.setExpanded(1, true);
        model.setEntries({});
        model.setEntries(entries);
        QVERIFY(model.isExpanded(1));
    }
};

QTEST_GUILESS_MAIN(TestTranscriptModel)
#include "tst_TranscriptModel.moc"
