// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "page/ConversationPage.h"

#include "composer/MessageEdit.h"
#include "support/Accessibles.h"
#include "support/Rule.h"
#include "support/TestDesk.h"
#include "support/TestTools.h"
#include "support/TranscriptText.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;

namespace {

//! A page that is shown, on a desk whose agent has one tool that waits and then says `answer`.
struct WorkingPage {
    explicit WorkingPage(const QString &answer = {})
    {
        test.model->asksFor(u"wait"_s, "{}");
        if (!answer.isEmpty())
            test.model->says(answer);
    }

    std::shared_ptr<PausedTool> tool = std::make_shared<PausedTool>(u"wait"_s);
    TestDesk test{QList<std::shared_ptr<Tool>>{tool}};
    ConversationPage page{*test.desk};
};

} // namespace

class tst_ConversationPage : public QObject
{
    Q_OBJECT

private slots:
    void sendingEmptiesTheComposerOnceItIsStored() // T10
    {
        TestDesk test;
        test.model->says(u"Hello."_s);
        ConversationPage page(*test.desk);
        show(page);
        QSignalSpy stored(&page, &ConversationPage::stored);
        type(page, u"Good morning"_s);
        QTest::keyClick(edit(page), Qt::Key_Return);
        QCOMPARE(edit(page)->message(), u"Good morning"_s); // not before
        QTRY_COMPARE(stored.count(), 1);
        QCOMPARE(edit(page)->message(), QString());
        QTRY_COMPARE(page.title(), u"Good morning"_s);
        QTRY_COMPARE(test.draftOf(std::nullopt), QString());
    }

    void aFailedSendKeepsTheText() // T10
    {
        TestDesk test;
        test.model->hasNoClient(Error(Error::Kind::Auth, u"no key"_s));
        ConversationPage page(*test.desk);
        show(page);
        type(page, u"precious words"_s);
        QTest::keyClick(edit(page), Qt::Key_Return);
        QTRY_VERIFY(page.session().refusal());
        QCOMPARE(edit(page)->message(), u"precious words"_s);
        QCOMPARE(test.draftOf(std::nullopt), u"precious words"_s);
        QVERIFY(findByAccessibleName<QPushButton>(page, u"Try again"_s) || findButton(page, u"Try again"_s));
    }

    void typingWhileAnAnswerStreamsLosesNothing() // T3, 37
    {
        TestDesk test;
        ScriptedAnswer answer;
        answer.pause();
        for (int i = 0; i < 200; ++i)
            answer.text(u"word %1 "_s.arg(i));
        answer.pause();
        test.model->answers(answer);
        ConversationPage page(*test.desk);
        show(page);
        type(page, u"Go"_s);
        QTest::keyClick(edit(page), Qt::Key_Return);
        QTRY_VERIFY(test.model->isPaused());
        QTRY_COMPARE(edit(page)->message(), QString());
        edit(page)->setFocus();
        QTest::keyClicks(edit(page), u"typed before"_s);
        test.model->goOn();
        QTest::keyClicks(edit(page), u" and after"_s, Qt::NoModifier, 1);
        QTRY_VERIFY(test.model->isPaused());
        QCOMPARE(edit(page)->message(), u"typed before and after"_s);
        QVERIFY(edit(page)->hasFocus()); // 4.2: a run never moves the focus
        test.model->goOn();
        QTRY_COMPARE(page.session().phase(), ConversationSession::Phase::Idle);
        QVERIFY(edit(page)->hasFocus());
        QCOMPARE(edit(page)->message(), u"typed before and after"_s);
    }

