// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "conversations/ConversationLayer.h"
#include "tools/ToolLoop.h"

namespace typeshift {

//! Stacks the layers around a provider's client, for one run. The only place that knows their order.
//! `conversation` is none for a run that stores nothing.
std::unique_ptr<ChatClient> makePipeline(std::shared_ptr<ChatClient> provider, ToolLoop::Parts tools,
                                         std::optional<ConversationLayer::Parts> conversation);

} // namespace typeshift
