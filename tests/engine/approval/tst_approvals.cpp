// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/ApprovalGate.h"
#include "support/AskingEngine.h"
#include "support/Rule.h"

using namespace Qt::StringLiterals;
using namespace typeshift;

//! Who decides a call, and what of it reaches the host.
class TestApprovals final : public QObject
{
    Q_OBJECT

private slots:
    void callsThatNeedNoApprovalRunAtOnce();
    void oneCallThatNeedsApprovalMakesAllWait();
    void theRunEndsAskingAndTheRequestsAreStoredBeforeItsEnd();
    void aWatcherSeesOnlyWhatIsLeftToTheHost();
    void rulesComeFirst_data();
    void rulesComeFirst();
    void rulesSeeTheExactCall();
    void aRuleThatFailsRejects_data();
    void aRuleThatFailsRejects();
    void whenAllIsDecidedTheRunGoesOn();
    void autoModeApprovesUnlessARuleRejects();
    void whereNobodyCanBeAskedTheCallIsRejected();
    void aRunWithoutAConversationCannotAsk();
    void anAgentMayBeStricterThanItsToolset();
    void argumentsThatTheToolRefusesAreNoQuestion();
    void aStandingApprovalIsCaseSensitive();
    void steeringWhileAskingMakesAnotherPassThatClosesTheRequests();
    void aHandleThatDiesWhileAskingLeavesTheRequestsOpen();
};

namespace {

std::shared_ptr<ApprovalRule> approving(const QString &tool)
{
    return std::make_shared<FunctionRule>(u"small sums"_s, [tool](const FunctionCall &call, const RunIdentity &) {
        return RuleDecision{call.name == tool ? RuleDecision::Kind::Approve : RuleDecision::Kind::None, {}};
    });
}

std::shared_ptr<ApprovalRule> rejecting(const QString &tool)
{
    return std::make_shared<FunctionRule>(u"never"_s, [tool](const FunctionCall &call, const RunIdentity &) {
        return RuleDecision{call.name == tool ? RuleDecision::Kind::Reject : RuleDecision::Kind::None,
                            u"not on Mondays"_s};
    });
}

int notesWritten = 0;

void writeNote()
{
    ++notesWritten;
}

QList<ApprovalResponse> storedAnswers(AskingEngine &asking)
{
    QList<ApprovalResponse> answers;
    for (const StoredEntry &stored : asking.running.entries()) {
        for (const Message &message : stored.entry.messages) {
            for (const Content &content : message.contents) {
                if (const auto *response = std::get_if<ApprovalResponse>(&content))
                    answers.append(*response);
            }
        }
    }
    return answers;
}

} // namespace

void TestApprovals::callsThatNeedNoApprovalRunAtOnce()
{
    RULE("2.6.1");
    AskingEngine asking;
    asking.model().answers(ScriptedAnswer().call(u"look"_s, "{}").call(u"note"_s, "{}")).says(u"Done."_s);
    const auto response = asking.say(u"Hi"_s);
    QVERIFY(response);
    QCOMPARE(response->text(), u"Done."_s);
    QCOMPARE(asking.tools.log, QStringList({u"look {}"_s, u"note {}"_s}));
    QVERIFY(response->approvalRequests().isEmpty());
    QVERIFY(storedAnswers(asking).isEmpty());
}

void TestApprovals::oneCallThatNeedsApprovalMakesAllWait()
{
    RULE("2.6.2", "2.6.5", "2.6.6");
    AskingEngine asking({approving(u"mail"_s)});
    asking.model().answers(ScriptedAnswer()
                               .call(u"pay"_s, R"({"sum":1})")
                               .call(u"note"_s, R"({"n":2})")
                               .call(u"mail"_s, R"({"n":3})")
                               .call(u"pay"_s, R"({"sum":4})"));
    const auto asked = asking.say(u"Hi"_s);
    QVERIFY(asked);
    QVERIFY2(asking.tools.log.isEmpty(), "nothing runs before all is decided");
    const QList<ApprovalRequest> requests = asked->approvalRequests();
    QCOMPARE(requests.size(), 2);
    QCOMPARE(asking.open(), requests);

    asking.model().says(u"Done."_s);
    const auto done = asking.answer({asking.approve(requests.at(1)), asking.reject(requests.at(0), u"too much"_s)});
    QVERIFY(done);
    QCOMPARE(asking.tools.log, QStringList({u"note {\"n\":2}"_s, u"mail {\"n\":3}"_s, u"pay {\"sum\":4}"_s}));
    const QStringList shown = outlineOf(asking.model().lastRequest().messages);
    QCOMPARE(shown.size(), 3); // Input, the calls, one message of results.
    QCOMPARE(
        shown.at(2),
        u"result Tool call invocation rejected. too much | result {\"n\":2} | result {\"n\":3} | result {\"sum\":4}"_s);
}

