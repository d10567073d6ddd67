// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/ConversationLayer.h"

#include "conversations/Checkpoints.h"
#include "conversations/History.h"
#include "conversations/LeaseHold.h"
#include "conversations/OpenRequests.h"

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

// The run that was cut off had asked and lacks its end alone: the requests are shown again instead of asking the model
// anew. // 2.2.11
ChatResponse askedAgain(const QList<StoredEntry> &entries)
{
    ChatResponse response;
    response.finish = FinishReason::ToolCalls;
    if (!OpenRequests(entries).open().isEmpty())
        response.messages = entries.constLast().entry.messages;
    if (response.approvalRequests().isEmpty())
        response.messages.clear();
    return response;
}

void dropRequests(QList<Message> &messages)
{
    for (Message &message : messages) {
        message.contents.removeIf([](const Content &each) {
            return std::holds_alternative<ApprovalRequest>(each) || std::holds_alternative<ApprovalResponse>(each);
        });
    }
    messages.removeIf([](const Message &message) { return message.contents.isEmpty(); });
}

} // namespace

ConversationLayer::ConversationLayer(std::unique_ptr<ChatClient> inner, Parts parts)
    : ChatLayer(std::move(inner))
    , m_parts(std::move(parts))
{
}

Task<Result<ChatResponse>> ConversationLayer::respond(ChatRequest request, RunContext &run)
{
    auto claim = co_await m_parts.claims->claim(*run.identity().conversation, run.stop());
    if (!claim)
        co_return failure(claim.error());
    auto hold = co_await LeaseHold::take(m_parts.leases, run.clock(), *run.identity().conversation, m_parts.lease,
                                         m_parts.stop);
    if (!hold)
        co_return failure(hold.error());
    if (m_parts.checkpoints)
        m_parts.checkpoints->setHold(hold->get());
    auto result = co_await claimed(std::move(request), run, *claim);
    if (m_parts.checkpoints)
        m_parts.checkpoints->setHold(nullptr);
    if ((*hold)->loss())
        result = failure(*(*hold)->loss()); // Its end too belongs to the other process.
    co_await (*hold)->release();
    co_return result;
}

Task<Result<ChatResponse>> ConversationLayer::claimed(ChatRequest request, RunContext &run, Claim &claim)
{
    const auto entries = co_await m_parts.store->loadConversationSinceCompaction(*run.identity().conversation);
    if (!entries)
        co_return failure(entries.error()); // Nothing was stored yet. // 2.1.24
    if (m_parts.start == Start::Revoke)
        co_return co_await revoke(*entries, run);
    request.messages = withoutRequests(std::move(request.messages));
    if (auto refused = refusal(*entries, request.messages, run))
        co_return failure(*std::move(refused));
    run.state().mode = m_parts.mode.value_or(modeOf(*entries).value_or(m_parts.defaultMode));
    run.state().standingApprovals = standingApprovalsOf(*entries);
    run.state().planRevision = planRevisionOf(*entries);
    m_parts.callIds->note(*entries);
    claim.begin();
    m_parts.steering->open();
    announce(Phase::Begun);

    Result<ChatResponse> response;
    if (m_parts.start == Start::Resume)
        response = askedAgain(*entries);
    if (response->messages.isEmpty()) {
        request.messages = co_await begin(*entries, std::move(request.messages), run);
        response = co_await passes(std::move(request), run);
    }
    claim.end();
    announce(Phase::Ending);
    const QList<Message> unreceived = m_parts.steering->take();
    for (const Message &waiting : unreceived) {
        ConversationEntry input; // Accepted, and received by no model: kept all the same. // 2.4.10
        input.messages = {waiting};
        co_await run.checkpoint(std::move(input));
    }
    co_await storeEnd(run, response ? std::nullopt : std::optional(response.error()));
    co_return response;
}

// What the model sees first; new input is stored by then.
Task<QList<Message>> ConversationLayer::begin(const QList<StoredEntry> &entries, QList<Message> input, RunContext &run)
{
    if (m_parts.start != Start::Input)
        co_return withoutCutAnswer(historyOf(entries));
    const AnsweredRequests answers(entries, input);
    ConversationEntry stored;
    stored.messages = input;
    if (m_parts.checks)
        stored.standingApprovals = answers.granted(run.state().standingApprovals, *m_parts.checks);
    if (stored.standingApprovals)
        run.state().standingApprovals = *stored.standingApprovals;
    co_await run.checkpoint(std::move(stored));
    AnsweredCalls answered;
    if (m_parts.answered) {
        answered = answers.calls();
        *m_parts.answered = answered;
    }
    co_return historyOf(entries, answered) + seenByModels(input);
}

