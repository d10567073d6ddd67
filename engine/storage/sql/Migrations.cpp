// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "storage/sql/Migrations.h"

#include "storage/sql/Connection.h"
#include "storage/sql/Dialect.h"
#include "storage/sql/Transaction.h"

#include <QSqlError>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

Result<> executeAll(QSqlDatabase &connection, std::initializer_list<QString> statements)
{
    for (const QString &sql : statements) {
        if (auto done = executeSql(connection, dialectOf(connection).table(sql)); !done)
            return done;
    }
    return {};
}

Result<> createEngineTables(QSqlDatabase &connection)
{
    return executeAll(connection,
                      {u"CREATE TABLE documents(id TEXT NOT NULL, kind TEXT NOT NULL, version {integer} NOT NULL, json "
                       u"{json} NOT NULL,"
                       " PRIMARY KEY(id, kind))"_s,
                       u"CREATE TABLE entries(sequence {counter}, conversation TEXT NOT NULL,"
                       " is_summary {integer} NOT NULL, ends_run {integer} NOT NULL, at TEXT, json {json} NOT NULL)"_s,
                       // With ends_run, so that the state of a conversation is read from the index alone.
                       u"CREATE INDEX entries_of_conversation ON entries(conversation, sequence, ends_run)"_s,
                       u"CREATE INDEX entries_summaries ON entries(conversation, sequence) WHERE is_summary = 1"_s,
                       u"CREATE TABLE leases(conversation TEXT PRIMARY KEY, owner TEXT NOT NULL, process TEXT NOT NULL,"
                       " renewed {integer} NOT NULL)"_s});
}

Error refusal(const QSqlDatabase &connection, QLatin1StringView code, const QString &message)
{
    Error error = sqlError(connection, {});
    error.facts.code = code;
    error.facts.message = message;
    return error;
}

Result<> recordVersion(QSqlDatabase &connection, const QString &set, int version)
{
    QSqlQuery query(connection);
    query.prepare(u"INSERT INTO schema_versions(name, version) VALUES (?, ?)"
                  " ON CONFLICT(name) DO UPDATE SET version = excluded.version"_s);
    query.addBindValue(set);
    query.addBindValue(version);
    if (!query.exec())
        return failure(sqlError(connection, query.lastError()));
    return {};
}

// The version is read again under the write lock: another process may have been faster.
Result<> apply(QSqlDatabase &connection, const MigrationSet &set, const Migration &step)
{
    auto transaction = Transaction::begin(connection);
    if (!transaction)
        return failure(std::move(transaction).error());
    const auto stored = schemaVersion(connection, set.name);
    if (!stored)
        return failure(stored.error());
    if (*stored >= step.version)
        return {};
    return executeSql(connection,
                      u"CREATE TABLE IF NOT EXISTS schema_versions(name TEXT PRIMARY KEY, version INTEGER NOT NULL)"_s)
        .and_then([&] { return step.apply(connection); })
        .and_then([&] { return recordVersion(connection, set.name, step.version); })
        .and_then([&] { return transaction->commit(); });
}

} // namespace

MigrationSet engineMigrations()
{
    return {u"engine"_s, {{1, createEngineTables}}};
}

Result<int> schemaVersion(QSqlDatabase &connection, const QString &set)
{
    QSqlQuery query(connection);
    query.setForwardOnly(true);
    if (!query.exec(QString(dialectOf(connection).findTable).arg("schema_versions"_L1)))
        return failure(sqlError(connection, query.lastError()));
    if (!query.next())
        return query.lastError().isValid() ? Result<int>(failure(sqlError(connection, query.lastError()))) : 0;
    query.prepare(u"SELECT version FROM schema_versions WHERE name = ?"_s);
    query.addBindValue(set);
    if (!query.exec())
        return failure(sqlError(connection, query.lastError()));
    if (!query.next())
        return query.lastError().isValid() ? Result<int>(failure(sqlError(connection, query.lastError()))) : 0;
    return query.value(0).toInt();
}

Result<> migrate(QSqlDatabase &connection, const MigrationSet &set, bool mayWrite)
{
    const auto stored = schemaVersion(connection, set.name);
    if (!stored)
        return failure(stored.error());
    const QStringList versions{set.name, QString::number(*stored), QString::number(set.version())};
    if (*stored > set.version()) {
        return failure(refusal(connection, "newer"_L1,
                               u"the %1 tables have version %2, and this program knows versions up to %3"_s.arg(
                                   versions.at(0), versions.at(1), versions.at(2))));
    }
    if (*stored < set.version() && !mayWrite) {
        return failure(refusal(connection, "readonly"_L1,
                               u"the %1 tables have version %2, and bringing them to version %3 needs writing"_s.arg(
                                   versions.at(0), versions.at(1), versions.at(2))));
    }
    for (const Migration &step : set.steps) {
        if (step.version <= *stored)
            continue;
        if (auto applied = apply(connection, set, step); !applied)
            return applied;
    }
    return {};
}

} // namespace typeshift
