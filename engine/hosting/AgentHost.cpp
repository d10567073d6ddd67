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

// None of these is a coroutine: a host is a value, and may be gone before its task.
Task<Result<LoadedSettings>> AgentHost::loadSettings(SettingsId id) const
{
    return m_engine->settings().load(id, settingsSchemaOf(*m_agent));
}

Task<Result<qint64>> AgentHost::saveSettings(SettingsId id, StoredSettings settings, qint64 loadedVersion) const
{
    return m_engine->settings().save(id, std::move(settings), loadedVersion);
}

Task<Result<LoadedSettings>> AgentHost::configure(SettingsId id, SettingsChange change, StopToken stop) const
{
    return m_engine->settings().configure(id, settingsSchemaOf(*m_agent), std::move(change), std::move(stop));
}

Task<Result<RunSettings>> AgentHost::resolveOptions(RunRequest request) const
{
    return resolveSettings(
        m_engine->settings(), *m_agent, request.settings,
        {.provider = request.provider, .model = request.model, .mode = request.mode, .stream = request.stream});
}

Task<Result<std::shared_ptr<ChatClient>>> AgentHost::client(const RunSettings &settings) const
{
    return m_engine->providersOf(*m_services)->client(settings.options.provider, settings.options.model);
}

} // namespace typeshift
