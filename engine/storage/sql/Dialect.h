// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QSqlDatabase;

namespace typeshift {

//! What SQLite and PostgreSQL write differently, as pieces of SQL. Everything else is one text for both.
struct Dialect {
    QLatin1StringView integer;        //!< the type of a whole number of 64 bits
    QLatin1StringView counter;        //!< the type of a primary key that the database counts up
    QLatin1StringView json;           //!< the type that keeps JSON text byte for byte
    QLatin1StringView readJson;       //!< column %1 as bytes
    QLatin1StringView writeJson;      //!< the placeholder for bytes
    QLatin1StringView jsonHolds;      //!< the condition that column %1 holds the ASCII text %2
    QLatin1StringView insertEntry;    //!< a row of entries: conversation, is_summary, ends_run, at, json; takes a WHERE
    QLatin1StringView returnSequence; //!< ends insertEntry; empty where the driver knows the last row's number
    QLatin1StringView findTable;      //!< one row when there is a table called %1, else none
    QLatin1StringView begin;          //!< begins a transaction that writes
    QLatin1StringView writersTurn;    //!< waits for the other transactions; empty where `begin` does
    QLatin1StringView serverTime;     //!< the server's clock in milliseconds since 1970; empty where there is no server

    QString readingJson(QLatin1StringView column) const { return QString(readJson).arg(column); }
    QString holding(QLatin1StringView column, QLatin1StringView text) const
    {
        return QString(jsonHolds).arg(column, text);
    }
    //! A table's definition with its types: "{integer}", "{counter}" and "{json}" stand for them.
    QString table(QString definition) const;
};

//! The dialect of an opened or closed connection. Any thread.
const Dialect &dialectOf(const QSqlDatabase &connection);

} // namespace typeshift
