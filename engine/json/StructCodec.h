// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json/ContainerCodecs.h"
#include "json/Field.h"

namespace typeshift {

namespace detail {
inline QLatin1StringView latin1(std::string_view text)
{
    return QLatin1StringView(text.data(), qsizetype(text.size()));
}
inline QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), qsizetype(utf8.size()));
}
} // namespace detail

template<Described T>
struct Codec<T> {
    static QJsonObject schema()
    {
        QJsonObject properties;
        QJsonArray required;
        std::apply([&](const auto &...each) { (describe(each, properties, required), ...); }, T::fields());
        QJsonObject schema{{QStringLiteral("type"), QStringLiteral("object")},
                           {QStringLiteral("properties"), properties},
                           {QStringLiteral("required"), required},
                           {QStringLiteral("additionalProperties"), KeepsUnknown<T>}};
        if constexpr (DescribesItself<T>)
            schema[QStringLiteral("description")] = detail::text(T::about);
        return schema;
    }

    //! Missing optional members keep the struct's own default. Unknown members are kept where the struct has a
    //! place for them and are an error where it has none.
    static Decoded<T> decode(const QJsonValue &value)
    {
        if (!value.isObject())
            return std::unexpected(QStringLiteral("expected an object"));
        T decoded{};
        QString error;
        QJsonObject object = value.toObject();
        std::apply([&](const auto &...each) { (void)(read(each, object, decoded, error) && ...); }, T::fields());
        if (!error.isEmpty())
            return std::unexpected(error);
        if constexpr (KeepsUnknown<T>)
            decoded.unknown = object;
        else if (!object.isEmpty())
            return std::unexpected(
                QStringLiteral("%1: is not a member of this object").arg(object.keys().constFirst()));
        return decoded;
    }

    //! `below` with the members that the object has. One that does not read counts as absent: the value below
    //! stays. Members that the struct does not know are passed over. // D27, D44
    static T readOver(T below, const QJsonObject &object)
    {
        std::apply([&](const auto &...each) { (put(each, object, below), ...); }, T::fields());
        return below;
    }

    static QJsonValue encode(const T &value)
    {
        QJsonObject object;
        if constexpr (KeepsUnknown<T>)
            object = value.unknown;
        std::apply([&](const auto &...each) { (write(each, value, object), ...); }, T::fields());
        return object;
    }

private:
    template<typename V>
    static void describe(const Field<T, V> &each, QJsonObject &properties, QJsonArray &required)
    {
        QJsonObject schema = Codec<V>::schema();
        if (!each.description.empty()) // A member's own words go before those of its type. // D55
            schema[QStringLiteral("description")] = detail::text(each.description);
        properties[detail::latin1(each.name)] = schema;
        if constexpr (!isOptional<V>)
            required.append(detail::latin1(each.name));
    }

    template<typename V>
    static bool read(const Field<T, V> &each, QJsonObject &object, T &decoded, QString &error)
    {
        const auto name = detail::latin1(each.name);
        auto value = Codec<V>::decode(object.take(name));
        if (!value) {
            error = detail::errorAt(name, value.error());
            return false;
        }
        decoded.*each.member = *std::move(value);
        return true;
    }

    template<typename V>
    static void put(const Field<T, V> &each, const QJsonObject &object, T &below)
    {
        const auto member = object.constFind(detail::latin1(each.name));
        if (member == object.constEnd())
            return;
        if (auto value = Codec<V>::decode(*member))
            below.*each.member = *std::move(value);
    }

    template<typename V>
    static void write(const Field<T, V> &each, const T &value, QJsonObject &object)
    {
        if (const QJsonValue json = Codec<V>::encode(value.*each.member); !json.isUndefined())
            object[detail::latin1(each.name)] = json;
    }
};

} // namespace typeshift
