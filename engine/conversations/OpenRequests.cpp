// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/OpenRequests.h"

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

bool isOfApproval(const Content &content)
{
    return std::holds_alternative<ApprovalRequest>(content) || std::holds_alternative<ApprovalResponse>(content);
}

// Input that says more than answers, and that no background agent sent.
bool isSteering(const Message &message)
{
    return message.role == Role::User && !message.unknown.contains("background"_L1)
        && std::ranges::any_of(message.contents, [](const Content &content) { return !isOfApproval(content); });
}

bool isAgentAnswer(const Message &message)
{
    return message.role == Role::Assistant && std::ranges::any_of(message.contents, [](const Content &content) {
               return !isOfApproval(content) && !std::holds_alternative<ErrorContent>(content);
           });
}

} // namespace

OpenRequests::OpenRequests(const QList<StoredEntry> &entries)
{
    bool hasEnded = false;
    for (const StoredEntry &stored : entries) {
        if (stored.entry.messages.isEmpty() && !stored.entry.endsRun)
            continue; // A change of the mode alone is no step.
        if (stored.entry.messages.isEmpty() && stored.entry.standingApprovals)
            continue; // Nor is one of the standing approvals.
        const qsizetype earlier = m_asked.size();
        bool isHostAnswer = false;
        for (const Message &message : stored.entry.messages)
            isHostAnswer = read(message, earlier) || isHostAnswer;
        // The next run closes what its input leaves unanswered, and so do a person's answers to a run that was cut
        // off. // 2.6.10
        if (hasEnded || isHostAnswer)
            passBy(earlier);
        hasEnded = stored.entry.endsRun;
    }
}

QList<ApprovalRequest> OpenRequests::open() const
{
    QList<ApprovalRequest> open;
    for (const Asked &asked : m_asked) {
        if (asked.state == RequestState::Open)
            open.append(asked.request);
    }
    return open;
}

RequestState OpenRequests::stateOf(const QString &requestId) const
{
    const auto asked = std::ranges::find(m_asked, requestId, [](const Asked &each) { return each.request.requestId; });
    return asked == m_asked.end() ? RequestState::Unknown : asked->state;
}

std::optional<Error> OpenRequests::refusalOf(const QList<Message> &input) const
{
    QStringList closed;
    QSet<QString> answered;
    for (const Message &message : input) {
        for (const Content &content : message.contents) {
            const auto *response = std::get_if<ApprovalResponse>(&content);
            if (!response)
                continue;
            RequestState state = stateOf(response->requestId);
            if (state == RequestState::Open && answered.contains(response->requestId))
                state = RequestState::Answered;
            answered.insert(response->requestId);
            if (state != RequestState::Open)
                closed.append(u"%1: %2"_s.arg(response->requestId, requestStateName(state)));
        }
    }
    if (closed.isEmpty())
        return std::nullopt;
    Error error(Error::Kind::ApprovalClosed,
                u"the answer came to a request that is not open any more; nothing was stored"_s);
    error.facts.items = closed;
    return error;
}

// Whether the message holds a person's answer to a request of before.
bool OpenRequests::read(const Message &message, qsizetype earlier)
{
    bool isHostAnswer = false;
    for (const Content &content : message.contents) {
        if (const auto *request = std::get_if<ApprovalRequest>(&content)) {
            m_asked.append({*request});
        } else if (const auto *response = std::get_if<ApprovalResponse>(&content)) {
            for (qsizetype i = 0; i < m_asked.size(); ++i) {
                if (m_asked.at(i).request.requestId != response->requestId)
                    continue;
                answer(m_asked[i]);
                isHostAnswer = isHostAnswer || i < earlier;
            }
        } else if (const auto *result = std::get_if<FunctionResult>(&content)) {
            for (Asked &asked : m_asked) {
                if (asked.request.call.callId == result->callId)
                    answer(asked);
            }
        }
    }
    if (isSteering(message)) {
        for (Asked &asked : m_asked)
            asked.isSteeredPast = true;
    } else if (isAgentAnswer(message)) {
        for (Asked &asked : m_asked) {
            if (asked.isSteeredPast && asked.state == RequestState::Open)
                asked.state = RequestState::PassedBy;
        }
    }
    return isHostAnswer && message.role == Role::User;
}

void OpenRequests::answer(Asked &asked)
{
    if (asked.state == RequestState::Open)
        asked.state = RequestState::Answered;
}

void OpenRequests::passBy(qsizetype earlier)
{
    for (qsizetype i = 0; i < earlier; ++i) {
        if (m_asked.at(i).state == RequestState::Open)
            m_asked[i].state = RequestState::PassedBy;
    }
}

QString requestStateName(RequestState state)
{
    switch (state) {
    case RequestState::Open:
        return u"open"_s;
    case RequestState::Answered:
        return u"answered"_s;
    case RequestState::PassedBy:
        return u"passedBy"_s;
    case RequestState::Unknown:
        return u"unknown"_s;
    }
    Q_UNREACHABLE_RETURN({});
}

} // namespace typeshift
