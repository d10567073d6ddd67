// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ChatClient.h"
#include "conversations/UniqueCallIds.h"

namespace typeshift {

//! Renames calls whose id the conversation holds already, before anything above stores, shows or runs them. A result
//! that the provider returned for a renamed call is renamed with it. // 2.5, D59
class UniqueCallIdsLayer final : public ChatLayer
{
public:
    //! `ids` belongs to the run and outlives the layer.
    UniqueCallIdsLayer(std::unique_ptr<ChatClient> inner, UniqueCallIds &ids);

    Task<Result<ChatResponse>> respond(ChatRequest request, RunContext &run) override;

private:
    UniqueCallIds &m_ids;
};

} // namespace typeshift
