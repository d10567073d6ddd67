// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/base/Result.h>
#include <engine/providers/scripted/ScenarioLibrary.h>

namespace typeshift {

//! The scenarios that the programs carry with them.
Result<ScenarioLibrary> demoScenarios();

//! How fast the demo plays: 1, or what the environment variable TYPESHIFT_DEMO_PACE says (0: at once).
double demoPace();

} // namespace typeshift
