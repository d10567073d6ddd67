// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/agents/Agent.h>

namespace typeshift {

//! The agent that both programs ship: general purpose, without tools.
Agent assistant();

} // namespace typeshift
