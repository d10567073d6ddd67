// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/Workplace.h"

namespace typeshift::cli {

//! One function per command; each returns the program's exit code and has said everything by then.

Task<ExitCode> run(Workplace &workplace);
Task<ExitCode> resume(Workplace &workplace);
Task<ExitCode> answer(Workplace &workplace);
Task<ExitCode> decisions(Workplace &workplace);
Task<ExitCode> approvals(Workplace &workplace);
Task<ExitCode> agents(Workplace &workplace);
Task<ExitCode> conversations(Workplace &workplace);
Task<ExitCode> show(Workplace &workplace);
Task<ExitCode> providers(Workplace &workplace);
Task<ExitCode> models(Workplace &workplace);
Task<ExitCode> verifyStoreCommand(Workplace &workplace);
Task<ExitCode> exportConversation(Workplace &workplace);
Task<ExitCode> importConversation(Workplace &workplace);

//! The command of this name; Arguments only lets known ones through.
Task<ExitCode> perform(Workplace &workplace);

//! The conversation that --conversation or a positional argument names; InvalidInput for text that is no id.
Result<ConversationId> conversationIdOf(const QString &text);

} // namespace typeshift::cli
