// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "hosting/AgentHost.h"

#include "hosting/Engine.h"

namespace typeshift {

RunHandle AgentHost::run(QString text, RunRequest request) const
{
    return run(userMessage(text), std::move(request));
}

RunHandle AgentHost::run(Message input, RunRequest request) const
{
    return m_engine->start(*this, ConversationLayer::Start::Input, {std::move(input)}, std::move(request));
}

RunHandle AgentHost::sendOrSteer(Message input, RunRequest request) const
{
    return m_engine->start(*this, ConversationLayer::Start::Input, {std::move(input)}, std::move(request),
                           Engine::WhenBusy::Steer);
}

RunHandle AgentHost::answer(QList<ApprovalResponse> answers, RunRequest request, const QString &text) const
{
    Message input;
    input.role = Role::User;
    for (ApprovalResponse &each : answers)
        input.contents.append(std::move(each));
    if (!text.isEmpty())
        input.contents.append(TextContent{.text = text, .unknown = {}});
    return run(std::move(input), std::move(request));
}

RunHandle AgentHost::revoke(const QString &tool, RunRequest request) const
{
    request.revoked = tool;
    return m_engine->start(*this, ConversationLayer::Start::Revoke, {}, std::move(request));
}

RunHandle AgentHost::resume(RunRequest request) const
{
    return m_engine->start(*this, ConversationLayer::Start::Resume, {}, std::move(request));
}

RunHandle AgentHost::retry(RunRequest request) const
{
    return m_engine->start(*this, ConversationLayer::Start::Retry, {}, std::move(request));
}

} // namespace typeshift
