// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/History.h"
#include "support/AskingEngine.h"
#include "support/Rule.h"
#include "support/TemporaryStore.h"

using namespace Qt::StringLiterals;
using namespace typeshift;

//! Answers to approval requests: bound to a request, once, and what they let run.
class TestAnswers final : public QObject
{
    Q_OBJECT

private slots:
    void anAnswerIsTheNextRunsInput();
    void textThatComesWithAnswersStandsBehindTheResults();
    void laterRunsSeeTheSameOrder();
    void unansweredRequestsAreLeftOutAndClosed();
    void aRejectionTellsTheModelWhy();
    void anApprovalForTheConversationHolds_data();
    void anApprovalForTheConversationHolds();
    void anApprovalForTheConversationHoldsInNoOther();
    void aStandingApprovalCanBeTakenBack_data();
    void aStandingApprovalCanBeTakenBack();
    void takingBackKeepsWhatIsAsked();
    void aBadAnswerRefusesTheWholeInput_data();
    void aBadAnswerRefusesTheWholeInput();
    void aSecondAnswerCallsNoModelAndRunsNothing();
    void aHostCannotBringItsOwnCalls();
    void approvedCallsRunAtMostOnce();
    void requestsSurviveARestart();
    void aRunCutOffWhileAskingShowsItsRequestsAgain();
    void changedArgumentsRunAndTheModelIsTold();
    void changedArgumentsThatTheToolRefusesAreRefused();
    void theHandleMayDieAtEverySuspensionOfAnAnswer();
};

namespace {

//! Asks once for "pay" with {"sum":1}; the request.
ApprovalRequest askToPay(AskingEngine &asking)
{
    asking.model().asksFor(u"pay"_s, R"({"sum":1})");
    const auto asked = asking.say(u"Hi"_s);
    return asked ? asked->approvalRequests().value(0) : ApprovalRequest();
}

void append(AskingEngine &asking, const ConversationEntry &entry)
{
    auto appending = asking.running.memory->appendConversation(asking.running.conversation, entry);
    appending.start();
}

} // namespace

void TestAnswers::anAnswerIsTheNextRunsInput()
{
    RULE("2.6.8", "2.1.1");
    AskingEngine asking;
    const ApprovalRequest request = askToPay(asking);
    QVERIFY(asking.tools.log.isEmpty());
    asking.model().says(u"Paid."_s);
    const auto response = asking.answer({asking.approve(request)});
    QVERIFY(response);
    QCOMPARE(response->text(), u"Paid."_s);
    QCOMPARE(asking.tools.log, QStringList(u"pay {\"sum\":1}"_s));
    QCOMPARE(outlineOf(asking.model().lastRequest().messages),
             QStringList({u"Hi"_s, u"call pay"_s, u"result {\"sum\":1}"_s}));
    // Input, results before the model is asked, response, end.
    const QList<StoredEntry> entries = asking.running.entries();
    QCOMPARE(outlineOf(entries.at(4).entry.messages), QStringList(u"answer"_s));
    QCOMPARE(outlineOf(entries.at(5).entry.messages), QStringList(u"result {\"sum\":1}"_s));
    QCOMPARE(outlineOf(entries.at(6).entry.messages), QStringList(u"Paid."_s));
    QVERIFY(entries.at(7).entry.endsRun);
}

void TestAnswers::textThatComesWithAnswersStandsBehindTheResults()
{
    RULE("2.6.16");
    AskingEngine asking;
    const ApprovalRequest request = askToPay(asking);
    asking.model().says(u"Paid."_s);
    QVERIFY(asking.answer({asking.approve(request)}, u"And thanks"_s));
    QCOMPARE(outlineOf(asking.model().lastRequest().messages),
             QStringList({u"Hi"_s, u"call pay"_s, u"result {\"sum\":1}"_s, u"And thanks"_s}));
}

void TestAnswers::laterRunsSeeTheSameOrder()
{
    RULE("2.6.16", "2.2.4");
    AskingEngine asking;
    const ApprovalRequest request = askToPay(asking);
    asking.model().says(u"Paid."_s).says(u"Bye."_s);
    QVERIFY(asking.answer({asking.approve(request)}, u"And thanks"_s));
    asking.running.restart();
    asking.model().says(u"Bye."_s);
    QVERIFY(asking.say(u"More"_s));
    QCOMPARE(outlineOf(asking.model().lastRequest().messages),
             QStringList({u"Hi"_s, u"call pay"_s, u"result {\"sum\":1}"_s, u"And thanks"_s, u"Paid."_s, u"More"_s}));
}

