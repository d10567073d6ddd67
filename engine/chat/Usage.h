// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonObject>
#include <QtTypes>

#include <optional>

namespace typeshift {

//! Tokens of one model call or a sum of several. Absent means unknown, which is not zero.
struct Usage {
    std::optional<qint64> input;      //!< all that the model read, cached tokens included
    std::optional<qint64> cacheRead;  //!< the part of input that came from the provider's cache
    std::optional<qint64> cacheWrite; //!< the part of input that was written to it
    std::optional<qint64> output;     //!< all that the model wrote, reasoning included
    std::optional<qint64> reasoning;  //!< the part of output that was reasoning
    QJsonObject unknown;              //!< members that this version does not know; kept, never summed

    bool isEmpty() const { return *this == Usage{}; }
    Usage &operator+=(const Usage &other);
    bool operator==(const Usage &) const = default;
};

} // namespace typeshift
