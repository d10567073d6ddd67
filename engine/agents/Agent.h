// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agents/SettingsDeclaration.h"
#include "chat/ChatRequest.h"
#include "chat/RunOptions.h"
#include "settings/AgentOptions.h"
#include "tools/Toolset.h"

namespace typeshift {

//! A toolset as an agent uses it: all of its tools, or those picked.
struct ToolsetUse {
    struct Pick {
        const void *function = nullptr; //!< the key of the function that the tool is made of; null for a pick by name
        QString name;                   //!< what the tool, or its function, is called
        std::source_location place;
        bool isWanted = true; //!< false takes the tool away

        bool isOf(const DeclaredTool &tool) const { return function ? tool.function == function : tool.name == name; }
    };

    Toolset toolset;
    QList<std::shared_ptr<Tool>> tools; //!< one for each of the toolset's, in its order
    QList<Pick> picks;
    QList<Pick> approvals; //!< tools whose calls this agent has approved, whatever the toolset says

    //! Whether the picks leave the tool in: some of include() name all that is wanted, without() takes away.
    bool offers(const DeclaredTool &tool) const;
};

//! What an agent is: a value that a host registers once. Flat chain: every `with…` returns the agent. // D17, D21
class Agent
{
public:
    //! `name` identifies the agent in stored entries; lower case, words joined by '_'.
    //! `place` is where diagnostics about it point.
    explicit Agent(QString name, std::source_location place = std::source_location::current());

    //! What people see; the name when there is none.
    Agent &withTitle(QString title);
    Agent &withDescription(QString description);
    //! The system text of every model call.
    Agent &withInstructions(QString instructions);
    //! The provider and model that answer unless a run names others. // D28
    Agent &withModel(QString provider, QString model);
    Agent &withChatOptions(ChatOptions options);
    Agent &withRunOptions(RunOptions options);
    //! The mode of a conversation that has none yet. // 2.10.1
    Agent &withMode(AgentMode mode);
    //! Lets an option be stored: `.configurable(&ChatOptions::temperature)`, `.configurable(AgentPart::Model)`. What
    //! belongs to the run does not compile. // D18, D28
    Agent &configurable(ConfigurableOption option);
    //! What a tool of the toolsets before starts from, instead of its struct's own values. // D20
    template<Described S>
    Agent &withToolSettings(std::string_view tool, const S &settings,
                            std::source_location place = std::source_location::current());
    //! Where its settings are stored; its name otherwise. Pin it before the agent is renamed. // D39
    Agent &withStorageKind(QString kind);
    //! What its settings are written with: counted up when a configurable member is renamed or removed. // D40
    Agent &withSchemaVersion(int version);
    //! Tools that the model may call: those of the toolset, in its order.
    Agent &useToolset(Toolset toolset);
    //! Of the last toolset, only the tools that are named so: `.include<&searchTickets>()`. // D4
    template<auto Function>
    Agent &include(std::source_location place = std::source_location::current());
    //! Of the last toolset, all but this tool.
    template<auto Function>
    Agent &without(std::source_location place = std::source_location::current());
    //! The same by the tool's name, for tools that are made of no function and agents that are read from a file.
    Agent &pick(ToolsetUse::Pick pick);
    //! Of the last toolset, every call of this tool has to be approved. Makes a tool stricter for this agent, and never
    //! one that needs an approval looser. // D24
    template<auto Function>
    Agent &requireApproval(std::source_location place = std::source_location::current());
    //! The same by the tool's name.
    Agent &requireApproval(ToolsetUse::Pick tool);
    //! A tool of the agent's own: offered after its toolsets' tools, shared with every run of the agent. // D57
    Agent &useTool(std::shared_ptr<Tool> tool);

    const QString &name() const { return m_name; }
    const QString &title() const { return m_title.isEmpty() ? m_name : m_title; }
    const QString &description() const { return m_description; }
    const QString &instructions() const { return m_instructions; }
    const QString &provider() const { return m_provider; }
    const QString &model() const { return m_model; }
    const ChatOptions &chatOptions() const { return m_options; }
    const RunOptions &runOptions() const { return m_runOptions; }
    AgentMode mode() const { return m_mode; }
    //! All that the model may call: the toolsets' tools, then the agent's own. // D57
    QList<std::shared_ptr<Tool>> tools() const;
    const QList<ToolsetUse> &toolsets() const { return m_toolsets; }
    const QList<std::shared_ptr<Tool>> &ownTools() const { return m_tools; }
    //! Picks and approvals that stand behind no toolset.
    const QList<DeclarationProblem> &problems() const { return m_problems; }
    const std::source_location &place() const { return m_place; }
    const SettingsDeclaration &settings() const { return m_settings; }
    const QString &storageKind() const { return m_settings.kind.isEmpty() ? m_name : m_settings.kind; }

private:
    Agent &configureTool(const QString &tool, const void *type, const QJsonObject &members, std::source_location place);

    QString m_name;
    QString m_title;
    QString m_description;
    QString m_instructions;
    QString m_provider;
    QString m_model;
    ChatOptions m_options;
    RunOptions m_runOptions;
    AgentMode m_mode = AgentMode::Default;
    QList<ToolsetUse> m_toolsets;
    QList<std::shared_ptr<Tool>> m_tools;
    QList<DeclarationProblem> m_problems;
    SettingsDeclaration m_settings;
    std::source_location m_place;
};

template<Described S>
Agent &Agent::withToolSettings(std::string_view tool, const S &settings, std::source_location place)
{
    requireStorable<S>();
    QJsonObject members = Codec<S>::encode(settings).toObject();
    const QJsonObject own = Codec<S>::encode(S{}).toObject();
    for (auto member = own.begin(); member != own.end(); ++member) {
        if (members.value(member.key()) == member.value())
            members.remove(member.key());
    }
    return configureTool(detail::text(tool), &detail::typeKey<S>, members, place);
}

template<auto Function>
Agent &Agent::include(std::source_location place)
{
    static_assert(detail::FunctionPointer<std::remove_const_t<decltype(Function)>>,
                  "TSH015: a tool is picked by its function: include<&searchTickets>().");
    return pick({&detail::functionKey<Function>, detail::text(detail::functionName<Function>()), place});
}

template<auto Function>
Agent &Agent::without(std::source_location place)
{
    static_assert(detail::FunctionPointer<std::remove_const_t<decltype(Function)>>,
                  "TSH015: a tool is picked by its function: without<&closeTicket>().");
    return pick({&detail::functionKey<Function>, detail::text(detail::functionName<Function>()), place, false});
}

template<auto Function>
Agent &Agent::requireApproval(std::source_location place)
{
    static_assert(detail::FunctionPointer<std::remove_const_t<decltype(Function)>>,
                  "TSH015: a tool is picked by its function: requireApproval<&closeTicket>().");
    return requireApproval({&detail::functionKey<Function>, detail::text(detail::functionName<Function>()), place});
}

} // namespace typeshift
