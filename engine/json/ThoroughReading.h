// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json/Codec.h"
#include "json/JsonPlaces.h"

namespace typeshift {

//! What is wrong at one place of a document that a person wrote.
struct JsonProblem {
    enum class Kind {
        Unknown,   //!< a member that the struct does not have
        Missing,   //!< a member that it needs
        WrongForm, //!< a value that its type does not take
    };

    Kind kind;
    QString path;
    QString words;   //!< a sentence without its place
    QString nearest; //!< Unknown: the member that may be meant; empty when none is like it

    bool operator==(const JsonProblem &) const = default;
};

namespace detail {
//! "expected a string, but this is a number".
JsonProblem wrongForm(const QString &path, const QString &error, const QJsonValue &value);
JsonProblem missing(const QString &path, std::string_view description);
//! One for each member that is left.
QList<JsonProblem> unknown(const QString &path, const QStringList &left, const QStringList &known);
} // namespace detail

//! The name out of `known` that a person who wrote `name` may have meant; empty when none is like it.
QString nearestName(const QString &name, const QStringList &known);

template<Described T>
T readThoroughly(const QJsonObject &object, const QString &path, QList<JsonProblem> &problems);

namespace detail {

template<typename V>
V readPart(const QJsonValue &value, const QString &path, QList<JsonProblem> &problems)
{
    if constexpr (isOptional<V>) {
        return readPart<typename V::value_type>(value, path, problems);
    } else if constexpr (Described<V>) {
        if (value.isObject())
            return readThoroughly<V>(value.toObject(), path, problems);
        problems.append(wrongForm(path, QStringLiteral("expected an object"), value));
        return {};
    } else if constexpr (isSequence<V>) {
        V items;
        if (!value.isArray())
            problems.append(wrongForm(path, QStringLiteral("expected a list"), value));
        const QJsonArray array = value.toArray();
        for (qsizetype i = 0; i < array.size(); ++i)
            items.push_back(readPart<typename V::value_type>(array.at(i), itemPath(path, i), problems));
        return items;
    } else {
        auto decoded = Codec<V>::decode(value);
        if (decoded)
            return *std::move(decoded);
        problems.append(wrongForm(path, decoded.error(), value));
        return {};
    }
}

} // namespace detail

//! Reads as Codec<T> does, but to the end: everything that is wrong is in `problems`, with its path, and what is right
//! is in the value. Stricter in one thing: a member that may be absent may not be null, as the schema says.
template<Described T>
T readThoroughly(const QJsonObject &object, const QString &path, QList<JsonProblem> &problems)
{
    T value{};
    QJsonObject left = object;
    QStringList known;
    const auto read = [&]<typename V>(const Field<T, V> &each) {
        const QString name = detail::text(each.name);
        const QString place = memberPath(path, name);
        known.append(name);
        const QJsonValue member = left.take(name);
        if (!member.isUndefined())
            value.*each.member = detail::readPart<V>(member, place, problems);
        else if constexpr (!isOptional<V>)
            problems.append(detail::missing(place, each.description));
    };
    std::apply([&](const auto &...each) { (read(each), ...); }, T::fields());
    problems += detail::unknown(path, left.keys(), known);
    return value;
}

} // namespace typeshift
