// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "toolsets/FileRoots.h"

#include <functional>

namespace typeshift::toolsets {

//! One name in a folder.
struct FolderEntry {
    enum class Kind { File, Folder, Link, Other };

    QString path; //!< below the folder that is walked
    Kind kind = Kind::File;
    qint64 size = 0;
};

//! What a visitor wants next.
enum class WalkOn { Deeper, Beside, Stop };

//! Visits a folder and what lies in it, in the order of the names, folders after their parent; links are named, never
//! followed. A folder that cannot be read
//! is left out. `visit` gets the open folder that holds the entry. May be called in any thread; blocks.
[[nodiscard]] Result<> walkFolder(const FileRoots &roots, const Place &place, int depth,
                                  const std::function<WalkOn(const FolderEntry &, const Descriptor &folder)> &visit);

} // namespace typeshift::toolsets
