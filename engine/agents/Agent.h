// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ChatRequest.h"
#include "chat/RunOptions.h"
#include "tools/Tool.h"

namespace typeshift {

//! What an agent is: a value that a host registers once. Flat chain: every `with…` returns the agent. // D17, D21
class Agent
{
public:
    //! `name` identifies the agent in stored entries; lower case, words joined by '_'.
    explicit Agent(QString name);

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
    //! A tool that the model may call; shared with every run of the agent.
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
    const QList<std::shared_ptr<Tool>> &tools() const { return m_tools; }

private:
    QString m_name;
    QString m_title;
    QString m_description;
    QString m_instructions;
    QString m_provider;
    QString m_model;
    ChatOptions m_options;
    RunOptions m_runOptions;
    AgentMode m_mode = AgentMode::Default;
    QList<std::shared_ptr<Tool>> m_tools;
};

} // namespace typeshift
