// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Application.h"

#include "CoderFolders.h"
#include "Demo.h"
#include "ProblemPage.h"

#include <engine/http/Transports.h>
#include <engine/providers/scripted/ScenarioLibrary.h>
#include <engine/storage/sql/SqlStore.h>
#include <engine/workbench/ConversationArchive.h>
#include <engine/workbench/ConversationCatalog.h>
#include <engine/workbench/DataFolder.h>
#include <engine/workbench/ProviderProfiles.h>
#include <engine/workbench/QueuedInputs.h>

#include <ui/page/ConversationPage.h>

#include <KSyntaxHighlighting/Repository>

#include <QCoreApplication>
#include <QDir>
#include <QFutureWatcher>
#include <QLocale>
#include <QStatusBar>
#include <QSysInfo>

using namespace Qt::StringLiterals;

namespace typeshift {

Application::Application(StartOptions options)
    : m_options(std::move(options))
    , m_appearance(m_options.scheme)
    , m_repository(std::make_unique<KSyntaxHighlighting::Repository>())
    , m_transport(makeTransport(chosenTransport(), *m_clock))
    , m_secrets(std::make_unique<SessionSecrets>(*m_clock))
{
}

Application::~Application()
{
    // What borrows goes before what lends.
    m_tasks.clear();
    delete m_agents.data();
    m_problem.reset();
    m_window.reset();
    m_engine.reset();
}

void Application::start()
{
    const QString path = DataFolder::databasePath(m_options.store);
    m_tasks.start(openWorkbench(path, OpenMode::ReadWrite, *m_clock, *m_ids),
                  [this](Result<std::unique_ptr<Workbench>> opened) {
                      if (opened)
                          join(*std::move(opened));
                      else
                          showProblem(opened.error());
                  });
}

void Application::join(std::unique_ptr<Workbench> workbench)
{
    m_workbench = std::move(workbench);
    if (const auto built = buildEngine(); !built)
        return showProblem(built.error());
    buildWindow();
    m_window->show();
    m_spareMemory.giveBackSoon(); // What starting took.
    tellWrongAgents();
    emit shown();
}

// Nothing else of the person's is in the coder's reach.
Result<CoderTools> Application::openCoderTools() const
{
    return CoderFolders(m_options.store).usable().and_then([this](const QStringList &folders) {
        return CoderTools::open(folders, *m_clock);
    });
}

void Application::offerFolders()
{
    const CoderFolders folders(m_options.store);
    const auto own = folders.ownFolder();
    if (!m_coderTools.files || !own)
        return;
    m_window->offerFolders({.inUse = m_coderTools.folders,
                            .ownFolder = *own,
                            .chosen = [folders] { return folders.chosen(); },
                            .choose = [folders](const QStringList &chosen) { return folders.choose(chosen); },
                            .runsIsolated = [tools = m_coderTools] { return tools.runsIsolated(); }});
}

Result<> Application::buildEngine()
{
    const auto scenarios = demoScenarios();
    if (!scenarios)
        return failure(scenarios.error());
    m_clients = std::make_shared<ProfileClients>(*m_workbench->profiles, *m_secrets, m_transport);
    m_clients->withDemo(*scenarios, m_options.demoPace);
    m_questions = std::make_unique<ModelQuestions>(m_transport);
    EngineBuilder builder;
    m_coderTools = openCoderTools().value_or(CoderTools());
    addAgents(builder, m_coderTools);
    auto engine = builder.withStore(m_workbench->store)
                      .withLeases(m_workbench->store)
                      .withProviders(m_clients)
                      .withRealtimeTracking()
                      .withProcessName(u"typeshift-workbench %1 on %2"_s.arg(
                          QString::number(QCoreApplication::applicationPid()), QSysInfo::machineHostName()))
                      .withClock(m_clock)
                      .withIds(m_ids)
                      .build();
    if (!engine)
        return failure(Error::Kind::InvalidState, engine.error().constFirst().message);
    m_engine = *std::move(engine);
    m_callDetails = std::make_unique<CallDetails>(*m_engine, m_coderTools);
    return {};
}

void Application::addAgents(EngineBuilder &builder, const CoderTools &tools)
{
    m_agentFiles = std::make_unique<AgentFiles>(DataFolder::agentsPath(m_options.store),
                                                fileToolsets(tools, m_transport), shippedAgents(tools));
    for (const Agent &agent : m_agentFiles->ownAgents())
        builder.add(agent);
    m_wrongAgents.clear();
    const auto files = m_agentFiles->list();
    for (const AgentFile &file : files) {
        if (file.agent)
            builder.add(*file.agent);
        else
            m_wrongAgents.append(file.name);
    }
}

// A wrong file stops nobody: the window opens, and says where to look.
void Application::tellWrongAgents()
{
    if (m_wrongAgents.isEmpty())
        return;
    const QString words = tr("%1 declares no agent because something in it is wrong: see Settings, Agents.")
                              .arg(QLocale().createSeparatedList(m_wrongAgents));
    m_window->statusBar()->showMessage(words);
    m_announcer.announce(words, ui::Announcer::Tone::Assertive);
}

void Application::showAgents()
{
    if (!m_agents) {
        m_agents = new ui::AgentsWindow(
            {.files = *m_agentFiles, .theme = theme(), .announcer = m_announcer, .repository = *m_repository});
    }
    m_agents->show();
    m_agents->raise();
    m_agents->activateWindow();
}

void Application::buildWindow()
{
    ModelQuestions *questions = m_questions.get();
    ProfileClients *clients = m_clients.get();
    m_providerTitles = std::make_unique<ui::ProviderTitles>(*m_workbench->profiles);
    m_notifier = makeDesktopNotifier();
    m_desk = std::make_unique<ui::Desk>(ui::Desk{
        .theme = theme(),
        .pulse = m_pulse,
        .announcer = m_announcer,
        .engine = *m_engine,
        .store = *m_workbench->store,
        .catalog = *m_workbench->catalog,
        .queuedInputs = *m_workbench->queuedInputs,
        .profiles = *m_workbench->profiles,
        .providerTitles = *m_providerTitles,
        .listModels =
            [clients](ProviderProfile profile) {
                constexpr auto patience = ModelQuestions::patience;
                return clients->models(profile.name, {.connect = patience, .firstByte = patience, .idle = patience},
                                       {});
            },
        .describeCall =
            [details = m_callDetails.get()](ApprovalRequest request, QString agent, ConversationId conversation) {
                return details->of(std::move(request), std::move(agent), std::move(conversation));
            },
        .clock = *m_clock,
        .repository = *m_repository,
        .notifier = m_notifier.get(),
        .readOnlyReason = m_workbench->readOnlyReason});
    SessionSecrets *secrets = m_secrets.get();
    const ui::ProviderDesk providers{
        .theme = theme(),
        .profiles = *m_workbench->profiles,
        .secrets = *m_secrets,
        .askOllama = [questions](QUrl address) { return questions->ollama(std::move(address)); },
        .askModels = [questions](QUrl address,
                                 QString key) { return questions->models(std::move(address), std::move(key)); },
        .keepKey =
            [secrets](QString name, QString key, ui::KeyPlace place) {
                return place == ui::KeyPlace::Keychain ? secrets->store(name, key) : secrets->keepInMemory(name, key);
            },
    };
    m_window = std::make_unique<ui::MainWindow>(*m_desk, providers, *m_workbench->archive,
                                                ui::WindowMemory(m_workbench->path));
    offerFolders();
    connect(m_window.get(), &ui::MainWindow::closed, this, &Application::close);
    connect(m_window.get(), &ui::MainWindow::agentsRequested, this, &Application::showAgents);
    connect(&m_window->page(), &ui::ConversationPage::shownChanged, &m_spareMemory, &SpareMemory::giveBackSoon);
}

void Application::showProblem(const Error &error)
{
    auto page = std::make_unique<ProblemPage>(theme(), error, DataFolder::databasePath(m_options.store));
    connect(page.get(), &ProblemPage::retryRequested, this, [this] {
        m_problem.release()->deleteLater();
        start();
    });
    connect(page.get(), &ProblemPage::closed, this, &Application::done);
    m_problem = std::move(page);
    m_problem->show();
    emit shown();
}

void Application::close()
{
    delete m_agents.data(); // What is not saved is kept as a draft.
    // At most five seconds, behind a window that is gone: what had arrived is stored.
    auto *watcher = new QFutureWatcher<void>(this);
    connect(watcher, &QFutureWatcher<void>::finished, this, &Application::done);
    watcher->setFuture(m_engine->close());
}

} // namespace typeshift
