// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/ConversationModel.h"

#include "support/FixedClock.h"
#include "support/Rule.h"
#include "words/Numbers.h"

#include <engine/base/IdSource.h>

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QPersistentModelIndex>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;

namespace {

QStringList rows(const ConversationModel &model)
{
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row)
        texts.append(model.index(row).data().toString());
    return texts;
}

} // namespace

class tst_ConversationModel : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_clock = std::make_unique<FixedClock>(
            QDateTime(QDate(2026, 11, 30), QTime(14, 0), QTimeZone::LocalTime).toUTC());
        m_model = std::make_unique<ConversationModel>(*m_clock);
        m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(),
                                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
    }

    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
    }

    void sectionsComeInTheirOrder() // DESIGN 0.1
    {
        m_model->setRecords({record(u"now"_s, 0), record(u"runs"_s, 500, ConversationState::Running),
                             record(u"asks"_s, 40, ConversationState::Asking), record(u"yesterday"_s, 24 * 60),
                             record(u"broken"_s, 20, ConversationState::Interrupted), record(u"old"_s, 24 * 60 * 40),
                             record(u"this morning"_s, 200)});
        QCOMPARE(
            rows(*m_model),
            (QStringList{u"NEEDS YOU"_s, u"asks"_s, u"RUNNING"_s, u"runs"_s, u"INTERRUPTED"_s, u"broken"_s, u"TODAY"_s,
                         u"now"_s, u"this morning"_s, u"YESTERDAY"_s, u"yesterday"_s, u"EARLIER"_s, u"old"_s}));
        QVERIFY(!m_model->flags(m_model->index(0)).testFlag(Qt::ItemIsSelectable));
        QVERIFY(m_model->flags(m_model->index(1)).testFlag(Qt::ItemIsSelectable));
    }

    void arrowsSkipHeaders()
    {
        m_model->setRecords({record(u"a"_s, 0), record(u"b"_s, 24 * 60)});
        const QModelIndex a = m_model->neighbour({}, 1);
        QCOMPARE(a.data().toString(), u"a"_s);
        const QModelIndex b = m_model->neighbour(a, 1);
        QCOMPARE(b.data().toString(), u"b"_s);
        QVERIFY(!m_model->neighbour(b, 1).isValid());
        QCOMPARE(m_model->neighbour(b, -1).data().toString(), u"a"_s);
    }

    void aChangeKeepsTheSelection()
    {
        ConversationRecord second = record(u"second"_s, 10);
        m_model->setRecords({record(u"first"_s, 5), second, record(u"third"_s, 15)});
        const QPersistentModelIndex selected = m_model->indexOf(second.id);
        second.updatedAt = m_clock->now();
        m_model->update(second);
        QVERIFY(selected.isValid());
        QCOMPARE(selected.row(), 1);
        QCOMPARE(rows(*m_model), (QStringList{u"TODAY"_s, u"second"_s, u"first"_s, u"third"_s}));
    }

    void aRunMovesTheRowBetweenSections()
    {
        ConversationRecord one = record(u"one"_s, 10);
        m_model->setRecords({one, record(u"two"_s, 20)});
        one.state = ConversationState::Running;
        m_model->update(one);
        QCOMPARE(rows(*m_model), (QStringList{u"RUNNING"_s, u"one"_s, u"TODAY"_s, u"two"_s}));
        one.state = ConversationState::Idle;
        m_model->update(one);
        QCOMPARE(rows(*m_model), (QStringList{u"TODAY"_s, u"one"_s, u"two"_s}));
        m_model->remove(one.id);
        QCOMPARE(rows(*m_model), (QStringList{u"TODAY"_s, u"two"_s}));
    }

    void aLiveRunMovesItsRowWithoutReading()
    {
        RULE("2.11.11");
        const ConversationRecord one = record(u"one"_s, 10);
        m_model->setRecords({one, record(u"two"_s, 20)});
        m_model->setAgentTitles({{u"assistant"_s, u"Assistant"_s}});
        BoardedRun run;
        run.run.identity = {
            .agent = u"assistant"_s, .provider = {}, .model = u"qwen3:32b"_s, .conversation = one.id, .settings = {}};
        run.run.startedAt = m_clock->now();
        m_model->setLive(run);
        QCOMPARE(rows(*m_model), (QStringList{u"RUNNING"_s, u"one"_s, u"TODAY"_s, u"two"_s}));
        run.usage = Usage{.input = 18'000, .output = 400};
        m_model->setLive(run);
        m_clock->advance(std::chrono::seconds(102));
        const ConversationRecord *row = m_model->record(m_model->index(1));
        QCOMPARE(m_model->detail(*row), u"Assistant · qwen3:32b · 18.4k"_s);
        QCOMPARE(m_model->timeText(*row), u"1:42"_s);
        m_model->setRecords({one, record(u"two"_s, 20)}); // What was read before the run began changes nothing.
        QCOMPARE(rows(*m_model).constFirst(), u"RUNNING"_s);
        QVERIFY(m_model->elsewhere().isEmpty());
        m_model->endLive(one.id);
        m_model->update(one);
        QCOMPARE(rows(*m_model), (QStringList{u"TODAY"_s, u"one"_s, u"two"_s}));
    }

    void anotherProcessIsSaidSo()
    {
        ConversationRecord one = record(u"one"_s, 10, ConversationState::Running);
        m_model->setRecords({one});
        QCOMPARE(m_model->elsewhere().size(), 1);
        QCOMPARE(m_model->detail(one), u"Run by another program"_s);
        one.process = u"typeshift 4711 on desk"_s;
        m_model->update(one);
        QCOMPARE(m_model->detail(one), u"Run by typeshift 4711 on desk"_s);
        QCOMPARE(m_model->indexOf(one.id).data(Qt::AccessibleTextRole).toString().section(u", "_s, 1, 3),
                 u"running, assistant, Run by typeshift 4711 on desk"_s);
        QCOMPARE(m_model->indexOf(one.id).data(Qt::ToolTipRole).toString(), m_model->detail(one));
    }

    void anInterruptedOneSaysWhenItWasCutOff_data() // T21
    {
        QTest::addColumn<int>("minutesAgo");
        QTest::addColumn<QString>("words");
        QTest::newRow("now") << 0 << u"Cut off just now"_s;
        QTest::newRow("today") << 42 << u"Cut off at %1"_s;
        QTest::newRow("yesterday") << 24 * 60 << u"Cut off yesterday at %1"_s;
        QTest::newRow("earlier") << 3 * 24 * 60 << u"Cut off on %1"_s;
    }

    void anInterruptedOneSaysWhenItWasCutOff()
    {
        QFETCH(int, minutesAgo);
        QFETCH(QString, words);
        ConversationRecord one = record(u"Nightly report"_s, minutesAgo + 5, ConversationState::Interrupted);
        one.cutOffAt = m_clock->now().addSecs(-60 * minutesAgo);
        m_model->setRecords({one});
        if (words.contains(u'%'))
            words = words.arg(rowTimeText(one.cutOffAt, m_clock->now()));
        QCOMPARE(m_model->detail(one), words);
        QCOMPARE(m_model->indexOf(one.id).data(Qt::AccessibleTextRole).toString(), u"Nightly report, "_s + words);
    }

    void furtherPagesAppend()
    {
        m_model->setRecords({record(u"a"_s, 0), record(u"b"_s, 5)});
        m_model->append({record(u"c"_s, 10), record(u"asks"_s, 15, ConversationState::Asking)});
        m_model->append({record(u"old"_s, 24 * 60 * 3), record(u"older"_s, 24 * 60 * 4)});
        m_model->append({record(u"oldest"_s, 24 * 60 * 5)});
        QCOMPARE(rows(*m_model),
                 (QStringList{u"NEEDS YOU"_s, u"asks"_s, u"TODAY"_s, u"a"_s, u"b"_s, u"c"_s, u"EARLIER"_s, u"old"_s,
                              u"older"_s, u"oldest"_s}));
    }

    void anEmptySectionHasNoHeader()
    {
        ConversationRecord only = record(u"only"_s, 1);
        m_model->update(only);
        QCOMPARE(m_model->rowCount(), 2);
        m_model->remove(only.id);
        QCOMPARE(m_model->rowCount(), 0);
    }

    void midnightRegroups()
    {
        m_model->setRecords({record(u"today"_s, 10)});
        m_clock->advance(std::chrono::hours(12));
        m_model->renewTimes();
        QCOMPARE(rows(*m_model), (QStringList{u"YESTERDAY"_s, u"today"_s}));
    }

    void screenReadersHearEverything() // DESIGN 4.5
    {
        ConversationRecord broken = record(u"Nightly report"_s, 0, ConversationState::Interrupted);
        m_model->setAgentTitles({{u"assistant"_s, u"Assistant"_s}});
        m_model->setRecords({broken, record(u"Talk"_s, 0)});
        QCOMPARE(m_model->indexOf(broken.id).data(Qt::AccessibleTextRole).toString(),
                 u"Nightly report, Cut off, begun now"_s);
        QCOMPARE(m_model->index(3).data(Qt::AccessibleTextRole).toString(), u"Talk, Assistant · qwen3, now"_s);
    }

    void fiftyThousandStayQuick()
    {
        m_tester.reset();
        QList<ConversationRecord> records;
        for (int i = 0; i < 50'000; ++i)
            records.append(record(u"conversation %1"_s.arg(i), i));
        ConversationRecord last = records.constLast();
        QElapsedTimer timer;
        timer.start();
        m_model->setRecords(records);
        const qint64 filled = timer.restart();
        last.updatedAt = m_clock->now().addSecs(1);
        m_model->update(last);
        const qint64 moved = timer.elapsed();
        qInfo("50,000 rows: filled in %lld ms, one moved to the top in %lld ms", filled, moved);
        QCOMPARE(m_model->index(1).data().toString(), last.title);
        QVERIFY(moved < 200);
    }

private:
    ConversationRecord record(const QString &title, int minutesAgo, ConversationState state = ConversationState::Idle)
    {
        ConversationRecord made;
        made.id = ConversationId(m_ids.next());
        made.title = title;
        made.agent = u"assistant"_s;
        made.model = u"qwen3"_s;
        made.updatedAt = m_clock->now().addSecs(-60 * minutesAgo);
        made.createdAt = made.updatedAt;
        made.state = state;
        return made;
    }

    IdSource m_ids;
    std::unique_ptr<FixedClock> m_clock;
    std::unique_ptr<ConversationModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

QTEST_MAIN(tst_ConversationModel)
#include "tst_ConversationModel.moc"
