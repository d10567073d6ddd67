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
    return m_engine->start(*m_agent, ConversationLayer::Start::Input, {std::move(input)}, std::move(request));
}

RunHandle AgentHost::sendOrSteer(Message input, RunRequest request) const
{
    return m_engine->start(*m_agent, ConversationLayer::Start::Input, {std::move(input)}, std::move(request),
                           Engine::WhenBusy::Steer);
}

RunHandle AgentHost::resume(RunRequest request) const
{
    return m_engine->start(*m_agent, ConversationLayer::Start::Resume, {}, std::move(request));
}

RunHandle AgentHost::retry(RunRequest request) const
{
    return m_engine->start(*m_agent, ConversationLayer::Start::Retry, {}, std::move(request));
}

} // namespace typeshift
