// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QJsonObject>
#include <QString>
#include <QUrl>
#include <QUuid>

#include <concepts>
#include <expected>
#include <utility>

namespace typeshift {

//! A decoded value, or a sentence that names the member and what is wrong with it: "limit: expected an integer".
template<typename T>
using Decoded = std::expected<T, QString>;

//! Knows the JSON form of one C++ type: `schema()`, `decode(QJsonValue)`, `encode(T)`.
//! Specialised for a leaf type; structs with a field list, optionals, lists, sets, maps and named enums are there
//! already.
template<typename T>
struct Codec;

//! An integer whose every value JSON carries exactly through Qt; not a character.
template<typename T>
concept WholeNumber = std::integral<T> && (std::signed_integral<T> || sizeof(T) < sizeof(qint64))
    && !(std::same_as<T, bool> || std::same_as<T, char> || std::same_as<T, wchar_t> || std::same_as<T, char8_t>
         || std::same_as<T, char16_t> || std::same_as<T, char32_t>);

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
struct Codec<qint64> {
    static QJsonObject schema();
    //! Whole numbers only: 1.5 is an error, not 1.
    static Decoded<qint64> decode(const QJsonValue &value);
    static QJsonValue encode(qint64 value) { return value; }
};

template<WholeNumber T>
struct Codec<T> {
    static QJsonObject schema() { return Codec<qint64>::schema(); }
    //! Whole numbers in the range of T only: 1.5 and, for int, 3000000000 are errors, not 0.
    static Decoded<T> decode(const QJsonValue &value)
    {
        const auto number = Codec<qint64>::decode(value);
        if (number && std::in_range<T>(*number))
            return T(*number);
        return std::unexpected(QStringLiteral("expected an integer"));
    }
    static QJsonValue encode(T value) { return qint64(value); }
};

template<>
struct Codec<double> {
    static QJsonObject schema();
    static Decoded<double> decode(const QJsonValue &value);
    //! What is no number in JSON is a string: "NaN", "Infinity", "-Infinity". // D44
    static QJsonValue encode(double value);
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
struct Codec<QTime> {
    static QJsonObject schema();
    //! A time of day without a zone: 13:30, 13:30:00 or 13:30:00.250.
    static Decoded<QTime> decode(const QJsonValue &value);
    static QJsonValue encode(const QTime &value);
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

} // namespace typeshift
