// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "base/StrongId.h"

namespace typeshift::detail {

#if defined(TYPESHIFT_ID_TYPE_INT64)

QString idText(const IdKey &key)
{
    return QString::number(key);
}

std::optional<IdKey> idFromText(QStringView text)
{
    bool isNumber = false;
    const qint64 key = text.toLongLong(&isNumber);
    return isNumber ? std::optional(key) : std::nullopt;
}

#elif defined(TYPESHIFT_ID_TYPE_STRING)

QString idText(const IdKey &key)
{
    return key;
}

std::optional<IdKey> idFromText(QStringView text)
{
    return text.isEmpty() ? std::nullopt : std::optional(text.toString());
}

#else

QString idText(const IdKey &key)
{
    return key.toString(QUuid::WithoutBraces);
}

std::optional<IdKey> idFromText(QStringView text)
{
    const QUuid key = QUuid::fromString(text);
    return key.isNull() ? std::nullopt : std::optional(key);
}

#endif

} // namespace typeshift::detail
