// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ChatClient.h"

namespace typeshift {

//! Stands around each pass of every run, in the order it was registered; it looks at `run.identity().agent` where it
//! is for one agent alone. Shared between runs, so it keeps nothing of one. Engine's thread; must not throw.
//! // 2.15.1, 2.15.2, D30
class RunMiddleware
{
public:
    //! The rest of the run; may be called once, with other messages and options, or not at all.
    using Next = std::function<Task<Result<ChatResponse>>(ChatRequest request)>;

    RunMiddleware() = default;
    RunMiddleware(const RunMiddleware &) = delete;
    RunMiddleware &operator=(const RunMiddleware &) = delete;
    virtual ~RunMiddleware() = default;

    //! What it gives is the pass's response. Changes to messages hold for the pass; the conversation keeps what the
    //! host sent. A response made without `next` is stored without model and usage and ends the run. A failure fails
    //! the run. `run` outlives the task. // 2.15.3, 2.15.4, 2.15.7
    virtual Task<Result<ChatResponse>> respond(ChatRequest request, RunContext &run, Next next) = 0;
};

} // namespace typeshift
