// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "hosting/Pipeline.h"

#include "conversations/CheckpointLayer.h"
#include "conversations/UniqueCallIdsLayer.h"
#include "providers/RetryLayer.h"

namespace typeshift {

// Innermost first. What lies further in is asked more often: the conversation once a run, the provider once a try.
std::unique_ptr<ChatClient> makePipeline(std::shared_ptr<ChatClient> provider, ToolLoop::Parts tools,
                                         std::optional<ConversationLayer::Parts> conversation)
{
    std::unique_ptr<ChatClient> stack = std::make_unique<SharedClient>(std::move(provider));
    stack = std::make_unique<RetryLayer>(std::move(stack));
    if (conversation)
        stack = std::make_unique<UniqueCallIdsLayer>(std::move(stack), *conversation->callIds);
    stack = std::make_unique<CheckpointLayer>(std::move(stack), conversation ? conversation->steering.get() : nullptr);
    stack = std::make_unique<ToolLoop>(std::move(stack), std::move(tools));
    if (conversation)
        stack = std::make_unique<ConversationLayer>(std::move(stack), *std::move(conversation));
    return stack;
}

} // namespace typeshift
