// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "base/Error.h"

#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

constexpr std::array kindNames{
    std::pair{Error::Kind::Cancelled, "cancelled"_L1},
    std::pair{Error::Kind::InvalidInput, "invalidInput"_L1},
    std::pair{Error::Kind::InvalidState, "invalidState"_L1},
    std::pair{Error::Kind::Conflict, "conflict"_L1},
    std::pair{Error::Kind::ApprovalClosed, "approvalClosed"_L1},
    std::pair{Error::Kind::Storage, "storage"_L1},
    std::pair{Error::Kind::Network, "network"_L1},
    std::pair{Error::Kind::Timeout, "timeout"_L1},
    std::pair{Error::Kind::Auth, "auth"_L1},
    std::pair{Error::Kind::RateLimit, "rateLimit"_L1},
    std::pair{Error::Kind::Overloaded, "overloaded"_L1},
    std::pair{Error::Kind::Refused, "refused"_L1},
    std::pair{Error::Kind::ContextLength, "contextLength"_L1},
    std::pair{Error::Kind::Protocol, "protocol"_L1},
    std::pair{Error::Kind::IncompleteStream, "incompleteStream"_L1},
    std::pair{Error::Kind::Tool, "tool"_L1},
};

} // namespace

Error::Error(Kind errorKind, ErrorFacts errorFacts)
    : kind(errorKind)
    , facts(std::move(errorFacts))
{
}

Error::Error(Kind errorKind, const QString &message)
    : kind(errorKind)
{
    facts.message = message;
}

bool Error::isTransient() const
{
    if (facts.retryable)
        return *facts.retryable;
    switch (kind) {
    case Kind::Network:
    case Kind::Timeout:
    case Kind::RateLimit:
    case Kind::Overloaded:
    case Kind::IncompleteStream:
        return true;
    default:
        return false;
    }
}

QString errorKindName(Error::Kind kind)
{
    for (const auto &[known, name] : kindNames) {
        if (known == kind)
            return name;
    }
    Q_UNREACHABLE_RETURN({});
}

std::optional<Error::Kind> errorKindFromName(QStringView name)
{
    for (const auto &[known, text] : kindNames) {
        if (text == name)
            return known;
    }
    return std::nullopt;
}

} // namespace typeshift
