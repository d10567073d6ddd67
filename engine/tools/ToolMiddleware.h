// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/Tool.h"

namespace typeshift {

//! Stands around every tool call of a run, in the order it was registered. Shared between runs, so it keeps nothing of
//! one. Engine's thread; must not throw. // 2.15.8, D30
class ToolMiddleware
{
public:
    //! The call itself, or the next middleware; may be called once, with other arguments, or not at all.
    using Next = std::function<Task<Result<ToolOutput>>(QJsonObject arguments)>;

    ToolMiddleware() = default;
    ToolMiddleware(const ToolMiddleware &) = delete;
    ToolMiddleware &operator=(const ToolMiddleware &) = delete;
    virtual ~ToolMiddleware() = default;

    //! What it gives is the call's result; a failure counts as the tool's. `context` outlives the task.
    virtual Task<Result<ToolOutput>> call(QJsonObject arguments, ToolContext &context, Next next) = 0;
};

} // namespace typeshift