void TestApprovals::theRunEndsAskingAndTheRequestsAreStoredBeforeItsEnd()
{
    RULE("2.1.19", "2.6.20");
    AskingEngine asking({approving(u"mail"_s)});
    asking.model().answers(ScriptedAnswer().call(u"pay"_s, "{}").call(u"mail"_s, "{}").call(u"note"_s, "{}"));
    const RunHandle run = asking.running.host().run(u"Hi"_s, asking.running.request());
    QList<ApprovalRequest> reported;
    int storedWhenReported = 0;
    connect(run.get(), &Run::updated, this, [&](const ChatUpdate &update) {
        if (const auto *request = std::get_if<RequestUpdate>(&update)) {
            reported.append(request->request);
            storedWhenReported = int(asking.open().size());
        }
    });
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(reported.size(), 1);
    QCOMPARE(storedWhenReported, 1);
    const QList<StoredEntry> entries = asking.running.entries();
    QCOMPARE(entries.size(), 4); // Input, response, requests, end.
    QCOMPARE(outlineOf(entries.at(2).entry.messages),
             QStringList({u"request | request | answer | request | answer"_s}));
    QVERIFY(entries.at(3).entry.endsRun);
    const QList<ApprovalResponse> answers = storedAnswers(asking);
    QCOMPARE(answers.at(0).decidedBy, Decider::Rule);
    QCOMPARE(answers.at(0).rule, u"small sums"_s);
    QCOMPARE(answers.at(1).decidedBy, Decider::Plain);
}

void TestApprovals::aWatcherSeesOnlyWhatIsLeftToTheHost()
{
    RULE("2.6.23");
    AskingEngine asking({approving(u"mail"_s)});
    asking.model().answers(ScriptedAnswer().call(u"mail"_s, "{}").call(u"pay"_s, "{}"));
    const auto watch = asking.running.engine->tracker().watch(asking.running.conversation);
    QVERIFY(watch);
    QVERIFY(asking.say(u"Hi"_s));
    QStringList names;
    for (const LiveUpdate &each : (*watch)->take()) {
        if (const auto *request = std::get_if<RequestUpdate>(&each.update))
            names.append(request->request.call.name);
    }
    QCOMPARE(names, QStringList(u"pay"_s));
}

void TestApprovals::rulesComeFirst_data()
{
    using Rules = QList<std::shared_ptr<ApprovalRule>>;
    QTest::addColumn<Rules>("rules");
    QTest::addColumn<AgentMode>("mode");
    QTest::addColumn<bool>("isStanding");
    QTest::addColumn<QString>("outcome"); // ran, rejected, asked

    const auto row = [](const char *name, const Rules &rules, AgentMode mode, bool isStanding, const QString &outcome) {
        QTest::newRow(name) << rules << mode << isStanding << outcome;
    };
    row("2.6.3 nothing decides", {}, AgentMode::Default, false, u"asked"_s);
    row("2.6.3 a rule approves", {approving(u"pay"_s)}, AgentMode::Default, false, u"ran"_s);
    row("2.6.3 a rejection wins over an earlier approval", {approving(u"pay"_s), rejecting(u"pay"_s)},
        AgentMode::Default, false, u"rejected"_s);
    row("2.6.3 a rejection wins over a later approval", {rejecting(u"pay"_s), approving(u"pay"_s)}, AgentMode::Default,
        false, u"rejected"_s);
    row("2.6.3 a rejection wins over a standing approval", {rejecting(u"pay"_s)}, AgentMode::Default, true,
        u"rejected"_s);
    row("2.6.3 a rejection wins over auto mode", {rejecting(u"pay"_s)}, AgentMode::Auto, false, u"rejected"_s);
    row("2.6.3 a standing approval answers", {}, AgentMode::Default, true, u"ran"_s);
    row("2.6.3 auto mode approves", {}, AgentMode::Auto, false, u"ran"_s);
    row("2.6.3 rules for other tools say nothing", {approving(u"mail"_s), rejecting(u"mail"_s)}, AgentMode::Default,
        false, u"asked"_s);
}

