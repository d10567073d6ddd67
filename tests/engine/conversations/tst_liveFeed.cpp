// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/LiveFeed.h"

#include "support/FixedClock.h"
#include "support/Rule.h"
#include "support/TestIds.h"

#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace std::chrono_literals;

class TestLiveFeed final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void textIsJoinedAndPublishedAtMostSoOften();
    void anotherKindOrMessageFlushesWhatWaits();
    void theEngineTimerPublishesTheRest();
    void theEndOfARunFlushes();
    void joinedTextIsTheSumOfItsParts();
    void aWatcherThatFallsBehindLosesTheOldest();
    void watchersAreIndependent();
    void aLateWatcherGetsNoHistory();
    void aWatcherMayDieInItsOwnSlot();
    void severalRunsArriveInOneWatch();
    void manyUpdatesWakeManyWatchersOnce();

private:
    void text(const QString &piece, quint64 run = 1)
    {
        m_feeds->publish(m_conversation, run, TextDelta{m_message, piece});
    }
    static QStringList texts(const QList<LiveUpdate> &updates);

    std::unique_ptr<FixedClock> m_clock;
    std::shared_ptr<LiveFeeds> m_feeds;
    ConversationId m_conversation = testId<ConversationId>();
    QUuid m_message = QUuid::createUuid();
};

void TestLiveFeed::init()
{
    m_feeds.reset();
    m_clock = std::make_unique<FixedClock>();
    m_feeds = std::make_shared<LiveFeeds>(*m_clock, RealtimeTrackingOptions{});
}

QStringList TestLiveFeed::texts(const QList<LiveUpdate> &updates)
{
    QStringList texts;
    for (const LiveUpdate &each : updates) {
        if (const auto *delta = std::get_if<TextDelta>(&each.update))
            texts.append(delta->text);
        else if (const auto *reasoning = std::get_if<ReasoningDelta>(&each.update))
            texts.append(u"("_s + reasoning->text + u')');
        else if (std::holds_alternative<CallUpdate>(each.update))
            texts.append(u"call"_s);
    }
    return texts;
}

void TestLiveFeed::textIsJoinedAndPublishedAtMostSoOften()
{
    RULE("2.11.3");
    const auto watch = m_feeds->watch(m_conversation);
    for (int i = 0; i < 25; ++i) {
        text(QString(QChar(u'a' + i)));
        m_clock->advance(10ms);
    }
    QCOMPARE(texts(watch->take()), QStringList({u"a"_s, u"bcdefghijk"_s, u"lmnopqrstu"_s}));
}

void TestLiveFeed::anotherKindOrMessageFlushesWhatWaits()
{
    RULE("2.11.3", "2.11.5");
    const auto watch = m_feeds->watch(m_conversation);
    text(u"a"_s);
    text(u"b"_s);
    m_feeds->publish(m_conversation, 1, ReasoningDelta{m_message, u"r"_s});
    m_feeds->publish(m_conversation, 1, CallUpdate{m_message, {}});
    text(u"c"_s);
    m_feeds->publish(m_conversation, 1, TextDelta{QUuid::createUuid(), u"d"_s});
    m_feeds->publish(m_conversation, 1, CallUpdate{m_message, {}});
    QCOMPARE(texts(watch->take()), QStringList({u"a"_s, u"b"_s, u"(r)"_s, u"call"_s, u"c"_s, u"d"_s, u"call"_s}));
}

void TestLiveFeed::theEngineTimerPublishesTheRest()
{
    RULE("2.11.4");
    const auto watch = m_feeds->watch(m_conversation);
    text(u"a"_s);
    text(u"b"_s);
    QCOMPARE(texts(watch->take()), QStringList(u"a"_s));
    m_clock->advance(100ms);
    QCOMPARE(texts(watch->take()), QStringList(u"b"_s));
    QVERIFY2(!m_clock->nextTimer(), "no timer runs while nothing waits");
}

void TestLiveFeed::theEndOfARunFlushes()
{
    RULE("2.11.3");
    const auto watch = m_feeds->watch(m_conversation);
    text(u"a"_s);
    text(u"b"_s);
    m_feeds->flush(m_conversation);
    QCOMPARE(texts(watch->take()), QStringList({u"a"_s, u"b"_s}));
}

