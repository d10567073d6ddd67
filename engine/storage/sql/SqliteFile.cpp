// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "storage/sql/SqliteFile.h"

#include <QDir>
#include <QFileInfo>
#include <QSqlError>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

Error openError(const DatabaseLocation &location, QLatin1StringView code, const QString &message)
{
    ErrorFacts facts;
    facts.code = code;
    facts.host = location.address;
    facts.message = message;
    return Error(Error::Kind::Storage, facts);
}

// SQLite says "unable to open" for a folder that it may not write to as well.
Error namedFor(const DatabaseLocation &location, Error error)
{
    const QFileInfo file(location.address);
    const QFileInfo folder(file.absolutePath());
    error.facts.host = location.address;
    const bool isWritable = folder.isWritable() && (!file.exists() || file.isWritable());
    if (error.facts.code == "open"_L1 && location.access == DatabaseLocation::Access::ReadWrite && folder.exists()
        && !isWritable)
        error.facts.code = u"readonly"_s;
    return error;
}

Result<> expectRow(QSqlDatabase &connection, const QString &sql, QStringView expected = {})
{
    QSqlQuery query(connection);
    query.setForwardOnly(true);
    if (!query.exec(sql) || !query.next())
        return failure(sqlError(connection, query.lastError()));
    const QString row = query.value(0).toString();
    if (!expected.isEmpty() && row.compare(expected, Qt::CaseInsensitive) != 0) {
        Error error = sqlError(connection, {});
        error.facts.code = u"open"_s;
        error.facts.message = u"%1 answers %2"_s.arg(sql, row);
        return failure(error);
    }
    return {};
}

Result<> prepareForWriting(QSqlDatabase &connection)
{
    return expectRow(connection, u"PRAGMA journal_mode = WAL"_s, u"wal")
        .and_then([&] { return executeSql(connection, u"PRAGMA synchronous = FULL"_s); })
        .and_then([&] { return executeSql(connection, u"PRAGMA foreign_keys = ON"_s); })
        // SQLite opens a file that it may not write to without a word; this asks.
        .and_then([&] { return executeSql(connection, u"BEGIN IMMEDIATE"_s); })
        .and_then([&] { return executeSql(connection, u"COMMIT"_s); });
}

Result<> tryOpen(QSqlDatabase &connection, const DatabaseLocation &location)
{
    if (!connection.open())
        return failure(sqlError(connection, connection.lastError()));
    if (location.access == DatabaseLocation::Access::ReadWrite)
        return prepareForWriting(connection);
    return expectRow(connection, u"SELECT count(*) FROM sqlite_master"_s);
}

// Steps that were confirmed may still be in the file beside the database.
bool hasWaitingSteps(const DatabaseLocation &location)
{
    return QFileInfo(location.address + u"-wal"_s).size() > 0;
}

// Reading a database in WAL mode writes an index file beside it. Where that can't be, the file is read as it is, unless
// it would show less than what was stored.
Result<> openReadOnly(QSqlDatabase &connection, const DatabaseLocation &location)
{
    const QString options = connection.connectOptions() + u";QSQLITE_OPEN_READONLY"_s;
    connection.setConnectOptions(options);
    auto opened = tryOpen(connection, location);
    if (opened || (opened.error().facts.code != "open"_L1 && opened.error().facts.code != "readonly"_L1))
        return opened;
    connection.close();
    if (hasWaitingSteps(location)) {
        return failure(openError(location, "open"_L1,
                                 u"its latest steps are in %1-wal, which can only be read where the folder can be "
                                 "written to"_s.arg(location.address)));
    }
    const QString path = QFileInfo(location.address).absoluteFilePath();
    connection.setConnectOptions(options + u";QSQLITE_OPEN_URI"_s);
    connection.setDatabaseName(QUrl::fromLocalFile(path).toString(QUrl::FullyEncoded) + u"?immutable=1"_s);
    return tryOpen(connection, location);
}

} // namespace

Result<Connection> openSqliteFile(const DatabaseLocation &location, const QString &connectionName)
{
    const bool mayWrite = location.access == DatabaseLocation::Access::ReadWrite;
    const QFileInfo file(location.address);
    if (location.address.isEmpty())
        return failure(openError(location, "open"_L1, u"no file is named"_s));
    if (mayWrite && !QDir().mkpath(file.absolutePath()))
        return failure(openError(location, "open"_L1, u"the folder %1 can't be made"_s.arg(file.absolutePath())));
    if (file.isDir())
        return failure(openError(location, "open"_L1, u"this is a folder"_s));
    if (!mayWrite && !file.exists())
        return failure(openError(location, "open"_L1, u"there is no such file"_s));

    auto connection = QSqlDatabase::addDatabase(u"QSQLITE"_s, connectionName);
    if (!connection.isValid())
        return failure(openError(location, "open"_L1, connection.lastError().driverText()));
    connection.setDatabaseName(location.address);
    connection.setConnectOptions(u"QSQLITE_BUSY_TIMEOUT=%1"_s.arg(location.lockPatience.count()));
    const auto opened = mayWrite ? tryOpen(connection, location) : openReadOnly(connection, location);
    if (!opened)
        return failure(namedFor(location, opened.error()));
    return Connection(connection);
}

} // namespace typeshift
