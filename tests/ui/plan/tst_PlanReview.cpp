// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "plan/PlanReview.h"

#include "plan/ModeSwitch.h"
#include "support/Accessibles.h"
#include "support/FixedClock.h"
#include "theme/Appearance.h"
#include "theme/Theme.h"
#include "widgets/Announcer.h"

#include <KSyntaxHighlighting/Repository>

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;
using namespace std::chrono_literals;

namespace {

PlanRevision planOf(int number, const QString &markdown = u"# Move\n\n1. Add a receiver\n2. Wait 48 hours\n"_s)
{
    return {number, u"r%1"_s.arg(number), markdown, {}, {}};
}

struct Shown {
    Shown(const QList<PlanRevision> &revisions)
    {
        review.setScene(u"Integration Engineer"_s, u"Migrate webhooks"_s, u"nothing has been changed yet"_s);
        review.setRevisions(revisions);
        QObject::connect(&review, &PlanReview::answered, &review,
                         [this](const ApprovalResponse &response) { sent.append(response); });
        review.QWidget::show();
        if (!QTest::qWaitForWindowActive(&review))
            qWarning("the window did not become active");
        clock.advance(1s);
    }
    QPushButton *button(const QString &start)
    {
        for (auto *each : review.findChildren<QPushButton *>()) {
            if (each->text().remove(u'&').startsWith(start))
                return each;
        }
        return nullptr;
    }
    QLineEdit *reason() { return findByAccessibleName<QLineEdit>(review, u"What the agent should change"_s); }

    Appearance appearance{Scheme::Light};
    KSyntaxHighlighting::Repository repository;
    FixedClock clock;
    Announcer announcer;
    PlanReview review{{appearance.theme(), repository, clock, announcer}};
    QList<ApprovalResponse> sent;
};

} // namespace

class tst_PlanReview : public QObject
{
    Q_OBJECT

private slots:
    void approvingChoosesHowToGoOn_data()
    {
        QTest::addColumn<QString>("button");
        QTest::addColumn<AgentMode>("mode");
        QTest::newRow("default") << u"Approve, continue in Default"_s << AgentMode::Default;
        QTest::newRow("auto") << u"Approve, continue in Auto"_s << AgentMode::Auto;
    }
    void approvingChoosesHowToGoOn() // 2.10.4
    {
        QFETCH(QString, button);
        QFETCH(AgentMode, mode);
        Shown shown({planOf(1), planOf(2)});
        QCOMPARE(shown.review.shownRevision(), 2);
        QTest::mouseClick(shown.button(button), Qt::LeftButton);
        QCOMPARE(shown.sent.size(), 1);
        QCOMPARE(shown.sent[0].requestId, u"r2"_s);
        QVERIFY(shown.sent[0].approved);
        QCOMPARE(shown.sent[0].mode, std::optional(mode));
        QVERIFY(!shown.review.isVisible());
        QTest::mouseClick(shown.button(button), Qt::LeftButton);
        QCOMPARE(shown.sent.size(), 1);
    }

    void sendingBackNeedsAReason() // 2.10.4
    {
        Shown shown({planOf(1)});
        auto *back = shown.button(u"Send back"_s);
        QVERIFY(!back->isEnabled());
        QTest::keyClick(shown.reason(), Qt::Key_Return);
        QTest::keyClicks(shown.reason(), u"   "_s);
        QVERIFY(!back->isEnabled());
        QTest::keyClick(shown.reason(), Qt::Key_Return);
        QCOMPARE(shown.sent.size(), 0);
        QTest::keyClicks(shown.reason(), u"48 hours is too short"_s);
        QVERIFY(back->isEnabled());
        QTest::mouseClick(back, Qt::LeftButton);
        QCOMPARE(shown.sent.size(), 1);
        QVERIFY(!shown.sent[0].approved);
        QVERIFY(!shown.sent[0].mode);
        QCOMPARE(shown.sent[0].reason, u"48 hours is too short"_s);
    }

