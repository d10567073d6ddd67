// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agents/Agent.h"
#include "settings/RunSettings.h"
#include "settings/SettingsService.h"

namespace typeshift {

//! What of an agent can be set and what may be stored of it: its options, and the settings of the tools that it offers.
SettingsSchema settingsSchemaOf(const Agent &agent);

//! What the agent's code says: the Agent layer. // D27
AgentWishes wishesOf(const Agent &agent);

//! What a run of the agent would use: loads what is stored under the id, or nothing without one, and lays the layers
//! over each other. Fails as SettingsService::load(). Service and agent outlive the task. // 2.17.5
Task<Result<RunSettings>> resolveSettings(SettingsService &service, const Agent &agent, std::optional<SettingsId> id,
                                          RunWishes run);

} // namespace typeshift
