// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agents/AgentSettings.h"
#include "conversations/ConversationTracker.h"
#include "hosting/RunDriver.h"

#include <deque>
#include <list>

namespace typeshift {

//! What an engine is made of; drivers last, so that their frames die before what they use.
struct Engine::Parts {
    std::deque<Agent> agents;   // Stable addresses: hosts point into it.
    QList<Diagnostic> refusals; // Of modules; build() reports them.
    std::shared_ptr<ConversationStore> store;
    std::shared_ptr<SettingsStore> settingsStore;
    std::unique_ptr<SettingsService> settings; // Made by build().
    std::shared_ptr<LeaseStore> leases;
    std::shared_ptr<ClientProvider> providers;
    QList<std::shared_ptr<ApprovalRule>> rules;
    QList<std::shared_ptr<RunMiddleware>> middleware;
    QList<std::shared_ptr<ToolMiddleware>> toolMiddleware;
    QList<std::shared_ptr<ContextProvider>> context;
    std::shared_ptr<const Services> services = std::make_shared<Services>();
    std::shared_ptr<Clock> clock = std::make_shared<Clock>();
    std::shared_ptr<IdSource> ids = std::make_shared<IdSource>();
    std::shared_ptr<Claims> claims = std::make_shared<Claims>();
    std::shared_ptr<LiveRuns> runs;   // Made by build(): they need the clock.
    std::shared_ptr<LiveFeeds> feeds; // Null without realtime tracking.
    std::optional<RealtimeTrackingOptions> tracking;
    Lease lease;
    QPromise<void> closed;
    bool isClosing = false;
    std::list<std::unique_ptr<RunDriver>> drivers;
};

} // namespace typeshift
