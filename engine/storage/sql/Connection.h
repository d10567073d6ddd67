// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Result.h"

#include <QHash>
#include <QSqlDatabase>
#include <QSqlQuery>

#include <chrono>
#include <functional>

class QSqlError;

namespace typeshift {

class Connection;

//! What a database said, as a Storage error: `facts.code` is one of "newer", "locked", "readonly", "full", "corrupt",
//! "open", "login" (a server wants another user or password), "lost" (the server did not answer; whether it did what
//! was asked is not known) and "io" (everything else), `facts.host` the file or the server's address, `facts.message`
//! the database's own words.
Error sqlError(const QSqlDatabase &connection, const QSqlError &said);
//! The code for a result code of SQLite, extended or not.
QLatin1StringView sqliteErrorCode(int resultCode);

//! A prepared statement in use: runs, steps, and is reset when this goes out of scope, so that it holds no lock.
class Statement
{
public:
    Statement(Connection &connection, QSqlQuery *query);
    Statement(Statement &&other) noexcept;
    Statement &operator=(Statement &&) = delete;
    ~Statement();

    //! Binds the values by position and executes. QByteArray is bound as a blob.
    [[nodiscard]] Result<> run(const QVariantList &values = {});
    //! Steps to the next row; false after the last one.
    [[nodiscard]] Result<bool> next();
    //! A column of the row that next() stepped to.
    QVariant value(int column) const { return m_query->value(column); }
    qint64 affectedRows() const { return m_query->numRowsAffected(); }
    //! The number that the database gave to the row that run() inserted; 0 when it inserted none.
    [[nodiscard]] Result<qint64> insertedSequence();

private:
    Connection &m_connection;
    QSqlQuery *m_query;
};

//! The connection as the work of a Database sees it: a QSqlDatabase that keeps its prepared statements.
class Connection final : public QSqlDatabase
{
public:
    //! Makes a lost connection anew and prepares its session.
    using Reconnect = std::function<Result<>(QSqlDatabase &)>;

    //! `reconnect` is empty for a file, which cannot be lost.
    explicit Connection(const QSqlDatabase &opened, Reconnect reconnect = {});
    Connection(Connection &&) = default;
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    //! Prepared at the first call with this text, kept until the connection closes. A statement is used by one
    //! Statement at a time.
    [[nodiscard]] Result<Statement> statement(const QString &sql);

    //! sqlError() of this connection. Once it found the database damaged, it writes to it no more: what can be read
    //! stays readable, and every write fails with code "corrupt".
    [[nodiscard]] Error error(const QSqlError &said);

    //! Called before each piece of work: connects again when the connection was lost, and asks one that was not used
    //! for a second whether it still stands. So work fails by a lost connection only when the loss meets it, and is
    //! never repeated.
    [[nodiscard]] Result<> expectReady();
    //! Remembers that the connection is lost when an error of its work says so.
    void note(const Error &error);
    bool isLost() const { return m_isLost; }

private:
    Reconnect m_reconnect;
    bool m_isLost = false;
    std::chrono::steady_clock::time_point m_lastUse = std::chrono::steady_clock::now();
    bool m_isDamaged = false;
    QHash<QString, std::shared_ptr<QSqlQuery>> m_statements;
};

//! Executes one statement that is needed once and returns no rows.
[[nodiscard]] Result<> executeSql(QSqlDatabase &connection, const QString &sql);

} // namespace typeshift
