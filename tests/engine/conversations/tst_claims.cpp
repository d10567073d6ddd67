// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/Claims.h"
#include "support/TestIds.h"

#include "support/Rule.h"

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
    void theStatesFollowTheRun();
    void settledWaitsWhileARunLoadsOrEnds();

private:
    ConversationId m_conversation = testId<ConversationId>();
};

void TestClaims::aFreeConversationIsClaimedAtOnce()
{
    RULE("2.3.2");
    const auto claims = std::make_shared<Claims>();
    auto first = claims->claim(m_conversation, {});
    first.start();
    QVERIFY(first.isDone());
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
    RULE("2.3.3");
    const auto claims = std::make_shared<Claims>();
    auto first = claims->claim(m_conversation, {});
    first.start();
    auto claim = first.takeResult();
    claim->begin();
    auto second = claims->claim(m_conversation, {});
    second.start();
    QVERIFY(second.isDone());
    QCOMPARE(second.takeResult().error().kind, Error::Kind::InvalidState);
}

void TestClaims::waitersTakeTurnsInTheirOrder()
{
    RULE("2.3.4");
    const auto claims = std::make_shared<Claims>();
    auto first = claims->claim(m_conversation, {});
    first.start();
    std::optional<Result<Claim>> held(first.takeResult());
    auto second = claims->claim(m_conversation, {});
    auto third = claims->claim(m_conversation, {});
    second.start();
    third.start();
    QVERIFY(!second.isDone());
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
    RULE("2.3.5");
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
    QVERIFY(second.isDone());
    QCOMPARE(second.takeResult().error().kind, Error::Kind::Cancelled);
    held.reset();
    QTRY_VERIFY(third.isDone());
    QVERIFY(third.takeResult());
}

void TestClaims::conversationsAreIndependent()
{
    RULE("2.3.8");
    const auto claims = std::make_shared<Claims>();
    auto first = claims->claim(m_conversation, {});
    auto other = claims->claim(testId<ConversationId>(), {});
    first.start();
    other.start();
    QVERIFY(first.isDone() && other.isDone());
}

void TestClaims::ofTwoHundredExactlyOneRuns()
{
    RULE("2.3.14");
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
    QTRY_VERIFY(areDone());
    for (std::size_t i = 1; i < starts.size(); ++i)
        QVERIFY(!starts[i].takeResult());
}

void TestClaims::theStatesFollowTheRun()
{
    RULE("2.3.1");
    const auto claims = std::make_shared<Claims>();
    QCOMPARE(claims->stateOf(m_conversation), ClaimState::Free);
    auto first = claims->claim(m_conversation, {});
    first.start();
    {
        auto claim = first.takeResult();
        QCOMPARE(claims->stateOf(m_conversation), ClaimState::Loading);
        claim->begin();
        QCOMPARE(claims->stateOf(m_conversation), ClaimState::Running);
        claim->end();
        QCOMPARE(claims->stateOf(m_conversation), ClaimState::Ending);
        auto second = claims->claim(m_conversation, {});
        second.start();
        QCOMPARE(second.takeResult().error().facts.code, QString(Claims::goesOn));
    }
    QCOMPARE(claims->stateOf(m_conversation), ClaimState::Free);
}

void TestClaims::settledWaitsWhileARunLoadsOrEnds()
{
    RULE("2.3.15");
    const auto claims = std::make_shared<Claims>();
    auto first = claims->claim(m_conversation, {});
    first.start();
    std::optional<Result<Claim>> claim(first.takeResult());
    auto loading = claims->settled(m_conversation, {});
    loading.start();
    QVERIFY(!loading.isDone());
    (*claim)->begin();
    QTRY_VERIFY(loading.isDone());
    QVERIFY(loading.takeResult());

    (*claim)->end();
    auto ending = claims->settled(m_conversation, {});
    ending.start();
    StopSource stop;
    auto stopped = claims->settled(m_conversation, stop.token());
    stopped.start();
    QVERIFY(!ending.isDone() && !stopped.isDone());
    stop.requestStop();
    QVERIFY(stopped.isDone());
    QCOMPARE(stopped.takeResult().error().kind, Error::Kind::Cancelled);
    claim.reset();
    QTRY_VERIFY(ending.isDone());
    QVERIFY(ending.takeResult());
}

QTEST_GUILESS_MAIN(TestClaims)
#include "tst_claims.moc"
