// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QJsonObject>
#include <QString>
#include <QUrl>
#include <QUuid>

#include <expected>

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

} // namespace typeshift
