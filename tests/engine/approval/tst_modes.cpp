// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/ExitPlanMode.h"
#include "conversations/History.h"
#include "support/AskingEngine.h"
#include "support/Rule.h"

using namespace Qt::StringLiterals;
using namespace typeshift;

//! Default, plan and auto: what is offered, what runs, and how a plan is approved.
class TestModes final : public QObject
{
    Q_OBJECT

private slots:
    void theModeIsTheNearestThatNamesOne_data();
    void theModeIsTheNearestThatNamesOne();
    void planModeOffersReadOnlyToolsAndThePlan();
    void aToolThatIsNotOfferedDoesNotRun();
    void anApprovedPlanIsCarriedOut_data();
    void anApprovedPlanIsCarriedOut();
    void aPlanSentBackStaysInPlanMode();
    void aPlanIsSentBackWithAReason();
    void plansAreNumberedOverRunsAndRestarts();
    void nothingButAPersonAnswersAPlan_data();
    void nothingButAPersonAnswersAPlan();
    void aBlankPlanIsNoQuestion();
    void aPlanIsNotApprovedBlank();
    void otherCallsWaitWithThePlan();
    void aPlanNeedsAConversation();
    void theModeReachedIsStored();
    void theModeCanBeSwitchedWhileARunGoesOn();
    void aSwitchThatNoModelCallTookIsKept();
};

namespace {

constexpr auto plan = R"({"plan":"1. Pay\n2. Mail"})";

ApprovalRequest askWithPlan(AskingEngine &asking, AgentMode mode = AgentMode::Plan)
{
    asking.model().asksFor(ExitPlanMode::toolName, plan);
    const auto asked = asking.say(u"Plan it"_s, mode);
    return asked ? asked->approvalRequests().value(0) : ApprovalRequest();
}

} // namespace

void TestModes::theModeIsTheNearestThatNamesOne_data()
{
    QTest::addColumn<AgentMode>("agents");
    QTest::addColumn<std::optional<AgentMode>>("conversations");
    QTest::addColumn<std::optional<AgentMode>>("runs");
    QTest::addColumn<AgentMode>("mode");
    using Mode = std::optional<AgentMode>;
    QTest::newRow("2.10.1 nobody names one") << AgentMode::Default << Mode() << Mode() << AgentMode::Default;
    QTest::newRow("2.10.1 the agent's code") << AgentMode::Plan << Mode() << Mode() << AgentMode::Plan;
    QTest::newRow("2.10.1 the conversation before the agent")
        << AgentMode::Plan << Mode(AgentMode::Auto) << Mode() << AgentMode::Auto;
    QTest::newRow("2.10.1 the run before the conversation")
        << AgentMode::Plan << Mode(AgentMode::Auto) << Mode(AgentMode::Default) << AgentMode::Default;
}

void TestModes::theModeIsTheNearestThatNamesOne()
{
    QFETCH(const AgentMode, agents);
    QFETCH(const std::optional<AgentMode>, conversations);
    QFETCH(const std::optional<AgentMode>, runs);
    AskingEngine asking({}, agents);
    if (conversations) {
        ConversationEntry end;
        end.endsRun = true;
        end.mode = conversations;
        auto appending = asking.running.memory->appendConversation(asking.running.conversation, end);
        appending.start();
    }
    asking.model().says(u"Hello."_s);
    QVERIFY(asking.say(u"Hi"_s, runs));
    QTEST(*asking.running.entries().constLast().entry.mode, "mode");
}

void TestModes::planModeOffersReadOnlyToolsAndThePlan()
{
    RULE("2.10.2", "2.10.11");
    AskingEngine asking;
    asking.model().asksFor(u"look"_s, "{}").says(u"Nothing to plan."_s).says(u"Hello."_s);
    QVERIFY(asking.say(u"Hi"_s, AgentMode::Plan));
    QCOMPARE(toolsOf(asking.model().requests().at(0)), QStringList({u"look"_s, u"exit_plan_mode"_s}));
    const QString instructions = asking.model().requests().at(0).instructions;
    QVERIFY(instructions.startsWith(u"Be brief.\n\n"_s) && instructions.contains(u"plan mode"_s));
    QCOMPARE(asking.model().requests().at(1).instructions, instructions); // Once, however often it is asked.
    QVERIFY(asking.say(u"Hi"_s, AgentMode::Default));
    QCOMPARE(toolsOf(asking.model().lastRequest()), QStringList({u"look"_s, u"note"_s, u"pay"_s, u"mail"_s}));
    QCOMPARE(asking.model().lastRequest().instructions, u"Be brief."_s);
}

