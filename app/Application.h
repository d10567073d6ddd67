// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "AgentFolder.h"
#include "CallDetails.h"
#include "DesktopNotices.h"
#include "ModelQuestions.h"
#include "SessionSecrets.h"
#include "SpareMemory.h"

#include <engine/async/TaskScope.h>
#include <engine/base/Clock.h>
#include <engine/base/IdSource.h>
#include <engine/hosting/Engine.h>
#include <engine/workbench/ProfileClients.h>
#include <engine/workbench/Workbench.h>

#include <ui/agents/AgentsWindow.h>
#include <ui/page/Desk.h>
#include <ui/page/ProviderTitles.h>
#include <ui/theme/Appearance.h>
#include <ui/widgets/Announcer.h>
#include <ui/widgets/LivePulse.h>
#include <ui/window/MainWindow.h>

#include <QObject>
#include <QPointer>

#include <memory>

namespace KSyntaxHighlighting {
class Repository;
}

namespace typeshift {

//! What the program was started with.
struct StartOptions {
    QString store; //!< path of the database; empty: the program's own
    std::optional<ui::Scheme> scheme;
    bool playsDemo = false;
    double demoPace = 1; //!< stretches the demo's waits; 0: at once
};

//! The one place where the parts of the desktop program are made and joined.
class Application final : public QObject
{
    Q_OBJECT

public:
    explicit Application(StartOptions options);
    ~Application() override;

    //! Opens the database and shows the window, or the page that says why there is none.
    void start();
    //! The window once there is one.
    ui::MainWindow *window() const { return m_window.get(); }
    Workbench &workbench() { return *m_workbench; }
    Engine &engine() { return *m_engine; }
    const ui::Theme &theme() const { return m_appearance.theme(); }
    ui::Appearance &appearance() { return m_appearance; }
    //! Opens the window with the agents, or brings it to the front.
    void showAgents();
    ui::AgentsWindow *agents() const { return m_agents; }

signals:
    //! The window, or the page about the database, is shown.
    void shown();
    //! Every run has ended and is stored: quit.
    void done();

private:
    void join(std::unique_ptr<Workbench> workbench);
    Result<CoderTools> openCoderTools() const;
    void offerFolders();
    Result<> buildEngine();
    void addAgents(EngineBuilder &builder, const CoderTools &tools);
    void buildWindow();
    void tellWrongAgents();
    void showProblem(const Error &error);
    void close();

    StartOptions m_options;
    std::shared_ptr<Clock> m_clock = std::make_shared<Clock>();
    std::shared_ptr<IdSource> m_ids = std::make_shared<IdSource>();
    ui::Appearance m_appearance;
    std::unique_ptr<KSyntaxHighlighting::Repository> m_repository;
    ui::LivePulse m_pulse;
    ui::Announcer m_announcer;
    std::shared_ptr<HttpTransport> m_transport;
    std::unique_ptr<SessionSecrets> m_secrets;
    std::unique_ptr<Workbench> m_workbench;
    std::shared_ptr<ProfileClients> m_clients;
    std::unique_ptr<ModelQuestions> m_questions;
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<AgentFiles> m_agentFiles;
    QStringList m_wrongAgents; //!< files that declare none, as they were at the start
    CoderTools m_coderTools;
    std::unique_ptr<CallDetails> m_callDetails;
    std::unique_ptr<ui::ProviderTitles> m_providerTitles;
    std::unique_ptr<ui::DesktopNotifier> m_notifier;
    std::unique_ptr<ui::Desk> m_desk;
    std::unique_ptr<ui::MainWindow> m_window;
    QPointer<ui::AgentsWindow> m_agents;
    std::unique_ptr<QWidget> m_problem;
    SpareMemory m_spareMemory;
    TaskScope m_tasks;
};

} // namespace typeshift
