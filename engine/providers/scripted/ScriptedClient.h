// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ChatClient.h"
#include "providers/scripted/ScenarioLibrary.h"

namespace typeshift {

//! The provider `demo`: plays a scenario as if a model answered, without a key or a network. Needs no state: which
//! answer it gives depends on the request alone, so a resumed run is answered like the one before.
class ScriptedClient final : public ChatClient
{
public:
    //! `pace` stretches every wait: 1 as written, 0 at once.
    explicit ScriptedClient(ScenarioLibrary library, double pace = 1.0);

    //! InvalidInput for a model that is not in the library. A step's error ends the answer like a provider's.
    Task<Result<ChatResponse>> respond(ChatRequest request, RunContext &run) override;

private:
    ScenarioLibrary m_library;
    double m_pace;
};

} // namespace typeshift
