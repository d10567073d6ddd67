// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/Workplace.h"

#include "AgentFolder.h"
#include "Demo.h"

#include <engine/http/Transports.h>
#include <engine/storage/sql/SqlStore.h>
#include <engine/workbench/DataFolder.h>
#include <engine/workbench/ProfileClients.h>
#include <engine/workbench/ProviderProfiles.h>

#include <QCoreApplication>
#include <QDir>
#include <QSysInfo>

using namespace Qt::StringLiterals;

namespace typeshift::cli {

Workplace::Workplace(const Arguments &arguments, Output &output)
    : m_arguments(arguments)
    , m_output(output)
    , m_secrets(*m_clock)
{
}

Workplace::~Workplace() = default;

Task<Result<>> Workplace::open(OpenMode mode)
{
    const QString path = DataFolder::databasePath(m_arguments.value(u"store"_s));
    auto opened = co_await openWorkbench(path, mode, *m_clock, *m_ids);
    if (!opened)
        co_return failure(opened.error());
    m_workbench = *std::move(opened);
    if (m_workbench->readOnlyReason) {
        if (mode == OpenMode::ReadWrite)
            co_return failure(*m_workbench->readOnlyReason);
        m_output.remark(QCoreApplication::translate("typeshift::cli", "The database is opened read-only: %1")
                            .arg(m_workbench->readOnlyReason->facts.message));
    }
    co_return {};
}

std::shared_ptr<HttpTransport> Workplace::transport()
{
    if (!m_transport)
        m_transport = makeTransport(chosenTransport(), *m_clock);
    return m_transport;
}

Result<> Workplace::buildEngine()
{
    const auto scenarios = demoScenarios();
    if (!scenarios)
        return failure(scenarios.error());
    m_clients = std::make_shared<ProfileClients>(*m_workbench->profiles, m_secrets, transport());
    m_clients->withDemo(*scenarios, demoPace());
    if (auto added = addDirectEndpoint(); !added)
        return added;
    if (auto opened = openAgents(); !opened)
        return opened;
    EngineBuilder builder;
    addAgents(builder);
    auto engine = builder.withStore(m_workbench->store)
                      .withLeases(m_workbench->store)
                      .withProviders(m_clients)
                      .withClock(m_clock)
                      .withIds(m_ids)
                      .withProcessName(u"typeshift %1 on %2"_s.arg(QString::number(QCoreApplication::applicationPid()),
                                                                   QSysInfo::machineHostName()))
                      .build();
    if (!engine)
        return failure(Error::Kind::InvalidState, engine.error().constFirst().message);
    m_engine = *std::move(engine);
    return {};
}

Result<> Workplace::openAgents()
{
    // Without --folder a folder that cannot be used, such as /, only means that there are no tools for files.
    const bool isNamed = !m_arguments.folders.isEmpty();
    const auto tools = CoderTools::open(isNamed ? m_arguments.folders : QStringList{QDir::currentPath()}, *m_clock);
    if (!tools && isNamed)
        return failure(tools.error());
    const CoderTools open = tools.value_or(CoderTools());
    m_agentFiles = std::make_unique<AgentFiles>(DataFolder::agentsPath(m_arguments.value(u"store"_s)),
                                                fileToolsets(open, transport()), shippedAgents(open));
    return {};
}

void Workplace::addAgents(EngineBuilder &builder)
{
    for (const Agent &agent : m_agentFiles->ownAgents())
        builder.add(agent);
    const auto files = m_agentFiles->list();
    for (const AgentFile &file : files) {
        if (file.agent)
            builder.add(*file.agent);
        for (const AgentFileProblem &problem : file.problems)
            m_output.remark(problem.textIn(QDir::toNativeSeparators(m_agentFiles->pathOf(file.name))));
    }
}

Result<> Workplace::addDirectEndpoint()
{
    if (!m_arguments.has(u"base-url"_s))
        return {};
    const QUrl url(m_arguments.value(u"base-url"_s), QUrl::StrictMode);
    if (!url.isValid() || url.host().isEmpty())
        return failure(Error::Kind::InvalidInput, u"--base-url needs an address such as http://localhost:11434/v1"_s);
    const QString name = m_arguments.has(u"api"_s) ? m_arguments.value(u"api"_s) : u"openai-chat"_s;
    const auto api = Codec<ProviderApi>::decode(name);
    if (!api)
        return failure(Error::Kind::InvalidInput, u"--api: "_s + api.error());
    QString key;
    if (const QString variable = m_arguments.value(u"api-key-env"_s); !variable.isEmpty()) {
        key = qEnvironmentVariable(variable.toLatin1().constData());
        if (key.isEmpty())
            return failure(Error::Kind::InvalidInput,
                           u"the environment variable %1 of --api-key-env is empty"_s.arg(variable));
    }
    return m_clients->withDirectEndpoint(*api, url, key);
}

Task<Result<ModelChoice>> Workplace::chosenModel(ModelChoice usual)
{
    ModelChoice chosen;
    chosen.provider = m_arguments.has(u"base-url"_s) ? QString(ProfileClients::directName)
                                                     : m_arguments.value(u"provider"_s);
    chosen.model = m_arguments.value(u"model"_s);
    if (chosen.provider.isEmpty() && !usual.provider.isEmpty() && usual.provider != ProfileClients::directName) {
        chosen.provider = usual.provider;
        if (chosen.model.isEmpty())
            chosen.model = usual.model;
    }
    if (chosen.provider.isEmpty()) {
        const auto choice = co_await m_workbench->profiles->defaultChoice();
        if (!choice)
            co_return failure(choice.error());
        chosen.provider = choice->provider;
        if (chosen.model.isEmpty())
            chosen.model = choice->model;
    }
    if (chosen.model.isEmpty()) {
        const auto profile = co_await m_workbench->profiles->find(chosen.provider);
        if (profile && *profile)
            chosen.model = (*profile)->defaultModel;
    }
    if (chosen.model.isEmpty()) {
        co_return failure(Error::Kind::InvalidInput,
                          u"no model is named: use --model, or see `typeshift models %1`"_s.arg(chosen.provider));
    }
    co_return chosen;
}

} // namespace typeshift::cli