void TestApprovals::rulesComeFirst()
{
    using Rules = QList<std::shared_ptr<ApprovalRule>>;
    QFETCH(const Rules, rules);
    QFETCH(const AgentMode, mode);
    QFETCH(const bool, isStanding);
    AskingEngine asking(rules);
    if (isStanding) {
        ConversationEntry before;
        before.endsRun = true;
        before.standingApprovals = QList<StandingApproval>{{.tool = u"pay"_s, .unknown = {}}};
        auto appending = asking.running.memory->appendConversation(asking.running.conversation, before);
        appending.start();
    }
    asking.model().asksFor(u"pay"_s, "{}").says(u"Done."_s);
    const auto response = asking.say(u"Hi"_s, mode);
    QVERIFY(response);
    const QString outcome = !response->approvalRequests().isEmpty() ? u"asked"_s
        : asking.tools.log.isEmpty()                                ? u"rejected"_s
                                                                    : u"ran"_s;
    QTEST(outcome, "outcome");
    if (outcome == u"rejected"_s) {
        QCOMPARE(outlineOf(asking.model().lastRequest().messages).last(),
                 u"result Tool call invocation rejected. not on Mondays"_s);
    }
}

void TestApprovals::rulesSeeTheExactCall()
{
    RULE("2.6.4");
    QList<std::pair<FunctionCall, RunIdentity>> seen;
    const auto rule = std::make_shared<FunctionRule>(u"looks"_s, [&](const FunctionCall &call, const RunIdentity &run) {
        seen.append({call, run});
        return RuleDecision{RuleDecision::Kind::Approve, {}};
    });
    AskingEngine asking({rule});
    asking.model().asksFor(u"pay"_s, R"({ "sum" : 1.50 })").says(u"Done."_s);
    QVERIFY(asking.say(u"Hi"_s));
    QCOMPARE(seen.size(), 1);
    QCOMPARE(seen.constFirst().first.arguments, QByteArray(R"({ "sum" : 1.50 })"));
    QCOMPARE(seen.constFirst().second.agent, u"assistant"_s);
    QCOMPARE(seen.constFirst().second.conversation, std::optional(asking.running.conversation));
}

void TestApprovals::aRuleThatFailsRejects_data()
{
    QTest::addColumn<FunctionRule::Function>("function");
    QTest::newRow("2.6.4 it answers with an error")
        << FunctionRule::Function([](const FunctionCall &, const RunIdentity &) -> Result<RuleDecision> {
               return failure(Error::Kind::Network, u"the policy server is away"_s);
           });
    QTest::newRow("2.6.4 it throws") << FunctionRule::Function(
        [](const FunctionCall &, const RunIdentity &) -> Result<RuleDecision> {
            throw std::runtime_error("the policy server is away");
        });
}

void TestApprovals::aRuleThatFailsRejects()
{
    QFETCH(const FunctionRule::Function, function);
    AskingEngine asking({std::make_shared<FunctionRule>(u"policy"_s, function), approving(u"pay"_s)});
    asking.model().asksFor(u"pay"_s, "{}").says(u"Done."_s);
    QVERIFY(asking.say(u"Hi"_s));
    QVERIFY(asking.tools.log.isEmpty());
    QCOMPARE(outlineOf(asking.model().lastRequest().messages).last(),
             u"result Tool call invocation rejected. the policy server is away"_s);
}

