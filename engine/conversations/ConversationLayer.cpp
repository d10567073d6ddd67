// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/ConversationLayer.h"

#include "conversations/History.h"
#include "conversations/LeaseHold.h"

using namespace Qt::StringLiterals;

namespace typeshift {

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
    auto hold = co_await LeaseHold::take(m_parts.leases, run.clock(), *run.identity().conversation, m_parts.lease);
    if (!hold)
        co_return failure(hold.error());
    auto result = co_await claimed(std::move(request), run, *claim);
    co_await (*hold)->release();
    co_return result;
}

Task<Result<ChatResponse>> ConversationLayer::claimed(ChatRequest request, RunContext &run, Claim &claim)
{
    const auto entries = co_await m_parts.store->loadConversationSinceCompaction(*run.identity().conversation);
    if (!entries)
        co_return failure(entries.error()); // Nothing was stored yet. // 2.1.24
    if (auto refused = refusal(*entries, run))
        co_return failure(*std::move(refused));
    const AgentMode mode = m_parts.mode.value_or(modeOf(*entries).value_or(AgentMode::Default));
    QList<Message> history = historyOf(*entries);
    claim.begin();

    if (m_parts.start == Start::Input) {
        ConversationEntry input;
        input.messages = request.messages;
        co_await run.checkpoint(std::move(input));
        history += request.messages;
    } else {
        history = withoutCutAnswer(std::move(history));
    }
    request.messages = std::move(history);
    announce(Phase::Begun);

    auto response = run.isCancelled()
        ? Result<ChatResponse>(failure(Error::Kind::Cancelled, u"stopped before the model was asked"_s))
        : co_await inner().respond(std::move(request), run);
    announce(Phase::Ending);
    co_await storeEnd(run, mode, response ? std::nullopt : std::optional(response.error()));
    co_return response;
}

Task<void> ConversationLayer::storeEnd(RunContext &run, AgentMode mode, std::optional<Error> error)
{
    ConversationEntry end;
    end.endsRun = true;
    end.mode = mode;
    if (error) {
        Message message;
        message.uid = run.nextUid();
        message.role = Role::Assistant;
        message.author = run.identity().agent;
        message.contents.append(ErrorContent{*std::move(error), {}});
        end.messages.append(std::move(message));
    }
    co_await run.checkpoint(std::move(end));
}

std::optional<Error> ConversationLayer::refusal(const QList<StoredEntry> &entries, const RunContext &run) const
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
    return std::nullopt;
}

void ConversationLayer::announce(Phase phase) const
{
    if (m_parts.announce)
        m_parts.announce(phase);
}

} // namespace typeshift