void TestModes::aToolThatIsNotOfferedDoesNotRun()
{
    RULE("2.10.3");
    AskingEngine asking;
    asking.model().answers(ScriptedAnswer().call(u"note"_s, "{}").call(u"pay"_s, "{}")).says(u"I see."_s);
    const auto response = asking.say(u"Hi"_s, AgentMode::Plan);
    QVERIFY(response);
    QVERIFY(response->approvalRequests().isEmpty());
    QVERIFY(asking.tools.log.isEmpty());
    QCOMPARE(outlineOf(asking.model().lastRequest().messages).last(),
             u"result Error: Requested function \"note\" not found."
             " | result Error: Requested function \"pay\" not found."_s);
}

void TestModes::anApprovedPlanIsCarriedOut_data()
{
    QTest::addColumn<AgentMode>("mode");
    QTest::newRow("2.10.4 in default mode") << AgentMode::Default;
    QTest::newRow("2.10.4 in auto mode") << AgentMode::Auto;
}

void TestModes::anApprovedPlanIsCarriedOut()
{
    QFETCH(const AgentMode, mode);
    AskingEngine asking;
    const ApprovalRequest request = askWithPlan(asking);
    QCOMPARE(ExitPlanMode::planOf(request.call.arguments), u"1. Pay\n2. Mail"_s);
    ApprovalResponse approved = asking.approve(request);
    approved.mode = mode;
    asking.model().asksFor(u"pay"_s, "{}");
    if (mode == AgentMode::Auto)
        asking.model().says(u"Done."_s);
    const auto response = asking.answer({approved});
    QVERIFY(response);
    QVERIFY(toolsOf(asking.model().requests().at(1)).contains(u"pay"_s));
    QCOMPARE(response->approvalRequests().size(), mode == AgentMode::Auto ? 0 : 1);
    QCOMPARE(asking.tools.log.size(), mode == AgentMode::Auto ? 1 : 0);
    QCOMPARE(modeOf(asking.running.entries()), std::optional(mode));
}

void TestModes::aPlanSentBackStaysInPlanMode()
{
    RULE("2.10.4");
    AskingEngine asking;
    const ApprovalRequest request = askWithPlan(asking);
    asking.model().says(u"Let me think."_s);
    QVERIFY(asking.answer({asking.reject(request, u"Do not mail."_s)}));
    QCOMPARE(outlineOf(asking.model().lastRequest().messages).last(),
             u"result Tool call invocation rejected. Do not mail."_s);
    QVERIFY(toolsOf(asking.model().lastRequest()).contains(u"exit_plan_mode"_s));
    QCOMPARE(modeOf(asking.running.entries()), std::optional(AgentMode::Plan));
}

void TestModes::aPlanIsSentBackWithAReason()
{
    RULE("2.10.4");
    AskingEngine asking;
    const ApprovalRequest request = askWithPlan(asking);
    const auto refused = asking.answer({asking.reject(request, u"  "_s)});
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, Error::Kind::InvalidInput);
    QCOMPARE(asking.open().size(), 1);
}

void TestModes::plansAreNumberedOverRunsAndRestarts()
{
    RULE("2.6.22", "2.10.4");
    AskingEngine asking;
    const ApprovalRequest first = askWithPlan(asking);
    QCOMPARE(first.planRevision, 1);
    asking.running.restart();
    asking.model().asksFor(ExitPlanMode::toolName, R"({"plan":"Only pay."})");
    const auto again = asking.answer({asking.reject(first, u"No mail."_s)});
    QVERIFY(again);
    const ApprovalRequest second = again->approvalRequests().value(0);
    QCOMPARE(second.planRevision, 2);
    const auto late = asking.answer({asking.approve(first)});
    QVERIFY2(!late, "an approval belongs to its revision");
    QCOMPARE(late.error().kind, Error::Kind::ApprovalClosed);
}

void TestModes::nothingButAPersonAnswersAPlan_data()
{
    QTest::addColumn<bool>("hasRule");
    QTest::newRow("2.10.5 no rule") << true;
    QTest::newRow("2.10.5 no standing approval") << false;
}

void TestModes::nothingButAPersonAnswersAPlan()
{
    QFETCH(const bool, hasRule);
    const auto all = std::make_shared<FunctionRule>(u"all"_s, [](const FunctionCall &, const RunIdentity &) {
        return RuleDecision{RuleDecision::Kind::Approve, {}};
    });
    AskingEngine asking(hasRule ? QList<std::shared_ptr<ApprovalRule>>{all} : QList<std::shared_ptr<ApprovalRule>>());
    if (!hasRule) {
        ConversationEntry before;
        before.endsRun = true;
        before.standingApprovals = QList<StandingApproval>{{.tool = ExitPlanMode::toolName, .unknown = {}}};
        auto appending = asking.running.memory->appendConversation(asking.running.conversation, before);
        appending.start();
    }
    const ApprovalRequest request = askWithPlan(asking);
    QCOMPARE(request.planRevision, 1);
    ApprovalResponse always = asking.approveForConversation(request);
    const auto refused = asking.answer({always});
    QVERIFY2(!refused, "a plan is approved once");
}

