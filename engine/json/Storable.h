// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json/Codec.h"

namespace typeshift {

namespace detail {

enum class Storability { Fine, NoForm, NullableItem, OtherKey, Recursive };

template<typename T, typename... Outer>
consteval Storability storability();

// What stands in a list, a set or a map, or in a member: only the latter may be absent.
template<typename T, typename... Outer>
consteval Storability itemStorability()
{
    return isOptional<T> ? Storability::NullableItem : storability<T, Outer...>();
}

template<typename T, typename... Outer>
consteval Storability memberStorability()
{
    if constexpr (isOptional<T>)
        return itemStorability<typename T::value_type, Outer...>();
    else
        return storability<T, Outer...>();
}

template<typename T, typename... Outer, typename... Values>
consteval Storability structStorability(std::type_identity<std::tuple<Field<T, Values>...>>)
{
    Storability found = Storability::Fine;
    (void)(((found = memberStorability<Values, T, Outer...>()) == Storability::Fine) && ...);
    return found;
}

template<typename T, typename... Outer>
consteval Storability storability()
{
    if constexpr ((std::same_as<T, Outer> || ...)) {
        return Storability::Recursive;
    } else if constexpr (Described<T>) {
        return structStorability<T, Outer...>(std::type_identity<decltype(T::fields())>());
    } else if constexpr (ListType<T>) {
        return itemStorability<typename T::value_type, Outer...>();
    } else if constexpr (MapType<T>) {
        if constexpr (!std::same_as<typename T::key_type, QString> && !NamedEnum<typename T::key_type>)
            return Storability::OtherKey;
        else
            return itemStorability<typename T::mapped_type, Outer...>();
    } else if constexpr (isOptional<T>) {
        return Storability::NullableItem;
    } else {
        return requires { sizeof(Codec<T>); } ? Storability::Fine : Storability::NoForm;
    }
}

} // namespace detail

//! A type that JSON carries there and back: whole numbers, double, bool, named enums, QString, QDate, QTime, QDateTime,
//! QUrl, QUuid, structs with fields() of such members (each of which may be optional), and lists, sets and maps of such
//! values; whatever has a Codec of its own. // D19
template<typename T>
concept Storable = detail::storability<T>() == detail::Storability::Fine;

//! Refuses, with a sentence, a type that is not storable. // D19, TSH012
template<typename T>
consteval void requireStorable()
{
    constexpr auto found = detail::storability<T>();
    static_assert(found != detail::Storability::NoForm,
                  "TSH012: a member's type has no form in JSON. Give a struct its fields(), an enum its enumNames, "
                  "anything else a Codec.");
    static_assert(found != detail::Storability::NullableItem,
                  "TSH012: an item of a list, a set or a map cannot be absent. Only a member may be std::optional.");
    static_assert(found != detail::Storability::OtherKey,
                  "TSH012: the key of a map is a QString or an enum with enumNames, because JSON names its members.");
    static_assert(found != detail::Storability::Recursive,
                  "TSH012: a struct may not contain itself, not even in a list: no model's schema can say it.");
}

} // namespace typeshift
