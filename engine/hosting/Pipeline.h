// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "context/ContextLayer.h"
#include "conversations/ConversationLayer.h"
#include "middleware/RunMiddleware.h"
#include "tools/ToolLoop.h"

namespace typeshift {

//! What a run's pipeline is made of, outermost first.
struct PipelineParts {
    std::optional<ConversationLayer::Parts> conversation; //!< none for a run that stores nothing
    QList<std::shared_ptr<RunMiddleware>> middleware;
    QList<std::shared_ptr<ContextProvider>> context;
    ToolLoop::Parts tools;
    std::shared_ptr<ChatClient> provider;
};

//! Stacks the layers around a provider's client, for one run. The only place that knows their order.
std::unique_ptr<ChatClient> makePipeline(PipelineParts parts);

} // namespace typeshift
