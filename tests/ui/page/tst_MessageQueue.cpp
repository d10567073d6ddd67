// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "page/ConversationSession.h"

#include "support/Rule.h"
#include "support/TestDesk.h"
#include "support/TestTools.h"
#include "support/TranscriptText.h"

#include <QElapsedTimer>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;
using Phase = ConversationSession::Phase;

namespace {

using Stage = QueuedMessage::Stage;

//! A desk whose agent has one tool that waits, and a run that is in it.
struct WorkingDesk {
    WorkingDesk()
    {
        desk.model->asksFor(u"wait"_s, "{}");
        open(std::nullopt);
        session->send(u"Go"_s);
    }

    void open(std::optional<ConversationId> conversation)
    {
        session = std::make_unique<ConversationSession>(*desk.desk, conversation);
        session->load();
    }
    bool isInTool()
    {
        return QTest::qWaitFor([this] { return tool->isWaiting(); });
    }
    bool isIdle()
    {
        return QTest::qWaitFor(
            [this] { return session->phase() == Phase::Idle && session->queue().messages().isEmpty(); }, 10'000);
    }
    bool isHandedIn(qsizetype count)
    {
        return QTest::qWaitFor([this, count] {
            return std::ranges::count(session->queue().messages(), Stage::HandedIn, &QueuedMessage::stage) == count;
        });
    }
    //! The process dies; another one opens the conversation.
    void crash()
    {
        const ConversationId id = *session->id();
        desk.engine.reset();
        session.reset();
        tool->letGo();
        desk.crash();
        open(id);
    }
    //! Sends it to the run in its tool; then the process dies, and another one finds it in the queue.
    bool isCutOffWith(const QString &text)
    {
        if (!isInTool())
            return false;
        session->send(text);
        if (!isHandedIn(1))
            return false;
        crash();
        return QTest::qWaitFor([&] { return queued() == QStringList(text) && session->isInterrupted(); });
    }
    QUuid uidOf(qsizetype at) const { return session->queue().messages().at(at).message.uid; }
    QStringList queued() const
    {
        QStringList texts;
        for (const QueuedMessage &each : session->queue().messages())
            texts.append(each.message.text());
        return texts;
    }
    //! Who says what, entry by entry, as the store has it.
    QStringList stored()
    {
        QStringList lines;
        const auto entries = awaitTask(desk.workbench->store->loadConversation(*session->id()));
        for (const StoredEntry &each : entries.value_or(QList<StoredEntry>())) {
            for (const Message &message : each.entry.messages) {
                if (message.role == Role::User)
                    lines.append(message.text());
                else if (message.role == Role::Tool)
                    lines.append(u"(result)"_s);
                else if (!each.entry.endsRun)
                    lines.append(message.calls().isEmpty() ? QString(u"> "_s + message.text()) : u"(call)"_s);
            }
            if (each.entry.endsRun)
                lines.append(each.entry.error() ? u"(ended early)"_s : u"(end)"_s);
        }
        return lines;
    }
    //! What is left in the table.
    qsizetype rows()
    {
        const auto waiting = awaitTask(desk.workbench->queuedInputs->waiting(*session->id()));
        return waiting ? waiting->size() : -1;
    }

    std::shared_ptr<PausedTool> tool = std::make_shared<PausedTool>(u"wait"_s);
    TestDesk desk{QList<std::shared_ptr<Tool>>{tool}};
    std::unique_ptr<ConversationSession> session;
};

} // namespace

class tst_MessageQueue : public QObject
{
    Q_OBJECT

private slots:
    void whatIsSentWhileAToolRunsGoesInBehindItsResult()
    {
        RULE("2.4.3", "2.4.5", "2.4.6");
        WorkingDesk test;
        QVERIFY(test.isInTool());
        QSignalSpy queued(test.session.get(), &ConversationSession::inputQueued);
        test.session->send(u"Also this"_s);
        test.session->send(u"And that"_s);
        QCOMPARE(queued.count(), 2);
        QCOMPARE(test.queued(), QStringList({u"Also this"_s, u"And that"_s}));
        QVERIFY(test.isHandedIn(2));
        QCOMPARE(test.rows(), 2); // written before the run got it
        test.desk.model->says(u"All three."_s);
        test.tool->goOn();
        QVERIFY(test.isIdle());
        const QStringList expected{u"Go"_s,       u"(call)"_s,       u"(result)"_s, u"Also this"_s,
                                   u"And that"_s, u"> All three."_s, u"(end)"_s};
        QCOMPARE(test.stored(), expected);
        QCOMPARE(test.rows(), 0);
        // The reader sees them where they went in, before and after opening the conversation again.
        const QString shown = textOf(test.session->model());
        QVERIFY(shown.indexOf(u"wait"_s) < shown.indexOf(u"Also this"_s));
        QVERIFY(shown.indexOf(u"And that"_s) < shown.indexOf(u"All three."_s));
        QCOMPARE(test.desk.model->lastRequest().messages.constLast().text(), u"And that"_s);
    }