    void aBlankPlanCannotBeApproved_data()
    {
        QTest::addColumn<QString>("markdown");
        QTest::newRow("nothing") << QString();
        QTest::newRow("blanks") << u" \n\t\n"_s;
        QTest::newRow("marks only") << u"# \n\n---\n- \n```\n```\n"_s;
        QTest::newRow("invisible signs") << u"\u200b\u2060\u3164\u2800"_s;
    }
    void aBlankPlanCannotBeApproved() // users.md, plan mode
    {
        QFETCH(QString, markdown);
        Shown shown({planOf(1, markdown)});
        QVERIFY(!shown.button(u"Approve, continue in Auto"_s)->isEnabled());
        QVERIFY(!shown.button(u"Approve, continue in Default"_s)->isEnabled());
        QTest::keyClick(&shown.review, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(shown.sent.size(), 0);
        QTest::keyClicks(shown.reason(), u"write it"_s);
        QTest::keyClick(shown.reason(), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(shown.sent.size(), 1);
        QVERIFY(!shown.sent[0].approved);
    }

    void aNewerRevisionClosesTheReview() // 2.10.4, T18
    {
        Shown shown({planOf(1)});
        auto *approve = shown.button(u"Approve, continue in Auto"_s);
        QTest::mousePress(approve, Qt::LeftButton);
        shown.review.setRevisions({planOf(1), planOf(2)});
        QTest::mouseRelease(approve, Qt::LeftButton);
        QVERIFY(!shown.review.isVisible());
        QCOMPARE(shown.sent.size(), 0);
    }

    void theSameRevisionWithOtherWordsClosesItToo()
    {
        Shown shown({planOf(1)});
        shown.review.setRevisions({planOf(1)});
        QVERIFY(shown.review.isVisible());
        shown.review.setRevisions({planOf(1, u"other"_s)});
        QVERIFY(!shown.review.isVisible());
    }

    void anOlderRevisionIsReadAndNotAnswered()
    {
        Shown shown({planOf(1), planOf(2)});
        auto *choice = shown.review.findChild<QComboBox *>();
        choice->setFocus();
        QTest::keyClick(choice, Qt::Key_Up);
        QCOMPARE(shown.review.shownRevision(), 1);
        QVERIFY(!shown.button(u"Approve, continue in Auto"_s)->isEnabled());
        QVERIFY(!shown.reason()->isEnabled());
    }

    void keysTypedAheadApproveNothing() // 4.3.2
    {
        Shown shown({planOf(1)});
        QEvent activation(QEvent::WindowActivate);
        QApplication::sendEvent(&shown.review, &activation);
        QTest::keyClick(&shown.review, Qt::Key_Return);
        QTest::keyClick(&shown.review, Qt::Key_Return, Qt::ControlModifier);
        QTest::mouseClick(shown.button(u"Approve, continue in Auto"_s), Qt::LeftButton);
        QCOMPARE(shown.sent.size(), 0);
        shown.clock.advance(500ms);
        QTest::keyClick(&shown.review, Qt::Key_Return);
        QCOMPARE(shown.sent.size(), 0);
        for (const auto *button : shown.review.findChildren<QPushButton *>())
            QVERIFY(!button->isDefault() && !button->autoDefault());
        QTest::keyClick(&shown.review, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(shown.sent.size(), 1);
    }

    void aReasonThatIsBeingWrittenIsNeverAnApproval()
    {
        Shown shown({planOf(1)});
        shown.reason()->setFocus();
        QTest::keyClick(shown.reason(), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(shown.sent.size(), 0);
    }

    void whatHidesInAPlanIsSeen() // 4.3.6
    {
        Shown shown({planOf(1, u"# A \u202etitle\n\nrun `x\u200by`\n"_s)});
        const QString text = shown.review.findChild<QTextBrowser *>()->toPlainText();
        QVERIFY(text.contains(u"A U+202Etitle"_s));
        QVERIFY(text.contains(u"xU+200By"_s));
        QVERIFY(!text.contains(QChar(0x202e)));
    }

    void changesAndTheReasonBeforeAreShown() // DESIGN 3
    {
        PlanRevision first = planOf(1);
        first.sentBackWith = u"48 hours is too short"_s;
        Shown shown({first, planOf(2, u"# Move\n\n1. Add a receiver\n2. Wait 7 days\n"_s)});
        bool isShown = false;
        for (const auto *label : shown.review.findChildren<QLabel *>())
            isShown = isShown || (label->isVisible() && label->text().contains("48 hours is too short"_L1));
        QVERIFY(isShown);
        QCOMPARE(shown.review.findChild<QListWidget *>()->item(0)->text(), u"Move"_s);
        auto *document = shown.review.findChild<QTextBrowser *>()->document();
        QTextCursor changed = document->find(u"7 days"_s);
        QCOMPARE(changed.charFormat().background().color(), shown.appearance.theme().colour(Token::AddBg));
        QCOMPARE(document->find(u"receiver"_s).charFormat().background().style(), Qt::NoBrush);
        QCOMPARE(namelessControls(shown.review), QStringList());
    }

    void theModeIsChosenByKeyAndSaid() // DESIGN 2, D52
    {
        Appearance appearance(Scheme::Light);
        ModeSwitch modes(appearance.theme());
        modes.show();
        QVERIFY(QTest::qWaitForWindowActive(&modes));
        QSignalSpy chosen(&modes, &ModeSwitch::chosen);
        modes.setMode(AgentMode::Plan);
        QCOMPARE(chosen.count(), 0);
        modes.tabStop()->setFocus();
        QTest::keyClick(modes.tabStop(), Qt::Key_Right);
        QCOMPARE(modes.mode(), AgentMode::Auto);
        QCOMPARE(chosen.count(), 1);
        QVERIFY(modes.tabStop()->hasFocus());
        QTest::keyClick(modes.tabStop(), Qt::Key_Right);
        QCOMPARE(chosen.count(), 1);
        modes.chooseNext();
        QCOMPARE(modes.mode(), AgentMode::Default);
        auto *plan = findByAccessibleName<QToolButton>(modes, u"Mode Plan"_s);
        QTest::mouseClick(plan, Qt::LeftButton);
        QCOMPARE(chosen.last().first().value<AgentMode>(), AgentMode::Plan);
        QVERIFY(plan->isChecked());
        modes.setRunning(true);
        QVERIFY(plan->toolTip().contains("next step"_L1));
        QCOMPARE(namelessControls(modes), QStringList());
    }

    // Pictures for the eye: TYPESHIFT_PICTURES names a folder.
    void picturesCanBeLookedAt()
    {
        const QString folder = qEnvironmentVariable("TYPESHIFT_PICTURES");
        if (folder.isEmpty())
            return;
        const QString text =
            u"## Move the webhooks to the v2 API\n\nAll 14 subscriptions on v2.\n\n### What I found\n\n- 14 "
            "subscriptions use v1.\n- 3 differ: `appointment.moved`, `invoice.settled`.\n\n### Steps\n\n1. Add a "
            "v2 receiver next to v1 in `hooks/receiver.py`.\n2. Switch production. v1 stays on for %1.\n\n"
            "```python\ndef verify(body: bytes) -> bool:\n    return True\n```\n"_s;
        PlanRevision first = planOf(1, text.arg(u"48 hours"_s));
        first.sentBackWith = u"48 hours is too short, the clinics close over the weekend."_s;
        for (const Scheme scheme : {Scheme::Light, Scheme::Dark}) {
            Shown shown({first, planOf(2, text.arg(u"7 days"_s))});
            shown.appearance.setScheme(scheme);
            shown.review.setCalls({{u"edit_file hooks/*"_s, true, false}, {u"read_file, search"_s, false, false}});
            QCoreApplication::sendPostedEvents();
            for (const int scale : {1, 2}) {
                QPixmap picture(shown.review.size() * scale);
                picture.setDevicePixelRatio(scale);
                shown.review.render(&picture);
                picture.save(u"%1/04%2-%3.png"_s.arg(folder, scheme == Scheme::Dark ? u"-dark"_s : QString(),
                                                     QString::number(scale * 100)));
            }
        }
    }
};

QTEST_MAIN(tst_PlanReview)
#include "tst_PlanReview.moc"
