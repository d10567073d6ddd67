// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Clock.h"
#include "storage/sql/Database.h"
#include "storage/sql/SqlStore.h"
#include "support/TestDatabase.h"

namespace typeshift {

//! A SqlStore on a new database that is deleted with this object. More stores can be opened on the same one, as another
//! process would. A server's clock follows a FixedClock.
class TemporaryStore
{
public:
    explicit TemporaryStore(Clock &clock, TestPlace place = TestPlace::File)
        : m_clock(clock)
        , m_place(place)
    {
        if (auto *fixed = dynamic_cast<FixedClock *>(&clock))
            m_place.follow(*fixed);
        auto opened = Database::open({.address = fileName()});
        if (!opened)
            qFatal("%s", qPrintable(opened.error().facts.message));
        m_database = *opened;
        m_store = std::make_unique<SqlStore>(m_database, clock);
    }

    SqlStore &store() { return *m_store; }
    Database &database() { return *m_database; }
    //! The file, or the address on the server.
    QString fileName() const { return m_place.address(); }
    const TestDatabase &place() const { return m_place; }
    //! Another connection with a thread of its own.
    std::unique_ptr<SqlStore> openAgain() const
    {
        auto opened = Database::open({.address = fileName()});
        return opened ? std::make_unique<SqlStore>(*opened, m_clock) : nullptr;
    }
    //! Runs what is queued and closes the file; store() is gone.
    void close()
    {
        m_store.reset();
        m_database.reset();
    }

private:
    Clock &m_clock;
    TestDatabase m_place;
    std::shared_ptr<Database> m_database;
    std::unique_ptr<SqlStore> m_store;
};

} // namespace typeshift
