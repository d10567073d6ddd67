// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/LeaseHold.h"

#include "storage/MemoryStore.h"
#include "support/AwaitTask.h"
#include "support/FixedClock.h"
#include "support/TestIds.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace typeshift;

namespace {

// Leases in memory whose renewals can be made to fail for a reason of the store's own.
class FailingLeases final : public LeaseStore
{
public:
    explicit FailingLeases(LeaseStore &inner)
        : m_inner(inner)
    {
    }
    Task<Result<>> acquireLease(ConversationId conversation, Lease lease) override
    {
        return m_inner.acquireLease(conversation, lease);
    }
    Task<Result<>> renewLease(ConversationId conversation, Lease lease) override
    {
        ++renewals;
        if (hangs) {
            Completion<> never;
            m_hanging.push_back(never.resolver());
            co_await std::move(never);
        }
        if (failure)
            co_return typeshift::failure(*failure);
        co_return co_await m_inner.renewLease(conversation, lease);
    }
    Task<Result<>> releaseLease(ConversationId conversation, Lease lease) override
    {
        return m_inner.releaseLease(conversation, lease);
    }
    Task<Result<QList<HeldLease>>> liveLeases() override { return m_inner.liveLeases(); }

    std::optional<Error> failure;
    bool hangs = false;
    int renewals = 0;

private:
    std::vector<Completion<>::Resolver> m_hanging;
    LeaseStore &m_inner;
};

} // namespace

//! One process holds a conversation's lease, and another one may take it.
class TestLeaseHold final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void theLeaseIsRenewedWhileItIsHeld();
    void aLeaseThatIsTakenIsToldOnce();
    void aStoreThatFailsLosesNoLease_data();
    void aStoreThatFailsLosesNoLease();
    void aSleepIsFollowedByAQuestion();
    void whoTookItInTheSleepIsNamed();
    void aStoreThatFailsTheQuestionLosesNoLease();
    void aStoreThatHangsIsWaitedForSoLong();
    void nothingIsToldAfterTheRelease();
    void theHoldMayDieWhenItIsTold();

private:
    std::unique_ptr<LeaseHold> take();
    void letAnotherTakeIt();
    // What is posted by now has been heard.
    void hearTheLoop();

    std::unique_ptr<FixedClock> m_clock;
    std::unique_ptr<MemoryStore> m_memory;
    std::shared_ptr<FailingLeases> m_leases;
    ConversationId m_conversation = testId<ConversationId>();
    Lease m_ours{QUuid::createUuidV5(QUuid(), "ours"_L1), u"typeshift 1"_s};
    Lease m_theirs{QUuid::createUuidV5(QUuid(), "theirs"_L1), u"typeshift 2"_s};
    int m_told = 0;
};

void TestLeaseHold::init()
{
    m_clock = std::make_unique<FixedClock>();
    m_memory = std::make_unique<MemoryStore>(*m_clock);
    m_leases = std::make_shared<FailingLeases>(*m_memory);
    m_told = 0;
}

std::unique_ptr<LeaseHold> TestLeaseHold::take()
{
    const auto lost = [this] { ++m_told; };
    auto taken = awaitTask(LeaseHold::take(m_leases, *m_clock, m_conversation, m_ours, lost));
    return taken ? *std::move(taken) : nullptr;
}

void TestLeaseHold::letAnotherTakeIt()
{
    QVERIFY(awaitTask(m_memory->releaseLease(m_conversation, m_ours)));
    QVERIFY(awaitTask(m_memory->acquireLease(m_conversation, m_theirs)));
}

void TestLeaseHold::hearTheLoop()
{
    bool isHeard = false;
    QMetaObject::invokeMethod(this, [&isHeard] { isHeard = true; }, Qt::QueuedConnection);
    QTRY_VERIFY(isHeard);
}

void TestLeaseHold::theLeaseIsRenewedWhileItIsHeld()
{
    const auto hold = take();
    QVERIFY(hold);
    m_clock->advance(LeaseStore::lifetime * 3);
    const auto refused = awaitTask(m_memory->acquireLease(m_conversation, m_theirs));
    QVERIFY(!refused);
    QCOMPARE(refused.error().facts.items, QStringList(u"typeshift 1"_s));
    hearTheLoop();
    QCOMPARE(m_told, 0);
}

