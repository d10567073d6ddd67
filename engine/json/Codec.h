// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json/Field.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonObject>
#include <QString>
#include <QUrl>
#include <QUuid>

#include <expected>
#include <optional>

namespace typeshift {

//! A decoded value, or a sentence that names the member and what is wrong with it: "limit: expected an integer".
template<typename T>
using Decoded = std::expected<T, QString>;

//! Knows the JSON form of one C++ type: `schema()`, `decode(QJsonValue)`, `encode(T)`.
//! Specialised for a leaf type; structs with a field list, optionals, lists and named enums are there already.
template<typename T>
struct Codec;

template<>
struct Codec<QString> {
    static QJsonObject schema();
    static Decoded<QString> decode(const QJsonValue &value);
    static QJsonValue encode(const QString &value) { return value; }
};

template<>
struct Codec<bool> {
    static QJsonObject schema();
    static Decoded<bool> decode(const QJsonValue &value);
    static QJsonValue encode(bool value) { return value; }
};

template<>
struct Codec<int> {
    static QJsonObject schema();
    //! Whole numbers in the range of int only: 1.5 and 3000000000 are errors, not 0.
    static Decoded<int> decode(const QJsonValue &value);
    static QJsonValue encode(int value) { return value; }
};

template<>
struct Codec<qint64> {
    static QJsonObject schema();
    static Decoded<qint64> decode(const QJsonValue &value);
    static QJsonValue encode(qint64 value) { return value; }
};

template<>
struct Codec<double> {
    static QJsonObject schema();
    static Decoded<double> decode(const QJsonValue &value);
    static QJsonValue encode(double value) { return value; }
};

template<>
struct Codec<QDateTime> {
    static QJsonObject schema();
    //! ISO 8601 with a zone; stored in UTC with milliseconds.
    static Decoded<QDateTime> decode(const QJsonValue &value);
    static QJsonValue encode(const QDateTime &value);
};

template<>
struct Codec<QDate> {
    static QJsonObject schema();
    static Decoded<QDate> decode(const QJsonValue &value);
    static QJsonValue encode(const QDate &value) { return value.toString(Qt::ISODate); }
};

template<>
struct Codec<QUrl> {
    static QJsonObject schema();
    static Decoded<QUrl> decode(const QJsonValue &value);
    static QJsonValue encode(const QUrl &value) { return value.toString(QUrl::FullyEncoded); }
};

template<>
struct Codec<QUuid> {
    static QJsonObject schema();
    static Decoded<QUuid> decode(const QJsonValue &value);
    static QJsonValue encode(const QUuid &value) { return value.toString(QUuid::WithoutBraces); }
};

template<>
struct Codec<QJsonObject> {
    static QJsonObject schema();
    static Decoded<QJsonObject> decode(const QJsonValue &value);
    static QJsonValue encode(const QJsonObject &value) { return value; }
};

template<NamedEnum E>
struct Codec<E> {
    static QJsonObject schema()
    {
        QJsonArray names;
        for (const auto &[value, name] : enumNames<E>)
            names.append(QString::fromLatin1(name));
        return {{QStringLiteral("type"), QStringLiteral("string")}, {QStringLiteral("enum"), names}};
    }
    static Decoded<E> decode(const QJsonValue &json)
    {
        const QString text = json.toString();
        QStringList known;
        for (const auto &[value, name] : enumNames<E>) {
            if (json.isString() && text == QLatin1StringView(name))
                return value;
            known.append(QString::fromLatin1(name));
        }
        return std::unexpected(QStringLiteral("expected one of %1").arg(known.join(QStringLiteral(", "))));
    }
    static QJsonValue encode(E wanted)
    {
        for (const auto &[value, name] : enumNames<E>) {
            if (value == wanted)
                return QString::fromLatin1(name);
        }
        return {};
    }
};

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

template<typename T>
struct Codec<QList<T>> {
    static QJsonObject schema()
    {
        return {{QStringLiteral("type"), QStringLiteral("array")}, {QStringLiteral("items"), Codec<T>::schema()}};
    }
    static Decoded<QList<T>> decode(const QJsonValue &value)
    {
        if (!value.isArray())
            return std::unexpected(QStringLiteral("expected a list"));
        const QJsonArray array = value.toArray();
        QList<T> items;
        items.reserve(array.size());
        for (qsizetype i = 0; i < array.size(); ++i) {
            auto item = Codec<T>::decode(array.at(i));
            if (!item)
                return std::unexpected(QStringLiteral("[%1]: %2").arg(QString::number(i), item.error()));
            items.append(*std::move(item));
        }
        return items;
    }
    static QJsonValue encode(const QList<T> &items)
    {
        QJsonArray array;
        for (const T &item : items)
            array.append(Codec<T>::encode(item));
        return array;
    }
};

namespace detail {
template<typename T>
constexpr bool isOptional = false;
template<typename T>
constexpr bool isOptional<std::optional<T>> = true;

inline QLatin1StringView latin1(std::string_view text)
{
    return QLatin1StringView(text.data(), qsizetype(text.size()));
}
} // namespace detail

template<Described T>
struct Codec<T> {
    static QJsonObject schema()
    {
        QJsonObject properties;
        QJsonArray required;
        std::apply([&](const auto &...each) { (describe(each, properties, required), ...); }, T::fields());
        return {{QStringLiteral("type"), QStringLiteral("object")},
                {QStringLiteral("properties"), properties},
                {QStringLiteral("required"), required},
                {QStringLiteral("additionalProperties"), KeepsUnknown<T>}};
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
        std::apply([&](const auto &...each) { (read(each, object, decoded, error) && ...); }, T::fields());
        if (!error.isEmpty())
            return std::unexpected(error);
        if constexpr (KeepsUnknown<T>)
            decoded.unknown = object;
        else if (!object.isEmpty())
            return std::unexpected(
                QStringLiteral("%1: is not a member of this object").arg(object.keys().constFirst()));
        return decoded;
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
        if (!each.description.empty()) {
            schema[QStringLiteral("description")] = QString::fromUtf8(each.description.data(),
                                                                      qsizetype(each.description.size()));
        }
        properties[detail::latin1(each.name)] = schema;
        if constexpr (!detail::isOptional<V>)
            required.append(detail::latin1(each.name));
    }

