// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/Workplace.h"

namespace typeshift::cli {

//! What comes of a run that may have ended asking: with --approve it is answered and goes on; on a terminal the person
//! is asked; otherwise the requests are named and the program ends with 3. // architecture 7
Task<ExitCode> answered(Workplace &workplace, AgentHost host, RunRequest request, Result<ChatResponse> result);

//! What a request asks, for a terminal: nothing in its arguments hides or speaks to the terminal. // DESIGN 4.3.6
QString requestText(const ApprovalRequest &request);

} // namespace typeshift::cli
