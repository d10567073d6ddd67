// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "ApprovalStage.h"

#include <QLineEdit>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;
using namespace std::chrono_literals;

class tst_ApprovalCard : public QObject
{
    Q_OBJECT

private slots:
    void aRequestThatArrivesTakesNoFocusAndNoLetter() // T13, 4.3.1
    {
        Page page({});
        QVERIFY(!page.card->isVisible());
        QTest::keyClicks(&page.composer->edit(), u"one o"_s);
        page.decisions.setApprovals({approvalOf(u"r1"_s, u"edit_file"_s)});
        QVERIFY(page.card->isVisible());
        QVERIFY(page.composer->edit().hasFocus());
        page.clock.advance(1s);
        QTest::keyClicks(QApplication::focusWidget(), u"ocr "_s);
        QCOMPARE(page.composer->edit().message(), u"one oocr "_s);
        QCOMPARE(page.sent.size(), 0);
        QCOMPARE(page.decisions.decidedCount(), 0);
    }

    void enterInTheComposerOnlySends() // 4.3.1
    {
        Page page({approvalOf(u"r1"_s, u"edit_file"_s)});
        QSignalSpy send(page.composer, &Composer::sendRequested);
        QTest::keyClicks(&page.composer->edit(), u"text"_s);
        QTest::keyClick(&page.composer->edit(), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(page.sent.size(), 0);
        QTest::keyClick(&page.composer->edit(), Qt::Key_Return);
        QVERIFY(send.count() > 0);
        for (const Qt::Key key : {Qt::Key_O, Qt::Key_C, Qt::Key_R})
            QTest::keyClick(&page.composer->edit(), key, Qt::AltModifier);
        QCOMPARE(page.sent.size(), 0);
        QCOMPARE(page.decisions.decidedCount(), 0);
    }

    void tabAndClicksOnItsGroundNeverFocusTheCard() // T13
    {
        Page page({approvalOf(u"r1"_s, u"edit_file"_s)});
        QCOMPARE(page.card->focusPolicy(), Qt::NoFocus);
        QTest::mouseClick(page.card, Qt::LeftButton, {}, QPoint(5, 5));
        QVERIFY(page.composer->edit().hasFocus());
    }

    void lettersAnswerOnTheCardAfterHalfASecond_data()
    {
        QTest::addColumn<Qt::Key>("key");
        QTest::addColumn<bool>("forConversation");
        QTest::newRow("O") << Qt::Key_O << false;
        QTest::newRow("C") << Qt::Key_C << true;
    }

    void lettersAnswerOnTheCardAfterHalfASecond() // 4.3.2
    {
        QFETCH(Qt::Key, key);
        QFETCH(bool, forConversation);
        Page page({approvalOf(u"r1"_s, u"edit_file"_s)});
        page.card->takeFocus();
        QVERIFY(page.card->hasFocus());
        QTest::keyClick(page.card, key);
        page.clock.advance(499ms);
        QTest::keyClick(page.card, key);
        QCOMPARE(page.sent.size(), 0);
        page.clock.advance(1ms);
        QTest::keyClick(page.card, key);
        QCOMPARE(page.sent.size(), 1);
        QCOMPARE(page.sent[0].size(), 1);
        QCOMPARE(page.sent[0][0].requestId, u"r1"_s);
        QVERIFY(page.sent[0][0].approved);
        QCOMPARE(page.sent[0][0].forConversation, forConversation);
        QTest::keyClick(page.card, key); // Once is enough.
        QCOMPARE(page.sent.size(), 1);
    }

    void enterOnTheCardOpensAndNeverApproves() // 4.1, 4.3.2
    {
        Page page({approvalOf(u"r1"_s, u"edit_file"_s)});
        QSignalSpy review(page.card, &ApprovalCard::reviewRequested);
        page.card->takeFocus();
        QTest::keyClick(page.card, Qt::Key_Return);
        QCOMPARE(review.count(), 0);
        page.clock.advance(500ms);
        QTest::keyClick(page.card, Qt::Key_Return);
        QCOMPARE(review.count(), 1);
        QSignalSpy left(page.card, &ApprovalCard::left);
        QTest::keyClick(page.card, Qt::Key_Escape);
        QCOMPARE(left.count(), 1);
        QCOMPARE(page.sent.size(), 0);
    }

    void aKeyThatIsHeldDownAnswersNothing() // T13
    {
        Page page({approvalOf(u"r1"_s, u"edit_file"_s)});
        page.focusCard();
        QKeyEvent held(QEvent::KeyPress, Qt::Key_O, Qt::NoModifier, u"o"_s, true);
        QApplication::sendEvent(page.card, &held);
        auto *once = page.button(u"Approve once"_s);
        once->setFocus();
        page.clock.advance(500ms);
        QKeyEvent space(QEvent::KeyPress, Qt::Key_Space, Qt::NoModifier, u" "_s, true);
        QApplication::sendEvent(once, &space);
        QKeyEvent up(QEvent::KeyRelease, Qt::Key_Space, Qt::NoModifier, u" "_s);
        QApplication::sendEvent(once, &up);
        QCOMPARE(page.sent.size(), 0);
    }

    void theClickThatRaisesTheWindowAnswersNothing() // T13
    {
        Page page({approvalOf(u"r1"_s, u"edit_file"_s)});
        QEvent activation(QEvent::WindowActivate);
        QApplication::sendEvent(&page.window, &activation);
        auto *once = page.button(u"Approve once"_s);
        QTest::mouseClick(once, Qt::LeftButton);
        QCOMPARE(page.sent.size(), 0);
        page.clock.advance(500ms);
        QWidget other;
        other.show();
        other.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&other));
        QTest::mouseClick(once, Qt::LeftButton); // Arrives before the window is told that it is active.
        QCOMPARE(page.sent.size(), 0);
    }

    void aClickWhereACardJustAppearedAnswersNothing() // T13
    {
        Page page({});
        page.decisions.setApprovals({approvalOf(u"r1"_s, u"edit_file"_s)});
        QTest::mouseClick(page.button(u"Approve once"_s), Qt::LeftButton);
        QCOMPARE(page.sent.size(), 0);
        page.clock.advance(500ms);
        QTest::mouseClick(page.button(u"Approve once"_s), Qt::LeftButton);
        QCOMPARE(page.sent.size(), 1);
    }

    void lettersTypedIntoTheReasonDecideNothing() // 4.3.1
    {
        Page page({approvalOf(u"r1"_s, u"edit_file"_s)});
        page.focusCard();
        QTest::keyClick(page.card, Qt::Key_R);
        auto *reason = findByAccessibleName<QLineEdit>(*page.card, u"Reason for the agent"_s);
        QVERIFY(reason);
        QVERIFY(reason->hasFocus());
        QTest::keyClicks(reason, u"ococ"_s);
        QTest::keyClick(reason, Qt::Key_O, Qt::AltModifier);
        QCOMPARE(page.sent.size(), 0);
        reason->setText(u"ococ"_s);
        page.clock.advance(500ms);
        QTest::keyClick(reason, Qt::Key_Return);
        QCOMPARE(page.sent.size(), 1);
        QVERIFY(!page.sent[0][0].approved);
        QCOMPARE(page.sent[0][0].reason, u"ococ"_s);
    }

    void riskyCallsHaveNoShortWay() // 4.3.3
    {
        Page page({risky(u"r1"_s)});
        QVERIFY(!page.button(u"Approve for this conversation"_s));
        page.focusCard();
        QTest::keyClick(page.card, Qt::Key_O);
        QTest::keyClick(page.card, Qt::Key_C);
        QTest::keyClick(page.card, Qt::Key_C, Qt::AltModifier);
        QCOMPARE(page.sent.size(), 0);
        QVERIFY(!page.decisions.decide(u"r1"_s, {Decision::Kind::Conversation, {}}));
        QTest::keyClick(page.card, Qt::Key_O, Qt::AltModifier);
        QCOMPARE(page.sent.size(), 1);
    }

    void riskyCallsAreApprovedWithTabAndSpace() // 4.3.3
    {
        Page page({risky(u"r1"_s)});
        page.focusCard();
        for (int i = 0; i < 10 && QApplication::focusWidget() != page.button(u"Approve once"_s); ++i)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), page.button(u"Approve once"_s));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QCOMPARE(page.sent.size(), 1);
    }

    void anAnswerBelongsToTheRequestThatWasPressed() // T18
    {
        Page page({approvalOf(u"r1"_s, u"edit_file"_s)});
        auto *once = page.button(u"Approve once"_s);
        QTest::mousePress(once, Qt::LeftButton);
        page.decisions.setApprovals({approvalOf(u"r2"_s, u"edit_file"_s)});
        QTest::mouseRelease(once, Qt::LeftButton);
        page.clock.advance(1s);
        QCOMPARE(page.sent.size(), 0);
        QTest::mousePress(once, Qt::LeftButton);
        page.decisions.setApprovals({});
        QTest::mouseRelease(once, Qt::LeftButton);
        QCOMPARE(page.sent.size(), 0);
    }

    void twoOrMoreAreReviewedInTheDialog() // DESIGN 3
    {
        Page page({approvalOf(u"r1"_s, u"edit_file"_s), approvalOf(u"r2"_s, u"run_shell"_s)});
        QVERIFY(!page.button(u"Approve once"_s));
        page.focusCard();
        QTest::keyClick(page.card, Qt::Key_O);
        QTest::keyClick(page.card, Qt::Key_O, Qt::AltModifier);
        QCOMPARE(page.decisions.decidedCount(), 0);
        QSignalSpy review(page.card, &ApprovalCard::reviewRequested);
        QTest::mouseClick(page.button(u"Review all 2…"_s), Qt::LeftButton);
        QCOMPARE(review.count(), 1);
    }

    void theFocusThatWasOnTheCardIsHandedBack()
    {
        Page page({approvalOf(u"r1"_s, u"edit_file"_s)});
        page.focusCard();
        QSignalSpy lost(page.card, &ApprovalCard::focusLost);
        page.decisions.setApprovals({});
        QCOMPARE(lost.count(), 1);
        QVERIFY(!page.card->isVisible());
    }
};

QTEST_MAIN(tst_ApprovalCard)
#include "tst_ApprovalCard.moc"
