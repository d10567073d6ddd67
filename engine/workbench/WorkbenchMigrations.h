// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/sql/Migrations.h"

namespace typeshift {

//! The workbench's tables beside the engine's: conversations, drafts, provider_profiles, model_choices,
//! queued_inputs.
MigrationSet workbenchMigrations();

} // namespace typeshift
