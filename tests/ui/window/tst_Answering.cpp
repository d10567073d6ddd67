// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "ShownWindow.h"

#include "approval/ApprovalCard.h"
#include "approval/ApprovalDialog.h"
#include "approval/StandingApprovals.h"
#include "plan/PlanReview.h"
#include "support/Rule.h"
#include "support/TestTools.h"
#include "widgets/Announcer.h"
#include "widgets/MessageBar.h"
#include "window/Actions.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace typeshift;
using namespace typeshift::ui;

namespace {

using Phase = ConversationSession::Phase;

QList<std::shared_ptr<Tool>> askingTools(TestTools &tools)
{
    QList<std::shared_ptr<Tool>> all{tools.echo(u"pay"_s), tools.echo(u"mail"_s)};
    for (const auto &each : std::as_const(all))
        static_cast<FunctionTool &>(*each).setRequiresApproval(true);
    return all;
}

//! A window whose agent asks before it pays or mails.
struct Asking {
    Asking()
        : shown(askingTools(tools))
    {
    }

    //! Begins a conversation that ends with these questions; false when it did not come about.
    bool ask(const QString &text, const ScriptedAnswer &answer = payment())
    {
        shown.window->open(std::nullopt);
        shown.test.model->answers(answer);
        shown.session().send(text);
        return waits();
    }
    bool waits()
    {
        return QTest::qWaitFor([this] {
            return shown.session().phase() == Phase::Idle && !shown.session().openRequests().isEmpty() && isShown();
        });
    }
    bool isShown()
    {
        const auto bars = shown.window->page().findChildren<MessageBar *>();
        return card()->isVisible() || std::ranges::any_of(bars, [](const MessageBar *bar) {
                   return bar->isVisible() && bar->headline().contains("plan"_L1);
               });
    }
    static ScriptedAnswer payment()
    {
        return ScriptedAnswer().text(u"It is due today.\u202e"_s).call(u"pay"_s, R"({"sum":"184.50"})");
    }
    static ScriptedAnswer two()
    {
        return ScriptedAnswer().call(u"pay"_s, R"({"sum":"1"})").call(u"mail"_s, R"({"to":"a"})");
    }
    static ScriptedAnswer plan(const QByteArray &markdown)
    {
        return ScriptedAnswer().call(u"exit_plan_mode"_s, R"({"plan":")" + markdown + R"("})");
    }

    MainWindow &window() { return *shown.window; }
    ApprovalCard *card() { return shown.window->findChild<ApprovalCard *>(); }
    bool cardHasFocus() { return card()->isVisible() && shown.window->focusWidget() == card(); }
    //! The half second in which nothing answers is over.
    void passGuard() { shown.test.clock.passed += 1s; }
    void press(const QString &keys) { QTest::keySequence(shown.window.get(), QKeySequence(keys)); }
    template<typename Dialog>
    Dialog *dialog()
    {
        const bool isThere = QTest::qWaitFor([this] {
            auto *found = shown.window->findChild<Dialog *>();
            return found && found->isVisible() && found->isActiveWindow();
        });
        return isThere ? shown.window->findChild<Dialog *>() : nullptr;
    }
    QToolButton *needs(const QString &words) { return findByAccessibleName<QToolButton>(*shown.window, words); }
    ConversationId id() { return *shown.session().id(); }

    TestTools tools;
    ShownWindow shown;
};

QStringList labelsOf(const QWidget &root)
{
    QStringList texts;
    for (const auto *label : root.findChildren<QLabel *>()) {
        if (label->isVisible())
            texts.append(label->text());
    }
    return texts;
}

bool says(const QWidget &root, const QString &words)
{
    return std::ranges::any_of(labelsOf(root), [&](const QString &text) { return text.contains(words); });
}

//! The window of another program is the active one.
struct Elsewhere {
    Elsewhere()
    {
        other.show();
        other.activateWindow();
        if (!QTest::qWaitForWindowActive(&other))
            qFatal("no window");
    }
    QWidget other;
};

} // namespace

