// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ChatRequest.h"
#include "chat/RunContext.h"
#include "support/FakeTransport.h"
#include "support/FixedClock.h"

namespace typeshift {

//! A run to hand to a client: its updates, its stop and its clock in the test's hands.
struct ProviderBench {
    FixedClock clock;
    IdSource ids;
    StopSource stop;
    QList<ChatUpdate> updates;
    RunContext run{{.identity = {},
                    .stop = stop.token(),
                    .clock = clock,
                    .ids = ids,
                    .checkpoints = nullptr,
                    .sink = [this](ChatUpdate update) { updates.append(std::move(update)); }}};

    template<typename Update>
    QList<Update> all() const
    {
        QList<Update> found;
        for (const ChatUpdate &update : updates) {
            if (const auto *each = std::get_if<Update>(&update))
                found.append(*each);
        }
        return found;
    }
};

inline ChatRequest requestOf(const QString &text)
{
    ChatRequest request;
    request.model = QStringLiteral("m");
    request.messages = {userMessage(text)};
    return request;
}

} // namespace typeshift
