// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Result.h"

#include <QMap>
#include <QString>

namespace typeshift {

//! The parts of "postgresql://user@host:port/database?sslmode=verify-full". What is missing is PostgreSQL's own choice
//! (PGHOST, the system's user name, …). A socket's folder is named with "?host=/folder", its user with "&user=name".
struct ServerAddress {
    QString host;
    int port = -1; //!< -1: PostgreSQL's own choice
    QString user;
    QString database;
    QMap<QString, QString> options; //!< sslmode, sslrootcert, sslcert, sslkey, connect_timeout

    //! A Storage error with code "open" for an address of another kind, with unknown options, or with a password in it:
    //! an address is stored and shown, and a password belongs into ~/.pgpass.
    static Result<ServerAddress> fromText(const QString &text);

    //! What the client library is told beside host, port, user and database.
    QString connectOptions() const;

    bool operator==(const ServerAddress &) const = default;
};

} // namespace typeshift