class tst_Answering : public QObject
{
    Q_OBJECT

private slots:
    void f8WalksOverAllThatWaits() // DESIGN 4.1
    {
        Asking all;
        QVERIFY(all.ask(u"Pay the first"_s));
        const ConversationId first = all.id();
        QVERIFY(all.ask(u"Pay the second"_s));
        const ConversationId second = all.id();
        all.press(u"Ctrl+N"_s);
        QTRY_VERIFY(all.needs(u"2 need you"_s));
        QTRY_VERIFY(all.shown.edit()->hasFocus());
        all.press(u"F8"_s);
        QTRY_VERIFY(all.cardHasFocus());
        QCOMPARE(all.id(), first);
        all.press(u"F8"_s);
        QTRY_VERIFY(all.id() == second && all.cardHasFocus());
        all.press(u"F8"_s);
        QTRY_VERIFY(all.id() == first && all.cardHasFocus());
        all.press(u"Shift+F8"_s);
        QTRY_VERIFY(all.id() == second && all.cardHasFocus());
    }

    void whatWaitsHereComesFirst() // DESIGN 4.1
    {
        Asking all;
        QVERIFY(all.ask(u"Pay the first"_s));
        QVERIFY(all.ask(u"Pay the second"_s));
        const ConversationId second = all.id();
        all.press(u"Ctrl+L"_s);
        QTRY_VERIFY(all.shown.edit()->hasFocus());
        QTRY_VERIFY(all.needs(u"2 need you"_s));
        all.press(u"F8"_s);
        QVERIFY(all.cardHasFocus());
        QCOMPARE(all.id(), second);
    }

    void nothingThatWaitsIsSaid()
    {
        Asking all;
        QSignalSpy said(&all.shown.test.announcer, &Announcer::announced);
        all.press(u"F8"_s);
        QTRY_VERIFY(!said.isEmpty());
        QCOMPARE(said[0][0].toString(), u"Nothing needs you."_s);
        QTRY_VERIFY(all.shown.edit()->hasFocus());
    }

    void openingAConversationMovesNoFocus() // T13
    {
        Asking all;
        QVERIFY(all.ask(u"Pay"_s));
        const ConversationId id = all.id();
        all.press(u"Ctrl+N"_s);
        QTRY_VERIFY(all.shown.edit()->hasFocus());
        all.window().open(id);
        QVERIFY(all.waits());
        QVERIFY(all.shown.edit()->hasFocus());
    }

    void theCountOpensTheListOfAll()
    {
        Asking all;
        QVERIFY(all.ask(u"Pay the first"_s));
        QVERIFY(all.ask(u"Plan the second\u202e"_s, Asking::two()));
        const ConversationId second = all.id();
        all.press(u"Ctrl+N"_s);
        QTRY_VERIFY(all.needs(u"2 need you"_s));
        QTest::mouseClick(all.needs(u"2 need you"_s), Qt::LeftButton);
        const auto open = [&] {
            const auto dialogs = all.window().findChildren<QDialog *>();
            const auto found = std::ranges::find(dialogs, u"Needs you"_s, &QWidget::windowTitle);
            return found != dialogs.end() && (*found)->isVisible() ? *found : nullptr;
        };
        QTRY_VERIFY(open() && open()->isActiveWindow());
        QDialog *list = open();
        auto *rows = findByAccessibleName<QListView>(*list, u"Conversations that need you"_s);
        QVERIFY(rows);
        QCOMPARE(namelessControls(*list), QStringList());
        const auto spoken = [rows](int row) {
            return rows->model()->index(row, 0).data(Qt::AccessibleTextRole).toString();
        };
        QTRY_VERIFY2(spoken(0).startsWith(u"Pay the first, needs you, 1 approval, Assistant, waiting"_s),
                     qPrintable(spoken(0)));
        QTRY_VERIFY2(spoken(1).startsWith(u"Plan the secondU+202E, needs you, 2 approvals, Assistant"_s),
                     qPrintable(spoken(1)));
        QTest::keyClick(rows, Qt::Key_Down);
        QTest::keyClick(rows, Qt::Key_Return);
        QTRY_VERIFY(!open());
        QTRY_VERIFY(all.id() == second && all.cardHasFocus());
        all.window().activateWindow(); // Not every platform of tests does it by itself.
        QTRY_VERIFY(all.window().isActiveWindow());
        all.press(u"Ctrl+F8"_s);
        QTRY_VERIFY(open());
        QTest::keyClick(open(), Qt::Key_Escape);
        QTRY_VERIFY(!open());
        QCOMPARE(all.id(), second);
    }

    void theAgentsOwnWordsAreQuoted() // DESIGN 4.3.4, 4.3.6
    {
        Asking all;
        QVERIFY(all.ask(u"Pay"_s));
        QVERIFY(says(*all.card(), u"“It is due today.<span"_s));
        QVERIFY(says(*all.card(), u"U+202E"_s));
    }

