// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/DecisionLog.h"

#include "json/Codec.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

void answer(QList<Decision> &decisions, const ApprovalResponse &response, const QDateTime &at)
{
    const auto asked = std::ranges::find(decisions, response.requestId,
                                         [](const Decision &each) { return each.request.requestId; });
    if (asked == decisions.end() || asked->response)
        return;
    asked->response = response;
    asked->decidedAt = at;
}

// The nearest decision of before with this call. // 2.2.4
void execute(QList<Decision> &decisions, const FunctionResult &result)
{
    for (auto each = decisions.rbegin(); each != decisions.rend(); ++each) {
        if (each->request.call.callId != result.callId)
            continue;
        if (each->response && each->response->approved && !each->executed)
            each->executed = result.executedArguments.value_or(each->request.call.arguments);
        return;
    }
}

} // namespace

QList<Decision> decisionsOf(const QList<StoredEntry> &entries)
{
    QList<Decision> decisions;
    for (const StoredEntry &stored : entries) {
        for (const Message &message : stored.entry.messages) {
            for (const Content &content : message.contents) {
                if (const auto *request = std::get_if<ApprovalRequest>(&content)) {
                    decisions.append({.request = *request,
                                      .response = {},
                                      .askedAt = stored.entry.at,
                                      .decidedAt = {},
                                      .agent = stored.entry.agent,
                                      .executed = {}});
                } else if (const auto *response = std::get_if<ApprovalResponse>(&content)) {
                    answer(decisions, *response, stored.entry.at);
                } else if (const auto *result = std::get_if<FunctionResult>(&content)) {
                    execute(decisions, *result);
                }
            }
        }
    }
    return decisions;
}

QByteArray decisionLines(const QList<Decision> &decisions)
{
    QByteArray lines;
    for (const Decision &each : decisions) {
        QJsonObject line{{u"requestId"_s, each.request.requestId},
                         {u"agent"_s, each.agent},
                         {u"tool"_s, each.request.call.name},
                         {u"callId"_s, each.request.call.callId},
                         {u"proposed"_s, QString::fromUtf8(each.request.call.arguments)},
                         {u"askedAt"_s, each.askedAt.toUTC().toString(Qt::ISODateWithMs)}};
        if (each.response) {
            line[u"approved"_s] = each.response->approved;
            line[u"decidedBy"_s] = Codec<Decider>::encode(each.response->decidedBy);
            line[u"decidedAt"_s] = each.decidedAt.toUTC().toString(Qt::ISODateWithMs);
            line[u"forConversation"_s] = each.response->forConversation;
            if (!each.response->rule.isEmpty())
                line[u"rule"_s] = each.response->rule;
            if (!each.response->reason.isEmpty())
                line[u"reason"_s] = each.response->reason;
            if (each.response->editedArguments)
                line[u"edited"_s] = QString::fromUtf8(*each.response->editedArguments);
        }
        if (each.executed)
            line[u"executed"_s] = QString::fromUtf8(*each.executed);
        lines += encodeJson(line) + '\n';
    }
    return lines;
}

} // namespace typeshift
