// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/RunsWindow.h"

#include "runs/EventsModel.h"
#include "support/Accessibles.h"
#include "support/Rule.h"
#include "support/TestDesk.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;

namespace {

//! The window over an engine whose model says what the test tells it.
struct Shown {
    Shown()
    {
        window = new RunsWindow(
            {.board = test.board(),
             .catalog = test.catalog(),
             .clock = test.clock,
             .theme = test.appearance.theme(),
             .pulse = test.pulse,
             .announcer = test.announcer,
             .titles = {.agents = {{u"assistant"_s, u"Assistant"_s}}, .providers = {{u"demo"_s, u"Demo"_s}}},
             .steer = [this](const ConversationId &conversation, const QString &text) {
                 return takesInput && test.engine->tracker().trySteer(conversation, text);
             }});
        window->resize(1'200, 800);
        window->show();
        if (!QTest::qWaitForWindowActive(window))
            qFatal("no window");
    }
    ~Shown() { delete window; }

    //! A run that has begun and waits in its model.
    ConversationId run(const QString &title, ScriptedAnswer answer)
    {
        const ConversationId id = test.catalog().newConversation();
        (void)awaitTask(test.catalog().noteInput(
            {.conversation = id, .agent = u"assistant"_s, .provider = u"demo"_s, .model = u"chat"_s, .text = title}));
        test.model->answers(std::move(answer));
        const auto paused = test.model->pausedCalls();
        runs.push_back(test.engine->host(u"assistant"_s)->run(title, {.conversation = id}));
        if (!QTest::qWaitFor([&] { return test.model->pausedCalls() > paused && test.board().find(id); }))
            qFatal("no run");
        return id;
    }
    QTreeView *table() { return findByAccessibleName<QTreeView>(*window, u"Runs"_s); }
    QString cell(int row, RunsModel::Column column) { return table()->model()->index(row, column).data().toString(); }
    QTableView *events() { return findByAccessibleName<QTableView>(*window, u"Events"_s); }
    QStringList eventTexts()
    {
        QStringList texts;
        for (int row = 0; row < events()->model()->rowCount(); ++row)
            texts.append(events()->model()->index(row, EventsModel::Text).data().toString());
        return texts;
    }

    TestDesk test;
    bool takesInput = true;
    std::vector<RunHandle> runs;
    RunsWindow *window = nullptr;
};

} // namespace

class tst_RunsWindow : public QObject
{
    Q_OBJECT

private slots:
    void aRunComesWithItsFiguresAndGoes()
    {
        RULE("2.11.11", "2.11.2");
        Shown shown;
        QVERIFY(!shown.table()); // The empty state stands in its place.
        shown.run(u"Release notes"_s,
                  ScriptedAnswer().text(u"Once "_s).usage(Usage{.input = 18'400, .output = 1'100}).pause());
        QTRY_VERIFY(shown.table());
        QTRY_COMPARE(shown.cell(0, RunsModel::Conversation), u"Release notes"_s);
        QCOMPARE(shown.cell(0, RunsModel::Agent), u"Assistant"_s);
        QCOMPARE(shown.cell(0, RunsModel::Model), u"chat"_s);
        QCOMPARE(shown.cell(0, RunsModel::Mode), u"Default"_s);
        QVERIFY(!shown.cell(0, RunsModel::Elapsed).isEmpty());
        QVERIFY(shown.test.pulse.isBeating());
        shown.test.model->goOn();
        QTRY_VERIFY(!shown.table());
        QVERIFY(!shown.test.pulse.isBeating()); // T1
        QTRY_VERIFY(shown.eventTexts().contains(u"Run finished, answer ready"_s));
        QVERIFY(shown.eventTexts().contains(u"Model call done"_s));
    }