    void switchingKeepsDraftsApart() // T10
    {
        TestDesk test;
        test.model->says(u"Yes."_s);
        ConversationPage page(*test.desk);
        show(page);
        type(page, u"first conversation"_s);
        QTest::keyClick(edit(page), Qt::Key_Return);
        QTRY_VERIFY(page.session().id() && !page.session().isBusy());
        const ConversationId first = *page.session().id();
        type(page, u"draft of the first"_s);
        page.open(std::nullopt);
        QTRY_COMPARE(edit(page)->message(), QString());
        type(page, u"draft of the new one"_s);
        page.open(first);
        QTRY_COMPARE(edit(page)->message(), u"draft of the first"_s);
        page.open(std::nullopt);
        QTRY_COMPARE(edit(page)->message(), u"draft of the new one"_s);
    }

    void anErrorOffersAnotherTry() // design 09c
    {
        TestDesk test;
        test.model->fails(Error(Error::Kind::Refused, u"bad request"_s));
        test.model->says(u"Better."_s);
        ConversationPage page(*test.desk);
        show(page);
        type(page, u"Go"_s);
        QTest::keyClick(edit(page), Qt::Key_Return);
        QTRY_VERIFY(findButton(page, u"Try again"_s));
        QTest::mouseClick(findButton(page, u"Try again"_s), Qt::LeftButton);
        QTRY_VERIFY(!page.session().canRetry() && page.session().phase() == ConversationSession::Phase::Idle);
        QTRY_VERIFY(!findButton(page, u"Try again"_s));
    }

    void everyControlHasAName() // 39
    {
        TestDesk test;
        test.model->says(u"Hello."_s);
        ConversationPage page(*test.desk);
        show(page);
        QCOMPARE(namelessControls(page), QStringList());
        type(page, u"Good morning"_s);
        QTest::keyClick(edit(page), Qt::Key_Return);
        QTRY_VERIFY(page.session().id() && !page.session().isBusy());
        QCOMPARE(namelessControls(page), QStringList());
    }

    void deletingThePageHalfWayLosesNothing()
    {
        TestDesk test;
        test.model->answers(ScriptedAnswer().text(u"half"_s).pause().text(u"whole"_s));
        auto page = std::make_unique<ConversationPage>(*test.desk);
        show(*page);
        type(*page, u"Go"_s);
        QTest::keyClick(edit(*page), Qt::Key_Return);
        QTRY_VERIFY(test.model->isPaused());
        QTRY_COMPARE(edit(*page)->message(), QString());
        type(*page, u"a thought"_s);
        const ConversationId id = *page->session().id();
        page.reset();
        QTRY_COMPARE(test.draftOf(id), u"a thought"_s);
        QTRY_COMPARE(test.onlyRecord()->state, ConversationState::Idle);
    }

    void enterSendsToTheAgentThatWorks() // T20
    {
        RULE("2.4.3");
        WorkingPage working(u"Both."_s);
        auto &[tool, test, page] = working;
        show(page);
        begin(page, *tool);
        type(page, u"Also this"_s);
        QTest::keyClick(edit(page), Qt::Key_Return);
        QCOMPARE(edit(page)->message(), QString());
        QVERIFY(edit(page)->hasFocus());
        QVERIFY(findByAccessibleName<QToolButton>(page, u"Edit message 1: Also this"_s));
        QCOMPARE(namelessControls(page), QStringList());
        type(page, u"typed on"_s);
        // One or the other: in the queue, and no draft any more.
        const ConversationId id = *page.session().id();
        QTRY_COMPARE(test.draftOf(id), u"typed on"_s);
        tool->goOn();
        QTRY_COMPARE(page.session().phase(), ConversationSession::Phase::Idle);
        QTRY_VERIFY(!findByAccessibleName<QToolButton>(page, u"Edit message 1: Also this"_s));
        QCOMPARE(edit(page)->message(), u"typed on"_s);
        QVERIFY(rowsOf(page).contains(u"Also this"_s));
    }

    void theSendButtonSendsToTheAgentThatWorks()
    {
        WorkingPage working(u"Both."_s);
        auto &[tool, test, page] = working;
        show(page);
        begin(page, *tool);
        type(page, u"Also this"_s);
        QTest::mouseClick(findButton(page, u"Send to the running agent"_s), Qt::LeftButton);
        QVERIFY(findByAccessibleName<QToolButton>(page, u"Edit message 1: Also this"_s));
        tool->goOn();
        QTRY_COMPARE(page.session().phase(), ConversationSession::Phase::Idle);
        QCOMPARE(rowsOf(page).count(u"Also this"_s), 1);
    }

