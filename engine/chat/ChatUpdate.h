// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ConversationEntry.h"

#include <chrono>
#include <variant>

namespace typeshift {

//! What a run tells while it works. One stream for every reader, in the order of production.

struct TextDelta {
    QUuid message;
    QString text;
    bool operator==(const TextDelta &) const = default;
};

struct ReasoningDelta {
    QUuid message;
    QString text;
    bool operator==(const ReasoningDelta &) const = default;
};

//! A call of the model, whole; sent when the response that holds it is complete.
struct CallUpdate {
    QUuid message;
    FunctionCall call;
    bool operator==(const CallUpdate &) const = default;
};

//! What a tool answered; the uid is that of the round's tool message. // 2.0.13
struct ResultUpdate {
    QUuid message;
    FunctionResult result;
    bool operator==(const ResultUpdate &) const = default;
};

//! A call that was left to the host; its run ends asking. The uid is that of the stored message. // 2.6.23
struct RequestUpdate {
    QUuid message;
    ApprovalRequest request;
    bool operator==(const RequestUpdate &) const = default;
};

//! The run goes on in this mode. // 2.10.13
struct ModeUpdate {
    AgentMode mode = AgentMode::Default;
    bool operator==(const ModeUpdate &) const = default;
};

//! Tokens of one model call.
struct UsageUpdate {
    Usage usage;
    bool operator==(const UsageUpdate &) const = default;
};

//! The model call failed before anything was delivered and is made again after `delay`.
struct RetryUpdate {
    int attempt = 0; //!< 1 for the first retry
    std::chrono::milliseconds delay{};
    Error error;
    bool operator==(const RetryUpdate &) const = default;
};

//! An entry is in the store: whatever happens now, it stays.
struct StoredUpdate {
    StoredEntry stored;
    bool operator==(const StoredUpdate &) const = default;
};

//! An append failed; the run goes on. // 2.1.5
struct StoreFailedUpdate {
    Error error;
    bool operator==(const StoreFailedUpdate &) const = default;
};

using ChatUpdate = std::variant<TextDelta, ReasoningDelta, CallUpdate, ResultUpdate, RequestUpdate, ModeUpdate,
                                UsageUpdate, RetryUpdate, StoredUpdate, StoreFailedUpdate>;

} // namespace typeshift
