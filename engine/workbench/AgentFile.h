// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agents/Agent.h"
#include "json/JsonPlaces.h"

#include <expected>

namespace typeshift {

//! A mistake in a file that declares an agent, for the person who wrote it. `code` stands in docs/DIAGNOSTICS.md.
struct AgentFileProblem {
    QString code;
    QString path; //!< of the member: `tools[1].toolset`; empty for the whole file
    JsonPlace place;
    QString sentence;
    QString replacement = {}; //!< JSON that may be meant at the place; empty when nothing is like it

    //! `support.json:7:18: tools[1].toolset: …`
    QString textIn(const QString &fileName) const;
    bool operator==(const AgentFileProblem &) const = default;
};

//! The agent that a JSON text declares: the same value that code would make of the same words, with `toolsets` to name
//! tools of. Else every mistake at once, in the order of the text. What an agent cannot have yet (sub-agents,
//! handoffs, MCP servers) is a mistake, and never passed over.
std::expected<Agent, QList<AgentFileProblem>> readAgentFile(const QByteArray &json, const QList<Toolset> &toolsets);

//! A file that readAgentFile() makes this agent of. Tools that belong to no toolset, and auto mode, cannot be said in a
//! file and are left out.
QByteArray agentFileText(const Agent &agent);

//! JSON Schema of agent files, made of the lists that the reader reads by. docs/agent.schema.json is this text.
QByteArray agentFileSchema();

} // namespace typeshift
