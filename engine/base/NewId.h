// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/IdSource.h"
#include "base/StrongId.h"

#include <concepts>

namespace typeshift {

namespace detail {
// 42 bits of milliseconds, which last until 2109, and the low 21 bits of the counter: neighbours of one millisecond
// differ. // IdSource::next()
inline qint64 numberOf(const QUuid &uuid)
{
    const QUuid::Id128Bytes bytes = uuid.toBytes();
    quint64 milliseconds = 0;
    for (int i = 0; i < 6; ++i)
        milliseconds = milliseconds << 8 | bytes.data[i];
    const quint64 counter = quint64(bytes.data[7] & 0x7fU) << 14 | quint64(bytes.data[8] & 0x3fU) << 8 | bytes.data[9];
    return qint64((milliseconds << 21 | counter) & 0x7fff'ffff'ffff'ffffU);
}
} // namespace detail

//! A new id of what this build makes ids of. Ids of one source never repeat and sort by the time they were made.
template<typename Id>
Id newId(IdSource &ids)
{
    const QUuid uuid = ids.next();
    if constexpr (std::same_as<IdKey, QUuid>)
        return Id(uuid);
    else if constexpr (std::same_as<IdKey, QString>)
        return Id(uuid.toString(QUuid::WithoutBraces));
    else
        return Id(detail::numberOf(uuid));
}

} // namespace typeshift
