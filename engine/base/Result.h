// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Error.h"

#include <expected>

namespace typeshift {

//! What a fallible function returns: its value, or why there is none.
template<typename T = void>
using Result = std::expected<T, Error>;

//! Shorthand for the failing return: `return failure(Error::Kind::Storage, u"…"_s);`
inline std::unexpected<Error> failure(Error::Kind kind, const QString &message)
{
    return std::unexpected(Error(kind, message));
}

inline std::unexpected<Error> failure(Error error)
{
    return std::unexpected(std::move(error));
}

} // namespace typeshift
