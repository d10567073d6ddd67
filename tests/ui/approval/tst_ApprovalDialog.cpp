// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "ApprovalStage.h"

#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QScrollBar>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;
using namespace std::chrono_literals;

class tst_ApprovalDialog : public QObject
{
    Q_OBJECT

private slots:
    void noButtonThatApprovesIsEverTheDefaultOne() // 4.3
    {
        for (const bool isRisky : {false, true}) {
            Dialog shown({isRisky ? risky(u"r1"_s) : approvalOf(u"r1"_s, u"edit_file"_s)});
            for (const auto *button : shown.dialog.findChildren<QPushButton *>())
                QVERIFY(!button->isDefault() && !button->autoDefault());
            QTest::keyClick(&shown.dialog, Qt::Key_Return);
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
            QCOMPARE(shown.sent.size(), 0);
            QVERIFY(shown.dialog.isVisible());
        }
    }

    void theSecondHalfOfADoubleClickMeetsTheNextRequestAndAnswersNothing() // T13, T18
    {
        Dialog shown({approvalOf(u"r1"_s, u"edit_file"_s), approvalOf(u"r2"_s, u"run_shell"_s)});
        auto *once = shown.button(u"Approve once"_s);
        QTest::mouseClick(once, Qt::LeftButton);
        QCOMPARE(shown.dialog.chosen(), u"r2"_s);
        QTest::mouseClick(once, Qt::LeftButton);
        QTest::mouseDClick(once, Qt::LeftButton);
        QVERIFY(shown.decisions.decision(u"r1"_s));
        QVERIFY(!shown.decisions.decision(u"r2"_s));
    }

    void anAnswerToAClosedRequestHasNoEffect() // T18, 2.6.24
    {
        Dialog shown({approvalOf(u"r1"_s, u"edit_file"_s), approvalOf(u"r2"_s, u"run_shell"_s)});
        shown.click(u"Approve once"_s);
        Approval closed = approvalOf(u"r1"_s, u"edit_file"_s);
        closed.closing = {ApprovalClosing::Kind::PassedBy, false, {}, {}};
        QSignalSpy elsewhere(&shown.decisions, &ApprovalDecisions::closedElsewhere);
        shown.decisions.setApprovals({closed, approvalOf(u"r2"_s, u"run_shell"_s)});
        QCOMPARE(elsewhere.count(), 1);
        QVERIFY(!shown.decisions.decision(u"r1"_s));
        QVERIFY(!shown.decisions.decide(u"r1"_s, {}));
        QVERIFY(!shown.decisions.decide(u"unknown"_s, {}));
        shown.click(u"Approve once"_s);
        QCOMPARE(shown.sent.size(), 1); // The only open one: at once.
        QCOMPARE(shown.sent[0].size(), 1);
        QCOMPARE(shown.sent[0][0].requestId, u"r2"_s);
    }

    void aRequestWhoseCallChangedIsDecidedAnew() // T18
    {
        Parts parts({approvalOf(u"r1"_s, u"edit_file"_s), approvalOf(u"r2"_s, u"edit_file"_s)});
        QVERIFY(parts.decisions.decide(u"r1"_s, {}));
        parts.decisions.setApprovals({approvalOf(u"r1"_s, u"edit_file"_s, "{}"), approvalOf(u"r2"_s, u"edit_file"_s)});
        QVERIFY(!parts.decisions.decision(u"r1"_s));
    }

