// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <chrono>

namespace typeshift {

//! Where a database is and what may be done with it.
struct DatabaseLocation {
    enum class Access {
        ReadWrite, //!< makes the folder, the file and its tables where they are missing
        ReadOnly,  //!< changes nothing; for a database that is damaged or that belongs to somebody else
    };

    //! The path of a SQLite file, or the URL of a server ("postgresql://user@host:port/database").
    QString address;
    Access access = Access::ReadWrite;
    //! How long a statement waits for another process's lock before it fails with code "locked".
    std::chrono::milliseconds lockPatience{5'000};

    //! Whether the address is a URL and not a file.
    bool isServer() const { return address.contains(QLatin1StringView("://")); }

    bool operator==(const DatabaseLocation &) const = default;
};

} // namespace typeshift
