// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Result.h"
#include "chat/Message.h"
#include "json/Field.h"

#include <QDateTime>

namespace typeshift {

//! A tool that this conversation may run without asking again. // D24
struct StandingApproval {
    QString tool;
    QJsonObject unknown;

    static constexpr auto fields() { return std::tuple{field("tool", &StandingApproval::tool, "Name of the tool.")}; }
    bool operator==(const StandingApproval &) const = default;
};

//! One step of a conversation as it is stored: an input, a response, tool results, a summary or a run's end.
//! Its JSON form is the end of the specification of behaviour: camelCase, nulls left out, unknown members kept.
struct ConversationEntry {
    static constexpr int currentSchemaVersion = 1;

    QString agent;
    QDateTime at; //!< UTC, milliseconds
    QList<Message> messages;
    QString provider;
    QString model;
    std::optional<Usage> usage;
    bool endsRun = false;
    bool isSummary = false;
    std::optional<AgentMode> mode;
    std::optional<QList<StandingApproval>> standingApprovals;
    std::optional<QStringList> backgroundAgents; //!< call ids of sub-agents that still work
    int schemaVersion = currentSchemaVersion;
    QJsonObject unknown;

    //! One JSON object, UTF-8, without line breaks.
    QByteArray serialize() const;
    //! Storage errors that say what is wrong and where: not JSON, a member of another type, a newer schema version.
    static Result<ConversationEntry> deserialize(const QByteArray &json);

    //! The error that ended the run early; none on any other entry.
    std::optional<Error> error() const;

    bool operator==(const ConversationEntry &) const = default;
};

//! An entry with its place in the store; sequences of a conversation ascend, with gaps.
struct StoredEntry {
    qint64 sequence = 0;
    ConversationEntry entry;

    bool operator==(const StoredEntry &) const = default;
};

} // namespace typeshift