void TestModes::aBlankPlanIsNoQuestion()
{
    RULE("2.10.4", "2.0.16");
    AskingEngine asking;
    asking.model().asksFor(ExitPlanMode::toolName, R"({"plan":" \n"})").says(u"I will write it."_s);
    const auto response = asking.say(u"Plan it"_s, AgentMode::Plan);
    QVERIFY(response);
    QVERIFY(response->approvalRequests().isEmpty());
    QVERIFY(outlineOf(asking.model().lastRequest().messages).last().contains(u"the plan is blank"_s));
}

void TestModes::aPlanIsNotApprovedBlank()
{
    RULE("2.10.4");
    AskingEngine asking;
    ApprovalResponse approved = asking.approve(askWithPlan(asking));
    approved.editedArguments = R"({"plan":""})";
    const auto refused = asking.answer({approved});
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, Error::Kind::InvalidInput);
}

void TestModes::otherCallsWaitWithThePlan()
{
    RULE("2.10.6");
    AskingEngine asking;
    asking.model().answers(ScriptedAnswer().call(u"look"_s, "{}").call(ExitPlanMode::toolName, plan));
    const auto asked = asking.say(u"Plan it"_s, AgentMode::Plan);
    QVERIFY(asked);
    QVERIFY(asking.tools.log.isEmpty());
    QCOMPARE(asked->approvalRequests().size(), 1);
    asking.model().says(u"Go."_s);
    QVERIFY(asking.answer({asking.approve(asked->approvalRequests().constFirst())}));
    QCOMPARE(asking.tools.log, QStringList(u"look {}"_s));
    QCOMPARE(outlineOf(asking.model().lastRequest().messages).last(),
             u"result {} | result The plan is approved. Carry it out now."_s);
}

void TestModes::aPlanNeedsAConversation()
{
    RULE("2.10.10");
    AskingEngine asking;
    asking.model().asksFor(ExitPlanMode::toolName, plan);
    RunRequest request;
    request.mode = AgentMode::Plan;
    const auto response = RunningEngine::end(asking.running.host().run(u"Plan it"_s, request));
    QVERIFY(!response);
    QCOMPARE(response.error().kind, Error::Kind::InvalidState);
}

void TestModes::theModeReachedIsStored()
{
    RULE("2.10.7", "2.2.15");
    AskingEngine asking;
    asking.model().says(u"Hello."_s);
    QVERIFY(asking.say(u"Hi"_s, AgentMode::Plan));
    asking.running.restart();
    asking.model().says(u"Still planning."_s);
    QVERIFY(asking.say(u"Go on"_s));
    QVERIFY(toolsOf(asking.model().lastRequest()).contains(u"exit_plan_mode"_s));
}

void TestModes::theModeCanBeSwitchedWhileARunGoesOn()
{
    RULE("2.10.13");
    AskingEngine asking;
    asking.model().answers(ScriptedAnswer().text(u"Look. "_s).pause().call(u"look"_s, "{}")).says(u"Done."_s);
    const RunHandle run = asking.running.host().run(u"Hi"_s, asking.running.request());
    QList<AgentMode> told;
    connect(run.get(), &Run::updated, this, [&told](const ChatUpdate &update) {
        if (const auto *mode = std::get_if<ModeUpdate>(&update))
            told.append(mode->mode);
    });
    QTRY_VERIFY(asking.model().isPaused());
    QVERIFY(asking.running.engine->tracker().setMode(asking.running.conversation, AgentMode::Plan));
    asking.model().goOn();
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(told, QList<AgentMode>{AgentMode::Plan});
    QCOMPARE(asking.tools.log, QStringList(u"look {}"_s));
    QVERIFY(!toolsOf(asking.model().requests().at(0)).contains(u"exit_plan_mode"_s));
    QVERIFY(toolsOf(asking.model().requests().at(1)).contains(u"exit_plan_mode"_s));
    QCOMPARE(modeOf(asking.running.entries()), std::optional(AgentMode::Plan));
}

void TestModes::aSwitchThatNoModelCallTookIsKept()
{
    RULE("2.10.13");
    AskingEngine asking;
    asking.model().answers(ScriptedAnswer().text(u"Almost "_s).pause().text(u"done."_s));
    const RunHandle run = asking.running.host().run(u"Hi"_s, asking.running.request());
    QTRY_VERIFY(asking.model().isPaused());
    QVERIFY(asking.running.engine->tracker().setMode(asking.running.conversation, AgentMode::Auto));
    asking.model().goOn();
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(modeOf(asking.running.entries()), std::optional(AgentMode::Auto));
    QVERIFY(!asking.running.engine->tracker().setMode(asking.running.conversation, AgentMode::Plan));
}

QTEST_GUILESS_MAIN(TestModes)
#include "tst_modes.moc"
