// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "page/ConversationPage.h"

#include "composer/MessageEdit.h"
#include "support/Accessibles.h"
#include "support/TestDesk.h"

#include <QPushButton>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;

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

private:
    static void show(QWidget &page)
    {
        page.resize(1'000, 700);
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
    }
    static MessageEdit *edit(QWidget &page) { return page.findChild<MessageEdit *>(); }
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
