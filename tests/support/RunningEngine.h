// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "conversations/OpenRequests.h"
#include "hosting/Engine.h"
#include "storage/MemoryStore.h"
#include "support/FaultyStore.h"
#include "support/FixedClock.h"
#include "support/ScriptedModel.h"
#include "support/TestIds.h"

#include <QSignalSpy>
#include <QTest>

namespace typeshift {

//! An engine with one agent, "assistant", on a scripted model, a store in memory that can be made faulty, and a clock
//! moved by hand.
struct RunningEngine {
    QList<std::shared_ptr<Tool>> tools; //!< the agent's
    RunOptions options;
    ChatOptions chatOptions;
    QList<std::shared_ptr<ApprovalRule>> rules;
    AgentMode mode = AgentMode::Default; //!< the agent's
    std::function<void(EngineBuilder &)> configure = [](EngineBuilder &) { };
    std::shared_ptr<FixedClock> clock = std::make_shared<FixedClock>();
    std::shared_ptr<MemoryStore> memory = std::make_shared<MemoryStore>(*clock);
    std::shared_ptr<FaultyStore> store = std::make_shared<FaultyStore>(*memory);
    std::shared_ptr<ScriptedModel> model = std::make_shared<ScriptedModel>();
    ConversationId conversation = testId<ConversationId>();
    std::unique_ptr<Engine> engine = build();

    AgentHost host() { return *engine->host(u"assistant"); }
    RunRequest request() const { return {.conversation = conversation}; }

    //! As after a crash: the engine and all its frames are gone, the store stays, and the dead one's lease has run out.
    void restart()
    {
        engine.reset();
        clock->advance(LeaseStore::lifetime + std::chrono::seconds(1));
        model = std::make_shared<ScriptedModel>();
        engine = build();
    }

    //! What is stored of the conversation.
    QList<StoredEntry> entries()
    {
        auto loading = memory->loadConversation(conversation);
        loading.start();
        const auto loaded = loading.takeResult();
        return loaded ? *loaded : QList<StoredEntry>();
    }

    //! Runs the event loop until the run's end was announced.
    static Result<ChatResponse> end(const RunHandle &run)
    {
        QSignalSpy finished(run.get(), &Run::finished);
        if (run->state() != Run::State::Finished && !finished.wait(10'000))
            return failure(Error::Kind::Timeout, QStringLiteral("the run did not end"));
        return run->result().result();
    }

private:
    std::unique_ptr<Engine> build()
    {
        Agent agent(QStringLiteral("assistant"));
        agent.withInstructions(QStringLiteral("Be brief."))
            .withModel(QStringLiteral("script"), QStringLiteral("m1"))
            .withRunOptions(options)
            .withChatOptions(chatOptions)
            .withMode(mode);
        for (const auto &tool : std::as_const(tools))
            agent.useTool(tool);
        EngineBuilder builder;
        for (const auto &rule : std::as_const(rules))
            builder.withApprovalRule(rule);
        configure(builder);
        auto built = builder.add(agent)
                         .withStore(store)
                         .withLeases(memory)
                         .withProviders(model)
                         .withClock(clock)
                         .withRealtimeTracking()
                         .withProcessName(QStringLiteral("the test"))
                         .build();
        return *std::move(built);
    }
};

} // namespace typeshift
