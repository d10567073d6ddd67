// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "storage/sql/Dialect.h"

#include <QSqlDatabase>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

// Text is bound as bytes and cast, which changes none of them; a QString would go through UTF-16 and back.
constexpr Dialect sqlite{
    .integer = "INTEGER"_L1,
    .counter = "INTEGER PRIMARY KEY AUTOINCREMENT"_L1,
    .json = "TEXT"_L1,
    .readJson = "CAST(%1 AS BLOB)"_L1,
    .writeJson = "CAST(? AS TEXT)"_L1,
    .jsonHolds = "instr(%1, '%2') > 0"_L1,
    .insertEntry = "INSERT INTO entries(conversation, is_summary, ends_run, at, json)"
                   " SELECT ?, ?, ?, ?, CAST(? AS TEXT)"_L1,
    .returnSequence = {},
    .findTable = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '%1'"_L1,
    .begin = "BEGIN IMMEDIATE"_L1,
    .writersTurn = {},
    .serverTime = {},
};

// TEXT of PostgreSQL refuses a zero byte and what is not UTF-8, and jsonb writes JSON anew; BYTEA keeps every byte.
//
// A sequence counts before the transaction ends, so of two writers the one with the greater number may be seen first.
// The appends of one conversation therefore take turns: the number is drawn after the lock, and the lock is let go
// after the row can be seen. 7479 is this program's number among the advisory locks.
constexpr Dialect postgres{
    .integer = "BIGINT"_L1,
    .counter = "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"_L1,
    .json = "BYTEA"_L1,
    .readJson = "%1"_L1,
    .writeJson = "?"_L1,
    .jsonHolds = "position('%2'::bytea IN %1) > 0"_L1,
    .insertEntry = "WITH turn AS MATERIALIZED (SELECT conversation, pg_advisory_xact_lock(7479, hashtext(conversation))"
                   " FROM (SELECT ?::text AS conversation) AS given)"
                   " INSERT INTO entries(conversation, is_summary, ends_run, at, json)"
                   " SELECT conversation, ?::bigint, ?::bigint, ?::text, ?::bytea FROM turn"_L1,
    .returnSequence = " RETURNING sequence"_L1,
    // to_regclass() may answer from before a lock that was waited for.
    .findTable =
        "SELECT 1 FROM pg_catalog.pg_tables WHERE tablename = '%1' AND schemaname = ANY (current_schemas(false))"_L1,
    .begin = "BEGIN"_L1,
    .writersTurn = "SELECT pg_advisory_xact_lock(7479)"_L1,
    .serverTime = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"_L1,
};

} // namespace

QString Dialect::table(QString definition) const
{
    return definition.replace("{integer}"_L1, integer).replace("{counter}"_L1, counter).replace("{json}"_L1, json);
}

const Dialect &dialectOf(const QSqlDatabase &connection)
{
    return connection.driverName() == "QPSQL"_L1 ? postgres : sqlite;
}

} // namespace typeshift