    template<typename V>
    static bool read(const Field<T, V> &each, QJsonObject &object, T &decoded, QString &error)
    {
        const auto name = detail::latin1(each.name);
        auto value = Codec<V>::decode(object.take(name));
        if (!value) {
            // A path reads as a path: "tickets[3].id: expected a string".
            const bool isIndex = value.error().startsWith(u'[');
            const bool isMember = value.error().contains(QStringLiteral(": ")) && !isIndex;
            error = name
                + (isIndex        ? QString()
                       : isMember ? QStringLiteral(".")
                                  : QStringLiteral(": "))
                + value.error();
            return false;
        }
        decoded.*each.member = *std::move(value);
        return true;
    }

    template<typename V>
    static void write(const Field<T, V> &each, const T &value, QJsonObject &object)
    {
        if (const QJsonValue json = Codec<V>::encode(value.*each.member); !json.isUndefined())
            object[detail::latin1(each.name)] = json;
    }
};

//! `decode` of the text of one JSON document; the error says where the text stops being JSON.
template<typename T>
Decoded<T> decodeJson(const QByteArray &text);

namespace detail {
Decoded<QJsonValue> parseJson(const QByteArray &text);
QByteArray writeJson(const QJsonValue &value);
} // namespace detail

template<typename T>
Decoded<T> decodeJson(const QByteArray &text)
{
    return detail::parseJson(text).and_then([](const QJsonValue &value) { return Codec<T>::decode(value); });
}

//! Compact JSON text of a value.
template<typename T>
QByteArray encodeJson(const T &value)
{
    return detail::writeJson(Codec<T>::encode(value));
}

} // namespace typeshift
