// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "toolsets/FileRoots.h"
#include "toolsets/files/FileArguments.h"
#include "toolsets/files/FileStamp.h"
#include "toolsets/files/TextFile.h"

namespace typeshift::toolsets {

//! A file as it was found.
struct FoundFile {
    Place place;
    TextFile file;
    FileStamp stamp;
};

//! What a read answers, and what was read.
struct ReadAnswer {
    QString text; //!< one line that says what is shown, then the lines, each with its number and a tab before it
    FoundFile found;
};

// All of these may be called in any thread; they block. Errors: Refused (outside, no regular file), Tool (missing,
// binary, too large, what the system says), InvalidInput.

//! Opens and decodes one file.
[[nodiscard]] Result<FoundFile> findFile(const FileRoots &roots, const QString &path, const FileLimits &limits);

//! A range of lines of a text file.
[[nodiscard]] Result<ReadAnswer> readFile(const FileRoots &roots, const ReadFileArguments &arguments,
                                          const FileLimits &limits);

} // namespace typeshift::toolsets
