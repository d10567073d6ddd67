// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/AnsweredRequests.h"

#include <QHash>

#include <algorithm>

namespace typeshift {

namespace {

QHash<QString, ApprovalResponse> responsesIn(const QList<Message> &messages)
{
    QHash<QString, ApprovalResponse> found;
    for (const Message &message : messages) {
        for (const Content &content : message.contents) {
            if (const auto *response = std::get_if<ApprovalResponse>(&content))
                found.insert(response->requestId, *response);
        }
    }
    return found;
}

QList<ApprovalRequest> requestsIn(const Message &message)
{
    QList<ApprovalRequest> found;
    for (const Content &content : message.contents) {
        if (const auto *request = std::get_if<ApprovalRequest>(&content))
            found.append(*request);
    }
    return found;
}

// The message that made the call: the last one, ids may repeat in old data.
QUuid messageOf(const QList<StoredEntry> &entries, const QString &callId)
{
    for (auto stored = entries.crbegin(); stored != entries.crend(); ++stored) {
        for (auto message = stored->entry.messages.crbegin(); message != stored->entry.messages.crend(); ++message) {
            if (std::ranges::contains(message->calls(), callId, &FunctionCall::callId))
                return message->uid;
        }
    }
    return {};
}

} // namespace

AnsweredRequests::AnsweredRequests(const QList<StoredEntry> &entries, const QList<Message> &input)
{
    const QHash<QString, ApprovalResponse> given = responsesIn(input);
    if (given.isEmpty())
        return;
    for (const StoredEntry &stored : entries) {
        for (const Message &message : stored.entry.messages) {
            const QList<ApprovalRequest> requests = requestsIn(message);
            const auto isAnswered = [&given](const ApprovalRequest &each) { return given.contains(each.requestId); };
            if (std::ranges::none_of(requests, isAnswered))
                continue;
            const QHash<QString, ApprovalResponse> before = responsesIn({message});
            for (const ApprovalRequest &request : requests) {
                if (const auto response = given.constFind(request.requestId); response != given.constEnd())
                    m_answers.append({request, *response, true});
                else if (const auto decided = before.constFind(request.requestId); decided != before.constEnd())
                    m_answers.append({request, *decided, false});
            }
        }
    }
    if (!m_answers.isEmpty())
        m_message = messageOf(entries, m_answers.constFirst().request.call.callId);
}

AnsweredCalls AnsweredRequests::calls() const
{
    AnsweredCalls answered{.message = m_message, .calls = {}};
    for (const Answer &each : m_answers) {
        DecidedCall decided;
        decided.call = each.request.call;
        decided.verdict = each.response.approved ? DecidedCall::Verdict::Run : DecidedCall::Verdict::Reject;
        decided.reason = each.response.reason;
        if (each.isNew)
            decided.editedArguments = each.response.editedArguments;
        if (each.request.planRevision > 0)
            decided.mode = each.response.mode.value_or(AgentMode::Default);
        answered.calls.append(std::move(decided));
    }
    return answered;
}

std::optional<Error> AnsweredRequests::refusalOf(const AnswerChecks &checks) const
{
    for (const Answer &each : m_answers) {
        if (auto refused = each.isNew ? checks.refusalOf(each.request, each.response) : std::nullopt)
            return refused;
    }
    return std::nullopt;
}

std::optional<QList<StandingApproval>> AnsweredRequests::granted(const QList<StandingApproval> &before,
                                                                 const AnswerChecks &checks) const
{
    QList<StandingApproval> after = before;
    for (const Answer &each : m_answers) {
        if (!each.isNew || !each.response.approved || !each.response.forConversation)
            continue;
        const QString name = checks.approvalName(each.request.call);
        if (!std::ranges::contains(after, name, &StandingApproval::tool))
            after.append({.tool = name, .unknown = {}});
    }
    return after == before ? std::nullopt : std::optional(std::move(after));
}

QList<Message> withoutRequests(QList<Message> input)
{
    for (Message &message : input) {
        message.contents.removeIf([](const Content &each) { return std::holds_alternative<ApprovalRequest>(each); });
        for (Content &content : message.contents) {
            if (auto *response = std::get_if<ApprovalResponse>(&content)) {
                response->decidedBy = Decider::Person;
                response->rule.clear();
            }
        }
    }
    return input;
}

} // namespace typeshift
