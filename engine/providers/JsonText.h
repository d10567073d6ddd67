// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

#include <concepts>
#include <optional>

namespace typeshift {

//! Writes JSON text in the order it is told, without a document in between: requests hold whole conversations, and
//! their order should not change (prompt caches). Commas are its own business; nesting is the caller's.
class JsonWriter
{
public:
    //! Room for so many bytes, so that a long text does not move while it grows.
    void reserve(qsizetype bytes) { m_text.reserve(bytes); }
    JsonWriter &beginObject();
    JsonWriter &endObject();
    JsonWriter &beginArray();
    JsonWriter &endArray();
    //! The name of the member that comes next.
    JsonWriter &name(QLatin1StringView name);
    JsonWriter &string(const QString &text);
    //! A string from UTF-8 text.
    JsonWriter &utf8(QByteArrayView text);
    //! A value that is JSON text already.
    JsonWriter &raw(QByteArrayView json);
    JsonWriter &number(double value);
    JsonWriter &number(std::integral auto value) { return raw(QByteArray::number(value)); }
    JsonWriter &boolean(bool value);
    JsonWriter &null();

    QByteArray take() { return std::move(m_text); }

private:
    void separate();
    void begin(char bracket);
    void end(char bracket);

    QByteArray m_text;
    bool m_needsComma = false;
};

//! Whether `text` is one JSON object.
bool isJsonObject(const QByteArray &text);

//! One lenient pass over text that was meant to be a JSON object: code fences, commas before a closing bracket and raw
//! control characters in strings. None when it still is no object. // 4.0 tool calls, rule 7
std::optional<QByteArray> repairedJsonObject(const QByteArray &text);

//! The text of the nth value of the members called `name` that is an object, without the space between its tokens,
//! otherwise byte for byte: numbers and order stay as they were sent.
std::optional<QByteArray> compactObjectMember(QByteArrayView json, QByteArrayView name, int nth);

} // namespace typeshift
