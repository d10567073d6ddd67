// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/sql/Connection.h"
#include "storage/sql/DatabaseLocation.h"

namespace typeshift {

//! Opens a SQLite file under a connection name that nobody uses, with WAL and synchronous=FULL: what a statement
//! confirmed survives a loss of power. Waits up to the location's patience for another process's lock. Fails with the
//! codes of sqlError(). Called on the thread that will use the connection.
[[nodiscard]] Result<Connection> openSqliteFile(const DatabaseLocation &location, const QString &connectionName);

} // namespace typeshift
