// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "storage/sql/Server.h"

#include "storage/sql/ServerAddress.h"

#include <QSqlDriver>
#include <QSqlError>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

// Before a session begins the library tells words only, no SQLSTATE.
QLatin1StringView connectErrorCode(const QString &words)
{
    for (const auto &sign : {"password"_L1, "authentication"_L1, "pg_hba.conf"_L1, "role \""_L1}) {
        if (words.contains(sign))
            return "login"_L1;
    }
    return "open"_L1;
}

Error connectError(const QString &address, QLatin1StringView code, const QString &words)
{
    ErrorFacts facts;
    facts.code = code;
    facts.host = address;
    facts.message = words;
    return Error(Error::Kind::Storage, facts);
}

Result<QString> setting(QSqlDatabase &connection, const QString &name)
{
    QSqlQuery query(connection);
    if (!query.exec(u"SHOW "_s + name) || !query.next())
        return failure(sqlError(connection, query.lastError()));
    return query.value(0).toString();
}

// What a database or a role may have set otherwise, and this program relies on.
Result<> prepareSession(QSqlDatabase &connection, const DatabaseLocation &location)
{
    const bool mayWrite = location.access == DatabaseLocation::Access::ReadWrite;
    QStringList settings{
        u"SET client_min_messages = error"_s, u"SET default_transaction_isolation = 'read committed'"_s,
        u"SET lock_timeout = %1"_s.arg(location.lockPatience.count()),
        u"SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"_s};
    if (!mayWrite)
        settings.append(u"SET default_transaction_read_only = on"_s);
    for (const QString &sql : std::as_const(settings)) {
        if (auto done = executeSql(connection, sql); !done)
            return done;
    }
    const auto encoding = setting(connection, u"server_encoding"_s);
    if (!encoding)
        return failure(encoding.error());
    if (*encoding != "UTF8"_L1)
        return failure(connectError(connection.driver()->objectName(), "open"_L1,
                                    u"the database is encoded in %1, and only UTF8 keeps every text"_s.arg(*encoding)));
    const auto isReadOnly = setting(connection, u"transaction_read_only"_s);
    if (!isReadOnly)
        return failure(isReadOnly.error());
    if (mayWrite && *isReadOnly == "on"_L1)
        return failure(
            connectError(connection.driver()->objectName(), "readonly"_L1, u"the server takes no changes"_s));
    return {};
}

Result<> connectAgain(QSqlDatabase &connection, const DatabaseLocation &location)
{
    connection.close();
    if (!connection.open()) {
        const QString words = postgresWords(connection.lastError().databaseText(), {});
        return failure(connectError(location.address, connectErrorCode(words), words));
    }
    return prepareSession(connection, location);
}

} // namespace

QLatin1StringView postgresErrorCode(QStringView sqlState)
{
    const auto isOf = [sqlState](auto... states) { return (sqlState.startsWith(states) || ...); };
    if (sqlState.isEmpty() || isOf("08"_L1, "57P"_L1))
        return "lost"_L1;
    if (isOf("40001"_L1, "40P01"_L1, "55P03"_L1, "57014"_L1)) // serialization, deadlock, lock_timeout, cancelled
        return "locked"_L1;
    if (isOf("25006"_L1, "42501"_L1)) // read-only transaction, privileges
        return "readonly"_L1;
    if (isOf("53100"_L1)) // disk full
        return "full"_L1;
    if (isOf("XX001"_L1, "XX002"_L1)) // data and index corrupted
        return "corrupt"_L1;
    if (isOf("28"_L1)) // authorization
        return "login"_L1;
    if (isOf("3D000"_L1, "53300"_L1)) // no such database, too many connections
        return "open"_L1;
    return "io"_L1;
}

QString postgresWords(QString said, const QString &sqlState)
{
    if (const QString suffix = u'(' + sqlState + u')'; said.endsWith(suffix))
        said.chop(suffix.size());
    return said.isEmpty() ? u"the server did not answer"_s : said.simplified();
}

Result<Connection> openServer(const DatabaseLocation &location, const QString &connectionName)
{
    const auto address = ServerAddress::fromText(location.address);
    if (!address)
        return failure(address.error());
    if (!QSqlDatabase::isDriverAvailable(u"QPSQL"_s))
        return failure(connectError(location.address, "open"_L1,
                                    u"Qt's driver for PostgreSQL is not installed (libqt6sql6-psql)"_s));
    auto connection = QSqlDatabase::addDatabase(u"QPSQL"_s, connectionName);
    connection.setHostName(address->host);
    connection.setPort(address->port);
    connection.setUserName(address->user);
    connection.setDatabaseName(address->database);
    connection.setConnectOptions(address->connectOptions());
    connection.driver()->setObjectName(location.address); // how errors call it
    if (auto connected = connectAgain(connection, location); !connected)
        return failure(std::move(connected).error());
    return Connection(connection, [location](QSqlDatabase &lost) { return connectAgain(lost, location); });
}

} // namespace typeshift