void TestLeaseHold::aLeaseThatIsTakenIsToldOnce()
{
    const auto hold = take();
    letAnotherTakeIt();
    m_clock->advance(LeaseStore::renewal);
    QVERIFY2(m_told == 0, "it is told from the event loop");
    QTRY_COMPARE(m_told, 1);
    QCOMPARE(hold->loss()->kind, Error::Kind::Conflict);
    QCOMPARE(hold->loss()->facts.items, QStringList(u"typeshift 2"_s));
    m_clock->advance(LeaseStore::renewal * 5);
    hearTheLoop();
    QCOMPARE(m_told, 1);
    QVERIFY2(m_leases->renewals == 1, "what is lost is not asked for again");
}

void TestLeaseHold::aStoreThatFailsLosesNoLease_data()
{
    QTest::addColumn<Error::Kind>("kind");
    QTest::newRow("the store fails") << Error::Kind::Storage;
    QTest::newRow("the server does not answer") << Error::Kind::Timeout;
    QTest::newRow("the server cannot be reached") << Error::Kind::Network;
}

void TestLeaseHold::aStoreThatFailsLosesNoLease()
{
    QFETCH(Error::Kind, kind);
    const auto hold = take();
    m_leases->failure = Error(kind, u"not now"_s);
    m_clock->advance(LeaseStore::renewal);
    hearTheLoop();
    QCOMPARE(m_told, 0);
    m_leases->failure.reset();
    m_clock->advance(LeaseStore::renewal);
    QCOMPARE(m_leases->renewals, 2);
    QVERIFY2(!awaitTask(m_memory->acquireLease(m_conversation, m_theirs)), "it was renewed again");
}

// Asleep, the timers stand still and the wall clock does not.
void TestLeaseHold::aSleepIsFollowedByAQuestion()
{
    const auto hold = take();
    m_clock->stepWallClock(LeaseStore::lifetime - 1ms);
    QVERIFY(awaitTask(hold->confirm()));
    QCOMPARE(m_leases->renewals, 0);
    m_clock->stepWallClock(1ms);
    QVERIFY(awaitTask(hold->confirm()));
    QCOMPARE(m_leases->renewals, 1);
    QVERIFY(awaitTask(hold->confirm()));
    QCOMPARE(m_leases->renewals, 1);
    QCOMPARE(m_told, 0);
}

void TestLeaseHold::whoTookItInTheSleepIsNamed()
{
    const auto hold = take();
    letAnotherTakeIt();
    m_clock->stepWallClock(1h);
    const auto confirmed = awaitTask(hold->confirm());
    QVERIFY(!confirmed);
    QCOMPARE(confirmed.error().kind, Error::Kind::Conflict);
    QCOMPARE(confirmed.error().facts.items, QStringList(u"typeshift 2"_s));
    QCOMPARE(awaitTask(hold->confirm()).error(), confirmed.error());
    QCOMPARE(m_leases->renewals, 1);
    QCOMPARE(m_told, 1);
}

void TestLeaseHold::aStoreThatFailsTheQuestionLosesNoLease()
{
    const auto hold = take();
    m_leases->failure = Error(Error::Kind::Storage, u"not now"_s);
    m_clock->stepWallClock(1h);
    QVERIFY(awaitTask(hold->confirm()));
    QVERIFY(!hold->loss());
}

void TestLeaseHold::aStoreThatHangsIsWaitedForSoLong()
{
    const auto hold = take();
    m_leases->hangs = true;
    m_clock->stepWallClock(1h);
    auto confirming = hold->confirm();
    confirming.start();
    m_clock->advance(LeaseHold::confirmation - 1ms);
    hearTheLoop();
    QVERIFY(!confirming.isDone());
    m_clock->advance(1ms);
    QVERIFY(confirming.isDone());
    QVERIFY(confirming.takeResult());
}

void TestLeaseHold::nothingIsToldAfterTheRelease()
{
    const auto hold = take();
    letAnotherTakeIt();
    m_clock->advance(LeaseStore::renewal);
    auto released = hold->release();
    released.start();
    QVERIFY(released.isDone());
    hearTheLoop();
    QCOMPARE(m_told, 0);
    QVERIFY2(!awaitTask(m_memory->acquireLease(m_conversation, m_ours)), "the other one keeps it");
}

void TestLeaseHold::theHoldMayDieWhenItIsTold()
{
    std::unique_ptr<LeaseHold> hold;
    bool isTold = false;
    const auto lost = [&] {
        hold.reset();
        isTold = true;
    };
    hold = *awaitTask(LeaseHold::take(m_leases, *m_clock, m_conversation, m_ours, lost));
    letAnotherTakeIt();
    m_clock->advance(LeaseStore::renewal);
    QTRY_VERIFY(isTold);
    QVERIFY(!hold);
}

QTEST_GUILESS_MAIN(TestLeaseHold)
#include "tst_leaseHold.moc"
