// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json/Codec.h"
#include "json/Limits.h"

#include <QList>

#include <functional>

namespace typeshift {

//! One member of a struct with its type forgotten: what a document, a check or a form needs of it.
struct DescribedMember {
    QString name;
    QString description;
    QJsonObject schema;  //!< JSON Schema of its values, with its limits and its description
    QJsonValue ownValue; //!< what the struct has by itself; Undefined for an optional member that is empty
    Limits limits;
    //! What is wrong with a value: "expected an integer". Empty when it reads and is within the limits.
    std::function<QString(const QJsonValue &value)> problemOf;
};

namespace detail {

//! A schema with what is said about its member.
QJsonObject memberSchema(QJsonObject schema, const QString &description, const Limits &limits);

template<typename V>
QString problemOfValue(const QJsonValue &value, const Limits &limits)
{
    const auto decoded = Codec<V>::decode(value);
    if (!decoded)
        return decoded.error();
    if constexpr (isOptional<V>) {
        if constexpr (CountedMember<V>)
            return *decoded ? limitsProblem(double(**decoded), limits) : QString();
        return {};
    } else if constexpr (CountedMember<V>) {
        return limitsProblem(double(*decoded), limits);
    }
    return {};
}

template<typename V>
DescribedMember describeMember(std::string_view name, std::string_view description, const V &own, const Limits &limits)
{
    const QString words = text(description);
    return {.name = text(name),
            .description = words,
            .schema = memberSchema(Codec<V>::schema(), words, limits),
            .ownValue = Codec<V>::encode(own),
            .limits = limits,
            .problemOf = [limits](const QJsonValue &value) { return problemOfValue<V>(value, limits); }};
}

} // namespace detail

//! The members of a struct with fields(), in their order.
template<Described T>
QList<DescribedMember> describedMembers()
{
    const T own{};
    QList<DescribedMember> members;
    const auto append = [&]<typename V>(const Field<T, V> &each) {
        members.append(detail::describeMember<V>(each.name, each.description, own.*each.member, limitsOf(each.member)));
    };
    std::apply([&](const auto &...each) { (append(each), ...); }, T::fields());
    return members;
}

} // namespace typeshift