void TestLiveFeed::joinedTextIsTheSumOfItsParts()
{
    RULE("2.11.5");
    for (quint32 seed = 0; seed < 100; ++seed) {
        QRandomGenerator random(seed);
        const auto watch = m_feeds->watch(m_conversation);
        QString sent;
        QString received;
        for (int i = 0; i < 200; ++i) {
            const QString piece = QString::number(random.bounded(1000)) + u' ';
            if (random.bounded(5) == 0) {
                m_feeds->publish(m_conversation, 1, CallUpdate{m_message, {}});
                sent += u"call"_s;
            }
            sent += piece;
            text(piece);
            m_clock->advance(std::chrono::milliseconds(random.bounded(60)));
            received += texts(watch->take()).join(QString());
        }
        m_feeds->flush(m_conversation);
        received += texts(watch->take()).join(QString());
        QCOMPARE(received, sent);
    }
}

void TestLiveFeed::aWatcherThatFallsBehindLosesTheOldest()
{
    RULE("2.11.6", "2.11.7");
    const auto watch = m_feeds->watch(m_conversation);
    for (int i = 0; i < 300; ++i) {
        m_feeds->publish(
            m_conversation, 1,
            CallUpdate{m_message,
                       {.callId = QString::number(i), .name = {}, .arguments = {}, .problem = {}, .unknown = {}}});
    }
    const auto updates = watch->take();
    QCOMPARE(updates.size(), 256);
    QCOMPARE(updates.constFirst().dropped, 44);
    QCOMPARE(std::get<CallUpdate>(updates.constFirst().update).call.callId, u"44"_s);
    QCOMPARE(updates.at(1).dropped, 0);
    m_feeds->publish(m_conversation, 1, CallUpdate{m_message, {}});
    QCOMPARE(watch->take().constFirst().dropped, 0);
}

void TestLiveFeed::watchersAreIndependent()
{
    RULE("2.11.6", "2.11.8");
    const auto first = m_feeds->watch(m_conversation);
    const auto other = m_feeds->watch(testId<ConversationId>());
    text(u"a"_s);
    const auto second = m_feeds->watch(m_conversation);
    m_clock->advance(100ms);
    text(u"b"_s);
    QCOMPARE(texts(first->take()), QStringList({u"a"_s, u"b"_s}));
    QCOMPARE(texts(second->take()), QStringList(u"b"_s));
    QVERIFY(other->take().isEmpty());
}

void TestLiveFeed::aLateWatcherGetsNoHistory()
{
    RULE("2.11.10");
    const auto early = m_feeds->watch(m_conversation);
    text(u"a"_s);
    text(u"b"_s); // Waits, and was produced before the late one came.
    const auto late = m_feeds->watch(m_conversation);
    text(u"c"_s);
    m_clock->advance(100ms);
    QCOMPARE(texts(early->take()), QStringList({u"a"_s, u"b"_s, u"c"_s}));
    QCOMPARE(texts(late->take()), QStringList(u"c"_s));
}

void TestLiveFeed::aWatcherMayDieInItsOwnSlot()
{
    RULE("2.11.9");
    auto watch = m_feeds->watch(m_conversation);
    const auto other = m_feeds->watch(m_conversation);
    QSignalSpy available(other.get(), &ConversationWatch::available);
    connect(watch.get(), &ConversationWatch::available, this, [&watch] { watch.reset(); });
    text(u"a"_s);
    QVERIFY(available.wait(5'000));
    QTRY_VERIFY(!watch);
    text(u"b"_s);
    m_clock->advance(100ms);
    QCOMPARE(texts(other->take()), QStringList({u"a"_s, u"b"_s}));
}

void TestLiveFeed::severalRunsArriveInOneWatch()
{
    RULE("2.11.8");
    const auto watch = m_feeds->watch(m_conversation);
    text(u"a"_s, 1);
    text(u"b"_s, 2);
    m_clock->advance(100ms);
    const auto updates = watch->take();
    QCOMPARE(updates.size(), 2);
    QCOMPARE(updates.at(0).run, 1U);
    QCOMPARE(updates.at(1).run, 2U);
}

// The figure itself is in the benchmarks; here, that the work does not grow with what is read.
void TestLiveFeed::manyUpdatesWakeManyWatchersOnce()
{
    RULE("2.11.13");
    std::vector<std::unique_ptr<ConversationWatch>> watches;
    int woken = 0;
    for (int i = 0; i < 10; ++i) {
        watches.push_back(m_feeds->watch(m_conversation));
        connect(watches.back().get(), &ConversationWatch::available, this, [&woken] { ++woken; });
    }
    for (int i = 0; i < 10'000; ++i)
        text(u"x"_s);
    m_clock->advance(1s);
    QTRY_COMPARE(woken, 10);
    for (const auto &watch : watches) {
        const QStringList read = texts(watch->take());
        QCOMPARE(read.size(), 2);
        QCOMPARE(read.join(QString()).size(), 10'000);
    }
}

QTEST_GUILESS_MAIN(TestLiveFeed)
#include "tst_liveFeed.moc"
