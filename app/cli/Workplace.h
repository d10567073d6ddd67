// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/Arguments.h"
#include "cli/Output.h"

#include <engine/hosting/Engine.h>
#include <engine/workbench/KeychainSecrets.h>
#include <engine/workbench/ProviderProfiles.h>
#include <engine/workbench/Workbench.h>

#include <memory>

namespace typeshift {
class AgentFiles;
class ConversationCatalog;
class HttpTransport;
class ProfileClients;
} // namespace typeshift

namespace typeshift::cli {

//! The parts of one call of the program, made and joined here.
class Workplace
{
public:
    Workplace(const Arguments &arguments, Output &output);
    ~Workplace();

    //! Opens the database. Called first by every command that needs it.
    Task<Result<>> open(OpenMode mode);
    //! The agents that the program ships and those of the folder `agents`. Called by buildEngine().
    Result<> openAgents();
    //! The engine on the opened database, or on none at all. Adds the endpoint that the command line names. A file that
    //! declares no agent is said in a remark.
    Result<> buildEngine();
    //! The provider and model that the command line names, else these, else the program's own choice.
    Task<Result<ModelChoice>> chosenModel(ModelChoice usual);

    const Arguments &arguments() const { return m_arguments; }
    Output &output() const { return m_output; }
    Clock &clock() { return *m_clock; }
    IdSource &ids() { return *m_ids; }
    Workbench &workbench() { return *m_workbench; }
    Secrets &secrets() { return m_secrets; }
    std::shared_ptr<HttpTransport> transport();
    const AgentFiles &agentFiles() const { return *m_agentFiles; }
    Engine &engine() { return *m_engine; }

private:
    void addAgents(EngineBuilder &builder);
    Result<> addDirectEndpoint();

    const Arguments &m_arguments;
    Output &m_output;
    std::shared_ptr<Clock> m_clock = std::make_shared<Clock>();
    std::shared_ptr<IdSource> m_ids = std::make_shared<IdSource>();
    KeychainSecrets m_secrets;
    std::shared_ptr<HttpTransport> m_transport;
    std::unique_ptr<Workbench> m_workbench;
    std::shared_ptr<ProfileClients> m_clients;
    std::unique_ptr<AgentFiles> m_agentFiles;
    std::unique_ptr<Engine> m_engine;
};

} // namespace typeshift::cli
