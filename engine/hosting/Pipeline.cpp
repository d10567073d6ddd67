// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "hosting/Pipeline.h"

#include "conversations/CheckpointLayer.h"
#include "conversations/UniqueCallIdsLayer.h"
#include "middleware/MiddlewareLayer.h"
#include "providers/RetryLayer.h"

namespace typeshift {

// Innermost first. What lies further in is asked more often: the conversation once a run, the provider once a try.
std::unique_ptr<ChatClient> makePipeline(PipelineParts parts)
{
    std::optional<ConversationLayer::Parts> &conversation = parts.conversation;
    std::unique_ptr<ChatClient> stack = std::make_unique<SharedClient>(std::move(parts.provider));
    stack = std::make_unique<RetryLayer>(std::move(stack));
    if (conversation)
        stack = std::make_unique<UniqueCallIdsLayer>(std::move(stack), *conversation->callIds);
    stack = std::make_unique<CheckpointLayer>(std::move(stack), conversation ? conversation->steering.get() : nullptr);
    ContextLayer::Parts context{
        .providers = std::move(parts.context), .taken = {}, .toolsOfPass = parts.tools.toolsOfPass};
    for (const auto &tool : std::as_const(parts.tools.tools))
        context.taken.append(tool->declaration().name);
    stack = std::make_unique<ToolLoop>(std::move(stack), std::move(parts.tools));
    if (!context.providers.isEmpty())
        stack = std::make_unique<ContextLayer>(std::move(stack), std::move(context));
    for (auto each = parts.middleware.crbegin(); each != parts.middleware.crend(); ++each)
        stack = std::make_unique<MiddlewareLayer>(std::move(stack), *each);
    if (conversation)
        stack = std::make_unique<ConversationLayer>(std::move(stack), *std::move(conversation));
    return stack;
}

} // namespace typeshift