    void whatIsSentWhileItAnswersGetsAnAnswerOfItsOwn()
    {
        RULE("2.4.7", "2.4.8");
        TestDesk test;
        test.model->answers(ScriptedAnswer().text(u"First "_s).pause().text(u"answer."_s));
        test.model->says(u"Second answer."_s);
        ConversationSession session(*test.desk, std::nullopt);
        session.send(u"Go"_s);
        QTRY_VERIFY(test.model->isPaused());
        session.send(u"More"_s);
        QTRY_COMPARE(session.queue().messages().constFirst().stage, Stage::HandedIn);
        test.model->goOn();
        QTRY_COMPARE(session.phase(), Phase::Idle);
        QVERIFY(session.queue().messages().isEmpty());
        const QString shown = textOf(session.model());
        QVERIFY(shown.contains(u"First answer."_s));
        QVERIFY(shown.indexOf(u"First answer."_s) < shown.indexOf(u"More"_s));
        QVERIFY(shown.indexOf(u"More"_s) < shown.indexOf(u"Second answer."_s));
        QCOMPARE(shown.count(u"More"_s), 1);
    }

    void whatComesTooLateBeginsTheNextRun()
    {
        RULE("2.3.15", "2.4.2");
        WorkingDesk test;
        QVERIFY(test.isInTool());
        test.desk.model->says(u"Done."_s).says(u"That too."_s);
        // The end is stored and the run has not said so yet: nobody is there to steer.
        const auto watch = test.desk.engine->tracker().watch(*test.session->id());
        QVERIFY(watch);
        bool isSent = false;
        connect(watch->get(), &ConversationWatch::available, test.session.get(), [&] {
            for (const auto updates = (*watch)->take(); const LiveUpdate &each : updates) {
                const auto *stored = std::get_if<StoredUpdate>(&each.update);
                if (stored && stored->stored.entry.endsRun && !std::exchange(isSent, true))
                    test.session->send(u"One more"_s);
            }
        });
        test.tool->goOn();
        QTRY_COMPARE(test.desk.model->requests().size(), 3);
        QVERIFY(test.isIdle());
        const QStringList expected{u"Go"_s,    u"(call)"_s,   u"(result)"_s,    u"> Done."_s,
                                   u"(end)"_s, u"One more"_s, u"> That too."_s, u"(end)"_s};
        QCOMPARE(test.stored(), expected);
        QCOMPARE(test.rows(), 0);
    }

