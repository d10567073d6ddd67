// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "page/ConversationSession.h"
#include "page/OpenConversations.h"

#include "support/TestDesk.h"
#include "support/TranscriptText.h"

#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;
using Phase = ConversationSession::Phase;

class tst_ConversationSession : public QObject
{
    Q_OBJECT

private slots:
    void aNewConversationBeginsWithItsFirstMessage()
    {
        TestDesk test;
        test.model->says(u"Hello there."_s);
        ConversationSession session(*test.desk, std::nullopt);
        QSignalSpy stored(&session, &ConversationSession::inputStored);
        QSignalSpy finished(&session, &ConversationSession::runFinished);
        session.send(u"Good morning"_s);
        QCOMPARE(session.phase(), Phase::Sending);
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(stored.count(), 1);
        QTRY_COMPARE(session.record().title, u"Good morning"_s);
        QVERIFY(textOf(session.model()).contains(u"Hello there."_s));
        const auto record = test.onlyRecord();
        QVERIFY(record);
        QCOMPARE(record->id, *session.id());
        QCOMPARE(record->state, ConversationState::Idle);
    }

    void aRefusedMessageLeavesNothingBehind() // T10
    {
        TestDesk test;
        test.model->hasNoClient(Error(Error::Kind::Auth, u"no key"_s));
        ConversationSession session(*test.desk, std::nullopt);
        session.send(u"Good morning"_s);
        QTRY_VERIFY(session.refusal());
        QCOMPARE(session.refusal()->kind, Error::Kind::Auth);
        QVERIFY(session.hasRefusedMessage());
        QVERIFY(!session.id());
        QTRY_VERIFY(awaitTask(test.catalog().list({}))->isEmpty());
    }

    void aFailedRunCanBeTriedAgain()
    {
        TestDesk test;
        test.model->fails(Error(Error::Kind::Refused, u"bad request"_s));
        test.model->says(u"Now it works."_s);
        ConversationSession session(*test.desk, std::nullopt);
        QSignalSpy finished(&session, &ConversationSession::runFinished);
        session.send(u"Good morning"_s);
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(session.canRetry());
        QVERIFY(!session.refusal());
        session.retry();
        QTRY_COMPARE(finished.count(), 2);
        QVERIFY(textOf(session.model()).contains(u"Now it works."_s));
        QVERIFY(!session.canRetry());
    }

    void aStoppedAnswerCanBeMadeAgain()
    {
        TestDesk test;
        test.model->answers(ScriptedAnswer().text(u"The first half "_s).pause().text(u"never comes"_s));
        test.model->says(u"All of it."_s);
        ConversationSession session(*test.desk, std::nullopt);
        QSignalSpy finished(&session, &ConversationSession::runFinished);
        session.send(u"Go"_s);
        QTRY_VERIFY(test.model->isPaused());
        session.stop();
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(session.canRetry());
        session.retry();
        QTRY_COMPARE(finished.count(), 2);
        QVERIFY(textOf(session.model()).contains(u"All of it."_s));
        QVERIFY(!session.canRetry());
    }

    void errorsNameTheProviderByItsTitle()
    {
        TestDesk test;
        QVERIFY(awaitTask(test.workbench->profiles->add({.name = u"house"_s,
                                                         .title = u"The house server"_s,
                                                         .baseUrl = QUrl(u"http://localhost:8080/v1"_s),
                                                         .defaultModel = u"m"_s}))
                    .has_value());
        test.model->fails(Error(Error::Kind::Refused, ErrorFacts{.message = u"bad request"_s, .status = 400}));
        ConversationSession session(*test.desk, std::nullopt);
        session.setChoice({u"house"_s, u"m"_s});
        QTRY_COMPARE(session.providerTitle(), u"The house server"_s);
        session.send(u"Go"_s);
        QTRY_VERIFY(session.canRetry());
        const auto *bar = session.model().block(session.model().rowCount() - 1).as<ErrorBar>();
        QVERIFY(bar);
        QCOMPARE(errorText(bar->error, bar->context).headline, u"The house server refused this request."_s);
    }

    void stoppingKeepsWhatHadArrived()
    {
        TestDesk test;
        test.model->answers(ScriptedAnswer().text(u"The first half "_s).pause().text(u"never comes"_s));
        ConversationSession session(*test.desk, std::nullopt);
        QSignalSpy finished(&session, &ConversationSession::runFinished);
        session.send(u"Go"_s);
        QTRY_VERIFY(test.model->isPaused());
        session.stop();
        QTRY_COMPARE(finished.count(), 1);
        const ConversationId id = *session.id();
        ConversationSession again(*test.desk, id);
        again.load();
        QTRY_COMPARE(again.phase(), Phase::Idle);
        QVERIFY(textOf(again.model()).contains(u"The first half"_s));
    }

    void anInterruptedRunCanBeResumed() // T21
    {
        TestDesk test;
        const ConversationId id = test.catalog().newConversation();
        QVERIFY(awaitTask(test.catalog().noteInput({.conversation = id,
                                                    .agent = u"assistant"_s,
                                                    .provider = u"demo"_s,
                                                    .model = u"chat"_s,
                                                    .text = u"Cut off"_s}))
                    .has_value());
        ConversationEntry input;
        input.agent = u"assistant"_s;
        input.at = test.clock.now();
        Message message = userMessage(u"Cut off"_s);
        message.uid = test.ids.next();
        input.messages = {message};
        QVERIFY(awaitTask(test.workbench->store->appendConversation(id, input)).has_value());

        test.model->says(u"Back again."_s);
        ConversationSession session(*test.desk, id);
        session.load();
        QSignalSpy finished(&session, &ConversationSession::runFinished);
        session.resume(); // Waits until it is read.
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(textOf(session.model()).contains(u"Back again."_s));
        QTRY_VERIFY(!session.isInterrupted());
    }

    void aRunGoesOnWhileAnotherConversationIsShown()
    {
        TestDesk test;
        test.model->answers(ScriptedAnswer().text(u"One "_s).pause().text(u"two."_s));
        OpenConversations conversations(*test.desk);
        ConversationSession &running = conversations.open(std::nullopt);
        conversations.setShown(running);
        running.send(u"Count"_s);
        QTRY_VERIFY(test.model->isPaused());
        const ConversationId id = *running.id();

        ConversationSession &other = conversations.open(std::nullopt);
        conversations.setShown(other);
        QVERIFY(running.isBusy());
        QCOMPARE(&conversations.open(id), &running); // its live state, not a copy
        QVERIFY(textOf(running.model()).contains(u"One"_s));
        QSignalSpy finished(&conversations, &OpenConversations::runFinished);
        test.model->goOn();
        QTRY_COMPARE(finished.count(), 1);
        QTRY_VERIFY(!conversations.find(id)); // Neither shown nor running.
    }

    void deletingASessionHalfWayStoresTheEnd()
    {
        TestDesk test;
        test.model->answers(ScriptedAnswer().text(u"half"_s).pause().text(u"whole"_s));
        auto session = std::make_unique<ConversationSession>(*test.desk, std::nullopt);
        session->send(u"Go"_s);
        QTRY_VERIFY(test.model->isPaused());
        session.reset();
        QTRY_VERIFY(test.onlyRecord() && test.onlyRecord()->state == ConversationState::Idle);
    }
};

QTEST_MAIN(tst_ConversationSession)
#include "tst_ConversationSession.moc"
