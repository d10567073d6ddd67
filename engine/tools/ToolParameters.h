// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/Tool.h"
#include "json/Storable.h"

namespace typeshift {

//! The arguments of a tool that takes none; for one that has settings all the same.
struct NoArguments {
    static constexpr auto fields() { return std::tuple<>(); }
};

namespace detail {

enum class ParameterKind { Context, Stop, RawArguments, Described, Changeable, Unknown };

// What a tool's function gets for a parameter, by its type. // D16
template<typename P>
consteval ParameterKind parameterKind()
{
    using Plain = std::remove_cvref_t<P>;
    if constexpr (std::same_as<Plain, ToolContext> && std::is_lvalue_reference_v<P>)
        return ParameterKind::Context;
    else if constexpr (std::is_pointer_v<P> || std::is_rvalue_reference_v<P>
                       || (std::is_lvalue_reference_v<P> && !std::is_const_v<std::remove_reference_t<P>>))
        return ParameterKind::Changeable;
    else if constexpr (std::same_as<Plain, StopToken>)
        return ParameterKind::Stop;
    else if constexpr (std::same_as<Plain, QJsonObject>)
        return ParameterKind::RawArguments;
    else
        return Described<Plain> ? ParameterKind::Described : ParameterKind::Unknown;
}

// Every member that a model fills says what it means, by itself or by its type. // D14, D55
template<typename T, typename V>
consteval bool isExplained(const Field<T, V> &field)
{
    using Value = std::remove_cvref_t<V>;
    if constexpr (isOptional<Value>)
        return !field.description.empty() || DescribesItself<typename Value::value_type>;
    else
        return !field.description.empty() || DescribesItself<Value>;
}

template<typename T>
consteval bool areMembersExplained()
{
    return std::apply([](const auto &...each) { return (isExplained(each) && ...); }, T::fields());
}

template<typename T>
inline constexpr bool isTask = false;
template<typename T>
inline constexpr bool isTask<Task<T>> = true;

// A task that cannot fail cannot say that it was stopped.
template<typename T>
inline constexpr bool isBareTask = isTask<T>;
template<typename T>
inline constexpr bool isBareTask<Task<Result<T>>> = false;

// What a function returns, without its wrapping.
template<typename R>
struct ReturnedBy {
    using Value = R;
};
template<typename T>
struct ReturnedBy<Result<T>> : ReturnedBy<T> {
};
template<typename T>
struct ReturnedBy<Task<T>> : ReturnedBy<T> {
};

template<typename T>
concept Answer = std::is_void_v<T> || std::same_as<T, ToolOutput> || std::same_as<T, QString> || Storable<T>;

} // namespace detail

} // namespace typeshift
