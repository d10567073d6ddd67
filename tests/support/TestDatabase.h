// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/FixedClock.h"
#include "support/PostgresServer.h"

#include <QTemporaryDir>

namespace typeshift {

//! Where a test's database is.
enum class TestPlace { File, Server };

//! The address of a new database that goes with this object: a file that is not there yet, or an empty database of
//! the program's server.
class TestDatabase
{
public:
    explicit TestDatabase(TestPlace place)
    {
        if (place == TestPlace::Server)
            m_name = PostgresServer::ofProgram().createDatabase();
    }
    TestDatabase(const TestDatabase &) = delete;
    TestDatabase &operator=(const TestDatabase &) = delete;
    ~TestDatabase()
    {
        if (m_clock)
            m_clock->whenMoved({});
        if (isOnServer())
            PostgresServer::ofProgram().dropDatabase(m_name);
    }

    bool isOnServer() const { return !m_name.isEmpty(); }
    QString address() const
    {
        return isOnServer() ? PostgresServer::ofProgram().address(m_name)
                            : m_folder.filePath(QStringLiteral("test.db"));
    }
    //! Statements on the server, outside of the program's own connection.
    void execute(const QStringList &statements) const { PostgresServer::ofProgram().execute(m_name, statements); }

    //! Sets the server's clock by this one, from now on; a file has no clock. Call it before the database is opened.
    void follow(FixedClock &clock)
    {
        if (!isOnServer())
            return;
        // The function is found before the server's own of this name.
        execute({QStringLiteral("CREATE SCHEMA test"), QStringLiteral("CREATE TABLE test.moment(milliseconds bigint)"),
                 QStringLiteral("INSERT INTO test.moment VALUES (0)"),
                 QStringLiteral("CREATE FUNCTION test.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS"
                                " 'SELECT to_timestamp(milliseconds / 1000.0) FROM test.moment'"),
                 QStringLiteral("ALTER DATABASE %1 SET search_path = test, pg_catalog, public").arg(m_name),
                 QStringLiteral("SET search_path = test, pg_catalog, public")});
        m_clock = &clock;
        clock.whenMoved([this] { tellTime(); });
        tellTime();
    }

private:
    void tellTime() const
    {
        execute({QStringLiteral("UPDATE test.moment SET milliseconds = %1").arg(m_clock->now().toMSecsSinceEpoch())});
    }

    QTemporaryDir m_folder;
    QString m_name;
    FixedClock *m_clock = nullptr;
};

} // namespace typeshift
