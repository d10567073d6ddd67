// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "toolsets/Descriptor.h"

#include <engine/base/Result.h>

#include <QByteArray>

namespace typeshift::toolsets {

//! What tells whether a file is still the one that was read.
struct FileStamp {
    qint64 size = 0;
    qint64 changedAt = 0; //!< the system's time of the last change, in nanoseconds
    quint32 mode = 0;     //!< permission bits; not part of what makes a file the same
    quint64 links = 1;    //!< how many names the file has
    QByteArray hash;      //!< SHA-256 of all of it

    //! Size, time and content.
    bool isSame(const FileStamp &other) const
    {
        return size == other.size && changedAt == other.changedAt && hash == other.hash;
    }
    bool operator==(const FileStamp &) const = default;
};

//! A file's bytes together with what they were read from.
struct FileBytes {
    QByteArray bytes;
    FileStamp stamp;
};

//! Reads all of an open regular file, at most `mostBytes`; more is Error::Kind::Tool with the file's size. `shown` is
//! the path for messages.
[[nodiscard]] Result<FileBytes> readBytes(const Descriptor &file, qint64 mostBytes, const QString &shown);

//! 1536 as "1.5 KiB".
QString byteWords(qint64 bytes);

} // namespace typeshift::toolsets
