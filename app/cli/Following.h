// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/Workplace.h"

namespace typeshift::cli {

//! What a run is started with, on parts that are open.
struct Prepared {
    AgentHost host;
    RunRequest request;
};

//! The agent, model, mode and ids that the command line asks for; what it leaves out is the conversation's, else the
//! program's own choice.
Task<Result<Prepared>> prepare(Workplace &workplace);

//! InvalidInput for a name that no agent has; empty: the assistant.
Result<AgentHost> hostOf(Workplace &workplace, const QString &name);

//! Waits for a run's end with its updates printed; the first interruption stops it.
Task<Result<ChatResponse>> follow(Workplace &workplace, Run &run);

} // namespace typeshift::cli
