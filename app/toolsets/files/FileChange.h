// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <optional>

namespace typeshift::toolsets {

//! What a write or an edit would do to one file; nothing was done yet.
struct FileChange {
    QString path;                  //!< absolute
    std::optional<QString> before; //!< none: the file is new
    QString after;

    bool operator==(const FileChange &) const = default;
};

//! The change as a unified diff with `context` lines around each place; empty when nothing changes. Above some 4,000
//! changed lines what lies between the first and the last difference is shown as one replacement.
QString unifiedDiff(const FileChange &change, int context = 3);

} // namespace typeshift::toolsets