    void keysSteerStopAndOpen() // DESIGN 4.1
    {
        RULE("2.4.1");
        Shown shown;
        const ConversationId id = shown.run(u"Flaky test"_s, ScriptedAnswer().text(u"I "_s).pause());
        QTRY_VERIFY(shown.table());
        shown.table()->setFocus();
        QTest::keyClick(shown.table(), Qt::Key_S);
        auto *text = findByAccessibleName<QPlainTextEdit>(*shown.window, u"Steer this run"_s);
        QTRY_VERIFY(text->hasFocus());
        QTest::keyClicks(text, u"Check money.py"_s);
        QTest::keyClick(text, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(text->toPlainText(), QString());
        const QList<Message> waiting = shown.test.engine->tracker().waitingInput(id);
        QCOMPARE(waiting.size(), 1);
        QCOMPARE(waiting.constFirst().text(), u"Check money.py"_s);

        QSignalSpy opened(shown.window, &RunsWindow::openRequested);
        QSignalSpy stopped(shown.window, &RunsWindow::stopRequested);
        shown.table()->setFocus();
        QTest::keyClick(shown.table(), Qt::Key_Return);
        QCOMPARE(opened.count(), 1);
        QTest::keyClick(shown.table(), Qt::Key_Delete);
        QCOMPARE(stopped.count(), 0); // It asks once.
        auto *box = shown.window->findChild<QMessageBox *>();
        QVERIFY(box);
        QTest::keyClick(box, Qt::Key_Return); // Enter that was meant for something else stops nothing.
        QTRY_VERIFY(!shown.window->findChild<QMessageBox *>());
        QCOMPARE(stopped.count(), 0);
        QTest::keyClick(shown.table(), Qt::Key_Delete);
        box = shown.window->findChild<QMessageBox *>();
        QVERIFY(box);
        QTest::mouseClick(box->buttons().constFirst(), Qt::LeftButton);
        QCOMPARE(stopped.count(), 1);
        QCOMPARE(stopped.constFirst().constFirst().value<ConversationId>(), id);
    }

    void whatWaitsForAPersonIsARow() // DESIGN, screen 8
    {
        Shown shown;
        const ConversationId id = shown.test.catalog().newConversation();
        RunsModel::Asking asking{.conversation = id,
                                 .title = u"Refund"_s,
                                 .agent = u"assistant"_s,
                                 .model = u"chat"_s,
                                 .provider = u"demo"_s,
                                 .approvals = 2,
                                 .since = shown.test.clock.now().addSecs(-44)};
        shown.window->setAsking({asking});
        QTRY_VERIFY(shown.table());
        QCOMPARE(shown.cell(0, RunsModel::State), u"Waiting for 2 approvals"_s);
        QCOMPARE(shown.cell(0, RunsModel::Agent), u"Assistant"_s);
        const QString spoken =
            shown.table()->model()->index(0, RunsModel::Conversation).data(Qt::AccessibleTextRole).toString();
        QVERIFY2(spoken.startsWith(u"Refund, Waiting for 2 approvals, 0:4"_s), qPrintable(spoken));
        shown.window->setElsewhere({});
        QCOMPARE(shown.table()->model()->rowCount(), 1);

        QSignalSpy opened(shown.window, &RunsWindow::openRequested);
        shown.table()->setFocus();
        QTest::keyClick(shown.table(), Qt::Key_Return);
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened[0][0].value<ConversationId>(), id);
        QTest::keyClick(shown.table(), Qt::Key_Delete);
        QVERIFY(!shown.window->findChild<QMessageBox *>()); // There is nothing to stop.
        const auto boxes = shown.window->findChildren<QComboBox *>();
        auto *which = *std::ranges::find(boxes, u"Which runs"_s, &QWidget::accessibleName);
        which->setCurrentText(u"Calling a tool"_s);
        QTRY_VERIFY(!shown.table());
        which->setCurrentText(u"Waiting for you"_s);
        QTRY_VERIFY(shown.table());

        asking.approvals = 0;
        asking.hasPlan = true;
        shown.window->setAsking({asking});
        QCOMPARE(shown.cell(0, RunsModel::State), u"Plan to review"_s);
        shown.window->setAsking({});
        QTRY_VERIFY(!shown.table());
    }

    void theButtonsOfARowAreClicked()
    {
        Shown shown;
        const ConversationId id = shown.run(u"Triage"_s, ScriptedAnswer().text(u"I "_s).pause());
        QTRY_VERIFY(shown.table());
        QSignalSpy stopped(shown.window, &RunsWindow::stopRequested);
        const QRect cell = shown.table()->visualRect(shown.table()->model()->index(0, RunsModel::Verbs));
        QTest::mouseClick(shown.table()->viewport(), Qt::LeftButton, {}, QPoint(cell.right() - 25, cell.center().y()));
        QCOMPARE(stopped.count(), 1);
        QCOMPARE(stopped.constFirst().constFirst().value<ConversationId>(), id);
        QTest::mouseClick(shown.table()->viewport(), Qt::LeftButton, {}, QPoint(cell.left() + 30, cell.center().y()));
        QTRY_VERIFY(findByAccessibleName<QPlainTextEdit>(*shown.window, u"Steer this run"_s)->hasFocus());
        QCOMPARE(stopped.count(), 1);
    }