// Between runs: an entry that repeats the end before it, so that what the conversation waits for stays. // T16
Task<Result<ChatResponse>> ConversationLayer::revoke(const QList<StoredEntry> &entries, RunContext &run)
{
    QList<StandingApproval> left = standingApprovalsOf(entries);
    if (left.removeIf([this](const StandingApproval &each) { return each.tool == m_parts.revoked; }) == 0)
        co_return ChatResponse();
    ConversationEntry entry;
    entry.agent = entries.constLast().entry.agent;
    entry.at = run.clock().now();
    entry.endsRun = entries.constLast().entry.endsRun;
    entry.standingApprovals = std::move(left);
    const auto stored = co_await m_parts.store->appendConversation(*run.identity().conversation, std::move(entry));
    if (!stored)
        co_return failure(stored.error());
    co_return ChatResponse();
}

// One pass, and another one for input that arrives after the answer. // 2.4.7
Task<Result<ChatResponse>> ConversationLayer::passes(ChatRequest request, RunContext &run)
{
    ChatResponse whole;
    for (;;) {
        Result<ChatResponse> response = failure(Error::Kind::Cancelled, u"stopped before the model was asked"_s);
        const int before = run.state().modelCalls;
        if (!run.isCancelled())
            response = co_await inner().respond(request, run);
        if (!response) {
            m_parts.steering->close();
            co_return response;
        }
        const bool isOfModel = run.state().modelCalls > before;
        if (!isOfModel)
            co_await storeOwn(*response, run);
        whole.add(*response);
        if (!isOfModel)
            m_parts.steering->close(); // What waits is stored with the end. // 2.15.4
        if (!isOfModel || m_parts.steering->closeIfEmpty())
            co_return whole;
        // What it asked is left out of the next pass, and closes when the agent answers there. // 2.4.12
        request.messages = seenByModels(request.messages + response->messages);
        dropRequests(whole.messages);
    }
}

// A middleware answered, and no model was asked. // 2.1.15
Task<void> ConversationLayer::storeOwn(ChatResponse &response, RunContext &run)
{
    for (Message &message : response.messages) {
        if (message.uid.isNull())
            message.uid = run.nextUid();
        message.author = run.identity().agent;
    }
    ConversationEntry entry;
    entry.messages = response.messages;
    if (!entry.messages.isEmpty())
        co_await run.checkpoint(std::move(entry));
}

Task<void> ConversationLayer::storeEnd(RunContext &run, std::optional<Error> error)
{
    ConversationEntry end;
    end.endsRun = true;
    end.mode = run.state().nextMode.value_or(run.state().mode);
    if (run.state().hasRevoked)
        end.standingApprovals = run.state().standingApprovals;
    if (error) {
        end.provider = run.identity().provider; // Who failed: the words of the error name it.
        end.model = run.identity().model;
        Message message;
        message.uid = run.nextUid();
        message.role = Role::Assistant;
        message.author = run.identity().agent;
        message.contents.append(ErrorContent{*std::move(error), {}});
        end.messages.append(std::move(message));
    }
    co_await run.checkpoint(std::move(end));
}

std::optional<Error> ConversationLayer::refusal(const QList<StoredEntry> &entries, const QList<Message> &input,
                                                const RunContext &run) const
{
    const QString id = run.identity().conversation->toString();
    if (m_parts.start == Start::Resume && !isInterrupted(entries)) {
        return Error(Error::Kind::InvalidState,
                     u"conversation %1 has no interrupted run: its last run ended, or it has no entries"_s.arg(id));
    }
    if (m_parts.start == Start::Retry && (!lastStep(entries) || !lastStep(entries)->error())) {
        return Error(Error::Kind::InvalidState,
                     u"the last run of conversation %1 did not fail, so there is nothing to try again"_s.arg(id));
    }
    if (auto closed = OpenRequests(entries).refusalOf(input))
        return closed; // 2.6.14
    return m_parts.checks ? AnsweredRequests(entries, input).refusalOf(*m_parts.checks) : std::nullopt;
}

void ConversationLayer::announce(Phase phase) const
{
    if (m_parts.announce)
        m_parts.announce(phase);
}

} // namespace typeshift
