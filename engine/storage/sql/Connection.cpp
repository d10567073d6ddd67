// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "storage/sql/Connection.h"

#include "storage/sql/Server.h"

#include <QFileInfo>
#include <QSqlDriver>
#include <QSqlError>
#include <QStorageInfo>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace typeshift {

QLatin1StringView sqliteErrorCode(int resultCode)
{
    switch (resultCode & 0xff) {
    case 5: // SQLITE_BUSY
    case 6: // SQLITE_LOCKED
        return "locked"_L1;
    case 3: // SQLITE_PERM
    case 8: // SQLITE_READONLY
        return "readonly"_L1;
    case 13: // SQLITE_FULL
        return "full"_L1;
    case 11: // SQLITE_CORRUPT
    case 26: // SQLITE_NOTADB
        return "corrupt"_L1;
    case 14: // SQLITE_CANTOPEN
        return "open"_L1;
    default:
        return "io"_L1;
    }
}

namespace {

Error serverError(const QString &address, const QSqlError &said)
{
    ErrorFacts facts;
    facts.code = postgresErrorCode(said.nativeErrorCode());
    facts.host = address;
    facts.message = postgresWords(said.databaseText(), said.nativeErrorCode());
    return Error(Error::Kind::Storage, facts);
}

// SQLite calls it an I/O error when the full disk meets its shared memory instead of a page.
bool isDiskFull(const QString &file)
{
    constexpr qint64 sharedMemory = 32 * 1024;
    const QStorageInfo disk(QFileInfo(file).path());
    return disk.isReady() && !disk.isReadOnly() && disk.bytesAvailable() <= sharedMemory;
}

} // namespace

Error sqlError(const QSqlDatabase &connection, const QSqlError &said)
{
    // A server's driver is called by the server's address.
    if (const QString address = connection.driver()->objectName(); !address.isEmpty())
        return serverError(address, said);
    ErrorFacts facts;
    facts.code = sqliteErrorCode(said.nativeErrorCode().toInt());
    const QString name = connection.databaseName();
    facts.host = name.startsWith("file:"_L1) ? QUrl(name).path() : name;
    if (facts.code == "io"_L1 && isDiskFull(facts.host))
        facts.code = u"full"_s;
    facts.message = said.databaseText().isEmpty() ? said.driverText() : said.databaseText();
    return Error(Error::Kind::Storage, facts);
}

Statement::Statement(Connection &connection, QSqlQuery *query)
    : m_connection(connection)
    , m_query(query)
{
}

Statement::Statement(Statement &&other) noexcept
    : m_connection(other.m_connection)
    , m_query(std::exchange(other.m_query, nullptr))
{
}

Statement::~Statement()
{
    if (m_query)
        m_query->finish();
}

Result<> Statement::run(const QVariantList &values)
{
    for (qsizetype i = 0; i < values.size(); ++i)
        m_query->bindValue(int(i), values.at(i));
    if (!m_query->exec())
        return failure(m_connection.error(m_query->lastError()));
    return {};
}

Result<bool> Statement::next()
{
    if (m_query->next())
        return true;
    if (m_query->lastError().isValid())
        return failure(m_connection.error(m_query->lastError()));
    return false;
}

// A statement that gives the number itself is stepped to its end: only there the row is stored.
Result<qint64> Statement::insertedSequence()
{
    if (!m_query->isSelect())
        return affectedRows() == 0 ? 0 : m_query->lastInsertId().toLongLong();
    return next().and_then([this](bool hasRow) -> Result<qint64> {
        if (!hasRow)
            return 0;
        const qint64 sequence = value(0).toLongLong();
        return next().transform([sequence](bool) { return sequence; });
    });
}

Connection::Connection(const QSqlDatabase &opened, Reconnect reconnect)
    : QSqlDatabase(opened)
    , m_reconnect(std::move(reconnect))
{
}

Result<Statement> Connection::statement(const QString &sql)
{
    auto &kept = m_statements[sql];
    if (!kept) {
        auto query = std::make_shared<QSqlQuery>(*this);
        query->setForwardOnly(true);
        if (!query->prepare(sql)) {
            m_statements.remove(sql);
            return failure(error(query->lastError()));
        }
        kept = std::move(query);
    }
    return Statement(*this, kept.get());
}

Error Connection::error(const QSqlError &said)
{
    Error error = sqlError(*this, said);
    note(error);
    if (m_reconnect)
        return error;
    if (error.facts.code == "corrupt"_L1 && !std::exchange(m_isDamaged, true)) {
        QSqlQuery(*this).exec(u"PRAGMA query_only = ON"_s);
    } else if (m_isDamaged && error.facts.code == "readonly"_L1) {
        error.facts.code = u"corrupt"_s;
        error.facts.message = u"the database is damaged and is only read"_s;
    }
    return error;
}

Result<> Connection::expectReady()
{
    if (!m_reconnect)
        return {};
    const auto now = std::chrono::steady_clock::now();
    if (now - std::exchange(m_lastUse, now) > std::chrono::seconds(1) && !m_isLost) {
        if (const auto alive = executeSql(*this, u"SELECT 1"_s); !alive)
            note(alive.error());
    }
    if (!m_isLost)
        return {};
    m_statements.clear();
    auto connected = m_reconnect(*this);
    m_isLost = !connected;
    return connected;
}

void Connection::note(const Error &error)
{
    m_isLost = m_isLost || (m_reconnect && error.facts.code == "lost"_L1);
}

Result<> executeSql(QSqlDatabase &connection, const QString &sql)
{
    QSqlQuery query(connection);
    if (!query.exec(sql))
        return failure(sqlError(connection, query.lastError()));
    return {};
}

} // namespace typeshift
