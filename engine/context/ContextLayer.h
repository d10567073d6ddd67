// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ChatClient.h"
#include "context/ContextProvider.h"

namespace typeshift {

//! Adds what the context providers give to each pass. // 2.15.9
class ContextLayer final : public ChatLayer
{
public:
    struct Parts {
        QList<std::shared_ptr<ContextProvider>> providers;
        QStringList taken;                                         //!< the names of the agent's own tools
        std::shared_ptr<QList<std::shared_ptr<Tool>>> toolsOfPass; //!< what the tool loop offers beside them
    };

    ContextLayer(std::unique_ptr<ChatClient> inner, Parts parts);

    Task<Result<ChatResponse>> respond(ChatRequest request, RunContext &run) override;

private:
    std::optional<Error> clash(const QList<std::shared_ptr<Tool>> &tools) const;

    Parts m_parts;
};

} // namespace typeshift