    void textForARunThatEndsStays() // T20
    {
        Shown shown;
        shown.run(u"Triage"_s, ScriptedAnswer().text(u"I "_s).pause());
        QTRY_VERIFY(shown.table());
        shown.takesInput = false;
        auto *text = findByAccessibleName<QPlainTextEdit>(*shown.window, u"Steer this run"_s);
        QTest::keyClicks(text, u"Wait"_s);
        QTest::mouseClick(findByAccessibleName<QPushButton>(*shown.window, u"Send to the running agent"_s),
                          Qt::LeftButton);
        QCOMPARE(text->toPlainText(), u"Wait"_s);
    }

    void whatIsTypedForOneRunIsKeptWhileAnotherIsShown() // T10
    {
        Shown shown;
        shown.run(u"First"_s, ScriptedAnswer().text(u"I "_s).pause());
        shown.run(u"Second"_s, ScriptedAnswer().text(u"I "_s).pause());
        QTRY_COMPARE(shown.table()->model()->rowCount(), 2);
        auto *text = findByAccessibleName<QPlainTextEdit>(*shown.window, u"Steer this run"_s);
        shown.table()->setCurrentIndex(shown.table()->model()->index(0, 0));
        QTest::keyClicks(text, u"a thought"_s);
        shown.table()->setFocus();
        QTest::keyClick(shown.table(), Qt::Key_Down);
        QCOMPARE(text->toPlainText(), QString());
        QTest::keyClick(shown.table(), Qt::Key_Up);
        QCOMPARE(text->toPlainText(), u"a thought"_s);
    }

