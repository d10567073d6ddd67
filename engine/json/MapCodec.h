// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json/ContainerCodecs.h"

namespace typeshift {

//! QMap, QHash and std::map with a QString or a named enum as the key.
template<MapType M>
struct Codec<M> {
    using Key = typename M::key_type;
    using Value = typename M::mapped_type;

    static QJsonObject schema()
    {
        QJsonObject schema{{QStringLiteral("type"), QStringLiteral("object")}};
        if constexpr (NamedEnum<Key>) {
            QJsonObject properties;
            for (const auto &[key, name] : enumNames<Key>)
                properties[QLatin1StringView(name)] = Codec<Value>::schema();
            schema[QStringLiteral("properties")] = properties;
            schema[QStringLiteral("additionalProperties")] = false;
        } else {
            schema[QStringLiteral("additionalProperties")] = Codec<Value>::schema();
        }
        return schema;
    }
    static Decoded<M> decode(const QJsonValue &value)
    {
        if (!value.isObject())
            return std::unexpected(QStringLiteral("expected an object"));
        const QJsonObject object = value.toObject();
        M map;
        for (auto member = object.begin(); member != object.end(); ++member) {
            auto key = Codec<Key>::decode(member.key());
            if (!key)
                return std::unexpected(detail::errorAt(member.key(), key.error()));
            auto item = Codec<Value>::decode(member.value());
            if (!item)
                return std::unexpected(detail::errorAt(member.key(), item.error()));
            map[*std::move(key)] = *std::move(item);
        }
        return map;
    }
    static QJsonValue encode(const M &map)
    {
        QJsonObject object;
        for (auto item = map.begin(); item != map.end(); ++item) {
            if constexpr (requires { item.key(); })
                object[Codec<Key>::encode(item.key()).toString()] = Codec<Value>::encode(item.value());
            else
                object[Codec<Key>::encode(item->first).toString()] = Codec<Value>::encode(item->second);
        }
        return object;
    }
};

} // namespace typeshift
