// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "page/WaitingRequests.h"

#include <engine/approval/ExitPlanMode.h>
#include <engine/conversations/OpenRequests.h>

#include <algorithm>

namespace typeshift::ui {

void WaitingRequests::read(const QList<StoredEntry> &entries)
{
    m_plans.clear();
    readRun(entries);
}

void WaitingRequests::readRun(const QList<StoredEntry> &entries)
{
    m_open = OpenRequests(entries).open();
    m_words.clear();
    m_askedAt.clear();
    QHash<QString, QString> wordsOfCalls; // The agent's text beside a call, by the call's id. // DESIGN 4.3.4
    for (const StoredEntry &stored : entries)
        note(stored, wordsOfCalls);
}

void WaitingRequests::note(const StoredEntry &stored, QHash<QString, QString> &wordsOfCalls)
{
    const auto planFor = [this](const QString &requestId) {
        return std::ranges::find(m_plans, requestId, &PlanRevision::requestId);
    };
    for (const Message &message : stored.entry.messages) {
        for (const Content &content : message.contents) {
            if (const auto *call = std::get_if<FunctionCall>(&content)) {
                wordsOfCalls.insert(call->callId, message.text().simplified());
            } else if (const auto *request = std::get_if<ApprovalRequest>(&content)) {
                m_askedAt.insert(request->requestId, stored.entry.at);
                if (const QString words = wordsOfCalls.value(request->call.callId); !words.isEmpty())
                    m_words.insert(request->requestId, words);
                if (request->planRevision > 0 && planFor(request->requestId) == m_plans.end())
                    m_plans.append({.number = request->planRevision,
                                    .requestId = request->requestId,
                                    .markdown = ExitPlanMode::planOf(request->call.arguments),
                                    .sentBackWith = {},
                                    .sentBackAt = {}});
            } else if (const auto *response = std::get_if<ApprovalResponse>(&content)) {
                const auto plan = planFor(response->requestId);
                if (plan != m_plans.end() && !response->approved) {
                    plan->sentBackWith = response->reason;
                    plan->sentBackAt = stored.entry.at;
                }
            }
        }
    }
}

} // namespace typeshift::ui
