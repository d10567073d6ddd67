// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agents/Agent.h"
#include "agents/Diagnostic.h"

namespace typeshift {

//! Every mistake in a list of agents and in the toolsets they use, at once. The codes are those of DiagnosticCodes.h.
QList<Diagnostic> diagnose(const QList<Agent> &agents);

} // namespace typeshift
