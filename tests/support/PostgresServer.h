// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>

//! Leaves the test function where PostgreSQL is not installed: skipped, or failed in CI, which has it.
#define NEEDS_POSTGRES()                                                                                               \
    do {                                                                                                               \
        if (!typeshift::PostgresServer::isInstalled()) {                                                               \
            QVERIFY2(!qEnvironmentVariableIsSet("CI"), "CI has PostgreSQL");                                           \
            QSKIP("PostgreSQL's server is not installed (Debian's package postgresql)");                               \
        }                                                                                                              \
    } while (false)

namespace typeshift {

//! A PostgreSQL server in a temporary folder, under a user of its own, reached by a socket. It ends with this object
//! and with the program, even when that crashes.
class PostgresServer final : public QObject
{
public:
    enum class Durability {
        Forgets, //!< nothing waits for the disk: for tests
        Keeps,   //!< as a server is installed: for benchmarks
    };

    static bool isInstalled();
    //! The program's one server, started by the first call and stopped with the application object.
    static PostgresServer &ofProgram();

    PostgresServer(Durability durability, QObject *parent);
    ~PostgresServer() override;

    //! The address of a database, as --store takes it.
    QString address(const QString &database, const QString &user = QStringLiteral("typeshift")) const;
    //! The folder of the socket.
    const QString &folder() const { return m_folder; }
    //! Runs statements in a database, on a connection that is the test's; ends the program when one fails.
    void execute(const QString &database, const QStringList &statements) const;
    //! An empty database; returns its name.
    QString createDatabase();
    void dropDatabase(const QString &name) const;

private:
    QProcess m_session;
    QString m_folder;
    int m_databases = 0;
};

} // namespace typeshift
