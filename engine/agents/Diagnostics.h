// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agents/Agent.h"
#include "agents/Diagnostic.h"

namespace typeshift {

//! Every mistake in a list of agents, at once: names that are missing, twice there, or not of [a-z0-9_].
QList<Diagnostic> diagnose(const QList<Agent> &agents);

} // namespace typeshift