    void aWaitingMessageIsEditedAndAnotherRemoved()
    {
        WorkingPage working(u"Read."_s);
        auto &[tool, test, page] = working;
        show(page);
        begin(page, *tool);
        for (const QString &text : {u"first"_s, u"second"_s}) {
            type(page, text);
            QTest::keyClick(edit(page), Qt::Key_Return);
        }
        type(page, u"a draft"_s);
        QTest::mouseClick(findByAccessibleName<QToolButton>(page, u"Edit message 1: first"_s), Qt::LeftButton);
        auto *anew = findByAccessibleName<MessageEdit>(page, u"Waiting message 1"_s);
        QVERIFY(anew && anew->hasFocus());
        QTest::keyClicks(anew, u", but better"_s);
        QTest::keyClick(anew, Qt::Key_Return);
        QCOMPARE(edit(page)->message(), u"a draft"_s);
        auto *remove = findByAccessibleName<QToolButton>(page, u"Remove message 2: second"_s);
        remove->setFocus();
        QTest::keyClick(remove, Qt::Key_Space);
        QTRY_VERIFY(!findByAccessibleName<QToolButton>(page, u"Remove message 2: second"_s));
        tool->goOn();
        QTRY_COMPARE(page.session().phase(), ConversationSession::Phase::Idle);
        QTRY_VERIFY(rowsOf(page).contains(u"first, but better"_s));
        QVERIFY(!rowsOf(page).contains(u"second"_s));
        QVERIFY(!rowsOf(page).contains(u"first"_s));
    }

    void tabGoesThroughWhatWaits() // DESIGN 4.2
    {
        WorkingPage working(u"Read."_s);
        auto &[tool, test, page] = working;
        show(page);
        begin(page, *tool);
        for (const QString &text : {u"one"_s, u"two"_s}) {
            type(page, text);
            QTest::keyClick(edit(page), Qt::Key_Return);
        }
        page.focusTranscript();
        QStringList stops;
        for (int i = 0; i < 5; ++i) {
            QTest::keyClick(page.focusWidget(), Qt::Key_Tab);
            stops.append(page.focusWidget()->accessibleName());
        }
        const QStringList expected{u"Edit message 1: one"_s, u"Remove message 1: one"_s, u"Edit message 2: two"_s,
                                   u"Remove message 2: two"_s, u"Message"_s};
        QCOMPARE(stops, expected);
    }

    void whatWaitsTakesAThirdOfThePageAtMost()
    {
        WorkingPage working(u"Read."_s);
        auto &[tool, test, page] = working;
        show(page);
        begin(page, *tool);
        for (int i = 1; i <= 20; ++i) {
            type(page, u"message %1"_s.arg(i));
            QTest::keyClick(edit(page), Qt::Key_Return);
        }
        auto *queue = findByAccessibleName<QWidget>(page, u"Waiting messages"_s);
        QVERIFY(queue);
        QTRY_VERIFY(queue->height() > page.height() / 4);
        QVERIFY(queue->height() <= page.height() / 3);
        auto *transcript = findByAccessibleName<QWidget>(page, u"Transcript"_s);
        QVERIFY(transcript->height() > page.height() / 4);
        QTest::keyClick(edit(page), Qt::Key_Tab, Qt::ShiftModifier);
        QCOMPARE(page.focusWidget()->accessibleName(), u"Remove message 20: message 20"_s);
        QVERIFY(!page.focusWidget()->visibleRegion().isEmpty());
    }