void TestApprovals::whenAllIsDecidedTheRunGoesOn()
{
    RULE("2.6.5", "2.0.3");
    AskingEngine asking({approving(u"pay"_s), rejecting(u"mail"_s)});
    asking.model().answers(ScriptedAnswer().call(u"pay"_s, "{}").call(u"mail"_s, "{}")).says(u"Done."_s);
    const auto response = asking.say(u"Hi"_s);
    QVERIFY(response);
    QCOMPARE(response->text(), u"Done."_s);
    QVERIFY(response->approvalRequests().isEmpty());
    QCOMPARE(asking.model().requests().size(), 2);
    const QList<ApprovalResponse> answers = storedAnswers(asking);
    QCOMPARE(answers.size(), 2);
    QVERIFY(answers.at(0).approved && !answers.at(1).approved);
}

void TestApprovals::autoModeApprovesUnlessARuleRejects()
{
    RULE("2.10.8");
    AskingEngine asking({rejecting(u"mail"_s)});
    asking.model().answers(ScriptedAnswer().call(u"pay"_s, "{}").call(u"mail"_s, "{}")).says(u"Done."_s);
    QVERIFY(asking.say(u"Hi"_s, AgentMode::Auto));
    QCOMPARE(asking.tools.log, QStringList(u"pay {}"_s));
    QCOMPARE(storedAnswers(asking).constFirst().decidedBy, Decider::AutoMode);
}

void TestApprovals::whereNobodyCanBeAskedTheCallIsRejected()
{
    RULE("2.6.3");
    TestTools tools;
    const auto pay = AskingEngine::mark(tools.echo(u"pay"_s), false, true);
    ApprovalGate gate({.rules = {}, .tools = {pay}, .mayAsk = false});
    FixedClock clock;
    IdSource ids;
    RunContext run({.identity = {}, .stop = {}, .clock = clock, .ids = ids, .checkpoints = nullptr, .sink = {}});
    FunctionCall call;
    call.name = u"pay"_s;
    Message asked;
    auto deciding = gate.decide({call}, {pay.get()}, asked, run);
    deciding.start();
    const auto decided = deciding.takeResult();
    QVERIFY(decided);
    QCOMPARE(decided->constFirst().verdict, DecidedCall::Verdict::Reject);
    QVERIFY(asked.contents.isEmpty());
}

void TestApprovals::aRunWithoutAConversationCannotAsk()
{
    RULE("2.6.7");
    AskingEngine asking;
    asking.model().answers(ScriptedAnswer().call(u"note"_s, "{}").call(u"pay"_s, "{}"));
    const auto response = RunningEngine::end(asking.running.host().run(u"Hi"_s, {}));
    QVERIFY(!response);
    QCOMPARE(response.error().kind, Error::Kind::InvalidState);
    QVERIFY(response.error().facts.message.contains(u"pay"_s));
    QVERIFY2(asking.tools.log.isEmpty(), "nothing of the response ran");
}

void TestApprovals::anAgentMayBeStricterThanItsToolset()
{
    RULE("2.6.5", "2.6.6");
    const auto of = [](const QString &name) {
        return Agent(name)
            .withModel(u"script"_s, u"m1"_s)
            .useToolset(Toolset(u"notes"_s).withTool<&writeNote>("Writes."));
    };
    RunningEngine running{.configure = [of](EngineBuilder &builder) {
        builder.add(of(u"strict"_s).requireApproval<&writeNote>()).add(of(u"loose"_s));
    }};
    notesWritten = 0;
    running.model->asksFor(u"write_note"_s, "{}");
    const AgentHost strict = *running.engine->host(u"strict");
    const auto asked = RunningEngine::end(strict.run(u"Hi"_s, running.request()));
    QVERIFY(asked);
    QCOMPARE(notesWritten, 0); // D24: enforced where tools run.
    QCOMPARE(asked->approvalRequests().size(), 1);
    running.model->says(u"Done."_s);
    const ApprovalResponse yes = AskingEngine::approve(asked->approvalRequests().constFirst());
    QVERIFY(RunningEngine::end(strict.answer({yes}, running.request())));
    QCOMPARE(notesWritten, 1);
    running.model->asksFor(u"write_note"_s, "{}").says(u"Done."_s);
    QVERIFY(RunningEngine::end(running.engine->host(u"loose")->run(u"Hi"_s, running.request())));
    QCOMPARE(notesWritten, 2); // The toolset itself is as it was.
}

