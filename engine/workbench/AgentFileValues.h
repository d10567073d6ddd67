// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json/Codec.h"

#include <limits>

namespace typeshift {

//! A number with the ends of its range.
template<typename Number, int Least, int Most = std::numeric_limits<int>::max()>
struct Within {
    Number value{};

    bool operator==(const Within &) const = default;
};

//! Text in one string, or in a list of lines: JSON strings cannot be broken.
struct Lines {
    QString text;

    bool operator==(const Lines &) const = default;
};

//! What agents are called: stored entries carry it. // TSH031
struct AgentName {
    QString text;

    bool operator==(const AgentName &) const = default;
};

template<typename Number, int Least, int Most>
struct Codec<Within<Number, Least, Most>> {
    static constexpr bool hasMost = Most != std::numeric_limits<int>::max();

    static QJsonObject schema()
    {
        QJsonObject schema = Codec<Number>::schema();
        schema[QStringLiteral("minimum")] = Least;
        if constexpr (hasMost)
            schema[QStringLiteral("maximum")] = Most;
        return schema;
    }
    static Decoded<Within<Number, Least, Most>> decode(const QJsonValue &value)
    {
        const auto number = Codec<Number>::decode(value);
        if (number && value.isDouble() && *number >= Number(Least) && *number <= Number(Most))
            return Within<Number, Least, Most>{*number};
        const QString kind = std::integral<Number> ? QStringLiteral("a whole number") : QStringLiteral("a number");
        return std::unexpected(hasMost ? QStringLiteral("expected %1 from %2 to %3").arg(kind).arg(Least).arg(Most)
                                       : QStringLiteral("expected %1, at least %2").arg(kind).arg(Least));
    }
    static QJsonValue encode(const Within<Number, Least, Most> &number) { return Codec<Number>::encode(number.value); }
};

template<>
struct Codec<Lines> {
    static QJsonObject schema();
    static Decoded<Lines> decode(const QJsonValue &value);
    static QJsonValue encode(const Lines &lines);
};

template<>
struct Codec<AgentName> {
    static QJsonObject schema();
    static Decoded<AgentName> decode(const QJsonValue &value);
    static QJsonValue encode(const AgentName &name) { return name.text; }
};

} // namespace typeshift