    void decisionsWaitWhileAnotherConversationIsShown() // DESIGN 4.3.7
    {
        Asking all;
        QVERIFY(all.ask(u"Pay the first"_s, Asking::two()));
        const ConversationId first = all.id();
        all.press(u"F8"_s);
        all.passGuard();
        QTest::keyClick(all.card(), Qt::Key_Return);
        auto *dialog = all.dialog<ApprovalDialog>();
        QVERIFY(dialog);
        all.passGuard();
        QTest::keyClick(dialog->focusWidget(), Qt::Key_O, Qt::AltModifier);
        QTRY_VERIFY(says(*dialog, u"1 of 2 answered"_s)); // A mnemonic is a click that takes a moment.
        QTest::keyClick(dialog, Qt::Key_Escape);
        QVERIFY(all.ask(u"Pay the second"_s));
        all.window().activateWindow(); // Not every platform of tests does it by itself.
        QTRY_VERIFY(all.window().isActiveWindow());
        all.window().open(first);
        QVERIFY(all.waits());
        all.press(u"F8"_s);
        all.passGuard();
        QTest::keyClick(all.card(), Qt::Key_Return);
        dialog = all.dialog<ApprovalDialog>();
        QVERIFY(dialog);
        QVERIFY2(says(*dialog, u"1 of 2 answered"_s), qPrintable(labelsOf(*dialog).join(u'\n')));
    }

    void aReasonWaitsWhileAnotherConversationIsShown()
    {
        Asking all;
        QVERIFY(all.ask(u"Pay the first"_s));
        const ConversationId first = all.id();
        all.press(u"F8"_s);
        all.passGuard();
        QTest::keyClick(all.card(), Qt::Key_R);
        const auto reason = [&] { return findByAccessibleName<QLineEdit>(*all.card(), u"Reason for the agent"_s); };
        QTRY_VERIFY(reason() && reason()->hasFocus());
        QTest::keyClicks(reason(), u"Not today"_s);
        QVERIFY(all.ask(u"Pay the second"_s));
        QVERIFY(!reason());
        all.window().open(first);
        QVERIFY(all.waits());
        QTRY_VERIFY(reason());
        QCOMPARE(reason()->text(), u"Not today"_s);
    }

    void aRefusedAnswerIsNoText()
    {
        RULE("2.6.14");
        Asking all;
        QVERIFY(all.ask(u"Pay"_s));
        const ApprovalRequest request = all.shown.session().openRequests().constFirst();
        ApprovalResponse elsewhere;
        elsewhere.requestId = request.requestId;
        elsewhere.reason = u"no"_s;
        Message message;
        message.uid = all.shown.test.ids.next();
        message.role = Role::User;
        message.contents = {elsewhere};
        ConversationEntry entry;
        entry.messages = {message};
        // By another process, of which this one hears nothing.
        QVERIFY(awaitTask(all.shown.test.workbench->store->appendConversation(all.id(), entry)).has_value());
        all.press(u"F8"_s);
        all.passGuard();
        QTest::keyClick(all.card(), Qt::Key_O);
        const auto bars = [&] {
            QStringList texts;
            for (const auto *bar : all.window().page().findChildren<MessageBar *>()) {
                if (bar->isVisible())
                    texts.append(bar->headline() + u' ' + bar->body());
            }
            return texts.join(u'\n');
        };
        QTRY_VERIFY2(bars().contains(u"This request is closed already."_s), qPrintable(bars()));
        QVERIFY2(!bars().contains(u"below"_s), qPrintable(bars()));
        QVERIFY(!all.shown.session().canRetry());
        QVERIFY(all.tools.log.isEmpty());
    }

    void standingApprovalsAreSeenAndTakenBack_data() // T16, 2.6.12
    {
        QTest::addColumn<bool>("isRunning");
        QTest::newRow("between runs") << false;
        QTest::newRow("while a run goes on") << true;
    }

