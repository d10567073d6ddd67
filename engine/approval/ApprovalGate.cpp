// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/ApprovalGate.h"

#include "approval/ExitPlanMode.h"
#include "tools/CallArguments.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

bool isPlan(const QString &tool)
{
    return tool == ExitPlanMode::toolName;
}

// A call that the tool would refuse anyway is no question for a person. // 2.0.16
bool canRun(const FunctionCall &call, const Tool &tool)
{
    const auto arguments = readArguments(call.arguments);
    return call.problem.isEmpty() && arguments && !tool.problemOf(*arguments);
}

Error refused(const QString &words)
{
    return Error(Error::Kind::InvalidInput, words);
}

} // namespace

//! What was decided about one call, and by whom.
struct ApprovalGate::Ruling {
    DecidedCall::Verdict verdict = DecidedCall::Verdict::Run;
    Decider by = Decider::Plain;
    QString reason;
    QString rule;
};

ApprovalGate::ApprovalGate(Parts parts)
    : m_parts(std::move(parts))
{
}

bool ApprovalGate::offers(const Tool &tool, const RunContext &run) const
{
    const bool plans = run.state().mode == AgentMode::Plan;
    if (isPlan(tool.declaration().name))
        return plans && m_parts.mayAsk; // 2.10.9
    return !plans || tool.isReadOnly();
}

void ApprovalGate::prepare(ChatRequest &request, RunContext &run)
{
    if (run.state().mode != AgentMode::Plan)
        return;
    QString planning = u"You are in plan mode: only tools that change nothing are available. Look at what you need, and"
                       " make a plan. Do not claim that anything was changed."_s;
    if (m_parts.mayAsk)
        planning += u" Hand the plan in with exit_plan_mode; a person approves it or sends it back."_s;
    request.instructions = request.instructions.isEmpty() ? planning : request.instructions + u"\n\n"_s + planning;
}

Task<Result<QList<DecidedCall>>> ApprovalGate::decide(QList<FunctionCall> calls, QList<Tool *> tools, Message &asked,
                                                      RunContext &run)
{
    QList<Ruling> rulings;
    bool asks = false;
    for (qsizetype i = 0; i < calls.size(); ++i) {
        Ruling ruling = co_await rule(calls.at(i), tools.at(i), run);
        if (ruling.verdict == DecidedCall::Verdict::Ask && !run.identity().conversation) {
            co_return failure(Error::Kind::InvalidState,
                              u"the tool %1 needs approval, and a run without a conversation cannot wait for an answer;"
                              " run it in a conversation, or approve the tool by a rule"_s.arg(calls.at(i).name));
        }
        asks = asks || ruling.verdict == DecidedCall::Verdict::Ask;
        rulings.append(std::move(ruling));
    }
    const auto isPlain = [](const Ruling &each) { return each.by == Decider::Plain; };
    if (asks || !std::ranges::all_of(rulings, isPlain)) {
        Message stored;
        co_await store(calls, rulings, stored, run);
        if (asks)
            asked = std::move(stored);
    }
    QList<DecidedCall> decided;
    for (qsizetype i = 0; i < calls.size(); ++i) {
        decided.append({.call = calls.at(i),
                        .verdict = rulings.at(i).verdict,
                        .reason = rulings.at(i).reason,
                        .editedArguments = {},
                        .mode = {}});
    }
    co_return decided;
}

// The order is 2.6.3.
Task<ApprovalGate::Ruling> ApprovalGate::rule(const FunctionCall &call, const Tool *tool, const RunContext &run)
{
    using Verdict = DecidedCall::Verdict;
    if (!tool || !tool->requiresApproval() || !canRun(call, *tool))
        co_return {};
    if (!isPlan(call.name)) { // 2.10.5
        Ruling byRules = co_await ruleByRules(call, run);
        if (byRules.by == Decider::Rule)
            co_return byRules;
        if (std::ranges::contains(run.state().standingApprovals, tool->approvalName(), &StandingApproval::tool))
            co_return {.by = Decider::StandingApproval, .reason = {}, .rule = {}};
        if (run.state().mode == AgentMode::Auto)
            co_return {.by = Decider::AutoMode, .reason = {}, .rule = {}};
    }
    if (m_parts.mayAsk)
        co_return {.verdict = Verdict::Ask, .by = Decider::Person, .reason = {}, .rule = {}};
    co_return {.verdict = Verdict::Reject,
               .by = Decider::Rule,
               .reason = u"Nobody can be asked here: the tool needs a person's approval."_s,
               .rule = u"nobody to ask"_s};
}

