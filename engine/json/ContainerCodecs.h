// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json/Containers.h"
#include "json/EnumCodec.h"

#include <algorithm>

namespace typeshift {

namespace detail {
//! What is wrong inside a member or an item, with its place before it: "tickets[3].id: expected a string".
QString errorAt(const QString &place, const QString &error);
} // namespace detail

template<typename T>
struct Codec<std::optional<T>> {
    static QJsonObject schema() { return Codec<T>::schema(); }
    static Decoded<std::optional<T>> decode(const QJsonValue &value)
    {
        if (value.isUndefined() || value.isNull())
            return std::optional<T>{};
        return Codec<T>::decode(value).transform([](T inner) { return std::optional<T>(std::move(inner)); });
    }
    static QJsonValue encode(const std::optional<T> &value)
    {
        return value ? Codec<T>::encode(*value) : QJsonValue(QJsonValue::Undefined);
    }
};

//! QList, std::vector and QSet.
template<ListType L>
struct Codec<L> {
    using Item = typename L::value_type;

    static QJsonObject schema()
    {
        return {{QStringLiteral("type"), QStringLiteral("array")}, {QStringLiteral("items"), Codec<Item>::schema()}};
    }
    static Decoded<L> decode(const QJsonValue &value)
    {
        if (!value.isArray())
            return std::unexpected(QStringLiteral("expected a list"));
        const QJsonArray array = value.toArray();
        L items;
        items.reserve(typename L::size_type(array.size()));
        for (qsizetype i = 0; i < array.size(); ++i) {
            auto item = Codec<Item>::decode(array.at(i));
            if (!item)
                return std::unexpected(detail::errorAt(QStringLiteral("[%1]").arg(i), item.error()));
            if constexpr (isSet<L>)
                items.insert(*std::move(item));
            else
                items.push_back(*std::move(item));
        }
        return items;
    }
    static QJsonValue encode(const L &items)
    {
        QJsonArray array;
        if constexpr (isSet<L> && std::totally_ordered<Item>) {
            QList<Item> sorted = items.values();
            std::ranges::sort(sorted); // A set has no order of its own, a document is to read the same each time.
            return Codec<QList<Item>>::encode(sorted);
        }
        for (const Item &item : items)
            array.append(Codec<Item>::encode(item));
        return array;
    }
};

} // namespace typeshift