    void standingApprovalsAreSeenAndTakenBack()
    {
        QFETCH(bool, isRunning);
        Asking all;
        QVERIFY(all.ask(u"Pay"_s));
        all.press(u"F8"_s);
        all.passGuard();
        all.shown.test.model->says(u"Paid."_s);
        QTest::keyClick(all.card(), Qt::Key_C);
        QTRY_COMPARE(all.tools.log.size(), 1);
        QTRY_COMPARE(all.shown.session().phase(), Phase::Idle);
        QTRY_COMPARE(all.shown.test.model->requests().size(), 2);
        all.shown.test.model->answers(ScriptedAnswer().text(u"Again."_s).pause().call(u"pay"_s, "{}"));
        const auto sayAgain = [&] {
            all.shown.session().send(u"Pay again"_s);
            return QTest::qWaitFor([&] { return all.shown.test.model->isPaused(); });
        };
        if (isRunning)
            QVERIFY(sayAgain());
        all.press(u"Ctrl+Shift+P"_s);
        auto *dialog = all.dialog<StandingApprovals>();
        QVERIFY(dialog);
        const auto revoke = [&] { return findByAccessibleName<QPushButton>(*dialog, u"Revoke pay"_s); };
        QTRY_VERIFY(revoke());
        QVERIFY(says(*dialog, u"since "_s));
        QVERIFY(revoke()->accessibleDescription().startsWith(u"since "_s));
        revoke()->setFocus();
        QTest::keyClick(revoke(), Qt::Key_Space);
        QTRY_VERIFY(!revoke());
        QVERIFY(says(*dialog, u"Nothing runs without asking"_s));
        QTest::keyClick(dialog, Qt::Key_Escape);
        if (!isRunning)
            QVERIFY(sayAgain());
        all.shown.test.model->goOn();
        QTRY_COMPARE(all.shown.session().openRequests().size(), 1);
        QCOMPARE(all.tools.log.size(), 1);
    }

    void theDesktopIsToldWhileNobodyLooks() // DESIGN 4.5
    {
        Asking all;
        auto &notices = all.shown.notices.shown;
        QVERIFY(all.ask(u"Pay the first"_s));
        QVERIFY(notices.isEmpty()); // Somebody looks.
        Elsewhere away;
        QVERIFY(all.ask(u"Pay \u202ethe second"_s));
        const ConversationId asking = all.id();
        QCOMPARE(notices.size(), 1);
        QCOMPARE(notices[0].conversation, asking);
        QCOMPARE(notices[0].title, u"Pay U+202Ethe second"_s);
        QCOMPARE(notices[0].text, u"Assistant needs your approval."_s);

        all.shown.test.model->fails({Error::Kind::Auth, u"a secret of the conversation"_s});
        all.window().open(std::nullopt);
        all.shown.session().send(u"Fail"_s);
        QTRY_COMPARE(notices.size(), 2);
        QCOMPARE(notices[1].text, u"The run of Assistant failed."_s);
        QCOMPARE(notices[1].title, u"Fail"_s);

        // A click opens the window with the focus on what waits.
        emit all.shown.notices.opened(asking);
        QVERIFY(QTest::qWaitForWindowActive(&all.window()));
        QTRY_VERIFY(all.id() == asking && all.cardHasFocus());
        QVERIFY(all.shown.notices.withdrawn.contains(asking));
    }

    void onlyALongRunIsWorthANotice() // DESIGN 4.5
    {
        Asking all;
        auto &notices = all.shown.notices.shown;
        Elsewhere away;
        all.shown.test.model->says(u"Short."_s);
        all.window().open(std::nullopt);
        all.shown.session().send(u"Short"_s);
        QTRY_COMPARE(all.shown.test.model->requests().size(), 1);
        QTRY_COMPARE(all.shown.session().phase(), Phase::Idle);
        QVERIFY(notices.isEmpty());
        all.shown.test.model->answers(ScriptedAnswer().text(u"Long."_s).pause());
        all.window().open(std::nullopt);
        all.shown.session().send(u"Long"_s);
        QTRY_VERIFY(all.shown.test.model->isPaused());
        all.shown.test.clock.offset += 31s;
        all.shown.test.model->goOn();
        QTRY_COMPARE(notices.size(), 1);
        QCOMPARE(notices[0].text, u"Assistant has finished."_s);
    }

    void noticesCanBeTurnedOff()
    {
        Asking all;
        all.window().actions()[Verb::Notices].trigger();
        Elsewhere away;
        QVERIFY(all.ask(u"Pay"_s));
        QVERIFY(all.shown.notices.shown.isEmpty());
        all.window().actions()[Verb::Notices].trigger();
        QVERIFY(all.ask(u"Pay again"_s));
        QCOMPARE(all.shown.notices.shown.size(), 1);
    }

