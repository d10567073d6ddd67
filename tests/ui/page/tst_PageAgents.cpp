// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "page/ConversationPage.h"
#include "support/Accessibles.h"
#include "support/TestDesk.h"
#include "widgets/MessageBar.h"

#include <QMenu>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;

//! Which agent answers, as the page shows it and lets it be chosen.
class tst_PageAgents : public QObject
{
    Q_OBJECT

private slots:
    void theChosenAgentAnswersWithTheModelItNames()
    {
        TestDesk test;
        begin(test);
        test.model->says(u"Welcome."_s);
        ConversationPage page(*test.desk);
        show(page);
        QVERIFY(choose(page, u"Guide"_s));
        QTRY_COMPARE(page.session().agentName(), u"guide"_s);
        QCOMPARE(page.session().choice(), (ModelChoice{u"demo"_s, u"long"_s}));
        QCOMPARE(agentButton(page)->text(), u"Guide"_s);
        page.session().send(u"Where is the exit?"_s);
        QTRY_COMPARE(page.session().record().agent, u"guide"_s);
        QTRY_COMPARE(page.session().phase(), ConversationSession::Phase::Idle);
        QCOMPARE(test.model->lastRequest().instructions, u"Show people around."_s);
        QCOMPARE(test.model->lastRequest().model, u"long"_s);
    }

    void aConversationWhoseAgentIsGoneSaysSo()
    {
        TestDesk test;
        const ConversationId id = test.catalog().newConversation();
        QVERIFY(awaitTask(test.catalog().noteInput(
            {.conversation = id, .agent = u"guide"_s, .provider = u"demo"_s, .model = u"chat"_s, .text = u"Hi"_s})));
        ConversationPage page(*test.desk);
        show(page);
        page.open(id);
        QTRY_VERIFY(shownBar(page));
        QCOMPARE(shownBar(page)->headline(), u"The agent “guide” is not there any more."_s);
        QVERIFY(shownBar(page)->body().contains("Assistant answers"_L1));
        QCOMPARE(page.session().agentName(), u"assistant"_s);
        page.session().setAgent(u"guide"_s); // Nobody of this name is there to be chosen.
        QVERIFY(shownBar(page));
    }

    void whoHasTheAgentHearsNothingOfIt()
    {
        TestDesk test;
        begin(test);
        const ConversationId id = test.catalog().newConversation();
        QVERIFY(awaitTask(test.catalog().noteInput(
            {.conversation = id, .agent = u"guide"_s, .provider = u"demo"_s, .model = u"chat"_s, .text = u"Hi"_s})));
        ConversationPage page(*test.desk);
        show(page);
        page.open(id);
        QTRY_COMPARE(page.session().agentName(), u"guide"_s);
        QVERIFY(!shownBar(page));
        QCOMPARE(page.session().choice().model, u"chat"_s); // What the conversation has goes on.
    }

private:
    static void begin(TestDesk &test)
    {
        test.engine.reset();
        test.moreAgents = {Agent(u"guide"_s)
                               .withTitle(u"Guide"_s)
                               .withInstructions(u"Show people around."_s)
                               .withModel(u"demo"_s, u"long"_s)};
        test.open();
    }
    static void show(ConversationPage &page)
    {
        page.resize(900, 700);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
    }
    static QToolButton *agentButton(ConversationPage &page)
    {
        return findByAccessibleName<QToolButton>(page, u"Agent"_s);
    }
    static bool choose(ConversationPage &page, const QString &title)
    {
        QMenu *menu = agentButton(page)->menu();
        emit menu->aboutToShow();
        for (QAction *action : menu->actions()) {
            if (action->text() == title) {
                action->trigger();
                return true;
            }
        }
        return false;
    }
    static MessageBar *shownBar(ConversationPage &page)
    {
        for (auto *bar : page.findChildren<MessageBar *>()) {
            if (bar->isVisible())
                return bar;
        }
        return nullptr;
    }
};

QTEST_MAIN(tst_PageAgents)
#include "tst_PageAgents.moc"
