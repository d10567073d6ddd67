// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "chat/ChatRequest.h"

namespace typeshift {

QString ChatResponse::text() const
{
    QString joined;
    for (const Message &message : messages) {
        if (message.role == Role::Assistant)
            joined += message.text();
    }
    return joined;
}

QList<FunctionCall> ChatResponse::calls() const
{
    QList<FunctionCall> found;
    for (const Message &message : messages)
        found += message.calls();
    return found;
}

QList<ApprovalRequest> ChatResponse::approvalRequests() const
{
    QList<ApprovalRequest> open;
    for (const Message &message : messages) {
        for (const Content &content : message.contents) {
            if (const auto *request = std::get_if<ApprovalRequest>(&content)) {
                open.append(*request);
            } else if (const auto *decided = std::get_if<ApprovalResponse>(&content)) {
                open.removeIf([decided](const ApprovalRequest &each) { return each.requestId == decided->requestId; });
            }
        }
    }
    return open;
}

void ChatResponse::add(const ChatResponse &next)
{
    messages += next.messages;
    usage += next.usage;
    finish = next.finish;
    model = next.model;
    responseId = next.responseId;
}

} // namespace typeshift
