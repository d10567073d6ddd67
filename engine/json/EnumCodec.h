// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json/Field.h"
#include "json/LeafCodecs.h"

#include <QJsonArray>

namespace typeshift {

//! A named enum, by its names.
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

} // namespace typeshift
