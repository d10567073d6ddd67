// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "Coder.h"

#include <engine/workbench/AgentFiles.h>

namespace typeshift {

class HttpTransport;

//! The toolsets that an agent file may name: todo and web, and where folders are open files and shell. Empty on systems
//! that the toolsets do not know.
QList<Toolset> fileToolsets(const CoderTools &tools, std::shared_ptr<HttpTransport> transport);

//! The agents that both programs ship; the coder only where its folders are open.
QList<Agent> shippedAgents(const CoderTools &tools);

} // namespace typeshift
