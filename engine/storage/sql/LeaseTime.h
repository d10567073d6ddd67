// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Result.h"

namespace typeshift {

class Connection;

//! The moment at which leases are judged, in milliseconds since 1970 of the one clock that everybody has who shares
//! them: the server's, or this machine's where the database is a file.
struct LeaseTime {
    qint64 now = 0;
    qint64 dead = 0;   //!< a lease renewed then or earlier is dead
    qint64 future = 0; //!< a lease renewed later was written before the clock stepped back, and is dead, too

    //! `here` is this machine's time. On the database's thread; a server is asked for its own.
    static Result<LeaseTime> of(Connection &connection, qint64 here);
};

} // namespace typeshift
