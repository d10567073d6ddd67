// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agents/Agent.h"
#include "agents/Diagnostic.h"

namespace typeshift {

//! Where a declaration stands, as "file:line".
QString placeText(const std::source_location &place);
//! The agent and where it was declared: `agent "support" (crm.cpp:12)`.
QString placeOf(const Agent &agent);

//! What is wrong with the tools that one agent offers to its model.
QList<Diagnostic> diagnoseTools(const Agent &agent);
//! What is wrong with the toolsets of all agents together: one name is one tool, because approvals and settings name
//! it.
QList<Diagnostic> diagnoseToolsets(const QList<Agent> &agents);

} // namespace typeshift