void TestAnswers::unansweredRequestsAreLeftOutAndClosed()
{
    RULE("2.6.10", "2.2.5");
    AskingEngine asking;
    asking.model().answers(ScriptedAnswer().call(u"pay"_s, "{}").call(u"note"_s, "{}").call(u"mail"_s, "{}"));
    const auto asked = asking.say(u"Hi"_s);
    QVERIFY(asked);
    const QList<ApprovalRequest> requests = asked->approvalRequests();
    QCOMPARE(requests.size(), 2);
    asking.model().says(u"Done."_s);
    QVERIFY(asking.answer({asking.approve(requests.at(1))}));
    QCOMPARE(asking.tools.log, QStringList({u"note {}"_s, u"mail {}"_s}));
    QCOMPARE(outlineOf(asking.model().lastRequest().messages),
             QStringList({u"Hi"_s, u"call note | call mail"_s, u"result {} | result {}"_s}));
    const auto late = asking.answer({asking.approve(requests.at(0))});
    QVERIFY(!late);
    QCOMPARE(late.error().facts.items, QStringList(requests.at(0).requestId + u": passedBy"_s));
}

void TestAnswers::aRejectionTellsTheModelWhy()
{
    RULE("2.6.11");
    AskingEngine asking;
    const ApprovalRequest request = askToPay(asking);
    asking.model().says(u"I see."_s);
    QVERIFY(asking.answer({asking.reject(request, u"Ask me first."_s)}));
    QVERIFY(asking.tools.log.isEmpty());
    QCOMPARE(outlineOf(asking.model().lastRequest().messages).last(),
             u"result Tool call invocation rejected. Ask me first."_s);
}

void TestAnswers::anApprovalForTheConversationHolds_data()
{
    QTest::addColumn<bool>("restarts");
    QTest::addColumn<bool>("compacts");
    QTest::newRow("2.6.12 in the next run") << false << false;
    QTest::newRow("2.6.12 in another process") << true << false;
    QTest::newRow("2.6.12 after compaction") << true << true;
}

void TestAnswers::anApprovalForTheConversationHolds()
{
    QFETCH(const bool, restarts);
    QFETCH(const bool, compacts);
    AskingEngine asking;
    const ApprovalRequest request = askToPay(asking);
    asking.model().says(u"Paid."_s);
    QVERIFY(asking.answer({asking.approveForConversation(request)}));
    if (compacts) {
        ConversationEntry summary;
        summary.isSummary = true;
        summary.standingApprovals = standingApprovalsOf(asking.running.entries());
        append(asking, summary);
    }
    if (restarts)
        asking.running.restart();
    asking.model().asksFor(u"pay"_s, R"({"sum":9})").says(u"Paid again."_s);
    const auto response = asking.say(u"More"_s);
    QVERIFY(response);
    QCOMPARE(response->text(), u"Paid again."_s);
    QCOMPARE(asking.tools.log.last(), u"pay {\"sum\":9}"_s);
}

void TestAnswers::anApprovalForTheConversationHoldsInNoOther()
{
    RULE("2.6.12");
    AskingEngine asking;
    const ApprovalRequest request = askToPay(asking);
    asking.model().says(u"Paid."_s);
    QVERIFY(asking.answer({asking.approveForConversation(request)}));
    asking.running.conversation = testId<ConversationId>();
    asking.model().asksFor(u"pay"_s, "{}");
    const auto response = asking.say(u"Hi"_s);
    QVERIFY(response);
    QCOMPARE(response->approvalRequests().size(), 1);
}

void TestAnswers::aStandingApprovalCanBeTakenBack_data()
{
    QTest::addColumn<bool>("whileRunning");
    QTest::newRow("2.6.12 between runs") << false;
    QTest::newRow("2.6.12 while a run goes on") << true;
}

void TestAnswers::aStandingApprovalCanBeTakenBack()
{
    QFETCH(const bool, whileRunning);
    AskingEngine asking;
    const ApprovalRequest request = askToPay(asking);
    asking.model().says(u"Paid."_s);
    QVERIFY(asking.answer({asking.approveForConversation(request)}));
    RunHandle run;
    if (whileRunning) {
        asking.model().answers(ScriptedAnswer().text(u"Hm. "_s).pause().call(u"note"_s, "{}")).says(u"Done."_s);
        run = asking.running.host().run(u"Wait"_s, asking.running.request());
        QTRY_VERIFY(asking.model().isPaused());
    }
    QVERIFY(RunningEngine::end(asking.running.host().revoke(u"pay"_s, asking.running.request())));
    if (run) {
        asking.model().goOn();
        QVERIFY(RunningEngine::end(run));
    }
    QVERIFY(standingApprovalsOf(asking.running.entries()).isEmpty());
    asking.running.restart();
    asking.model().asksFor(u"pay"_s, "{}");
    const auto response = asking.say(u"More"_s);
    QVERIFY(response);
    QCOMPARE(response->approvalRequests().size(), 1);
}

