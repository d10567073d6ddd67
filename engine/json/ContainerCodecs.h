// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json/Field.h"
#include "json/LeafCodecs.h"

#include <QJsonArray>

#include <optional>

namespace typeshift {

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

} // namespace typeshift
