// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "toolsets/Descriptor.h"

#include <engine/base/Result.h>

#include <QByteArray>

#include <functional>

namespace typeshift::toolsets {

//! The calls of the system that a write consists of, so that a test can let each of them fail.
struct WriteCalls {
    std::function<qint64(int file, const char *bytes, qint64 count)> write;
    std::function<int(int file)> sync;
    std::function<int(int folder, const char *from, const char *to)> rename;

    //! The system's own.
    static WriteCalls ofSystem();
};

//! What is written where.
struct AtomicWrite {
    const Descriptor &folder; //!< holds the file and, until the end, a temporary one beside it
    QByteArray name;
    QByteArray bytes;
    std::optional<quint32> mode;                  //!< of the file that is replaced; none makes a new file
    std::function<Result<>()> lastLook = nullptr; //!< asked right before the new file takes the old one's place
    WriteCalls calls = WriteCalls::ofSystem();
};

//! Writes a temporary file, syncs it and lets it take the place of the old one, which stays whole whatever fails
//! before. A new file never replaces one that appeared meanwhile (Error::Kind::Conflict). Owner and group are kept
//! where the system permits it. `shown` is the path for messages.
[[nodiscard]] Result<> writeAtomically(const AtomicWrite &write, const QString &shown);

} // namespace typeshift::toolsets
