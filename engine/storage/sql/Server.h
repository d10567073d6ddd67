// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/sql/Connection.h"
#include "storage/sql/DatabaseLocation.h"

namespace typeshift {

//! Connects to a PostgreSQL server under a connection name that nobody uses. What a statement confirmed survives a loss
//! of the server's power. Waits up to the location's patience for another session's lock. Fails with the codes of
//! sqlError(). Called on the thread that will use the connection. The password, if one is needed, is libpq's business:
//! ~/.pgpass, PGPASSFILE or PGPASSWORD.
[[nodiscard]] Result<Connection> openServer(const DatabaseLocation &location, const QString &connectionName);

//! The code for a SQLSTATE of PostgreSQL; an empty one means that the server did not answer.
QLatin1StringView postgresErrorCode(QStringView sqlState);
//! The server's words without what driver and library add to them.
QString postgresWords(QString said, const QString &sqlState);

} // namespace typeshift
