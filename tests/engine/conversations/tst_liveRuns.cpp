// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/LiveRuns.h"

#include "conversations/Steering.h"
#include "support/FixedClock.h"
#include "support/Rule.h"

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

class TestLiveRuns final : public QObject
{
    Q_OBJECT

private slots:
    void aWatchBeginsWithWhatGoesOn();
    void eachStartAndEndIsToldOnce();
    void aWatcherThatFellBehindGetsTheWholeList();
    void aRunIsFoundByItsConversation();
    void aWatchMayOutliveTheRuns();

private:
    static RunIdentity identity(int number)
    {
        return {.agent = u"assistant"_s,
                .provider = u"p"_s,
                .model = u"m"_s,
                .conversation = ConversationId(QUuid(uint(number + 1), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))};
    }

    FixedClock m_clock;
};

void TestLiveRuns::aWatchBeginsWithWhatGoesOn()
{
    RULE("2.11.11", "2.11.12");
    const auto runs = std::make_shared<LiveRuns>(m_clock);
    runs->begin(identity(1), std::make_shared<Steering>());
    const auto watch = runs->watch();
    QSignalSpy available(watch.get(), &RunWatch::available);
    runs->begin(identity(2), std::make_shared<Steering>()); // After subscribing, before the first look.
    QVERIFY(available.wait(5'000));
    const auto changes = watch->take();
    QVERIFY(changes.isWhole);
    QCOMPARE(changes.runs.size(), 2);
    QCOMPARE(changes.runs.at(1).identity, identity(2));
    QCOMPARE(changes.runs.at(1).startedAt, m_clock.now());
    QVERIFY(!changes.runs.at(1).hasEnded);
    QVERIFY2(watch->take().runs.isEmpty(), "a run that starts at that moment is told once");
}

void TestLiveRuns::eachStartAndEndIsToldOnce()
{
    RULE("2.11.11");
    const auto runs = std::make_shared<LiveRuns>(m_clock);
    const auto watch = runs->watch();
    QVERIFY(watch->take().isWhole);
    const quint64 first = runs->begin(identity(1), std::make_shared<Steering>());
    runs->end(first);
    const auto changes = watch->take();
    QVERIFY(!changes.isWhole);
    QCOMPARE(changes.runs.size(), 2);
    QVERIFY(!changes.runs.at(0).hasEnded);
    QVERIFY(changes.runs.at(1).hasEnded);
    QCOMPARE(changes.runs.at(1).number, first);
    QVERIFY(runs->all().isEmpty());
}

void TestLiveRuns::aWatcherThatFellBehindGetsTheWholeList()
{
    RULE("2.11.11");
    const auto runs = std::make_shared<LiveRuns>(m_clock);
    const auto watch = runs->watch();
    QVERIFY(watch->take().isWhole);
    for (int i = 0; i < 300; ++i) {
        const quint64 number = runs->begin(identity(i), std::make_shared<Steering>());
        if (i != 7)
            runs->end(number);
    }
    const auto changes = watch->take();
    QVERIFY(changes.isWhole);
    QCOMPARE(changes.runs.size(), 1);
    QCOMPARE(changes.runs.constFirst().identity, identity(7));
    runs->end(changes.runs.constFirst().number);
    QVERIFY2(watch->take().runs.constFirst().hasEnded, "and follows from there");
}

void TestLiveRuns::aRunIsFoundByItsConversation()
{
    const auto runs = std::make_shared<LiveRuns>(m_clock);
    const auto steering = std::make_shared<Steering>();
    const quint64 number = runs->begin(identity(1), steering);
    QCOMPARE(runs->steeringOf(*identity(1).conversation), steering.get());
    QCOMPARE(runs->steeringOf(*identity(2).conversation), nullptr);
    runs->end(number);
    QCOMPARE(runs->steeringOf(*identity(1).conversation), nullptr);
}

void TestLiveRuns::aWatchMayOutliveTheRuns()
{
    RULE("2.11.9");
    auto runs = std::make_shared<LiveRuns>(m_clock);
    const auto watch = runs->watch();
    runs.reset();
    QVERIFY(watch->take().runs.isEmpty());
}

QTEST_GUILESS_MAIN(TestLiveRuns)
#include "tst_liveRuns.moc"