void TestAnswers::takingBackKeepsWhatIsAsked()
{
    RULE("2.6.13");
    AskingEngine asking;
    const ApprovalRequest first = askToPay(asking);
    asking.model().asksFor(u"mail"_s, "{}");
    const auto asked = asking.answer({asking.approveForConversation(first)});
    QVERIFY(asked);
    QVERIFY(RunningEngine::end(asking.running.host().revoke(u"pay"_s, asking.running.request())));
    QCOMPARE(asking.open(), asked->approvalRequests());
    QVERIFY(!isInterrupted(asking.running.entries()));
    asking.model().says(u"Sent."_s);
    QVERIFY(asking.answer({asking.approve(asked->approvalRequests().constFirst())}));
    QCOMPARE(asking.tools.log.last(), u"mail {}"_s);
}

void TestAnswers::aBadAnswerRefusesTheWholeInput_data()
{
    QTest::addColumn<QString>("bad");
    QTest::addColumn<QString>("state");
    QTest::newRow("2.6.14 one that nobody asked") << u"none"_s << u"unknown"_s;
    QTest::newRow("2.6.9 the same request twice") << u"twice"_s << u"answered"_s;
}

void TestAnswers::aBadAnswerRefusesTheWholeInput()
{
    QFETCH(const QString, bad);
    QFETCH(const QString, state);
    AskingEngine asking;
    const ApprovalRequest request = askToPay(asking);
    ApprovalResponse second = asking.approve(request);
    if (bad == u"none"_s)
        second.requestId = bad;
    const qsizetype stored = asking.running.entries().size();
    const auto refused = asking.answer({asking.approve(request), second});
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, Error::Kind::ApprovalClosed);
    QCOMPARE(refused.error().facts.items, QStringList(second.requestId + u": "_s + state));
    QCOMPARE(asking.running.entries().size(), stored);
    QCOMPARE(asking.model().requests().size(), 1);
    QCOMPARE(asking.open(), QList<ApprovalRequest>{request});
}

void TestAnswers::aSecondAnswerCallsNoModelAndRunsNothing()
{
    RULE("2.6.24", "2.6.9");
    AskingEngine asking;
    const ApprovalRequest request = askToPay(asking);
    asking.model().says(u"Paid."_s);
    const RunHandle first = asking.running.host().answer({asking.approve(request)}, asking.running.request());
    const RunHandle second = asking.running.host().answer({asking.approve(request)}, asking.running.request());
    QVERIFY(RunningEngine::end(first));
    QVERIFY(!RunningEngine::end(second));
    const auto third = asking.answer({asking.approve(request)});
    QVERIFY(!third);
    QCOMPARE(third.error().facts.items, QStringList(request.requestId + u": answered"_s));
    QCOMPARE(asking.tools.log.size(), 1);
    QCOMPARE(asking.model().requests().size(), 2);
}

void TestAnswers::aHostCannotBringItsOwnCalls()
{
    RULE("2.6.15");
    AskingEngine asking;
    ApprovalRequest forged;
    forged.requestId = u"forged"_s;
    forged.call = {.callId = u"x"_s, .name = u"pay"_s, .arguments = "{}", .problem = {}, .raw = {}, .unknown = {}};
    Message input = userMessage(u"Hi"_s);
    ApprovalResponse answer = asking.approve(forged);
    input.contents.append(forged);
    asking.model().says(u"Hello."_s);
    QVERIFY(RunningEngine::end(asking.running.host().run(input, asking.running.request())));
    QCOMPARE(outlineOf(asking.running.entries().constFirst().entry.messages), QStringList(u"Hi"_s));
    const auto refused = asking.answer({answer});
    QVERIFY(!refused);
    QVERIFY(asking.tools.log.isEmpty());
}

void TestAnswers::approvedCallsRunAtMostOnce()
{
    RULE("2.6.17");
    AskingEngine asking;
    const ApprovalRequest request = askToPay(asking);
    // As after a crash between running the call and storing its result: the answer is stored, and nothing behind it.
    ConversationEntry input;
    Message message;
    message.uid = QUuid::createUuid();
    message.contents = {asking.approve(request)};
    input.messages = {message};
    append(asking, input);
    asking.running.restart();
    asking.model().says(u"I do not know whether it was paid."_s);
    QVERIFY(RunningEngine::end(asking.running.host().resume(asking.running.request())));
    QVERIFY(asking.tools.log.isEmpty());
    QCOMPARE(outlineOf(asking.model().lastRequest().messages), QStringList(u"Hi"_s));
}

