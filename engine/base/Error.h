// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace typeshift {

//! What is known about a failure beyond its kind. The engine gives facts; the program words them for a person.
struct ErrorFacts {
    QString message;   //!< what went wrong, or the other side's own words
    QString code;      //!< the other side's code, for example "insufficient_quota"
    QString host;      //!< the server or file that was asked
    QString requestId; //!< the other side's id of the request
    QString raw;       //!< the beginning of what could not be understood, at most 300 bytes
    int status = 0;    //!< HTTP status, 0 when there is none
    std::optional<std::chrono::milliseconds> retryAfter;
    std::optional<bool> retryable = std::nullopt; //!< the other side's own word on asking again; beats the kind
    QStringList items; //!< names that the message is about: closed requests, tools, the owner of a lease

    bool operator==(const ErrorFacts &) const = default;
};

//! A failure as a value: a kind to branch on and the facts to tell a person.
struct Error {
    enum class Kind {
        Cancelled,
        InvalidInput,
        InvalidState,
        Conflict,
        ApprovalClosed,
        Storage,
        Network,
        Timeout,
        Auth,
        RateLimit,
        Overloaded,
        Refused,
        ContextLength,
        Protocol,
        IncompleteStream,
        Tool,
    };

    Kind kind = Kind::InvalidState;
    ErrorFacts facts;

    Error() = default;
    Error(Kind errorKind, ErrorFacts errorFacts);
    Error(Kind errorKind, const QString &message);

    //! Whether asking again later may succeed without anybody changing anything.
    bool isTransient() const;

    bool operator==(const Error &) const = default;
};

//! The kind as it is stored and printed, camelCase: "incompleteStream".
QString errorKindName(Error::Kind kind);
//! The reverse of errorKindName(); none for a name that no version knows.
std::optional<Error::Kind> errorKindFromName(QStringView name);

} // namespace typeshift
