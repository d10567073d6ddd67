// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "window/InspectorDock.h"

#include "composer/MessageEdit.h"
#include "inspector/Inspector.h"
#include "page/ConversationPage.h"
#include "support/Accessibles.h"
#include "support/TestDesk.h"
#include "support/TestTools.h"
#include "transcript/TranscriptView.h"
#include "window/Actions.h"
#include "window/MainWindow.h"

#include <QLabel>
#include <QToolButton>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;

namespace {

Task<Result<OllamaFacts>> noOllama()
{
    co_return failure(Error::Kind::Network, u"Connection refused"_s);
}
Task<Result<QList<ModelFacts>>> noModels()
{
    co_return QList<ModelFacts>();
}
Task<Result<>> kept()
{
    co_return {};
}

std::shared_ptr<Tool> asking(const std::shared_ptr<Tool> &tool)
{
    static_cast<FunctionTool &>(*tool).setRequiresApproval(true);
    return tool;
}

//! A window on a desk of its own, with one conversation that had a run.
struct Shown {
    explicit Shown(int width = 1'300)
        : test(QList<std::shared_ptr<Tool>>{tools.echo(u"look"_s), asking(tools.echo(u"pay"_s))})
    {
        talk = test.catalog().newConversation();
        (void)awaitTask(test.catalog().noteInput({.conversation = talk,
                                                  .agent = u"assistant"_s,
                                                  .provider = u"demo"_s,
                                                  .model = u"chat"_s,
                                                  .text = u"An older talk"_s}));
        append({userMessage(u"An older talk"_s)});
        Message answer;
        answer.role = Role::Assistant;
        answer.author = u"assistant"_s;
        answer.contents = {TextContent{.text = u"Yes."_s}};
        append({answer});
        append({}, true);
        open(width);
    }

    void append(QList<Message> messages, bool endsRun = false)
    {
        ConversationEntry entry;
        entry.agent = u"assistant"_s;
        entry.at = test.clock.now();
        entry.model = u"chat"_s;
        for (Message &message : messages)
            message.uid = test.ids.next();
        entry.messages = std::move(messages);
        entry.endsRun = endsRun;
        (void)awaitTask(test.workbench->store->appendConversation(talk, entry));
    }

    void open(int width)
    {
        window = std::make_unique<MainWindow>(
            *test.desk,
            ProviderDesk{.theme = test.appearance.theme(),
                         .profiles = *test.workbench->profiles,
                         .secrets = test.secrets,
                         .askOllama = [](QUrl) { return noOllama(); },
                         .askModels = [](QUrl, QString) { return noModels(); },
                         .keepKey = [](QString, QString, KeyPlace) { return kept(); }},
            *test.workbench->archive, WindowMemory(test.folder.filePath(u"test.db"_s)));
        window->resize(width, 800);
        window->show();
        if (!QTest::qWaitForWindowActive(window.get()))
            qFatal("no window");
    }

    Inspector *inspector() { return window->findChild<Inspector *>(); }
    bool isSeen() { return inspector() && inspector()->isVisible(); }
    MessageEdit *edit() { return window->findChild<MessageEdit *>(); }
    QString state()
    {
        const auto *label = window->findChild<QLabel *>(u"inspector.state"_s);
        return label ? label->text() : QString();
    }
    QStringList steps()
    {
        QStringList texts;
        const auto &model = inspector()->run().model();
        for (int row = 0; row < model.rowCount(); ++row)
            texts.append(model.index(row, RunTimelineModel::Step).data().toString());
        return texts;
    }

    TestTools tools;
    TestDesk test;
    ConversationId talk;
    std::unique_ptr<MainWindow> window;
};

} // namespace

class TestInspectorDock : public QObject
{
    Q_OBJECT

private slots:
    void itComesWithTheFirstRunToInspect()
    {
        Shown shown;
        QVERIFY(!shown.inspector()); // Nothing is made for a page without a word.
        shown.window->open(shown.talk);
        QTRY_VERIFY(shown.isSeen());
        QCOMPARE(shown.state(), u"Finished"_s);
        QCOMPARE(shown.steps(), QStringList{u"Model call 1"_s});
        QVERIFY(shown.inspector()->width() >= Inspector::leastWidth);
        QTRY_VERIFY(shown.edit()->hasFocus()); // It takes no focus. // DESIGN 4.2
    }