    void callsAreDecidedByKeysAlone() // DESIGN 4.1, 4.3
    {
        Asking all;
        all.shown.test.model->answers(Asking::two()).says(u"Done."_s);
        QTRY_VERIFY(all.shown.edit()->hasFocus());
        QTest::keyClicks(all.shown.edit(), u"Pay and tell"_s);
        QTest::keyClick(all.shown.edit(), Qt::Key_Return);
        QVERIFY(all.waits());
        QVERIFY(all.shown.edit()->hasFocus()); // T13
        all.press(u"F8"_s);
        QVERIFY(all.cardHasFocus());
        QTest::keyClick(all.card(), Qt::Key_Return);
        QVERIFY(!all.window().findChild<ApprovalDialog *>()); // Typed ahead. // 4.3.2
        all.passGuard();
        QTest::keyClick(all.card(), Qt::Key_Return);
        auto *dialog = all.dialog<ApprovalDialog>();
        QVERIFY(dialog);
        all.passGuard();
        QTest::keyClick(dialog->focusWidget(), Qt::Key_O, Qt::AltModifier);
        QTRY_VERIFY(says(*dialog, u"1 of 2 answered"_s));
        all.passGuard();
        QTest::keyClick(dialog->focusWidget(), Qt::Key_R, Qt::AltModifier);
        QTRY_VERIFY(qobject_cast<QPlainTextEdit *>(dialog->focusWidget()));
        QWidget *reason = dialog->focusWidget();
        QTest::keyClicks(reason, u"I tell them myself"_s);
        QVERIFY(all.tools.log.isEmpty()); // 4.3.7
        all.passGuard();
        QTest::keyClick(reason, Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(all.shown.test.model->requests().size(), 2);
        QTRY_COMPARE(all.shown.session().phase(), Phase::Idle);
        QCOMPARE(all.tools.log, QStringList{u"pay {\"sum\":\"1\"}"_s});
        QTRY_VERIFY(!all.needs(u"1 needs you"_s));
    }

    void aPlanIsReviewedByKeysAlone() // DESIGN 4.1; 2.10.4
    {
        Asking all;
        QTRY_VERIFY(all.shown.edit()->hasFocus());
        all.press(u"Ctrl+Shift+M"_s);
        QCOMPARE(all.shown.session().mode(), AgentMode::Plan);
        all.shown.test.model->answers(Asking::plan("# One\\n\\nPay all."));
        QTest::keyClicks(all.shown.edit(), u"Plan the payments"_s);
        QTest::keyClick(all.shown.edit(), Qt::Key_Return);
        QVERIFY(all.waits());
        QVERIFY(reviewPlan(all));
        auto *review = all.dialog<PlanReview>();
        QVERIFY(review);
        for (int i = 0; i < 20 && !qobject_cast<QLineEdit *>(review->focusWidget()); ++i)
            QTest::keyClick(review->focusWidget(), Qt::Key_Tab);
        auto *reason = qobject_cast<QLineEdit *>(review->focusWidget());
        QVERIFY(reason);
        QTest::keyClicks(reason, u"Only what is due"_s);
        all.passGuard();
        all.shown.test.model->answers(Asking::plan("# Two\\n\\nPay what is due."));
        QTest::keyClick(reason, Qt::Key_Return);
        QTRY_COMPARE(all.shown.session().waiting().plans().size(), 2);
        QVERIFY(all.waits());
        QVERIFY(reviewPlan(all));
        review = all.dialog<PlanReview>();
        QVERIFY(review);
        QCOMPARE(review->shownRevision(), 2);
        QVERIFY2(says(*review, u"Only what is due"_s), qPrintable(labelsOf(*review).join(u'\n')));
        QCOMPARE(review->findChild<QComboBox *>()->count(), 2);
        all.passGuard();
        all.shown.test.model->says(u"Begun."_s);
        QTest::keyClick(review->focusWidget(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(all.shown.test.model->requests().size(), 3);
        QTRY_COMPARE(all.shown.session().phase(), Phase::Idle);
        QCOMPARE(all.shown.session().mode(), AgentMode::Default);
        QVERIFY(all.shown.session().openRequests().isEmpty());
    }

private:
    //! F8 and Space, as somebody does it with the keys alone.
    static bool reviewPlan(Asking &all)
    {
        all.press(u"F8"_s);
        auto *button = qobject_cast<QPushButton *>(all.window().focusWidget());
        if (!button || button->text() != u"Review the plan…"_s)
            return false;
        QTest::keyClick(button, Qt::Key_Space);
        return true;
    }
};

QTEST_MAIN(tst_Answering)
#include "tst_Answering.moc"
