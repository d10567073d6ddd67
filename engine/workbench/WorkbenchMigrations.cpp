// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "workbench/WorkbenchMigrations.h"

#include "storage/sql/Connection.h"
#include "storage/sql/Dialect.h"

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

Result<> createTables(QSqlDatabase &connection)
{
    const auto tables = {
        // Times are milliseconds since 1970, UTC. The folded title is what a search compares.
        u"CREATE TABLE conversations(id TEXT PRIMARY KEY, title TEXT NOT NULL, folded_title TEXT NOT NULL,"
        " agent TEXT NOT NULL, provider TEXT NOT NULL, model TEXT NOT NULL, settings TEXT,"
        " created_at {integer} NOT NULL, updated_at {integer} NOT NULL)"_s,
        u"CREATE INDEX conversations_newest ON conversations(updated_at, id)"_s,
        // The draft of the conversation that has not begun has the empty id.
        u"CREATE TABLE drafts(conversation TEXT PRIMARY KEY, text TEXT NOT NULL, updated_at {integer} NOT NULL)"_s,
        u"CREATE TABLE provider_profiles(position {counter}, name TEXT NOT NULL UNIQUE,"
        " title TEXT NOT NULL, api TEXT NOT NULL, base_url TEXT NOT NULL, key_reference TEXT NOT NULL,"
        " default_model TEXT NOT NULL, options TEXT NOT NULL)"_s,
        u"CREATE TABLE model_choices(purpose TEXT PRIMARY KEY, provider TEXT NOT NULL, model TEXT NOT NULL)"_s,
    };
    for (const QString &sql : tables) {
        if (auto done = executeSql(connection, dialectOf(connection).table(sql)); !done)
            return done;
    }
    return {};
}

Result<> createQueue(QSqlDatabase &connection)
{
    // Rows of a conversation are few, and gone when its run has taken them.
    const auto table = u"CREATE TABLE queued_inputs(position {counter}, conversation TEXT NOT NULL,"
                       " uid TEXT NOT NULL, json {json} NOT NULL, UNIQUE (conversation, uid))"_s;
    return executeSql(connection, dialectOf(connection).table(table));
}

} // namespace

MigrationSet workbenchMigrations()
{
    return {u"workbench"_s, {{1, createTables}, {2, createQueue}}};
}

} // namespace typeshift