    void stopIsFinalAndKeepsWhatWasSent()
    {
        RULE("2.4.10", "2.4.18");
        WorkingDesk test;
        QVERIFY(test.isInTool());
        test.session->send(u"Saved"_s);
        QVERIFY(test.isHandedIn(1));
        test.session->send(u"Just sent"_s); // its row is still being written
        QElapsedTimer time;
        time.start();
        test.session->stop();
        QCOMPARE(test.session->phase(), Phase::Stopping); // said at once
        QTRY_COMPARE(test.session->phase(), Phase::Idle);
        QVERIFY2(time.elapsed() < 1'000, qPrintable(QString::number(time.elapsed())));
        QCOMPARE(test.tool->stops, 1);
        QVERIFY(test.isIdle());
        QCOMPARE(test.desk.model->requests().size(), 1);
        const QStringList stored = test.stored();
        QCOMPARE(stored.mid(stored.size() - 3), QStringList({u"Saved"_s, u"Just sent"_s, u"(ended early)"_s}));
        QTRY_COMPARE(test.rows(), 0);
    }

    void whatIsSentAfterStopBeginsANewRun()
    {
        RULE("2.4.18", "2.3.15");
        WorkingDesk test;
        QVERIFY(test.isInTool());
        test.desk.model->says(u"Something else."_s);
        test.session->stop();
        test.session->send(u"Do this instead"_s);
        QTRY_COMPARE(test.desk.model->requests().size(), 2);
        QVERIFY(test.isIdle());
        const QStringList stored = test.stored();
        const qsizetype end = stored.indexOf(u"(ended early)"_s);
        QCOMPARE(stored.mid(end + 1), QStringList({u"Do this instead"_s, u"> Something else."_s, u"(end)"_s}));
    }

    void aWaitingMessageIsWrittenAnewInItsPlace()
    {
        RULE("2.4.6");
        WorkingDesk test;
        QVERIFY(test.isInTool());
        for (const QString &text : {u"one"_s, u"two"_s, u"three"_s})
            test.session->send(text);
        QVERIFY(test.isHandedIn(3));
        MessageQueue &queue = test.session->queue();
        const QUuid first = test.uidOf(0);
        QVERIFY(queue.hold(first));
        QCOMPARE(test.desk.engine->tracker().waitingInput(*test.session->id()).size(), 2);
        queue.setText(first, u"ONE"_s);
        queue.release(first);
        QVERIFY(test.isHandedIn(3));
        test.desk.model->says(u"Read."_s);
        test.tool->goOn();
        QVERIFY(test.isIdle());
        const QStringList stored = test.stored();
        QCOMPARE(stored.mid(3, 3), QStringList({u"ONE"_s, u"two"_s, u"three"_s}));
        QVERIFY(!queue.hold(first)); // taken
        QCOMPARE(test.rows(), 0);
    }

    void whatIsHeldStaysWhenTheRunEnds()
    {
        WorkingDesk test;
        QVERIFY(test.isInTool());
        test.session->send(u"half a thought"_s);
        QVERIFY(test.isHandedIn(1));
        const QUuid uid = test.uidOf(0);
        QVERIFY(test.session->queue().hold(uid));
        test.desk.model->says(u"Done."_s).says(u"Thought."_s);
        test.tool->goOn();
        QTRY_COMPARE(test.session->phase(), Phase::Idle);
        QCOMPARE(test.queued(), QStringList(u"half a thought"_s));
        test.session->queue().setText(uid, u"a whole thought"_s);
        test.session->queue().release(uid);
        QTRY_COMPARE(test.desk.model->requests().size(), 3);
        QVERIFY(test.isIdle());
        QCOMPARE(test.stored().count(u"a whole thought"_s), 1);
        QCOMPARE(test.stored().count(u"half a thought"_s), 0);
    }

    void aMessageThatWasTakenBackIsNeverSent()
    {
        WorkingDesk test;
        QVERIFY(test.isInTool());
        test.session->send(u"wrong"_s);
        test.session->send(u"right"_s);
        QVERIFY(test.isHandedIn(2));
        QVERIFY(test.session->queue().remove(test.uidOf(0)));
        test.desk.model->says(u"Read."_s);
        test.tool->goOn();
        QVERIFY(test.isIdle());
        QCOMPARE(test.stored().count(u"wrong"_s), 0);
        QCOMPARE(test.stored().count(u"right"_s), 1);
        QCOMPARE(test.rows(), 0);
    }

    void afterACrashTheQueueIsBackAndNothingRunsByItself_data()
    {
        QTest::addColumn<bool>("resumes");
        QTest::newRow("2.2.8 resume") << true;
        QTest::newRow("2.2.13 new input") << false;
    }

    void afterACrashTheQueueIsBackAndNothingRunsByItself() // T20, T21
    {
        QFETCH(bool, resumes);
        WorkingDesk test;
        QVERIFY(test.isInTool());
        test.session->send(u"first"_s);
        test.session->send(u"second"_s);
        QVERIFY(test.isHandedIn(2));
        test.crash();
        QTRY_VERIFY(test.session->isInterrupted());
        QTRY_COMPARE(test.queued(), QStringList({u"first"_s, u"second"_s}));
        QVERIFY(!test.tool->isWaiting());
        QVERIFY(test.desk.model->requests().isEmpty());
        const TranscriptModel &model = test.session->model();
        QCOMPARE(model.block(model.rowCount() - 1).as<ToolRow>()->state, ToolRow::State::EffectUnknown);

        test.desk.model->says(u"On it."_s);
        if (resumes)
            test.session->resume();
        else
            test.session->send(u"third"_s);
        QTRY_COMPARE(test.desk.model->requests().size(), 1);
        QVERIFY(test.isIdle());
        QStringList expected{u"Go"_s, u"(call)"_s, u"first"_s, u"second"_s, u"third"_s, u"> On it."_s, u"(end)"_s};
        if (resumes)
            expected.removeOne(u"third"_s);
        QCOMPARE(test.stored(), expected);
        QVERIFY(!test.tool->isWaiting()); // not run again by itself
        QCOMPARE(test.rows(), 0);
    }

    void whatIsKeptGoesWhenAPersonSaysSo()
    {
        WorkingDesk test;
        QVERIFY(test.isCutOffWith(u"kept"_s));
        // Writing it anew does not send it.
        const QUuid uid = test.uidOf(0);
        QVERIFY(test.session->queue().hold(uid));
        test.session->queue().setText(uid, u"kept and better"_s);
        test.session->queue().release(uid);
        QCOMPARE(test.session->phase(), Phase::Idle);
        test.desk.model->says(u"Yes."_s);
        test.session->sendQueued();
        QVERIFY(test.isIdle());
        QCOMPARE(test.stored().count(u"kept and better"_s), 1);
        QVERIFY(!test.session->isInterrupted());
    }

    void aRefusedRunLeavesTheQueueAsItWas()
    {
        WorkingDesk test;
        QVERIFY(test.isCutOffWith(u"kept"_s));
        test.desk.model->hasNoClient(Error(Error::Kind::Auth, u"no key"_s));
        test.session->sendQueued();
        QTRY_VERIFY(test.session->refusal());
        QCOMPARE(test.session->phase(), Phase::Idle);
        QCOMPARE(test.queued(), QStringList(u"kept"_s));
        QVERIFY(!test.session->hasRefusedMessage()); // it is not in the composer
        QVERIFY(test.session->canRetry());
        QCOMPARE(test.rows(), 1);
    }

    void whatAnotherProgramHasSentIsNotSentTwice()
    {
        WorkingDesk test;
        QVERIFY(test.isCutOffWith(u"once"_s));
        ConversationEntry entry; // The other window sent it, and its run ended.
        entry.agent = u"assistant"_s;
        entry.at = test.desk.clock.now();
        entry.messages = {test.session->queue().messages().constFirst().message};
        QVERIFY(awaitTask(test.desk.workbench->store->appendConversation(*test.session->id(), entry)).has_value());
        test.session->sendQueued();
        QVERIFY(test.isIdle());
        QVERIFY(test.desk.model->requests().isEmpty());
        QCOMPARE(test.stored().count(u"once"_s), 1);
    }
};

QTEST_MAIN(tst_MessageQueue)
#include "tst_MessageQueue.moc"
