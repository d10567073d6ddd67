// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agents/Diagnostic.h"
#include "agents/Module.h"
#include "approval/ApprovalRule.h"
#include "chat/ClientProvider.h"
#include "context/ContextProvider.h"
#include "conversations/ConversationLayer.h"
#include "conversations/ConversationTracker.h"
#include "hosting/AgentHost.h"
#include "middleware/RunMiddleware.h"
#include "storage/LeaseStore.h"
#include "storage/Store.h"
#include "tools/ToolMiddleware.h"

#include <QFuture>
#include <QObject>

#include <memory>

namespace typeshift {

class RunDriver;

//! Owns the agents, the way to their models and every run that goes on. Lives on one thread with an event loop; all
//! of it is called there.
class Engine final : public QObject
{
    Q_OBJECT

public:
    ~Engine() override;

    //! The host of a registered agent; none for another name. Its runs use `services`, the scope of a window or a
    //! customer; null: the engine's own. // 2.17.1
    std::optional<AgentHost> host(QStringView name, std::shared_ptr<const Services> services = {});
    QList<Agent> agents() const;
    //! Stops all runs, waits at most five seconds for their ends to be stored, and is done. The program quits on it.
    QFuture<void> close();
    //! What goes on: runs, their updates, and new input for them. Must not outlive the engine.
    ConversationTracker tracker() const;
    //! How this engine signs its leases.
    const Lease &lease() const;

private:
    friend class AgentHost;
    friend class EngineBuilder;
    friend class RunDriver;
    struct Parts;

    explicit Engine(std::unique_ptr<Parts> parts);
    enum class WhenBusy { Refuse, Steer };

    RunHandle start(const AgentHost &host, ConversationLayer::Start kind, QList<Message> input, RunRequest request,
                    WhenBusy whenBusy = WhenBusy::Refuse);
    void remove(RunDriver *driver);
    SettingsService &settings() const;
    //! Of the scope, else the engine's own. // 2.17.1
    std::shared_ptr<ClientProvider> providersOf(const Services &services) const;

    std::unique_ptr<Parts> m_parts;
};

//! Puts an engine together. Flat chain; build() reports every problem at once.
class EngineBuilder
{
public:
    EngineBuilder();
    EngineBuilder(EngineBuilder &&) noexcept;
    EngineBuilder &operator=(EngineBuilder &&) noexcept;
    ~EngineBuilder();

    EngineBuilder &add(Agent agent);
    //! All agents of a library. One of another version is refused by build(), and adds none. // D7
    EngineBuilder &add(const Module &module);
    //! Registers each interface that the store implements: one store for settings and conversations, or two by two
    //! calls. Without one, what loads or saves is refused. // D38, D43
    template<typename T>
    EngineBuilder &withStore(const std::shared_ptr<T> &store)
    {
        static_assert(std::derived_from<T, ConversationStore> || std::derived_from<T, SettingsStore>,
                      "TSH028: a store is a ConversationStore, a SettingsStore, or both.");
        return withStores(std::dynamic_pointer_cast<ConversationStore>(store),
                          std::dynamic_pointer_cast<SettingsStore>(store));
    }
    //! Tells running from interrupted across processes; without one only this process's runs are known.
    EngineBuilder &withLeases(std::shared_ptr<LeaseStore> leases);
    EngineBuilder &withProviders(std::shared_ptr<ClientProvider> providers);
    //! Decides calls that need approval before a person is asked; rules are asked in the order added. // 2.6.3
    EngineBuilder &withApprovalRule(std::shared_ptr<ApprovalRule> rule);
    //! Around each pass of every run, in the order added. // 2.15.1
    EngineBuilder &withMiddleware(std::shared_ptr<RunMiddleware> middleware);
    //! Around each tool call, in the order added. // 2.15.8
    EngineBuilder &withToolMiddleware(std::shared_ptr<ToolMiddleware> middleware);
    //! Asked before each pass, in the order added. // 2.15.9
    EngineBuilder &withContext(std::shared_ptr<ContextProvider> provider);
    //! What every run may ask for by type; a scope of a host may add to it. // D25
    EngineBuilder &withServices(std::shared_ptr<const Services> services);
    //! Publishes what runs do as they do it, for ConversationTracker::watch(). Off otherwise. // D47
    EngineBuilder &withRealtimeTracking(RealtimeTrackingOptions options = {});
    //! How this process is called in another's "is run by …".
    EngineBuilder &withProcessName(QString name);
    //! For tests; the system's clock and ids otherwise.
    EngineBuilder &withClock(std::shared_ptr<Clock> clock);
    EngineBuilder &withIds(std::shared_ptr<IdSource> ids);

    std::expected<std::unique_ptr<Engine>, QList<Diagnostic>> build();

private:
    EngineBuilder &withStores(std::shared_ptr<ConversationStore> conversations,
                              std::shared_ptr<SettingsStore> settings);

    std::unique_ptr<Engine::Parts> m_parts;
};

} // namespace typeshift