    void f12AndTheButtonShowAndHideIt() // DESIGN 4.1
    {
        Shown shown;
        shown.window->open(shown.talk);
        QTRY_VERIFY(shown.isSeen());
        auto *button = findByAccessibleName<QToolButton>(*shown.window, u"Inspector"_s);
        QVERIFY(button && button->isChecked());
        QTest::keySequence(shown.window.get(), QKeySequence(u"F12"_s));
        QVERIFY(!shown.isSeen());
        QVERIFY(!button->isChecked());
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(shown.isSeen());
        QVERIFY(button->isChecked());
        QTest::mouseClick(findByAccessibleName<QToolButton>(*shown.window, u"Close the inspector"_s), Qt::LeftButton);
        QVERIFY(!shown.isSeen());
        QVERIFY(!button->isChecked());
    }

    void aKeyPutsTheFocusOnTheTimeline() // DESIGN 4.1
    {
        Shown shown;
        shown.window->open(shown.talk);
        QTRY_VERIFY(shown.isSeen());
        QTest::keySequence(shown.window.get(), QKeySequence(u"Ctrl+1"_s));
        auto *timeline = findByAccessibleName<QTreeView>(*shown.window, u"Timeline"_s);
        QTRY_VERIFY(timeline && timeline->hasFocus());
        QTest::keyClick(timeline, Qt::Key_Escape);
        QVERIFY(!shown.isSeen());
        QTRY_VERIFY(shown.edit()->hasFocus());
    }

    void tabGoesFromTheComposerIntoIt() // DESIGN 4.2
    {
        Shown shown;
        shown.window->open(shown.talk);
        QTRY_VERIFY(shown.isSeen());
        shown.window->page().focusComposer();
        QTRY_VERIFY(shown.edit()->hasFocus());
        QStringList names;
        do {
            QTest::keyClick(shown.window->focusWidget(), Qt::Key_Tab);
            names.append(shown.window->focusWidget()->accessibleName());
        } while (!shown.edit()->hasFocus() && names.size() < 30);
        const QStringList inOrder{u"Show the inspector in a window of its own"_s,
                                  u"Close the inspector"_s,
                                  u"Timeline"_s,
                                  u"New conversation"_s,
                                  u"Agent"_s,
                                  u"Transcript"_s};
        names.removeIf([&inOrder](const QString &name) { return !inOrder.contains(name); });
        QVERIFY2(names == inOrder, qPrintable(names.join(u", "_s)));
    }

    void f6StopsAtIt() // DESIGN 4.1
    {
        Shown shown;
        shown.window->open(shown.talk);
        QTRY_VERIFY(shown.isSeen());
        shown.window->page().focusComposer();
        QTRY_VERIFY(shown.edit()->hasFocus());
        QTest::keySequence(shown.window.get(), QKeySequence(u"F6"_s));
        QTRY_VERIFY(shown.inspector()->isAncestorOf(shown.window->focusWidget()));
    }