    void textForARunThatIsOverGoesIntoTheDraft() // T10, T20
    {
        Shown shown;
        const ConversationId first = shown.run(u"First"_s, ScriptedAnswer().text(u"I "_s).pause());
        shown.run(u"Second"_s, ScriptedAnswer().text(u"I "_s).pause());
        QTRY_COMPARE(shown.table()->model()->rowCount(), 2);
        QTRY_COMPARE(shown.cell(0, RunsModel::Conversation), u"First"_s); // It has gone on longer.
        shown.table()->setCurrentIndex(shown.table()->model()->index(0, 0));
        auto *text = findByAccessibleName<QPlainTextEdit>(*shown.window, u"Steer this run"_s);
        text->setFocus();
        QTest::keyClicks(text, u"Check "_s);
        shown.test.model->goOn();
        QTRY_COMPARE(shown.table()->model()->rowCount(), 1);
        QTest::keyClicks(text, u"money.py"_s); // Whoever types notices nothing, and no other run gets a word of it.
        QTest::keyClick(text, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(text->toPlainText(), u"Check money.py"_s);
        QVERIFY(says(*shown.window, u"This run has ended."_s));

        QSignalSpy left(shown.window, &RunsWindow::textLeft);
        shown.table()->setFocus();
        QTest::keyClick(shown.table(), Qt::Key_S);
        QTRY_COMPARE(left.count(), 1);
        QCOMPARE(left.constFirst().constFirst().value<ConversationId>(), first);
        QCOMPARE(left.constFirst().at(1).toString(), u"Check money.py"_s);
        QCOMPARE(text->toPlainText(), QString());
        QTest::keyClicks(text, u"For the second"_s);
        shown.window->setAttribute(Qt::WA_DeleteOnClose, false);
        shown.window->close();
        QCOMPARE(left.count(), 2);
        QCOMPARE(left.constLast().at(1).toString(), u"For the second"_s);
    }

    void anotherProcessIsMarked()
    {
        Shown shown;
        ConversationRecord record;
        record.id = shown.test.catalog().newConversation();
        record.title = u"Nightly report"_s;
        record.agent = u"assistant"_s;
        record.state = ConversationState::Running;
        shown.window->setElsewhere({record});
        QTRY_VERIFY(shown.table());
        QCOMPARE(shown.cell(0, RunsModel::State), u"Runs elsewhere"_s);
        const auto told = [&](int role) {
            return shown.table()->model()->index(0, RunsModel::Conversation).data(role).toString();
        };
        QCOMPARE(told(RunsModel::detailRole), u"Run by another program"_s);
        record.process = u"typeshift 4711 on desk"_s; // What its lease says.
        shown.window->setElsewhere({record});
        QCOMPARE(told(RunsModel::detailRole), u"Run by typeshift 4711 on desk"_s);
        QCOMPARE(told(Qt::AccessibleTextRole), u"Nightly report, Run by typeshift 4711 on desk, Assistant"_s);
        QVERIFY(!findByAccessibleName<QPlainTextEdit>(*shown.window, u"Steer this run"_s)->isEnabled());
        QVERIFY(!shown.test.pulse.isBeating());
        shown.window->setElsewhere({});
        QTRY_VERIFY(!shown.table());
    }

    void theFilterLooksAtConversationAgentAndModel()
    {
        Shown shown;
        shown.run(u"First"_s, ScriptedAnswer().text(u"I "_s).pause());
        shown.run(u"Second"_s, ScriptedAnswer().text(u"I "_s).pause());
        QTRY_COMPARE(shown.table()->model()->rowCount(), 2);
        for (int row = 0; row < 2; ++row) // Titles are read after a run began.
            QTRY_VERIFY(shown.cell(row, RunsModel::Conversation) != u"Untitled"_s);
        auto *filter = findByAccessibleName<QLineEdit>(*shown.window, u"Filter by conversation, agent or model"_s);
        QTest::keyClicks(filter, u"sec"_s);
        QTRY_COMPARE(shown.table()->model()->rowCount(), 1);
        QTest::keyClick(filter, Qt::Key_Escape);
        QTest::keyClicks(filter, u"assist"_s);
        QCOMPARE(shown.table()->model()->rowCount(), 2);
        QTest::keyClicks(filter, u"nobody"_s);
        QTRY_VERIFY(!shown.table()); // Says so in its place.
    }

    void whatBeganBeforeIsToldWithItsTime()
    {
        Shown shown;
        shown.run(u"First"_s, ScriptedAnswer().text(u"I "_s).pause().text(u"go on"_s).pause());
        const auto writes = [&] {
            const QList<BoardedRun> runs = shown.test.board().runs();
            return runs.size() == 1 && runs.constFirst().activity.kind == RunActivity::Kind::Writing;
        };
        QTRY_VERIFY(writes());
        EventsModel late(shown.test.board(), shown.test.clock, shown.test.appearance.theme(), {});
        QCOMPARE(late.rowCount(), 2);
        QCOMPARE(late.runEvent(0).text, u"Answer started"_s);
        QCOMPARE(late.runEvent(0).at, shown.test.board().runs().constFirst().activity.since);
        QSignalSpy updated(&shown.test.board(), &RunBoard::updated);
        shown.test.model->goOn();
        QTRY_VERIFY(updated.count() > 0);
        QCOMPARE(late.rowCount(), 2); // It goes on and does not begin anew.
    }

    void runsAreFilteredByWhatTheyDo()
    {
        Shown shown;
        shown.run(u"First"_s, ScriptedAnswer().text(u"I "_s).pause());
        ConversationRecord record;
        record.id = shown.test.catalog().newConversation();
        record.title = u"Nightly report"_s;
        record.state = ConversationState::Running;
        shown.window->setElsewhere({record});
        QTRY_VERIFY(shown.table());
        QTRY_COMPARE(shown.table()->model()->rowCount(), 2);
        auto *which = findByAccessibleName<QComboBox>(*shown.window, u"All states"_s);
        QVERIFY(which);
        which->setCurrentText(u"Elsewhere"_s);
        QTRY_COMPARE(shown.table()->model()->rowCount(), 1);
        QCOMPARE(shown.cell(0, RunsModel::Conversation), u"Nightly report"_s);
        which->setCurrentText(u"Calling a tool"_s);
        QTRY_VERIFY(!shown.table());
        // A run that does so from now on comes by itself.
        RunBoard &board = shown.test.board();
        QTRY_COMPARE(board.runs().constFirst().activity.kind, RunActivity::Kind::Writing);
        BoardedRun run = board.runs().constFirst();
        run.activity = {.kind = RunActivity::Kind::Calling,
                        .tool = u"run_shell"_s,
                        .attempt = 0,
                        .delay = {},
                        .since = shown.test.clock.now().addSecs(-93)};
        emit board.changed(run);
        QTRY_VERIFY(shown.table());
        QCOMPARE(shown.cell(0, RunsModel::State), u"Calling run_shell"_s);
        const QModelIndex state = shown.table()->model()->index(0, RunsModel::State);
        QCOMPARE(state.data(RunsModel::detailRole).toString(), u"1:33"_s);
    }

    void eventsAreFilteredByTheirKind()
    {
        Shown shown;
        const ConversationId id = shown.run(u"Busy"_s, ScriptedAnswer().text(u"I "_s).pause());
        QTRY_VERIFY(shown.eventTexts().contains(u"Answer started"_s));
        RunBoard &board = shown.test.board();
        const BoardedRun run = *board.find(id);
        emit board.updated(run,
                           {{.run = run.run.number,
                             .update = CallUpdate{.message = {}, .call = {.callId = {}, .name = u"run_shell"_s}},
                             .dropped = 0},
                            {.run = run.run.number,
                             .update = RetryUpdate{.attempt = 1,
                                                   .delay = std::chrono::seconds(8),
                                                   .error = Error(Error::Kind::RateLimit, u"slow down"_s)},
                             .dropped = 0}});
        auto *kinds = findByAccessibleName<QComboBox>(*shown.window, u"All kinds"_s);
        QVERIFY(kinds);
        const auto only = [&](const QString &kind) {
            kinds->setCurrentText(kind);
            return shown.eventTexts();
        };
        QCOMPARE(only(u"Runs"_s), QStringList(u"Run started"_s));
        QCOMPARE(only(u"Tool calls"_s), QStringList(u"run_shell called: "_s));
        QCOMPARE(only(u"Model calls"_s).size(), 2);
        QCOMPARE(only(u"Input"_s), QStringList(u"Input: Busy"_s));
        const QStringList problems = only(u"Problems"_s);
        QCOMPARE(problems.size(), 1);
        QVERIFY2(problems.constFirst().startsWith(u"Demo"_s), qPrintable(problems.constFirst())); // By its title.
    }

    void eventsAreBoundedAndSayWhatWasDropped()
    {
        RULE("2.11.6", "2.11.7");
        Shown shown;
        const ConversationId id = shown.run(u"Busy"_s, ScriptedAnswer().text(u"I "_s).pause());
        RunBoard &board = shown.test.board();
        const BoardedRun run = *board.find(id);
        QList<LiveUpdate> updates;
        for (int i = 0; i < 1'500; ++i)
            updates.append({.run = run.run.number,
                            .update = CallUpdate{.message = {}, .call = {.callId = {}, .name = u"t%1"_s.arg(i)}},
                            .dropped = i == 1'499 ? 12 : 0});
        emit board.updated(run, updates);
        QCOMPARE(shown.events()->model()->rowCount(), EventsModel::limit);
        QVERIFY(shown.eventTexts().at(0).startsWith(u"t1499"_s));
        QVERIFY(shown.eventTexts().at(1).startsWith(u"12 updates were dropped"_s));
        // On Linux a combo box tells its current text as its name.
        auto *which = findByAccessibleName<QComboBox>(*shown.window, u"All runs"_s);
        QCOMPARE(which ? which->accessibleName() : QString(), u"Which events"_s);
        shown.run(u"Quiet"_s, ScriptedAnswer().text(u"I "_s).pause());
        QTRY_COMPARE(shown.table()->model()->rowCount(), 2);
        QModelIndex quiet; // Its title is read after the run began.
        const auto isListed = [&] {
            QAbstractItemModel *model = shown.table()->model();
            quiet = model->match(model->index(0, RunsModel::Conversation), Qt::DisplayRole, u"Quiet"_s).value(0);
            return quiet.isValid();
        };
        QTRY_VERIFY(isListed());
        shown.table()->setCurrentIndex(quiet.siblingAtColumn(0));
        which->setCurrentIndex(1);
        QVERIFY(!shown.eventTexts().contains(u"t1499 called: "_s));
        QVERIFY(shown.eventTexts().contains(u"Run started"_s));
    }

    void aNarrowWindowKeepsTitleAndButtons_data() // DESIGN 8
    {
        QTest::addColumn<int>("width");
        for (const int width : {880, 1'024, 1'440})
            QTest::addRow("%d", width) << width;
    }

    void aNarrowWindowKeepsTitleAndButtons()
    {
        QFETCH(int, width);
        Shown shown;
        shown.run(u"First"_s, ScriptedAnswer().text(u"I "_s).pause());
        QTRY_VERIFY(shown.table());
        shown.window->resize(width, 700);
        QTreeView *table = shown.table();
        const auto shows = [table](RunsModel::Column column, int least) {
            const QRect cell = table->visualRect(table->model()->index(0, column));
            return cell.width() >= least && cell.right() < table->viewport()->width() + 1;
        };
        QTRY_VERIFY(shows(RunsModel::Verbs, 80));
        QTRY_VERIFY(shows(RunsModel::Conversation, 150));
        QVERIFY(shows(RunsModel::Elapsed, 40));
    }

    void nothingIsNameless() // 39
    {
        Shown shown;
        shown.run(u"First"_s, ScriptedAnswer().text(u"I "_s).pause());
        QTRY_VERIFY(shown.table());
        const QStringList nameless = namelessControls(*shown.window);
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
    }

private:
    static bool says(QWidget &window, const QString &words)
    {
        const auto labels = window.findChildren<QLabel *>();
        return std::ranges::any_of(labels, [&](const QLabel *label) { return label->text() == words; });
    }
};

QTEST_MAIN(tst_RunsWindow)
#include "tst_RunsWindow.moc"