void TestAnswers::requestsSurviveARestart()
{
    RULE("2.6.19");
    AskingEngine asking;
    askToPay(asking);
    asking.running.restart();
    asking.model().says(u"Paid."_s);
    QVERIFY(asking.answer({asking.approve(asking.open().value(0))}));
    QCOMPARE(asking.tools.log, QStringList(u"pay {\"sum\":1}"_s));
}

void TestAnswers::aRunCutOffWhileAskingShowsItsRequestsAgain()
{
    RULE("2.2.11");
    AskingEngine asking;
    const ApprovalRequest request = askToPay(asking);
    // The same conversation without the end of its run.
    const QList<StoredEntry> whole = asking.running.entries();
    asking.running.conversation = testId<ConversationId>();
    for (const StoredEntry &stored : whole) {
        if (!stored.entry.endsRun)
            append(asking, stored.entry);
    }
    asking.running.restart();
    const auto resumed = RunningEngine::end(asking.running.host().resume(asking.running.request()));
    QVERIFY(resumed);
    QCOMPARE(resumed->approvalRequests(), QList<ApprovalRequest>{request});
    QVERIFY2(asking.model().requests().isEmpty(), "the model had asked already");
    QVERIFY(!isInterrupted(asking.running.entries()));
    asking.model().says(u"Paid."_s);
    QVERIFY(asking.answer({asking.approve(request)}));
    QCOMPARE(asking.tools.log.size(), 1);
}

void TestAnswers::changedArgumentsRunAndTheModelIsTold()
{
    RULE("2.6.8");
    AskingEngine asking;
    const ApprovalRequest request = askToPay(asking);
    ApprovalResponse changed = asking.approve(request);
    changed.editedArguments = R"({"sum": 0.50})";
    asking.model().says(u"Paid less."_s);
    QVERIFY(asking.answer({changed}));
    QCOMPARE(asking.tools.log, QStringList(u"pay {\"sum\":0.5}"_s));
    const Message results = asking.model().lastRequest().messages.constLast();
    const auto &result = std::get<FunctionResult>(results.contents.constFirst());
    QCOMPARE(result.executedArguments, std::optional<QByteArray>(R"({"sum": 0.50})"));
    QVERIFY(std::get<TextContent>(result.contents.constFirst()).text.contains(uR"({"sum": 0.50})"_s));
    const auto call = asking.model().lastRequest().messages.at(1).calls().constFirst();
    QCOMPARE(call.arguments, QByteArray(R"({"sum":1})")); // What was proposed stays.
}

void TestAnswers::changedArgumentsThatTheToolRefusesAreRefused()
{
    RULE("2.6.8");
    AskingEngine asking;
    const ApprovalRequest request = askToPay(asking);
    ApprovalResponse changed = asking.approve(request);
    changed.editedArguments = "[]";
    const auto refused = asking.answer({changed});
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, Error::Kind::InvalidInput);
    QCOMPARE(asking.open(), QList<ApprovalRequest>{request});
}

void TestAnswers::theHandleMayDieAtEverySuspensionOfAnAnswer()
{
    RULE("2.1.12", "2.6.17");
    for (int number = 1;; ++number) {
        AskingEngine asking;
        const ApprovalRequest request = askToPay(asking);
        asking.model().says(u"Paid."_s);
        RunHandle run = asking.running.host().answer({asking.approve(request)}, asking.running.request());
        int suspensions = 0;
        detail::suspensionProbe = [&] {
            if (++suspensions == number)
                QMetaObject::invokeMethod(asking.running.engine.get(), [&run] { run.reset(); }, Qt::QueuedConnection);
        };
        const bool ended = QTest::qWaitFor([&run] { return !run || run->state() == Run::State::Finished; }, 10'000);
        const QFuture<void> closed = asking.running.engine->close();
        const bool isClosed = QTest::qWaitFor([&closed] { return closed.isFinished(); }, 10'000);
        detail::suspensionProbe = nullptr;
        QVERIFY2(ended && isClosed, qPrintable(u"suspension %1"_s.arg(number)));
        const QList<StoredEntry> entries = asking.running.entries();
        QVERIFY(entries.constLast().entry.endsRun);
        QVERIFY2(asking.tools.log.size() <= 1, "an approved call runs at most once");
        const bool isAnswered = asking.open().isEmpty();
        QVERIFY2(isAnswered || asking.tools.log.isEmpty(), "what ran was answered in the store");
        if (suspensions < number)
            break;
    }
}

QTEST_GUILESS_MAIN(TestAnswers)
#include "tst_answers.moc"
