// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "approval/Approval.h"

#include <engine/async/Task.h>
#include <engine/base/Clock.h>
#include <engine/base/Result.h>
#include <engine/base/StrongId.h>
#include <engine/workbench/ProviderProfile.h>

#include <functional>
#include <optional>

namespace KSyntaxHighlighting {
class Repository;
}

namespace typeshift {
class ConversationCatalog;
class ConversationStore;
class Engine;
class ProviderProfiles;
class QueuedInputs;
} // namespace typeshift

namespace typeshift::ui {

class Announcer;
class DesktopNotifier;
class LivePulse;
class ProviderTitles;
class Theme;

//! Asks a provider for the names of its models, with the key that is kept for it.
using ListModels = std::function<Task<Result<QStringList>>(ProviderProfile profile)>;

//! Finds out what a call of an agent would do, for whoever decides about it. // DESIGN 4.3.4
using DescribeCall =
    std::function<Task<ApprovalDetails>(ApprovalRequest request, QString agent, ConversationId conversation)>;

//! What lies on the desk of a page that shows conversations: borrowed, made and kept by the program.
struct Desk {
    const Theme &theme;
    LivePulse &pulse;
    Announcer &announcer;
    Engine &engine;
    ConversationStore &store;
    ConversationCatalog &catalog;
    QueuedInputs &queuedInputs;
    ProviderProfiles &profiles;
    ProviderTitles &providerTitles;
    ListModels listModels;
    DescribeCall describeCall = {}; //!< none: the arguments are all that is shown
    Clock &clock;
    const KSyntaxHighlighting::Repository &repository;
    DesktopNotifier *notifier = nullptr; //!< null: the desktop is told nothing
    std::optional<Error> readOnlyReason; //!< why nothing can be stored; none when it can
};

} // namespace typeshift::ui
