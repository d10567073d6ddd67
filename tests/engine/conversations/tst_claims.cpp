// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/Claims.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

class TestClaims final : public QObject
{
    Q_OBJECT

private slots:
    void aFreeConversationIsClaimedAtOnce();
    void aRunThatGoesOnRefusesOthers();
    void waitersTakeTurnsInTheirOrder();
    void aCancelledWaiterLeavesTheQueue();
    void conversationsAreIndependent();
    void ofTwoHundredExactlyOneRuns();

private:
    ConversationId m_conversation{QUuid::createUuid()};
};

void TestClaims::aFreeConversationIsClaimedAtOnce()
{
    const auto claims = std::make_shared<Claims>();
    auto first = claims->claim(m_conversation, {});
    first.start();
    QVERIFY(first.isDone()); // 2.3.2
    {
        const auto claim = first.takeResult();
        QVERIFY(claim);
    }
    auto second = claims->claim(m_conversation, {});
    second.start();
    QVERIFY2(second.isDone(), "a claim that died is free");
}

void TestClaims::aRunThatGoesOnRefusesOthers()
{
    const auto claims = std::make_shared<Claims>();
    auto first = claims->claim(m_conversation, {});
    first.start();
    auto claim = first.takeResult();
    claim->begin();
    auto second = claims->claim(m_conversation, {});
    second.start();
    QVERIFY(second.isDone()); // 2.3.3
    QCOMPARE(second.takeResult().error().kind, Error::Kind::InvalidState);
}

void TestClaims::waitersTakeTurnsInTheirOrder()
{
    const auto claims = std::make_shared<Claims>();
    auto first = claims->claim(m_conversation, {});
    first.start();
    std::optional<Result<Claim>> held(first.takeResult());
    auto second = claims->claim(m_conversation, {});
    auto third = claims->claim(m_conversation, {});
    second.start();
    third.start();
    QVERIFY(!second.isDone()); // 2.3.4
    held.reset();
    QTRY_VERIFY(second.isDone());
    QVERIFY(!third.isDone());
    auto next = second.takeResult();
    QVERIFY(next);
    next->begin();
    QTRY_VERIFY(third.isDone());
    QCOMPARE(third.takeResult().error().kind, Error::Kind::InvalidState);
}

void TestClaims::aCancelledWaiterLeavesTheQueue()
{
    const auto claims = std::make_shared<Claims>();
    auto first = claims->claim(m_conversation, {});
    first.start();
    std::optional<Result<Claim>> held(first.takeResult());
    StopSource stop;
    auto second = claims->claim(m_conversation, stop.token());
    auto third = claims->claim(m_conversation, {});
    second.start();
    third.start();
    stop.requestStop();
    QVERIFY(second.isDone()); // 2.3.5
    QCOMPARE(second.takeResult().error().kind, Error::Kind::Cancelled);
    held.reset();
    QTRY_VERIFY(third.isDone());
    QVERIFY(third.takeResult());
}

void TestClaims::conversationsAreIndependent()
{
    const auto claims = std::make_shared<Claims>();
    auto first = claims->claim(m_conversation, {});
    auto other = claims->claim(ConversationId(QUuid::createUuid()), {});
    first.start();
    other.start();
    QVERIFY(first.isDone() && other.isDone()); // 2.3.8
}

void TestClaims::ofTwoHundredExactlyOneRuns()
{
    const auto claims = std::make_shared<Claims>();
    std::vector<Task<Result<Claim>>> starts;
    for (int i = 0; i < 200; ++i) {
        starts.push_back(claims->claim(m_conversation, {}));
        starts.back().start();
    }
    auto running = starts.front().takeResult();
    running->begin();
    const auto areDone = [&starts] {
        return std::ranges::all_of(starts, [](const auto &each) { return each.isDone(); });
    };
    QTRY_VERIFY(areDone()); // 2.3.14
    for (std::size_t i = 1; i < starts.size(); ++i)
        QVERIFY(!starts[i].takeResult());
}

QTEST_GUILESS_MAIN(TestClaims)
#include "tst_claims.moc"
