// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <string_view>
#include <tuple>

namespace typeshift {

//! One member of a struct as JSON knows it: its name, where it is, and a sentence that says what it means.
template<typename Owner, typename Value>
struct Field {
    std::string_view name;
    Value Owner::*member;
    std::string_view description;
};

template<typename Owner, typename Value>
constexpr Field<Owner, Value> field(std::string_view name, Value Owner::*member, std::string_view description = {})
{
    return {name, member, description};
}

//! A struct that lists its fields: `static constexpr auto fields() { return std::tuple{field("text", &Args::text,
//! "…")}; }`. The one list gives its schema, its decoder and its encoder.
template<typename T>
concept Described = requires { T::fields(); };

//! A struct that says itself what it is, wherever it appears: `static constexpr std::string_view about = "…";`. // D55
template<typename T>
concept DescribesItself = requires {
    { T::about } -> std::convertible_to<std::string_view>;
};

//! A struct that wants to keep the members it does not know has a `QJsonObject unknown`.
template<typename T>
concept KeepsUnknown = requires(T value) { value.unknown.isEmpty(); };

//! An enum names its values in a specialisation: `template<> constexpr auto enumNames<Mode> = std::array{…pairs…};`
template<typename E>
constexpr auto enumNames = nullptr;

template<typename E>
concept NamedEnum = std::is_enum_v<E> && !std::same_as<std::remove_cv_t<decltype(enumNames<E>)>, std::nullptr_t>;

} // namespace typeshift
