// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "inspector/RunTimelineModel.h"

#include "../transcript/Spoken.h"
#include "support/FixedClock.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace typeshift;
using namespace typeshift::ui;
using namespace typeshift::spoken;

namespace {

const FunctionCall readFile = call(u"c1"_s, u"read_file"_s, R"({"path":"a.log"})");

QStringList steps(const RunTimelineModel &model)
{
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row)
        texts.append(model.index(row, RunTimelineModel::Step).data().toString());
    return texts;
}

} // namespace

class TestRunTimelineModel : public QObject
{
    Q_OBJECT

private slots:
    void rowsStayWhileTheRunGoesOn()
    {
        FixedClock clock;
        RunTimelineModel model(clock);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QList<StoredEntry> entries{says(1, u"Hi"_s)};
        model.show(entries, Going::Here, false);
        QCOMPARE(steps(model), QStringList{u"Model call 1"_s});
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        const QPersistentModelIndex first = model.index(0, RunTimelineModel::Step);
        entries.append(answers(3, {readFile}));
        model.show(entries, Going::Here, false);
        entries.append(results(4, u"c1"_s, u"no"_s, true));
        model.show(entries, Going::Here, false);
        QCOMPARE(steps(model), (QStringList{u"Model call 1"_s, u"read_file failed"_s, u"Model call 2"_s}));
        entries.append({answers(9, {text(u"a"_s)}), ends(10)});
        model.show(entries, Going::Over, false);
        QCOMPARE(model.rowCount(), 3);
        QVERIFY(first.isValid());
        QCOMPARE(model.index(0, RunTimelineModel::Time).data().toString(), u"2.0 s"_s);
        QCOMPARE(reset.count(), 0);
        QVERIFY(!model.isCounting());

        model.show({says(20, u"Next"_s)}, Going::Here, false);
        QCOMPARE(reset.count(), 1);
        QCOMPARE(steps(model), QStringList{u"Model call 1"_s});
    }

    void theSameAgainChangesNothing()
    {
        FixedClock clock;
        RunTimelineModel model(clock);
        const QList<StoredEntry> entries{says(1, u"Hi"_s), answers(3, {text(u"a"_s)}), ends(4)};
        model.show(entries, Going::Over, false);
        QSignalSpy renewed(&model, &RunTimelineModel::renewed);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.show(entries, Going::Over, false);
        model.renewTimes();
        QCOMPARE(renewed.count(), 0);
        QCOMPARE(changed.count(), 0);
    }

    void aRetryIsRememberedWithItsCall()
    {
        FixedClock clock;
        RunTimelineModel model(clock);
        QList<StoredEntry> entries{says(1, u"Hi"_s)};
        model.show(entries, Going::Here, false);
        model.noteRetry({1, 2s, Error(Error::Kind::Overloaded, u"busy"_s)});
        entries.append({answers(9, {text(u"a"_s)}), ends(10)});
        model.show(entries, Going::Over, false);
        QCOMPARE(model.step(0).modelCall()->retries.size(), 1);
        QCOMPARE(model.step(0).modelCall()->retries.constFirst().delay, 2'000ms);
    }

    void whatGoesOnIsTimedFromWhenItDid()
    {
        FixedClock clock;
        RunTimelineModel model(clock);
        QList<StoredEntry> entries{says(1, u"Hi"_s), ends(3, Error(Error::Kind::Network, u"reset"_s))};
        model.show(entries, Going::Over, false);
        model.noteStart();
        model.show(entries, Going::Here, false);
        QCOMPARE(steps(model), (QStringList{u"Model call 1 failed"_s, u"Model call 2"_s}));
        QCOMPARE(model.step(1).since, clock.now());
        QVERIFY(model.isCounting());
        QCOMPARE(model.index(1, RunTimelineModel::Time).data().toString(), u"0:00"_s);
        clock.advance(5s);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.renewTimes();
        QCOMPARE(changed.count(), 1);
        QCOMPARE(model.index(1, RunTimelineModel::Time).data().toString(), u"0:05"_s);
    }

    void aRowIsSaidAsAWhole() // DESIGN 4.5
    {
        FixedClock clock;
        RunTimelineModel model(clock);
        model.show({says(1, u"Hi"_s), answers(3, {readFile}), results(4, u"c1"_s, u"no"_s, true), ends(5)}, Going::Over,
                   false);
        const auto spoken = [&model](int row) {
            return model.index(row, RunTimelineModel::Step).data(Qt::AccessibleTextRole).toString();
        };
        QCOMPARE(spoken(0), u"Model call 1, at 0:00, 2.0 s, 94.0k tokens"_s);
        QCOMPARE(spoken(1), u"read_file failed, at 0:02, 1.0 s"_s);
    }
};

QTEST_GUILESS_MAIN(TestRunTimelineModel)
#include "tst_RunTimelineModel.moc"
