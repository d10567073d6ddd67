// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Error.h"
#include "chat/Usage.h"

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QString>

#include <variant>

namespace typeshift {

//! What a message is made of. Every kind keeps the JSON members that this version does not know in `unknown`.

struct TextContent {
    QString text;
    QJsonObject unknown;
    bool operator==(const TextContent &) const = default;
};

struct ReasoningContent {
    QString text;
    QByteArray raw; //!< what the provider needs back unchanged (signature, encrypted form), as its own JSON text
    QJsonObject unknown;
    bool operator==(const ReasoningContent &) const = default;
};

struct ImageContent {
    QByteArray data; //!< the picture's bytes
    QString mediaType;
    QJsonObject unknown;
    bool operator==(const ImageContent &) const = default;
};

struct FileContent {
    QString name;
    QString mediaType;
    QByteArray data;
    QJsonObject unknown;
    bool operator==(const FileContent &) const = default;
};

//! The model asks for a tool.
struct FunctionCall {
    QString callId;
    QString name;
    QByteArray arguments; //!< the provider's own text, byte for byte
    QString problem;      //!< why the call can't run (arguments that are not JSON, or were cut); empty for a good one
    QByteArray raw;       //!< what the provider needs back unchanged beside it (a signature), as its own JSON text
    QJsonObject unknown;
    bool operator==(const FunctionCall &) const = default;
};

//! Anything of a kind that this version does not know, kept as it is.
struct UnknownContent {
    QJsonObject raw;
    bool operator==(const UnknownContent &) const = default;
};

//! What a tool answered.
struct FunctionResult {
    using Part = std::variant<TextContent, ImageContent, FileContent, UnknownContent>;

    QString callId;
    QList<Part> contents;
    bool isError = false;
    QJsonObject unknown;
    bool operator==(const FunctionResult &) const = default;
};

struct ApprovalRequest {
    QString requestId;
    FunctionCall call;
    QJsonObject unknown;
    bool operator==(const ApprovalRequest &) const = default;
};

struct ApprovalResponse {
    QString requestId;
    bool approved = false;
    QString reason;
    bool forConversation = false;
    std::optional<QByteArray> editedArguments;
    QJsonObject unknown;
    bool operator==(const ApprovalResponse &) const = default;
};

//! Why a run ended early; shown to people, never sent to a model.
struct ErrorContent {
    Error error;
    QJsonObject unknown;
    bool operator==(const ErrorContent &) const = default;
};

struct UsageContent {
    Usage usage;
    QJsonObject unknown;
    bool operator==(const UsageContent &) const = default;
};

//! Closed on purpose: a new kind does not compile until each wire, the transcript and the export have an answer.
using Content = std::variant<TextContent, ReasoningContent, ImageContent, FileContent, FunctionCall, FunctionResult,
                             ApprovalRequest, ApprovalResponse, ErrorContent, UsageContent, UnknownContent>;

} // namespace typeshift
