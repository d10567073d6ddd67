// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Error.h"

#include <QList>
#include <QStringList>

#include <optional>

namespace typeshift {

//! What a server takes for one model: guessed from the model's name, corrected by the server's own refusals. // 4.1
struct ChatCapabilities {
    enum class InstructionRole { System, Developer, User };
    enum class TokenLimit { MaxTokens, MaxCompletionTokens };

    bool stream = true;
    bool streamOptions = true;
    InstructionRole role = InstructionRole::System;
    TokenLimit tokenLimit = TokenLimit::MaxTokens;
    QList<InstructionRole> refusedRoles;
    QList<TokenLimit> refusedLimits;
    QStringList leftOut; //!< parameters that this model does not take: "temperature"

    bool operator==(const ChatCapabilities &) const = default;
};

//! The first guess for a model.
ChatCapabilities guessedCapabilities(const QString &model);

//! What to try after this refusal; none when the refusal is about something else. Each correction is offered once, so
//! asking again until there is none ends.
std::optional<ChatCapabilities> correctedCapabilities(const ChatCapabilities &tried, const Error &refusal);

//! What compatible servers demand of the order and the ids of messages.
struct ChatDialect {
    bool joinsMessages = false; //!< neighbours of one role are refused: they are sent as one
    bool wantsFiller = false;   //!< a user message may not follow a tool message: an assistant's goes between // 2.4.19
    int callIdLength = 0;       //!< exactly so many letters and digits; 0: up to 40 of [A-Za-z0-9_-] // 2.5.12
};

//! The dialect spoken at a host.
ChatDialect dialectOf(const QString &host);

} // namespace typeshift
