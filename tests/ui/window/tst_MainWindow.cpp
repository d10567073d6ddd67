// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "ShownWindow.h"

#include "runs/RunsWindow.h"
#include "support/Rule.h"
#include "transcript/TranscriptModel.h"
#include "window/Actions.h"

#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QToolButton>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;

namespace {

using Shown = ShownWindow;

QPushButton *findByText(QWidget &root, const QString &text)
{
    const auto buttons = root.findChildren<QPushButton *>();
    const auto found = std::ranges::find_if(buttons, [&](const QPushButton *each) { return each->text() == text; });
    return found == buttons.end() ? nullptr : *found;
}

} // namespace

class tst_MainWindow : public QObject
{
    Q_OBJECT

private slots:
    void everyPartIsFoundByItsName_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name :
             {"Side bar", "New conversation", "Search conversations", "Conversations", "Conversation",
              "Find in the transcript", "Agent", "Model", "Message", "Send", "Status"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void everyPartIsFoundByItsName()
    {
        QFETCH(QString, name);
        Shown shown;
        QVERIFY(findByAccessibleName(*shown.window, name));
    }

    void nothingIsNameless() // 39
    {
        Shown shown;
        const QStringList nameless = namelessControls(*shown.window);
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
    }

    void everyActionIsInAMenu() // DESIGN 8
    {
        Shown shown;
        QSet<QAction *> inMenus;
        for (QAction *title : shown.window->menuBar()->actions()) {
            for (QAction *action : title->menu()->actions())
                inMenus.insert(action);
        }
        QSet<QKeySequence> keys;
        for (int verb = 0; verb < verbCount; ++verb) {
            QAction &action = shown.window->actions()[Verb(verb)];
            QVERIFY2(inMenus.contains(&action), qPrintable(action.text()));
            for (const QKeySequence &key : action.shortcuts()) {
                QVERIFY2(!keys.contains(key), qPrintable(key.toString()));
                keys.insert(key);
            }
        }
    }

    void theFirstRunClosesWhatCannotWorkYet() // design 09a
    {
        Shown shown(Shown::Start::Fresh);
        auto *start = findByAccessibleName<QPushButton>(*shown.window, u"New conversation"_s);
        auto *search = findByAccessibleName<QLineEdit>(*shown.window, u"Search conversations"_s);
        QTRY_VERIFY(!start->isEnabled() && !search->isEnabled());
        const Actions &actions = shown.window->actions();
        for (const Verb verb : {Verb::NewConversation, Verb::SearchConversations, Verb::Find, Verb::FocusComposer})
            QVERIFY2(!actions[verb].isEnabled(), qPrintable(actions[verb].text()));
        auto *demo = findByText(*shown.window, u"Use the &demo model"_s);
        QVERIFY(demo);
        demo->click();
        QTRY_VERIFY(start->isEnabled() && search->isEnabled());
        QVERIFY(actions[Verb::Find].isEnabled());
        QTRY_VERIFY(shown.edit()->hasFocus());
    }

    void theStatusNamesTheProviderByItsTitle()
    {
        Shown shown;
        QVERIFY(awaitTask(shown.test.workbench->profiles->add({.name = u"house"_s,
                                                               .title = u"The house server"_s,
                                                               .baseUrl = QUrl(u"http://localhost:8080/v1"_s),
                                                               .defaultModel = u"m"_s}))
                    .has_value());
        shown.window->page().session().setChoice({u"house"_s, u"m"_s});
        QTRY_VERIFY(std::ranges::any_of(shown.window->statusBar()->findChildren<QLabel *>(),
                                        [](const QLabel *label) { return label->text() == u"The house server"_s; }));
    }

    void theTitleNamesTheConversation()
    {
        Shown shown;
        QCOMPARE(shown.window->windowTitle(), u"New conversation — Typeshift Workbench"_s);
        shown.window->open(shown.test.onlyRecord()->id);
        QTRY_COMPARE(shown.window->windowTitle(), u"An older talk — Typeshift Workbench"_s);
    }

    void keysReachEverything() // DESIGN 4.1
    {
        Shown shown;
        QTRY_VERIFY(shown.edit()->hasFocus()); // 4.2: a new window starts in the composer
        QTest::keySequence(shown.window.get(), QKeySequence(u"Ctrl+Shift+F"_s));
        QTRY_COMPARE(shown.window->focusWidget(), findByAccessibleName(*shown.window, u"Search conversations"_s));
        QTest::keySequence(shown.window.get(), QKeySequence(u"Ctrl+L"_s));
        QTRY_VERIFY(shown.edit()->hasFocus());
        QTest::keySequence(shown.window.get(), QKeySequence(u"F6"_s));
        QTRY_COMPARE(shown.window->focusWidget(), findByAccessibleName(*shown.window, u"Conversations"_s));
        QTest::keySequence(shown.window.get(), QKeySequence(u"Shift+F6"_s));
        QTRY_VERIFY(shown.edit()->hasFocus());
    }

    void tabReachesEveryControl() // DESIGN 8
    {
        Shown shown;
        const ConversationId id = shown.test.onlyRecord()->id;
        ConversationEntry entry;
        entry.messages = {userMessage(u"An older talk"_s)};
        entry.messages.first().uid = shown.test.ids.next();
        QVERIFY(awaitTask(shown.test.workbench->store->appendConversation(id, entry)).has_value());
        shown.window->open(id);
        QTRY_VERIFY(shown.window->page().session().model().rowCount() > 0);
        shown.window->page().focusComposer();
        QTRY_VERIFY(shown.edit()->hasFocus());
        QStringList names;
        do {
            QTest::keyClick(shown.window->focusWidget(), Qt::Key_Tab);
            names.append(shown.window->focusWidget()->accessibleName());
        } while (!shown.edit()->hasFocus() && names.size() < 20);
        // 4.2: side bar, header, transcript, composer.
        const QStringList inOrder{
            u"New conversation"_s,       u"Search conversations"_s, u"Conversations"_s, u"Agent"_s, u"Model"_s,
            u"Find in the transcript"_s, u"Transcript"_s,           u"Message"_s};
        names.removeIf([&inOrder](const QString &name) { return !inOrder.contains(name); });
        QVERIFY2(names == inOrder, qPrintable(names.join(u", "_s)));
    }

    void altArrowsWalkThroughTheConversations()
    {
        Shown shown;
        auto *list = findByAccessibleName<QListView>(*shown.window, u"Conversations"_s);
        QTRY_COMPARE(list->model()->rowCount(), 2);
        QTest::keySequence(shown.window.get(), QKeySequence(u"Alt+Down"_s));
        QTRY_COMPARE(shown.window->page().title(), u"An older talk"_s);
        QTRY_COMPARE(list->currentIndex().row(), 1);
        QTest::keySequence(shown.window.get(), QKeySequence(u"Ctrl+N"_s));
        QTRY_COMPARE(shown.window->page().title(), u"New conversation"_s);
    }

    void aNarrowWindowFoldsTheSideBar() // DESIGN 3, screen 1
    {
        Shown shown;
        QWidget *side = findByAccessibleName(*shown.window, u"Side bar"_s);
        shown.window->resize(800, 600);
        QTRY_VERIFY(!side->isVisible());
        shown.window->actions()[Verb::SideBar].trigger();
        QVERIFY(side->isVisible());
        shown.window->resize(1'200, 800);
        QTRY_VERIFY(side->isVisible());
    }

    void aRunIsCountedAndListed()
    {
        Shown shown;
        shown.test.model->answers(ScriptedAnswer().text(u"One "_s).pause().text(u"two."_s));
        QTest::keyClicks(shown.edit(), u"Count"_s);
        QTest::keyClick(shown.edit(), Qt::Key_Return);
        QTRY_VERIFY(shown.test.model->isPaused());
        auto *list = findByAccessibleName<QListView>(*shown.window, u"Conversations"_s);
        QTRY_COMPARE(list->model()->index(0, 0).data().toString(), u"RUNNING"_s);
        QTRY_COMPARE(list->currentIndex().data().toString(), u"Count"_s);
        QVERIFY(shown.test.pulse.isBeating());
        QTest::keySequence(shown.window.get(), QKeySequence(u"Ctrl+."_s));
        QTRY_COMPARE(list->model()->index(0, 0).data().toString(), u"TODAY"_s);
        QTRY_VERIFY(!shown.test.pulse.isBeating()); // T1
    }

    void aLiveRowTellsAgentModelTimeAndTokens() // DESIGN 3, screen 1
    {
        RULE("2.11.11");
        Shown shown;
        shown.test.model->answers(
            ScriptedAnswer().text(u"One "_s).usage(Usage{.input = 18'000, .output = 400}).pause());
        QTest::keyClicks(shown.edit(), u"Count"_s);
        QTest::keyClick(shown.edit(), Qt::Key_Return);
        auto *list = findByAccessibleName<QListView>(*shown.window, u"Conversations"_s);
        QTRY_COMPARE(list->model()->index(0, 0).data().toString(), u"RUNNING"_s);
        const auto spoken = [list] { return list->model()->index(1, 0).data(Qt::AccessibleTextRole).toString(); };
        QTRY_VERIFY2(spoken().startsWith(u"Count, running, Assistant · chat"_s), qPrintable(spoken()));
        auto *counts = findByAccessibleName<QToolButton>(*shown.window, u"1 running"_s);
        QVERIFY(counts);
        QTest::mouseClick(counts, Qt::LeftButton);
        QVERIFY(shown.window->runs());
        QVERIFY(shown.window->runs()->isVisible());
    }

    void theLiveRunsWindowStopsAndOpens() // DESIGN 4.1
    {
        Shown shown;
        shown.test.model->answers(ScriptedAnswer().text(u"One "_s).pause().text(u"two."_s));
        QTest::keyClicks(shown.edit(), u"Count"_s);
        QTest::keyClick(shown.edit(), Qt::Key_Return);
        QTRY_VERIFY(shown.test.model->isPaused());
        QTest::keySequence(shown.window.get(), QKeySequence(u"Ctrl+N"_s));
        QTest::keySequence(shown.window.get(), QKeySequence(u"Ctrl+Shift+L"_s));
        RunsWindow *runs = shown.window->runs();
        QVERIFY(runs);
        QVERIFY(QTest::qWaitForWindowActive(runs));
        auto *table = findByAccessibleName<QTreeView>(*runs, u"Runs"_s);
        QTRY_VERIFY(table->hasFocus()); // 4.2
        QTest::keyClick(table, Qt::Key_Return);
        QTRY_COMPARE(shown.window->page().title(), u"Count"_s);
        QTest::mouseClick(findByAccessibleName<QPushButton>(*runs, u"Stop"_s), Qt::LeftButton);
        QTRY_VERIFY(shown.test.engine->tracker().runs().isEmpty());
        QTRY_VERIFY(!findByAccessibleName<QTreeView>(*runs, u"Runs"_s));
        shown.window->close();
        QVERIFY(!shown.window->runs() || !shown.window->runs()->isVisible());
    }

    void whatWasTypedInTheLiveRunsWindowSurvivesACrash() // T20
    {
        Shown shown;
        shown.test.model->answers(ScriptedAnswer().text(u"One "_s).pause());
        QTest::keyClicks(shown.edit(), u"Count"_s);
        QTest::keyClick(shown.edit(), Qt::Key_Return);
        QTRY_VERIFY(shown.test.model->isPaused());
        const ConversationId id = *shown.window->page().session().id();
        QTest::keySequence(shown.window.get(), QKeySequence(u"Ctrl+N"_s)); // No page shows it.
        steer(*shown.window, u"Backwards"_s);
        const auto handedIn = [&] { return shown.test.engine->tracker().waitingInput(id); };
        QTRY_COMPARE(handedIn().size(), 1);

        shown.crash();
        shown.window->open(id);
        ConversationSession &session = shown.window->page().session();
        QTRY_VERIFY(session.isInterrupted());
        QTRY_COMPARE(session.queue().messages().size(), 1);
        QCOMPARE(session.queue().messages().constFirst().message.text(), u"Backwards"_s);
        QVERIFY(shown.test.model->requests().isEmpty()); // Nothing goes by itself.
    }

    void whatWasTypedInTheLiveRunsWindowGoesInOnce() // T20
    {
        RULE("2.4.1", "2.4.2");
        Shown shown;
        shown.test.model->answers(ScriptedAnswer().text(u"One "_s).pause()).says(u"Ten, nine"_s);
        QTest::keyClicks(shown.edit(), u"Count"_s);
        QTest::keyClick(shown.edit(), Qt::Key_Return);
        QTRY_VERIFY(shown.test.model->isPaused());
        const ConversationId id = *shown.window->page().session().id();
        QTest::keySequence(shown.window.get(), QKeySequence(u"Ctrl+N"_s));
        steer(*shown.window, u"Backwards"_s);
        QTRY_COMPARE(shown.test.engine->tracker().waitingInput(id).size(), 1);
        shown.test.model->goOn();
        QTRY_COMPARE(shown.test.model->requests().size(), 2);
        QCOMPARE(shown.test.model->lastRequest().messages.constLast().text(), u"Backwards"_s);
        QTRY_VERIFY(shown.test.engine->tracker().runs().isEmpty());
        QTRY_COMPARE(awaitTask(shown.test.workbench->queuedInputs->waiting(id)).value_or(QList<Message>()).size(), 0);
        QCOMPARE(shown.test.model->requests().size(), 2);
    }

    void closingEndsTheRunsAndKeepsTheDraft()
    {
        Shown shown;
        shown.test.model->answers(ScriptedAnswer().text(u"half"_s).pause().text(u"whole"_s));
        QTest::keyClicks(shown.edit(), u"Go"_s);
        QTest::keyClick(shown.edit(), Qt::Key_Return);
        QTRY_VERIFY(shown.test.model->isPaused());
        QTRY_COMPARE(shown.edit()->message(), QString());
        QTest::keyClicks(shown.edit(), u"a thought"_s);
        const ConversationId id = *shown.window->page().session().id();
        QSignalSpy closed(shown.window.get(), &MainWindow::closed);
        shown.window->close();
        QCOMPARE(closed.count(), 1);
        QFuture<void> ended = shown.test.engine->close();
        QTRY_VERIFY(ended.isFinished());
        shown.window.reset();
        QTRY_COMPARE(shown.test.draftOf(id), u"a thought"_s);
        const auto record = awaitTask(shown.test.catalog().find(id));
        QVERIFY(record && *record);
        QCOMPARE((*record)->state, ConversationState::Idle);
    }

private:
    //! As a person does it with the keys alone. // DESIGN 4.1
    static void steer(MainWindow &window, const QString &text)
    {
        QTest::keySequence(&window, QKeySequence(u"Ctrl+Shift+L"_s));
        QVERIFY(QTest::qWaitForWindowActive(window.runs()));
        auto *table = findByAccessibleName<QTreeView>(*window.runs(), u"Runs"_s);
        QTRY_VERIFY(table && table->hasFocus());
        QTest::keyClick(table, Qt::Key_S);
        auto *field = findByAccessibleName<QPlainTextEdit>(*window.runs(), u"Steer this run"_s);
        QTRY_VERIFY(field->hasFocus());
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(field->toPlainText(), QString());
    }
};

QTEST_MAIN(tst_MainWindow)
#include "tst_MainWindow.moc"
