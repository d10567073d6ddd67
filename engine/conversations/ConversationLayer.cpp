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

// A host cannot bring a call of its own past the rules. // 2.6.15
QList<Message> withoutRequests(QList<Message> input)
{
    for (Message &message : input)
        message.contents.removeIf([](const Content &each) { return std::holds_alternative<ApprovalRequest>(each); });
    return input;
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
    request.messages = withoutRequests(std::move(request.messages));
    if (auto refused = refusal(*entries, request.messages, run))
        co_return failure(*std::move(refused));
    const AgentMode mode = m_parts.mode.value_or(modeOf(*entries).value_or(AgentMode::Default));
    QList<Message> history = historyOf(*entries);
    m_parts.callIds->note(*entries);
    claim.begin();
    m_parts.steering->open();
    announce(Phase::Begun, mode);

    if (m_parts.start == Start::Input) {
        ConversationEntry input;
        input.messages = request.messages;
        co_await run.checkpoint(std::move(input));
        history += request.messages;
    } else {
        history = withoutCutAnswer(std::move(history));
    }
    request.messages = std::move(history);

    auto response = co_await passes(std::move(request), run);
    claim.end();
    announce(Phase::Ending, mode);
    const QList<Message> unreceived = m_parts.steering->take();
    for (const Message &waiting : unreceived) {
        ConversationEntry input; // Accepted, and received by no model: kept all the same. // 2.4.10
        input.messages = {waiting};
        co_await run.checkpoint(std::move(input));
    }
    co_await storeEnd(run, mode, response ? std::nullopt : std::optional(response.error()));
    co_return response;
}

// One pass, and another one for input that arrives after the answer. // 2.4.7
Task<Result<ChatResponse>> ConversationLayer::passes(ChatRequest request, RunContext &run)
{
    ChatResponse whole;
    for (;;) {
        Result<ChatResponse> response = failure(Error::Kind::Cancelled, u"stopped before the model was asked"_s);
        if (!run.isCancelled())
            response = co_await inner().respond(request, run);
        if (!response) {
            m_parts.steering->close();
            co_return response;
        }
        request.messages += response->messages;
        whole.add(*response);
        if (m_parts.steering->closeIfEmpty())
            co_return whole;
    }
}

Task<void> ConversationLayer::storeEnd(RunContext &run, AgentMode mode, std::optional<Error> error)
{
    ConversationEntry end;
    end.endsRun = true;
    end.mode = mode;
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
    if (m_parts.start == Start::Retry && (entries.isEmpty() || !entries.constLast().entry.error())) {
        return Error(Error::Kind::InvalidState,
                     u"the last run of conversation %1 did not fail, so there is nothing to try again"_s.arg(id));
    }
    return OpenRequests(entries).refusalOf(input); // 2.6.14
}

void ConversationLayer::announce(Phase phase, AgentMode mode) const
{
    if (m_parts.announce)
        m_parts.announce(phase, mode);
}

} // namespace typeshift
