// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "storage/sql/Transaction.h"

#include "storage/sql/Connection.h"
#include "storage/sql/Dialect.h"

using namespace Qt::StringLiterals;

namespace typeshift {

Transaction::Transaction(QSqlDatabase &connection)
    : m_connection(&connection)
{
}

Transaction::Transaction(Transaction &&other) noexcept
    : m_connection(std::exchange(other.m_connection, nullptr))
{
}

Transaction::~Transaction()
{
    // The database has rolled back by itself after a full disk or an I/O error; then there is nothing left to do.
    if (m_connection)
        QSqlQuery(*m_connection).exec(u"ROLLBACK"_s);
}

Result<Transaction> Transaction::begin(QSqlDatabase &connection)
{
    const Dialect &dialect = dialectOf(connection);
    if (auto begun = executeSql(connection, dialect.begin); !begun)
        return failure(std::move(begun).error());
    Transaction transaction(connection);
    if (!dialect.writersTurn.isEmpty()) {
        if (auto turn = executeSql(connection, dialect.writersTurn); !turn)
            return failure(std::move(turn).error());
    }
    return transaction;
}

Result<> Transaction::commit()
{
    auto committed = executeSql(*m_connection, u"COMMIT"_s);
    if (committed)
        m_connection = nullptr;
    return committed;
}

} // namespace typeshift
