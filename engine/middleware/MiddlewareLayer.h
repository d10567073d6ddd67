// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "middleware/RunMiddleware.h"

namespace typeshift {

//! One middleware in a run's pipeline.
class MiddlewareLayer final : public ChatLayer
{
public:
    MiddlewareLayer(std::unique_ptr<ChatClient> inner, std::shared_ptr<RunMiddleware> middleware);

    Task<Result<ChatResponse>> respond(ChatRequest request, RunContext &run) override;

private:
    std::shared_ptr<RunMiddleware> m_middleware;
};

} // namespace typeshift
