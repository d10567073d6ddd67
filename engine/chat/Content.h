// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Error.h"
#include "chat/AgentMode.h"
#include "chat/Usage.h"

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QString>

#include <optional>
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
    std::optional<QByteArray> executedArguments; //!< what ran, where a person changed what the model proposed
    QJsonObject unknown;
    bool operator==(const FunctionResult &) const = default;
};

//! A call that waits for somebody's word. // D24
struct ApprovalRequest {
    QString requestId;
    FunctionCall call;    //!< as the model proposed it: this is what runs // 2.6.8
    int planRevision = 0; //!< of the conversation's plans, from 1; 0 when the call is no plan // 2.6.22
    QJsonObject unknown;
    bool operator==(const ApprovalRequest &) const = default;
};

//! Who answered an approval request.
enum class Decider {
    Person,
    Rule,
    StandingApproval, //!< the conversation's, given before
    AutoMode,
    Plain, //!< nobody had to: the call needs no approval and waited for the others of its response // 2.6.2
};

template<>
inline constexpr auto enumNames<Decider> = std::array{
    std::pair{Decider::Person, "person"}, std::pair{Decider::Rule, "rule"},
    std::pair{Decider::StandingApproval, "standingApproval"}, std::pair{Decider::AutoMode, "autoMode"},
    std::pair{Decider::Plain, "plain"}};

struct ApprovalResponse {
    QString requestId;
    bool approved = false;
    QString reason;
    bool forConversation = false;              //!< and every later call of this tool in the conversation // 2.6.12
    std::optional<QByteArray> editedArguments; //!< run with these instead
    std::optional<AgentMode> mode;             //!< of an approved plan: how the run goes on // 2.10.4
    Decider decidedBy = Decider::Person;
    QString rule; //!< the name of the rule that decided
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
