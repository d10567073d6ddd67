// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "agents/Agent.h"

#include "agents/AskingTool.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift {

bool ToolsetUse::offers(const DeclaredTool &tool) const
{
    const bool namesAll = std::ranges::any_of(picks, &Pick::isWanted);
    bool isIncluded = !namesAll;
    bool isTaken = false;
    for (const Pick &pick : picks) {
        if (pick.isOf(tool))
            (pick.isWanted ? isIncluded : isTaken) = true;
    }
    return isIncluded && !isTaken;
}

Agent::Agent(QString name, std::source_location place)
    : m_name(std::move(name))
    , m_place(place)
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

Agent &Agent::configurable(ConfigurableOption option)
{
    m_settings.configurable.append(detail::text(option.name()));
    return *this;
}

Agent &Agent::withStorageKind(QString kind)
{
    m_settings.kind = std::move(kind);
    return *this;
}

Agent &Agent::withSchemaVersion(int version)
{
    m_settings.schemaVersion = version;
    return *this;
}

Agent &Agent::configureTool(const QString &tool, const void *type, const QJsonObject &members,
                            std::source_location place)
{
    for (const ToolsetUse &use : std::as_const(m_toolsets)) {
        for (const DeclaredTool &declared : use.toolset.declared()) {
            if (declared.name == tool && declared.binding->settings == type) {
                m_settings.tools[tool] = members;
                return *this;
            }
        }
    }
    m_problems.append({u"TSH044"_s, u"no toolset before this has a tool %1 with these settings"_s.arg(tool), place});
    return *this;
}

Agent &Agent::useToolset(Toolset toolset)
{
    auto tools = toolset.tools();
    m_toolsets.append({std::move(toolset), std::move(tools), {}, {}});
    return *this;
}

Agent &Agent::pick(ToolsetUse::Pick pick)
{
    if (m_toolsets.isEmpty())
        m_problems.append({u"TSH043"_s, u"this pick has no toolset before it"_s, pick.place});
    else
        m_toolsets.last().picks.append(std::move(pick));
    return *this;
}

Agent &Agent::requireApproval(ToolsetUse::Pick tool)
{
    if (m_toolsets.isEmpty()) {
        m_problems.append({u"TSH043"_s, u"this approval has no toolset before it"_s, tool.place});
        return *this;
    }
    ToolsetUse &use = m_toolsets.last();
    for (qsizetype i = 0; i < use.tools.size(); ++i) {
        if (tool.isOf(use.toolset.declared().at(i)) && !use.tools.at(i)->requiresApproval())
            use.tools[i] = std::make_shared<AskingTool>(use.tools.at(i));
    }
    use.approvals.append(std::move(tool));
    return *this;
}

Agent &Agent::useTool(std::shared_ptr<Tool> tool)
{
    m_tools.append(std::move(tool));
    return *this;
}

QList<std::shared_ptr<Tool>> Agent::tools() const
{
    QList<std::shared_ptr<Tool>> offered;
    for (const ToolsetUse &use : m_toolsets) {
        for (qsizetype i = 0; i < use.tools.size(); ++i) {
            if (use.offers(use.toolset.declared().at(i)))
                offered.append(use.tools.at(i));
        }
    }
    return offered + m_tools;
}

} // namespace typeshift