    void stopIsSeenAtOnce()
    {
        RULE("2.4.10");
        WorkingPage working;
        auto &[tool, test, page] = working;
        show(page);
        begin(page, *tool);
        type(page, u"never read"_s);
        QTest::keyClick(edit(page), Qt::Key_Return);
        QTest::mouseClick(findButton(page, u"Stop"_s), Qt::LeftButton);
        QVERIFY(findButton(page, u"Stopping…"_s));
        QTRY_COMPARE_WITH_TIMEOUT(page.session().phase(), ConversationSession::Phase::Idle, 1'000);
        QCOMPARE(tool->stops, 1);
        QCOMPARE(rowsOf(page).count(u"never read"_s), 1);
        QVERIFY(!findByAccessibleName<QToolButton>(page, u"Edit message 1: never read"_s));
    }

    void afterACrashThePageSaysWhatWasCutOff_data()
    {
        QTest::addColumn<QString>("button");
        QTest::newRow("2.2.8 resume") << u"Resume"_s;
        QTest::newRow("2.2.13 what waits as new input") << u"Send now"_s;
    }

    void afterACrashThePageSaysWhatWasCutOff() // T21
    {
        QFETCH(QString, button);
        const auto tool = std::make_shared<PausedTool>(u"wait"_s);
        TestDesk test(QList<std::shared_ptr<Tool>>{tool});
        test.model->asksFor(u"wait"_s, "{}");
        auto page = std::make_unique<ConversationPage>(*test.desk);
        show(*page);
        begin(*page, *tool);
        type(*page, u"Also this"_s);
        QTest::keyClick(edit(*page), Qt::Key_Return);
        QTRY_COMPARE(page->session().queue().messages().constFirst().stage, QueuedMessage::Stage::HandedIn);
        const ConversationId id = *page->session().id();
        test.engine.reset();
        page.reset();
        tool->letGo();
        test.crash();

        page = std::make_unique<ConversationPage>(*test.desk);
        show(*page);
        page->open(id);
        QTRY_VERIFY(says(*page, u"This run was cut off while wait was running."_s));
        QTRY_VERIFY(findByAccessibleName<QToolButton>(*page, u"Edit message 1: Also this"_s));
        QVERIFY(rowsOf(*page).constLast().contains(u"effect unknown"_s));
        QVERIFY(test.model->requests().isEmpty());
        test.model->says(u"On it."_s);
        QTest::mouseClick(findButton(*page, button), Qt::LeftButton);
        QTRY_VERIFY(rowsOf(*page).contains(u"On it."_s));
        QTRY_COMPARE(page->session().phase(), ConversationSession::Phase::Idle);
        QCOMPARE(rowsOf(*page).count(u"Also this"_s), 1);
        QVERIFY(!tool->isWaiting());
    }

private:
    //! Sends "Go" and waits until the run is in its tool.
    static void begin(ConversationPage &page, const PausedTool &tool)
    {
        edit(page)->setFocus();
        type(page, u"Go"_s);
        QTest::keyClick(edit(page), Qt::Key_Return);
        QTRY_VERIFY(tool.isWaiting());
        QTRY_COMPARE(edit(page)->message(), QString());
    }
    static QStringList rowsOf(ConversationPage &page) { return rowTexts(page.session().model()); }
    static bool says(QWidget &page, const QString &words)
    {
        for (const auto *label : page.findChildren<QLabel *>()) {
            if (label->isVisibleTo(&page) && label->text() == words)
                return true;
        }
        return false;
    }
    static void show(QWidget &page)
    {
        page.resize(1'000, 700);
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
    }
    static MessageEdit *edit(QWidget &page) { return page.findChild<MessageEdit *>(u"composer.message"_s); }
    static void type(QWidget &page, const QString &text) { QTest::keyClicks(edit(page), text); }
    static QPushButton *findButton(QWidget &page, const QString &text)
    {
        for (auto *button : page.findChildren<QPushButton *>()) {
            if (button->isVisibleTo(&page) && button->text() == text)
                return button;
        }
        return nullptr;
    }
};

QTEST_MAIN(tst_ConversationPage)
#include "tst_ConversationPage.moc"
