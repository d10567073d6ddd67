// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ChatClient.h"

namespace typeshift {

class Steering;

//! Stores each model response before anything above sees it, and what had arrived of one that broke off. Puts the
//! input that a person steered in behind what the model has, and stores it, before the model is asked. // 2.4.3
//! to 2.4.5 2.1.2, 2.1.10, 2.1.11, 2.1.16, 2.1.21
class CheckpointLayer final : public ChatLayer
{
public:
    //! `steering` belongs to the run and outlives the layer; null for a run without a conversation.
    CheckpointLayer(std::unique_ptr<ChatClient> inner, Steering *steering);

    Task<Result<ChatResponse>> respond(ChatRequest request, RunContext &run) override;

private:
    Task<QList<Message>> steered(QList<Message> messages, RunContext &run);

    Steering *m_steering;
};

} // namespace typeshift