    void nothingIsSentUntilItIsSentAndAllCanBeUndone() // 4.3.7
    {
        Dialog shown({approvalOf(u"r1"_s, u"edit_file"_s), risky(u"r2"_s), approvalOf(u"r3"_s, u"http"_s)});
        QVERIFY(!shown.button(u"Send 1 answer"_s)->isEnabled());
        shown.click(u"Approve once"_s);
        QCOMPARE(shown.dialog.chosen(), u"r2"_s);
        shown.click(u"Reject"_s);
        auto *reason = findByAccessibleName<QPlainTextEdit>(shown.dialog, u"Reason for the agent"_s);
        QVERIFY(reason && reason->hasFocus());
        QTest::keyClicks(reason, u"Select first."_s);
        shown.dialog.choose(u"r3"_s);
        shown.click(u"Approve for this conversation"_s);
        QCOMPARE(shown.decisions.decidedCount(), 3);
        shown.dialog.choose(u"r1"_s);
        shown.click(u"Undo this decision"_s);
        QCOMPARE(shown.decisions.decidedCount(), 2);
        shown.click(u"Approve once"_s);
        QCOMPARE(shown.sent.size(), 0);
        shown.clock.advance(500ms);
        QTest::keyClick(&shown.dialog, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(shown.sent.size(), 1);
        QCOMPARE(shown.sent[0].size(), 3);
        QVERIFY(shown.sent[0][0].approved && !shown.sent[0][0].forConversation);
        QVERIFY(!shown.sent[0][1].approved);
        QCOMPARE(shown.sent[0][1].reason, u"Select first."_s);
        QVERIFY(shown.sent[0][2].approved && shown.sent[0][2].forConversation);
        QVERIFY(!shown.decisions.send()); // Once.
        QVERIFY(!shown.decisions.decide(u"r1"_s, {}));
        shown.decisions.unlock();
        QVERIFY(shown.decisions.decide(u"r1"_s, {}));
    }

    void whatIsLeftWithoutAnAnswerIsSaidBefore() // 2.6.10
    {
        Dialog shown({approvalOf(u"r1"_s, u"edit_file"_s), approvalOf(u"r2"_s, u"run_shell"_s)});
        shown.click(u"Approve once"_s);
        const QString words = shown.labels().join(u'\n');
        QVERIFY2(words.contains(u"the agent goes on without the other one"_s), qPrintable(words));
    }

    void decidingLaterKeepsWhatWasDecided() // 4.3.7
    {
        Dialog shown({approvalOf(u"r1"_s, u"edit_file"_s), approvalOf(u"r2"_s, u"run_shell"_s)});
        shown.click(u"Approve once"_s);
        QTest::keyClick(&shown.dialog, Qt::Key_Escape);
        QVERIFY(!shown.dialog.isVisible());
        QCOMPARE(shown.sent.size(), 0);
        QVERIFY(shown.decisions.decision(u"r1"_s));
    }

    void everythingIsDoneWithKeys()
    {
        Dialog shown({approvalOf(u"r1"_s, u"edit_file"_s), risky(u"r2"_s)});
        auto *list = shown.dialog.findChild<QListView *>();
        QVERIFY(list->hasFocus());
        QTest::keyClick(list, Qt::Key_Down);
        QCOMPARE(shown.dialog.chosen(), u"r2"_s);
        QTest::keyClick(list, Qt::Key_Up);
        QCOMPARE(shown.dialog.chosen(), u"r1"_s);
        QTest::keyClick(list, Qt::Key_O, Qt::AltModifier); // Within the half second of the row's change.
        QTRY_VERIFY(!shown.decisions.decision(u"r1"_s));
        shown.clock.advance(500ms);
        QTest::keyClick(list, Qt::Key_O, Qt::AltModifier);
        QTRY_VERIFY(shown.decisions.decision(u"r1"_s));
        QCOMPARE(shown.dialog.chosen(), u"r2"_s);
        shown.clock.advance(500ms);
        QTest::keyClick(list, Qt::Key_C, Qt::AltModifier); // Risky: not for the conversation.
        QTest::keyClick(list, Qt::Key_R, Qt::AltModifier);
        QTRY_VERIFY(shown.decisions.decision(u"r2"_s));
        QCOMPARE(shown.decisions.decision(u"r2"_s)->kind, Decision::Kind::Reject);
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!shown.decisions.decision(u"r2"_s));
    }

    void oneMegabyteLeavesTheButtonsInReach_data()
    {
        QTest::addColumn<bool>("isOneLine");
        QTest::newRow("many lines") << false;
        QTest::newRow("one line") << true;
    }

    void oneMegabyteLeavesTheButtonsInReach() // T14
    {
        QFETCH(bool, isOneLine);
        QByteArray arguments = "{\"text\":\"";
        while (arguments.size() < 1'000'000)
            arguments += isOneLine ? "lorem ipsum dolor sit " : "\",\"lorem ipsum dolor\":\"";
        arguments += "\"}";
        Dialog shown({approvalOf(u"r1"_s, u"write_file"_s, arguments)});
        shown.dialog.resize(800, 600);
        shown.dialog.grab();
        QCOMPARE(shown.dialog.size(), QSize(800, 600));
        for (const QString &name : {u"Approve once"_s, u"Reject"_s, u"Approve for this conversation"_s}) {
            auto *button = shown.button(name);
            QVERIFY2(button, qPrintable(name));
            QCOMPARE(button->visibleRegion().boundingRect().size(), button->size());
        }
        // A standing approval needs all of it to have been shown.
        QVERIFY(!shown.button(u"Approve for this conversation"_s)->isEnabled());
        auto *bar = shown.dialog.findChild<CodeView *>()->verticalScrollBar();
        QVERIFY(bar->isVisible());
        // Only what is seen is laid out, so the bar grows while it moves.
        QTRY_VERIFY((bar->setValue(bar->maximum()), shown.button(u"Approve for this conversation"_s)->isEnabled()));
        shown.click(u"Approve once"_s);
        QCOMPARE(shown.sent.size(), 1);

        Page page({approvalOf(u"r1"_s, u"write_file"_s, arguments)});
        page.window.grab();
        QCOMPARE(page.window.size(), QSize(800, 600));
        auto *once = page.button(u"Approve once"_s);
        QCOMPARE(once->visibleRegion().boundingRect().size(), once->size());
        QVERIFY(page.window.rect().contains(page.composer->geometry()));
    }

