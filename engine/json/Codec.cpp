// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "json/Codec.h"

#include <QJsonDocument>

#include <array>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

QJsonObject schemaOf(QLatin1StringView type, QLatin1StringView format = {})
{
    QJsonObject schema{{u"type"_s, type}};
    if (!format.isEmpty())
        schema[u"format"_s] = format;
    return schema;
}

// QJsonValue holds integers exactly up to 64 bits; a fraction or an overflow must not become 0 in silence.
std::optional<qint64> wholeNumber(const QJsonValue &value)
{
    if (!value.isDouble())
        return std::nullopt;
    constexpr qint64 nothing = std::numeric_limits<qint64>::min();
    const qint64 number = value.toInteger(nothing);
    if (number != nothing)
        return number;
    return value.toDouble() == double(nothing) ? std::optional(nothing) : std::nullopt;
}

// JSON has no word for these, so they are strings. // D44
constexpr std::array notNumbers{std::pair{std::numeric_limits<double>::infinity(), "Infinity"_L1},
                                std::pair{-std::numeric_limits<double>::infinity(), "-Infinity"_L1},
                                std::pair{std::numeric_limits<double>::quiet_NaN(), "NaN"_L1}};

} // namespace

QJsonObject Codec<QString>::schema()
{
    return schemaOf("string"_L1);
}

Decoded<QString> Codec<QString>::decode(const QJsonValue &value)
{
    if (!value.isString())
        return std::unexpected(u"expected a string"_s);
    return value.toString();
}

QJsonObject Codec<bool>::schema()
{
    return schemaOf("boolean"_L1);
}

Decoded<bool> Codec<bool>::decode(const QJsonValue &value)
{
    if (!value.isBool())
        return std::unexpected(u"expected true or false"_s);
    return value.toBool();
}

QJsonObject Codec<qint64>::schema()
{
    return schemaOf("integer"_L1);
}

Decoded<qint64> Codec<qint64>::decode(const QJsonValue &value)
{
    const auto number = wholeNumber(value);
    if (!number)
        return std::unexpected(u"expected an integer"_s);
    return *number;
}

QJsonObject Codec<double>::schema()
{
    return schemaOf("number"_L1);
}

Decoded<double> Codec<double>::decode(const QJsonValue &value)
{
    if (value.isDouble() && std::isfinite(value.toDouble()))
        return value.toDouble();
    for (const auto &[number, name] : notNumbers) {
        if (value.isString() && value.toString() == name)
            return number;
    }
    return std::unexpected(u"expected a number"_s);
}

QJsonValue Codec<double>::encode(double value)
{
    if (std::isfinite(value))
        return value;
    for (const auto &[number, name] : notNumbers) {
        if (number == value)
            return name;
    }
    return notNumbers.back().second;
}

QJsonObject Codec<QDateTime>::schema()
{
    return schemaOf("string"_L1, "date-time"_L1);
}

Decoded<QDateTime> Codec<QDateTime>::decode(const QJsonValue &value)
{
    const QDateTime time = QDateTime::fromString(value.toString(), Qt::ISODateWithMs);
    if (!value.isString() || !time.isValid() || time.timeSpec() == Qt::LocalTime)
        return std::unexpected(u"expected a time such as 2026-01-31T12:00:00.000Z"_s);
    return time.toUTC();
}

QJsonValue Codec<QDateTime>::encode(const QDateTime &value)
{
    return value.isValid() ? QJsonValue(value.toUTC().toString(Qt::ISODateWithMs)) : QJsonValue(QJsonValue::Undefined);
}

QJsonObject Codec<QDate>::schema()
{
    return schemaOf("string"_L1, "date"_L1);
}

Decoded<QDate> Codec<QDate>::decode(const QJsonValue &value)
{
    const QDate date = QDate::fromString(value.toString(), Qt::ISODate);
    if (!value.isString() || !date.isValid())
        return std::unexpected(u"expected a date such as 2026-01-31"_s);
    return date;
}

QJsonObject Codec<QTime>::schema()
{
    // JSON Schema's own "time" wants a zone.
    return {{u"type"_s, u"string"_s}, {u"pattern"_s, u"^[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,3})?)?$"_s}};
}

Decoded<QTime> Codec<QTime>::decode(const QJsonValue &value)
{
    const QTime time = QTime::fromString(value.toString(), Qt::ISODateWithMs);
    if (!value.isString() || !time.isValid())
        return std::unexpected(u"expected a time of day such as 13:30:00"_s);
    return time;
}

QJsonValue Codec<QTime>::encode(const QTime &value)
{
    return value.toString(value.msec() == 0 ? Qt::ISODate : Qt::ISODateWithMs);
}

QJsonObject Codec<QUrl>::schema()
{
    return schemaOf("string"_L1, "uri"_L1);
}

Decoded<QUrl> Codec<QUrl>::decode(const QJsonValue &value)
{
    const QString text = value.toString();
    const QUrl url(text, QUrl::StrictMode);
    if (!value.isString() || !url.isValid() || !text.isValidUtf16()) // Half a pair has no percent form.
        return std::unexpected(u"expected an address such as https://example.org/v1"_s);
    return url;
}

QJsonObject Codec<QUuid>::schema()
{
    return schemaOf("string"_L1, "uuid"_L1);
}

Decoded<QUuid> Codec<QUuid>::decode(const QJsonValue &value)
{
    const QUuid id = QUuid::fromString(value.toString());
    if (!value.isString() || id.isNull())
        return std::unexpected(u"expected a UUID"_s);
    return id;
}

QJsonObject Codec<QJsonObject>::schema()
{
    return schemaOf("object"_L1);
}

Decoded<QJsonObject> Codec<QJsonObject>::decode(const QJsonValue &value)
{
    if (!value.isObject())
        return std::unexpected(u"expected an object"_s);
    return value.toObject();
}

namespace detail {

Decoded<QJsonValue> parseJson(const QByteArray &text)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(text, &error);
    if (error.error != QJsonParseError::NoError)
        return std::unexpected(u"not JSON at byte %1: %2"_s.arg(QString::number(error.offset), error.errorString()));
    return document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object());
}

// A document of Qt's is a list or an object; anything else is written as the one item of a list.
QByteArray writeJson(const QJsonValue &value)
{
    if (value.isObject())
        return QJsonDocument(value.toObject()).toJson(QJsonDocument::Compact);
    if (value.isArray())
        return QJsonDocument(value.toArray()).toJson(QJsonDocument::Compact);
    return QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact).slice(1).chopped(1);
}

// A path reads as a path: "tickets[3].id: expected a string".
QString errorAt(const QString &place, const QString &error)
{
    const bool isIndex = error.startsWith(u'[');
    const bool isMember = error.contains(": "_L1);
    return place + (isIndex ? QString() : isMember ? u"."_s : u": "_s) + error;
}

} // namespace detail

} // namespace typeshift
