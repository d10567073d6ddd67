// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Result.h"

#include <QSqlDatabase>
#include <QString>

#include <vector>

namespace typeshift {

//! One step of a schema's history. A plain function, so it cannot capture anything.
struct Migration {
    int version; //!< what the schema is after it: 1, 2, 3 …
    Result<> (*apply)(QSqlDatabase &connection);
};

//! The tables of one library, migrated on their own: the engine's and the workbench's live in one database.
struct MigrationSet {
    QString name;
    std::vector<Migration> steps; //!< by ascending version

    //! The version that this program knows.
    int version() const { return steps.empty() ? 0 : steps.back().version; }
};

//! documents, entries and leases.
MigrationSet engineMigrations();

//! Brings the tables of a set to its version, each step in a transaction of its own; another process may do the same
//! at the same time. A database that is newer is refused with code "newer". A database that can only be read must have
//! the version already, else the code is "readonly".
[[nodiscard]] Result<> migrate(QSqlDatabase &connection, const MigrationSet &set, bool mayWrite);

//! The version of a set's tables in this database; 0 when it has none.
[[nodiscard]] Result<int> schemaVersion(QSqlDatabase &connection, const QString &set);

} // namespace typeshift