void TestApprovals::argumentsThatTheToolRefusesAreNoQuestion()
{
    RULE("2.0.16");
    AskingEngine asking;
    asking.model().asksFor(u"pay"_s, "[1]").says(u"Sorry."_s);
    const auto response = asking.say(u"Hi"_s);
    QVERIFY(response);
    QVERIFY(response->approvalRequests().isEmpty());
    QVERIFY(outlineOf(asking.model().lastRequest().messages).last().contains(u"must be a JSON object"_s));
}

void TestApprovals::aStandingApprovalIsCaseSensitive()
{
    RULE("2.6.21");
    AskingEngine asking;
    ConversationEntry before;
    before.endsRun = true;
    before.standingApprovals = QList<StandingApproval>{{.tool = u"Pay"_s, .unknown = {}}};
    auto appending = asking.running.memory->appendConversation(asking.running.conversation, before);
    appending.start();
    asking.model().asksFor(u"pay"_s, "{}");
    const auto response = asking.say(u"Hi"_s);
    QVERIFY(response);
    QCOMPARE(response->approvalRequests().size(), 1);
}

void TestApprovals::steeringWhileAskingMakesAnotherPassThatClosesTheRequests()
{
    RULE("2.4.12", "2.4.14", "2.6.13");
    AskingEngine asking;
    asking.model().answers(ScriptedAnswer().text(u"Let me pay."_s).call(u"pay"_s, "{}").pause()).says(u"All right."_s);
    const RunHandle run = asking.running.host().run(u"Hi"_s, asking.running.request());
    QTRY_VERIFY(asking.model().isPaused());
    QVERIFY(asking.running.engine->tracker().trySteer(asking.running.conversation, u"Wait"_s));
    asking.model().goOn();
    const auto response = RunningEngine::end(run);
    QVERIFY(response);
    QVERIFY(response->approvalRequests().isEmpty());
    QCOMPARE(outlineOf(asking.model().lastRequest().messages), QStringList({u"Hi"_s, u"Let me pay."_s, u"Wait"_s}));
    QVERIFY(asking.open().isEmpty());
    QString requestId;
    for (const StoredEntry &stored : asking.running.entries()) {
        for (const Message &message : stored.entry.messages) {
            for (const Content &content : message.contents) {
                if (const auto *request = std::get_if<ApprovalRequest>(&content))
                    requestId = request->requestId;
            }
        }
    }
    ApprovalResponse late;
    late.requestId = requestId;
    late.approved = true;
    const auto refused = asking.answer({late});
    QVERIFY(!refused);
    QCOMPARE(refused.error().facts.items, QStringList(requestId + u": passedBy"_s));
}

void TestApprovals::aHandleThatDiesWhileAskingLeavesTheRequestsOpen()
{
    RULE("2.6.18", "2.1.19");
    AskingEngine asking;
    asking.model().asksFor(u"pay"_s, "{}");
    RunHandle run = asking.running.host().run(u"Hi"_s, asking.running.request());
    connect(run.get(), &Run::updated, this, [&run](const ChatUpdate &update) {
        if (std::holds_alternative<RequestUpdate>(update))
            QMetaObject::invokeMethod(qApp, [&run] { run.reset(); }, Qt::QueuedConnection);
    });
    QTRY_VERIFY(!run);
    QTRY_VERIFY(asking.running.entries().constLast().entry.endsRun);
    QCOMPARE(asking.open().size(), 1);
    asking.model().says(u"Done."_s);
    QVERIFY(asking.answer({asking.approve(asking.open().constFirst())}));
    QCOMPARE(asking.tools.log, QStringList(u"pay {}"_s));
}

QTEST_GUILESS_MAIN(TestApprovals)
#include "tst_approvals.moc"
