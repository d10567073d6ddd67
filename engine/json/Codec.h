// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Everything about Codec; others include this one.
#include "json/LeafCodecs.h"
#include "json/MapCodec.h"
#include "json/StructCodec.h"

namespace typeshift {

namespace detail {
Decoded<QJsonValue> parseJson(const QByteArray &text);
QByteArray writeJson(const QJsonValue &value);
} // namespace detail

//! `decode` of the text of one JSON document; the error says where the text stops being JSON.
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