    void aNumberStaysANumber() // T19
    {
        Approval approval = approvalOf(u"r1"_s, u"refund"_s, R"({"amount":184.50,"order":12345678901234567890})");
        approval.check = [](const QByteArray &arguments) -> std::optional<QString> {
            return arguments.contains("\"184") ? std::optional(u"amount is a number."_s) : std::nullopt;
        };
        Dialog shown({approval});
        shown.click(u"Edit arguments"_s);
        auto *edit = shown.dialog.findChild<ArgumentsEdit *>();
        QVERIFY(edit->isVisible() && edit->hasFocus());
        const QString begun = edit->toPlainText();
        edit->setPlainText(QString(begun).replace(u"184.50"_s, u"\"184.50\""_s));
        QVERIFY(shown.labels().contains(u"amount is a number."_s));
        QVERIFY(!shown.button(u"Approve once"_s)->isEnabled());
        QVERIFY(!shown.decisions.decide(u"r1"_s, {}));
        edit->setPlainText(QString(begun).chopped(1));
        QVERIFY(!shown.button(u"Approve once"_s)->isEnabled());
        edit->setPlainText(u"[1]"_s);
        QVERIFY(!shown.button(u"Approve once"_s)->isEnabled());
        edit->setPlainText(QString(begun).replace(u"184.50"_s, u"100.00"_s));
        QVERIFY(shown.button(u"Approve once"_s)->isEnabled());
        shown.click(u"Approve once"_s);
        QCOMPARE(shown.sent.size(), 1);
        QVERIFY(shown.sent[0][0].editedArguments);
        QVERIFY(shown.sent[0][0].editedArguments->contains("\"amount\": 100.00,"));
        QVERIFY(shown.sent[0][0].editedArguments->contains("12345678901234567890"));
    }

    void whatIsEditedAfterItWasApprovedIsDecidedAnew() // T19
    {
        Parts parts({approvalOf(u"r1"_s, u"refund"_s), approvalOf(u"r2"_s, u"refund"_s)});
        QVERIFY(parts.decisions.decide(u"r1"_s, {}));
        parts.decisions.edit(u"r1"_s, R"({"n":2})"_ba);
        QVERIFY(!parts.decisions.decision(u"r1"_s));
        QVERIFY(parts.decisions.decide(u"r1"_s, {}));
        parts.decisions.edit(u"r1"_s, {});
        QVERIFY(!parts.decisions.decision(u"r1"_s));
    }

    void aClosedRequestSaysHowAndHasNoButtons() // design 03d
    {
        Approval closed = approvalOf(u"r1"_s, u"send_email"_s);
        closed.closing = {ApprovalClosing::Kind::Answered, true, u"Ada Lindqvist"_s, {}};
        Dialog shown({closed, approvalOf(u"r2"_s, u"run_shell"_s), approvalOf(u"r3"_s, u"run_shell"_s)});
        shown.dialog.choose(u"r1"_s);
        QVERIFY(shown.labels().contains(u"Approved by Ada Lindqvist."_s));
        QVERIFY(shown.labels().contains(u"Closed"_s));
        for (const QString &name : {u"Approve once"_s, u"Reject"_s, u"Approve for this conversation"_s})
            QVERIFY(!shown.button(name)->isEnabled());
        QVERIFY(!shown.button(u"Undo this decision"_s));
    }

    void everythingHasAName() // 39
    {
        Page page({risky(u"r1"_s)});
        QCOMPARE(namelessControls(*page.card), QStringList());
        QCOMPARE(page.card->accessibleName(), u"run_shell needs your approval, risky"_s);
        Dialog shown({risky(u"r1"_s), approvalOf(u"r2"_s, u"edit_file"_s)});
        QCOMPARE(namelessControls(shown.dialog), QStringList());
    }

