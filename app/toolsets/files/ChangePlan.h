// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "toolsets/FileRoots.h"
#include "toolsets/files/AtomicWrite.h"
#include "toolsets/files/FileArguments.h"
#include "toolsets/files/FileChange.h"
#include "toolsets/files/FileStamp.h"

#include <optional>

namespace typeshift::toolsets {

//! A change that was checked and is ready to be written.
struct ChangePlan {
    Place place;
    FileChange change;
    QByteArray bytes;                //!< the whole new file, in the old one's encoding and line ends
    std::optional<FileStamp> before; //!< of the file as it was when this was planned; none: it is new
    int places = 1;                  //!< how many places of the text an edit replaces
};

// All of these may be called in any thread; they block. `known` is what the caller read before: a file that is not the
// same any more is refused (Error::Kind::Conflict).

//! Writes a whole file. One that exists must have been read before, and keeps encoding, byte order mark and line ends.
[[nodiscard]] Result<ChangePlan> planWrite(const FileRoots &roots, const WriteFileArguments &arguments,
                                           const FileLimits &limits, const std::optional<FileStamp> &known);

//! Replaces text that must be in the file exactly once, or, with replace_all, at least once.
[[nodiscard]] Result<ChangePlan> planEdit(const FileRoots &roots, const EditFileArguments &arguments,
                                          const FileLimits &limits, const std::optional<FileStamp> &known);

//! Does it, unless the file changed since it was planned. Returns what the file is now.
[[nodiscard]] Result<FileStamp> carryOut(const FileRoots &roots, const ChangePlan &plan,
                                         const WriteCalls &calls = WriteCalls::ofSystem());

} // namespace typeshift::toolsets