    void aNarrowWindowHasItOverThePage() // DESIGN 3, screen 1
    {
        Shown shown(1'100);
        shown.window->open(shown.talk);
        QTRY_VERIFY(shown.window->page().session().model().rowCount() > 0);
        QVERIFY(!shown.isSeen()); // It starts closed.
        QVERIFY(!shown.window->actions()[Verb::Inspector].isChecked());
        const int before = shown.window->page().width();
        QTest::keySequence(shown.window.get(), QKeySequence(u"F12"_s));
        QVERIFY(shown.isSeen());
        QCOMPARE(shown.window->page().width(), before); // The page keeps its place.
        const QRect central = shown.window->centralWidget()->geometry();
        QCOMPARE(shown.inspector()->geometry().right(), central.right());
        QCOMPARE(shown.inspector()->geometry().top(), central.top());
        QCOMPARE(shown.inspector()->height(), central.height());
        QCOMPARE(shown.steps(), QStringList{u"Model call 1"_s});

        shown.window->resize(1'000, 700);
        QTRY_COMPARE(shown.inspector()->geometry().right(), shown.window->centralWidget()->geometry().right());
        QTRY_COMPARE(shown.inspector()->height(), shown.window->centralWidget()->height());
        shown.window->resize(1'400, 800);
        QTRY_VERIFY(shown.isSeen());
        QTRY_VERIFY(shown.window->page().width() < 1'400 - shown.inspector()->width());
        shown.window->resize(1'100, 800);
        QTRY_VERIFY(!shown.isSeen());
    }

    void itFloatsAndComesBack()
    {
        Shown shown;
        shown.window->open(shown.talk);
        QTRY_VERIFY(shown.isSeen());
        QTest::mouseClick(
            findByAccessibleName<QToolButton>(*shown.inspector(), u"Show the inspector in a window of its own"_s),
            Qt::LeftButton);
        QVERIFY(shown.inspector()->isFloating());
        QVERIFY(shown.isSeen());
        shown.window->resize(1'000, 800); // A window of its own does not care.
        QVERIFY(shown.isSeen());
        shown.window->resize(1'300, 800);
        QTest::mouseClick(
            findByAccessibleName<QToolButton>(*shown.inspector(), u"Put the inspector back into the window"_s),
            Qt::LeftButton);
        QVERIFY(!shown.inspector()->isFloating());
        QTRY_VERIFY(shown.isSeen());
    }

    void aRunIsFollowedToItsRequestAndOn() // D24
    {
        Shown shown;
        shown.test.model->answers(ScriptedAnswer().call(u"look"_s, "{}").call(u"pay"_s, "{}").pause());
        QTest::keyClicks(shown.edit(), u"Pay"_s);
        QTest::keyClick(shown.edit(), Qt::Key_Return);
        QTRY_VERIFY(shown.test.model->isPaused());
        QTRY_VERIFY(shown.isSeen());
        QTRY_COMPARE(shown.state(), u"Running"_s);
        QCOMPARE(shown.steps(), QStringList{u"Model call 1"_s});
        shown.test.model->goOn();
        QTRY_COMPARE(shown.state(), u"Waiting for your approval"_s);
        QCOMPARE(shown.steps(), (QStringList{u"Model call 1"_s, u"look, waits"_s, u"pay, waits"_s}));

        ConversationSession &session = shown.window->page().session();
        QTRY_COMPARE(session.openRequests().size(), 1);
        ApprovalResponse yes;
        yes.requestId = session.openRequests().constFirst().requestId;
        yes.approved = true;
        shown.test.model->says(u"Paid."_s);
        session.answer({yes});
        QTRY_COMPARE(shown.state(), u"Finished"_s);
        QCOMPARE(shown.steps(), (QStringList{u"Model call 1"_s, u"look"_s, u"pay"_s, u"Model call 2"_s}));
    }

    void aStepShowsItsRowOfTheTranscript()
    {
        Shown shown;
        shown.window->open(shown.talk);
        QTRY_VERIFY(shown.isSeen());
        QTest::keySequence(shown.window.get(), QKeySequence(u"Ctrl+1"_s));
        auto *timeline = findByAccessibleName<QTreeView>(*shown.window, u"Timeline"_s);
        QTRY_VERIFY(timeline->hasFocus());
        QTest::keyClick(timeline, Qt::Key_Return);
        auto *transcript = findByAccessibleName<TranscriptView>(*shown.window, u"Transcript"_s);
        QVERIFY(transcript->currentRow() > 0);
        const Block &block = transcript->model().block(transcript->currentRow());
        QVERIFY(block.as<Prose>());
        QVERIFY(timeline->hasFocus());
    }

    void itStandsWhereItStoodTheLastTime()
    {
        Shown shown;
        shown.window->open(shown.talk);
        QTRY_VERIFY(shown.isSeen());
        shown.window->resizeDocks({shown.inspector()}, {420}, Qt::Horizontal);
        QTRY_COMPARE(shown.inspector()->width(), 420);
        shown.window->close();
        shown.window.reset();
        shown.open(1'300);
        shown.window->open(shown.talk);
        QTRY_VERIFY(shown.isSeen());
        QTRY_COMPARE(shown.inspector()->width(), 420);
        QTest::keySequence(shown.window.get(), QKeySequence(u"F12"_s));
        shown.window->close();
        shown.window.reset();
        shown.open(1'300);
        shown.window->open(shown.talk);
        QTRY_VERIFY(shown.window->page().session().model().rowCount() > 0);
        QVERIFY(!shown.isSeen());
    }
};

QTEST_MAIN(TestInspectorDock)
#include "tst_InspectorDock.moc"