    void theInboxShowsWhoWaitsLongestFirst() // F8
    {
        const QDateTime now(QDate(2026, 1, 2), QTime(12, 0), QTimeZone::UTC);
        const auto entry = [&](const QString &title, int minutes) {
            return InboxEntry{.conversation = ConversationId(QUuid::createUuid()),
                              .title = title,
                              .agent = u"Billing Agent"_s,
                              .approvals = 2,
                              .since = now.addSecs(-60 * minutes)};
        };
        InboxModel model;
        QVERIFY(!model.next({}));
        InboxEntry later = entry(u"later"_s, 1);
        later.hasPlan = true;
        const InboxEntry first = entry(u"\u202efirst"_s, 6);
        model.setEntries({later, first}, now);
        QCOMPARE(model.entries().constFirst(), first);
        QCOMPARE(model.next({}), first.conversation);
        QCOMPARE(model.next(first.conversation), later.conversation);
        QCOMPARE(model.next(later.conversation), first.conversation);
        QCOMPARE(model.next(first.conversation, -1), later.conversation);
        QCOMPARE(model.index(0).data(Qt::AccessibleTextRole).toString(),
                 u"U+202Efirst, needs you, 2 approvals, Billing Agent, waiting 6 min"_s);

        Appearance appearance(Scheme::Light);
        ApprovalInbox inbox(appearance.theme(), model);
        inbox.show();
        QVERIFY(QTest::qWaitForWindowActive(&inbox));
        inbox.takeFocus();
        QSignalSpy opened(&inbox, &ApprovalInbox::opened);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened[0][0].value<ConversationId>(), later.conversation);
        QCOMPARE(namelessControls(inbox), QStringList());
        model.setEntries({}, now);
        QVERIFY(findByAccessibleName<QLabel>(inbox, u"Nothing waits for you."_s));
    }

    // Pictures for the eye: TYPESHIFT_PICTURES names a folder.
    void picturesCanBeLookedAt()
    {
        const QString folder = qEnvironmentVariable("TYPESHIFT_PICTURES");
        if (folder.isEmpty())
            return;
        Approval edit = approvalOf(u"r1"_s, u"edit_file"_s);
        edit.words =
            u"€184.50 is over the automatic limit of €50, so I raise it, note why, and keep the audit for a year."_s;
        edit.evidence = FileEdit{
            u"config/refund_rules.yaml"_s,
            u"a:\nb:\nc:\nd:\nlimits:\n  halden-freight:\n    currency: EUR\n    auto_limit: 5000\n    approver: x\n   "
            u" "
            "window_days: 60\n"_s,
            u"a:\nb:\nc:\nd:\nlimits:\n  halden-freight:\n    currency: EUR\n    auto_limit: 20000\n    limit_note: "
            "\"duplicate charge, order 48213\"\n    approver: x\n    window_days: 60\n"_s};
        Approval shell = risky(u"r2"_s);
        shell.evidence = ShellCommand{
            u"psql \"$BILLING_DB\" --single-transaction \\\n  -c \"UPDATE payments SET status = "
            "'voided'\n      WHERE order_id = 48213 \u202eAND id <> 91844\""_s,
            {{u"Folder"_s, u"~/work/billing"_s}, {u"Time limit"_s, u"60 s"_s}, {u"Runs as"_s, u"billing_rw"_s}}};
        shell.words = u"Voids the duplicate payments so the nightly export doesn’t book them again."_s;
        Approval closed = approvalOf(u"r4"_s, u"send_email"_s);
        closed.closing = {ApprovalClosing::Kind::Answered, true, u"Ada Lindqvist"_s,
                          QDateTime(QDate(2026, 1, 2), QTime(13, 57), QTimeZone::UTC)};
        Approval passed = approvalOf(u"r5"_s, u"query_db"_s);
        passed.closing = {ApprovalClosing::Kind::PassedBy, false, {}, {}};
        const auto save = [&](QWidget &widget, const QString &name) {
            for (const int scale : {1, 2}) {
                QPixmap picture(widget.size() * scale);
                picture.setDevicePixelRatio(scale);
                widget.render(&picture);
                picture.save(u"%1/%2-%3.png"_s.arg(folder, name, QString::number(scale * 100)));
            }
        };
        for (const Scheme scheme : {Scheme::Light, Scheme::Dark}) {
            const QString tail = scheme == Scheme::Dark ? u"-dark"_s : QString();
            Dialog shown({edit, shell, approvalOf(u"r3"_s, u"http_request"_s), closed, passed});
            shown.appearance.setScheme(scheme);
            QCoreApplication::sendPostedEvents();
            save(shown.dialog, u"03a"_s + tail);
            shown.click(u"Approve once"_s);
            shown.click(u"Reject"_s);
            QCoreApplication::sendPostedEvents();
            save(shown.dialog, u"03b"_s + tail);
            shown.dialog.choose(u"r3"_s);
            QCoreApplication::sendPostedEvents();
            save(shown.dialog, u"03c"_s + tail);
            shown.dialog.choose(u"r4"_s);
            QCoreApplication::sendPostedEvents();
            save(shown.dialog, u"03d"_s + tail);
            Page page({edit});
            page.appearance.setScheme(scheme);
            page.focusCard();
            QCoreApplication::sendPostedEvents();
            save(page.window, u"card"_s + tail);
            page.decisions.setApprovals({shell});
            QCoreApplication::sendPostedEvents();
            save(page.window, u"card-risky"_s + tail);
        }
    }
};

QTEST_MAIN(tst_ApprovalDialog)
#include "tst_ApprovalDialog.moc"