Task<ApprovalGate::Ruling> ApprovalGate::ruleByRules(const FunctionCall &call, const RunContext &run)
{
    Ruling ruling;
    for (qsizetype i = 0; i < m_parts.rules.size(); ++i) {
        const std::shared_ptr<ApprovalRule> rule = m_parts.rules.at(i);
        const auto said = co_await rule->decide(call, run.identity());
        const bool isRejected = !said || said->kind == RuleDecision::Kind::Reject;
        if (isRejected) {
            co_return {.verdict = DecidedCall::Verdict::Reject,
                       .by = Decider::Rule,
                       .reason = said ? said->reason : said.error().facts.message, // 2.6.4
                       .rule = rule->name()};
        }
        if (said->kind == RuleDecision::Kind::Approve && ruling.by == Decider::Plain)
            ruling = {.by = Decider::Rule, .reason = {}, .rule = rule->name()};
    }
    co_return ruling;
}

// Before the host sees a request, and before a call that something else approved runs. // 2.1.19, 2.6.20
Task<void> ApprovalGate::store(const QList<FunctionCall> &calls, const QList<Ruling> &rulings, Message &asked,
                               RunContext &run)
{
    asked.uid = run.nextUid();
    asked.role = Role::Assistant;
    asked.author = run.identity().agent;
    QList<ApprovalRequest> open;
    for (qsizetype i = 0; i < calls.size(); ++i) {
        const Ruling &ruling = rulings.at(i);
        ApprovalRequest request{.requestId = run.nextUid().toString(QUuid::WithoutBraces),
                                .call = calls.at(i),
                                .planRevision = 0,
                                .unknown = {}};
        if (isPlan(request.call.name) && ruling.by != Decider::Plain)
            request.planRevision = ++run.state().planRevision;
        asked.contents.append(request);
        if (ruling.verdict == DecidedCall::Verdict::Ask) {
            open.append(request);
            continue;
        }
        ApprovalResponse response;
        response.requestId = request.requestId;
        response.approved = ruling.verdict == DecidedCall::Verdict::Run;
        response.reason = ruling.reason;
        response.decidedBy = ruling.by;
        response.rule = ruling.rule;
        asked.contents.append(std::move(response));
    }
    ConversationEntry entry;
    entry.messages.append(asked);
    co_await run.checkpoint(std::move(entry));
    for (const ApprovalRequest &request : std::as_const(open))
        run.report(RequestUpdate{asked.uid, request}); // 2.6.23
}

std::optional<Error> ApprovalGate::refusalOf(const ApprovalRequest &request, const ApprovalResponse &response) const
{
    const bool plan = isPlan(request.call.name);
    if (plan && !response.approved && response.reason.trimmed().isEmpty())
        return refused(u"a plan is sent back with a reason: the agent reads it and plans again"_s);
    if (plan && response.forConversation)
        return refused(u"a plan is approved once: the approval belongs to its revision"_s);
    if (!response.editedArguments || !response.approved)
        return std::nullopt;
    const auto edited = readArguments(*response.editedArguments);
    if (!edited)
        return refused(u"the changed arguments of %1 are no JSON object"_s.arg(request.call.name));
    const Tool *tool = find(request.call.name);
    if (const auto problem = tool ? tool->problemOf(*edited) : std::nullopt)
        return refused(u"%1 does not take the changed arguments: %2"_s.arg(request.call.name, problem->facts.message));
    return std::nullopt;
}

QString ApprovalGate::approvalName(const FunctionCall &call) const
{
    const Tool *tool = find(call.name);
    return tool ? tool->approvalName() : call.name;
}

const Tool *ApprovalGate::find(const QString &name) const
{
    const auto all = m_parts.toolsOfPass ? m_parts.tools + *m_parts.toolsOfPass : m_parts.tools;
    const auto tool = std::ranges::find(all, name, [](const auto &each) { return each->declaration().name; });
    return tool == all.end() ? nullptr : tool->get(); // Somebody else keeps it.
}

} // namespace typeshift
