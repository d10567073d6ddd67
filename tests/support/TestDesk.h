// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/AwaitTask.h"
#include "support/ScriptedModel.h"

#include "page/Desk.h"
#include "page/ProviderTitles.h"
#include "providers/ProviderDesk.h"
#include "theme/Appearance.h"
#include "theme/Theme.h"
#include "widgets/Announcer.h"
#include "widgets/LivePulse.h"

#include <engine/hosting/Engine.h>
#include <engine/storage/sql/SqlStore.h>
#include <engine/workbench/ConversationCatalog.h>
#include <engine/workbench/ProviderProfiles.h>
#include <engine/workbench/QueuedInputs.h>
#include <engine/workbench/RunBoard.h>
#include <engine/workbench/Secrets.h>
#include <engine/workbench/Workbench.h>

#include <KSyntaxHighlighting/Repository>

#include <QTemporaryDir>

namespace typeshift {

//! The system's clock, set back or forth by the test.
class ShiftedClock final : public Clock
{
public:
    QDateTime now() const override { return Clock::now().addMSecs(offset.count()); }
    std::chrono::milliseconds elapsed() const override { return Clock::elapsed() + passed; }

    std::chrono::milliseconds offset{};
    std::chrono::milliseconds passed{}; //!< forwards only
};

//! All that a page of the window needs, on a database of its own and a model that says what the test tells it.
struct TestDesk {
    explicit TestDesk(ui::Scheme scheme = ui::Scheme::Light)
        : appearance(scheme)
    {
        open();
    }

    explicit TestDesk(QList<std::shared_ptr<Tool>> ofAgent)
        : tools(std::move(ofAgent))
        , appearance(ui::Scheme::Light)
    {
        open();
    }

    //! As a crash leaves it: every run is gone in the middle, and the dead process's lease has run out. Nothing of the
    //! desk before may be in use.
    void crash()
    {
        engine.reset();
        clock.offset += LeaseStore::lifetime + std::chrono::seconds(1);
        model = std::make_shared<ScriptedModel>();
        open();
    }

    //! Opens the database of this desk, also as another process would after a crash.
    void open()
    {
        auto opened = awaitTask(
            openWorkbench(folder.filePath(QStringLiteral("test.db")), OpenMode::ReadWrite, clock, ids));
        if (!opened)
            qFatal("%s", qPrintable(opened.error().facts.message));
        runBoard.reset();
        providerTitles.reset();
        workbench = *std::move(opened);
        Agent agent(QStringLiteral("assistant"));
        agent.withTitle(QStringLiteral("Assistant")).withModel(QStringLiteral("demo"), QStringLiteral("chat"));
        for (const auto &tool : std::as_const(tools))
            agent.useTool(tool);
        EngineBuilder builder;
        builder.add(agent);
        for (const Agent &each : std::as_const(moreAgents))
            builder.add(each);
        auto built = builder.withStore(workbench->store)
                         .withLeases(workbench->store)
                         .withProviders(model)
                         .withRealtimeTracking()
                         .withProcessName(QStringLiteral("test"))
                         .build();
        if (!built)
            qFatal("%s", qPrintable(built.error().constFirst().message));
        engine = *std::move(built);
        providerTitles = std::make_unique<ui::ProviderTitles>(*workbench->profiles);
        desk = std::make_unique<ui::Desk>(ui::Desk{.theme = appearance.theme(),
                                                   .pulse = pulse,
                                                   .announcer = announcer,
                                                   .engine = *engine,
                                                   .store = *workbench->store,
                                                   .catalog = *workbench->catalog,
                                                   .queuedInputs = *workbench->queuedInputs,
                                                   .profiles = *workbench->profiles,
                                                   .providerTitles = *providerTitles,
                                                   .listModels = [](ProviderProfile) { return names(); },
                                                   .clock = clock,
                                                   .repository = repository,
                                                   .readOnlyReason = {}});
    }

    static Task<Result<QStringList>> names() { co_return QStringList{QStringLiteral("chat")}; }

    ConversationCatalog &catalog() { return *workbench->catalog; }
    //! A board on the engine; made when it is first asked for.
    RunBoard &board()
    {
        if (!runBoard)
            runBoard = std::make_unique<RunBoard>(engine->tracker(), clock);
        return *runBoard;
    }
    QString draftOf(std::optional<ConversationId> conversation)
    {
        return awaitTask(catalog().loadDraft(conversation)).value_or(QStringLiteral("(error)"));
    }
    //! The catalog's only conversation.
    std::optional<ConversationRecord> onlyRecord()
    {
        const auto records = awaitTask(catalog().list({}));
        return records && records->size() == 1 ? std::optional(records->constFirst()) : std::nullopt;
    }

    QList<std::shared_ptr<Tool>> tools; //!< the agent's
    QList<Agent> moreAgents;            //!< beside the assistant, from the next open() on
    QTemporaryDir folder;
    ShiftedClock clock;
    IdSource ids;
    ui::Appearance appearance;
    ui::LivePulse pulse;
    ui::Announcer announcer;
    KSyntaxHighlighting::Repository repository;
    MemorySecrets secrets;
    std::shared_ptr<ScriptedModel> model = std::make_shared<ScriptedModel>();
    std::unique_ptr<Workbench> workbench;
    std::unique_ptr<Engine> engine;
    std::unique_ptr<ui::ProviderTitles> providerTitles;
    std::unique_ptr<ui::Desk> desk;
    std::unique_ptr<RunBoard> runBoard;
};

} // namespace typeshift
