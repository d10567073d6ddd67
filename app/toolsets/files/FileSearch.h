// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "toolsets/FileRoots.h"
#include "toolsets/files/FileArguments.h"

#include <atomic>

namespace typeshift::toolsets {

// Both may be called in any thread; they block. `stop` ends a search with Cancelled.

//! The names in a folder, one a line: folders with a slash at the end, files with their size, links marked and not
//! followed. Folders of version control (.git and the like) are named and not entered.
[[nodiscard]] Result<QString> listFiles(const FileRoots &roots, const ListFilesArguments &arguments,
                                        const FileLimits &limits);

//! Lines that hold the text, as "path:line: text". Binary and too large files are passed over, links not followed. The
//! last line says when a limit ended the search before its end.
[[nodiscard]] Result<QString> searchFiles(const FileRoots &roots, const SearchFilesArguments &arguments,
                                          const FileLimits &limits, const std::atomic<bool> &stop);

} // namespace typeshift::toolsets
