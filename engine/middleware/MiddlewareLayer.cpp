// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/MiddlewareLayer.h"

namespace typeshift {

MiddlewareLayer::MiddlewareLayer(std::unique_ptr<ChatClient> inner, std::shared_ptr<RunMiddleware> middleware)
    : ChatLayer(std::move(inner))
    , m_middleware(std::move(middleware))
{
}

Task<Result<ChatResponse>> MiddlewareLayer::respond(ChatRequest request, RunContext &run)
{
    return m_middleware->respond(std::move(request), run, [this, &run](ChatRequest changed) {
        return inner().respond(std::move(changed), run);
    });
}

} // namespace typeshift
