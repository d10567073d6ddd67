// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QUuid>

namespace typeshift {

//! Makes the ids of messages and of the workbench's records: UUIDv7, so they sort by the time they were made.
class IdSource
{
public:
    IdSource() = default;
    IdSource(const IdSource &) = delete;
    IdSource &operator=(const IdSource &) = delete;
    virtual ~IdSource() = default;

    //! Unique over restarts; ids of one source ascend even when the clock steps back.
    virtual QUuid next();

private:
    quint64 m_lastMilliseconds = 0;
    quint32 m_counter = 0;
};

} // namespace typeshift
