// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QList>
#include <QMap>
#include <QSet>

#include <map>
#include <optional>
#include <vector>

namespace typeshift {

// Which templates hold the items of a list, of a set and of a map. // D19

template<typename T>
inline constexpr bool isOptional = false;
template<typename T>
inline constexpr bool isOptional<std::optional<T>> = true;

template<typename T>
inline constexpr bool isSet = false;
template<typename T>
inline constexpr bool isSet<QSet<T>> = true;

template<typename T>
inline constexpr bool isSequence = false;
template<typename T>
inline constexpr bool isSequence<QList<T>> = true;
template<typename T>
inline constexpr bool isSequence<std::vector<T>> = true;

template<typename T>
inline constexpr bool isMap = false;
template<typename K, typename V>
inline constexpr bool isMap<QMap<K, V>> = true;
template<typename K, typename V>
inline constexpr bool isMap<QHash<K, V>> = true;
template<typename K, typename V>
inline constexpr bool isMap<std::map<K, V>> = true;

template<typename T>
concept ListType = isSequence<T> || isSet<T>;

template<typename T>
concept MapType = isMap<T>;

} // namespace typeshift
