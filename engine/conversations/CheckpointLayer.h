// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ChatClient.h"

namespace typeshift {

//! Stores each model response before anything above sees it, and what had arrived of one that broke off.
//! 2.1.2, 2.1.10, 2.1.11, 2.1.16, 2.1.21
class CheckpointLayer final : public ChatLayer
{
public:
    using ChatLayer::ChatLayer;

    Task<Result<ChatResponse>> respond(ChatRequest request, RunContext &run) override;
};

} // namespace typeshift
