// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/RunContext.h"
#include "tools/Tool.h"

namespace typeshift {

//! What is added to one pass; never stored.
struct AgentContext {
    QString instructions;               //!< behind the agent's own
    QList<Message> messages;            //!< behind the run's; they get a uid where they have none
    QList<std::shared_ptr<Tool>> tools; //!< behind the agent's own; a name that is taken fails the run // 2.15.10
};

//! Asked once for each pass of every run, in the order it was registered. Shared between runs, so it keeps nothing of
//! one. Engine's thread; must not throw. // 2.15.9, D31
class ContextProvider
{
public:
    ContextProvider() = default;
    ContextProvider(const ContextProvider &) = delete;
    ContextProvider &operator=(const ContextProvider &) = delete;
    virtual ~ContextProvider() = default;

    //! `messages` is what the pass begins with. A failure fails the run. `run` outlives the task.
    virtual Task<Result<AgentContext>> context(QList<Message> messages, RunContext &run) = 0;
};

} // namespace typeshift
