// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/Message.h"
#include "json/Field.h"

#include <array>
#include <optional>
#include <utility>

namespace typeshift {

//! A tool as the model sees it.
struct ToolDeclaration {
    QString name;
    QString description;
    QByteArray schema; //!< JSON Schema of the arguments, as text

    bool operator==(const ToolDeclaration &) const = default;
};

//! Whether a model calls tools.
enum class ToolChoice {
    Auto,     //!< as it likes
    None,     //!< it answers in text
    Required, //!< its first answer calls one // 2.0.4
};

template<>
inline constexpr auto enumNames<ToolChoice> = std::array{std::pair{ToolChoice::Auto, "auto"},
                                                         std::pair{ToolChoice::None, "none"},
                                                         std::pair{ToolChoice::Required, "required"}};

//! How the model answers. Absent leaves it to the provider.
struct ChatOptions {
    std::optional<double> temperature;
    std::optional<double> topP;
    std::optional<int> maxOutputTokens;
    std::optional<qint64> seed;
    QStringList stopSequences;
    std::optional<QString> reasoningEffort;
    std::optional<ToolChoice> toolChoice;
    bool stream = true;

    bool operator==(const ChatOptions &) const = default;
};

//! What the final answer has to be: JSON of a schema.
struct AnswerForm {
    QByteArray schema;     //!< JSON Schema, as text
    bool isStrict = false; //!< each object names all its members as required, so that a provider can hold a model to it

    bool operator==(const AnswerForm &) const = default;
};

//! What one model call sends: nothing that the model should not see, so no ids of ours. // 2.1.20
struct ChatRequest {
    QString model;
    QString instructions;
    QList<Message> messages;
    QList<ToolDeclaration> tools;
    ChatOptions options;
    std::optional<AnswerForm> answerForm = {}; //!< none: the answer is text

    bool operator==(const ChatRequest &) const = default;
};

enum class FinishReason { Stop, ToolCalls, Length, ContentFilter, Other };

//! What one model call, or a whole run, answered.
struct ChatResponse {
    QList<Message> messages;
    FinishReason finish = FinishReason::Stop;
    Usage usage;
    QString model;      //!< the model that answered, in the provider's words
    QString responseId; //!< the provider's id

    QString text() const;
    QList<FunctionCall> calls() const;
    //! What nobody has decided: the host answers with the next run's input. // 2.6.5
    QList<ApprovalRequest> approvalRequests() const;
    //! What the next model call answered: messages and usage add up, the rest is the last call's.
    void add(const ChatResponse &next);
    bool operator==(const ChatResponse &) const = default;
};

} // namespace typeshift
