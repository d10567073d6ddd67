// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json/Containers.h"

#include <QString>

#include <concepts>
#include <limits>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace typeshift {

//! Which numbers a member takes, both ends included, and what it counts.
struct Limits {
    double minimum = -std::numeric_limits<double>::infinity();
    double maximum = std::numeric_limits<double>::infinity();
    std::string_view unit = {}; //!< "tokens", "s"; empty for a bare number

    bool operator==(const Limits &) const = default;
};

namespace detail {
template<typename T>
struct Present {
    using Type = T;
};
template<typename T>
struct Present<std::optional<T>> {
    using Type = T;
};
template<typename T>
concept CountedMember = std::is_arithmetic_v<typename Present<T>::Type>
    && !std::same_as<typename Present<T>::Type, bool>;
} // namespace detail

template<typename Owner, typename Value>
struct LimitedMember {
    Value Owner::*member;
    Limits limits;
};

template<typename Owner, typename Value>
constexpr LimitedMember<Owner, Value> limited(Value Owner::*member, Limits limits)
{
    static_assert(detail::CountedMember<Value>, "only numbers have limits.");
    return {member, limits};
}

//! A struct that says which numbers its members take:
//! `static constexpr auto limits() { return std::tuple{limited(&Search::limit, {1, 100, "tickets"})}; }`
template<typename T>
concept Limited = requires { T::limits(); };

//! The limits of one member; none where the struct says none.
template<typename T, typename V>
constexpr Limits limitsOf(V T::*member)
{
    Limits found;
    if constexpr (Limited<T>) {
        const auto look = [&]<typename Value>(const LimitedMember<T, Value> &each) {
            if constexpr (std::same_as<Value, V>) {
                if (each.member == member)
                    found = each.limits;
            }
        };
        std::apply([&](const auto &...each) { (look(each), ...); }, T::limits());
    }
    return found;
}

//! "expected a number from 1 to 100 tickets"; empty for a number within the limits. NaN is never within.
QString limitsProblem(double number, const Limits &limits);

} // namespace typeshift
