// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ConversationEntry.h"
#include "storage/sql/Database.h"

#include <QSqlError>
#include <QSqlQuery>

namespace typeshift::bench {

//! Writes entries straight into the table, in one transaction: appends are measured elsewhere.
inline Task<Result<>> storeEntries(Database &database, QString conversation, QList<StoredEntry> entries)
{
    co_return co_await database.run([conversation, entries](QSqlDatabase &connection) -> Result<> {
        connection.transaction();
        QSqlQuery insert(connection);
        insert.prepare(QStringLiteral("INSERT INTO entries (conversation, is_summary, ends_run, at, json)"
                                      " VALUES (?, 0, ?, 0, ?)"));
        for (const StoredEntry &stored : entries) {
            insert.addBindValue(conversation);
            insert.addBindValue(int(stored.entry.endsRun));
            insert.addBindValue(QString::fromUtf8(stored.entry.serialize()));
            if (!insert.exec())
                return failure(Error::Kind::Storage, insert.lastError().text());
        }
        connection.commit();
        return {};
    });
}

} // namespace typeshift::bench
