// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "agents/Agent.h"

namespace typeshift {

Agent::Agent(QString name)
    : m_name(std::move(name))
{
}

Agent &Agent::withTitle(QString title)
{
    m_title = std::move(title);
    return *this;
}

Agent &Agent::withDescription(QString description)
{
    m_description = std::move(description);
    return *this;
}

Agent &Agent::withInstructions(QString instructions)
{
    m_instructions = std::move(instructions);
    return *this;
}

Agent &Agent::withModel(QString provider, QString model)
{
    m_provider = std::move(provider);
    m_model = std::move(model);
    return *this;
}

Agent &Agent::withChatOptions(ChatOptions options)
{
    m_options = std::move(options);
    return *this;
}

Agent &Agent::withRunOptions(RunOptions options)
{
    m_runOptions = options;
    return *this;
}

Agent &Agent::withMode(AgentMode mode)
{
    m_mode = mode;
    return *this;
}

Agent &Agent::useTool(std::shared_ptr<Tool> tool)
{
    m_tools.append(std::move(tool));
    return *this;
}

} // namespace typeshift
