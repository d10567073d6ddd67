// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Clock.h"
#include "storage/LeaseStore.h"
#include "storage/Store.h"

#include <QHash>

#include <memory>

namespace typeshift {

class Database;
struct Dialect;

//! Keeps settings, conversations and leases in a database. Entries are written and parsed on the database's thread;
//! JSON text comes back byte for byte. The leases' time is the server's, or the clock's where the database is a
//! file: every process that shares them agrees. Whoever took a conversation's lease here appends to it only while the
//! lease is still theirs: Conflict otherwise.
class SqlStore final : public Store, public LeaseStore
{
public:
    //! The database was opened with engineMigrations(); the clock outlives the store.
    SqlStore(std::shared_ptr<Database> database, Clock &clock);

    Task<Result<std::optional<StoredDocument>>> loadDocument(SettingsId id, QString kind) override;
    Task<Result<qint64>> saveDocument(SettingsId id, QString kind, QByteArray json, qint64 loadedVersion) override;
    Task<Result<QList<StoredEntry>>> loadConversation(ConversationId conversation) override;
    Task<Result<QList<StoredEntry>>> loadConversationSinceCompaction(ConversationId conversation) override;
    Task<Result<qint64>> appendConversation(ConversationId conversation, ConversationEntry entry) override;
    Task<Result<>> acquireLease(ConversationId conversation, Lease lease) override;
    Task<Result<>> renewLease(ConversationId conversation, Lease lease) override;
    Task<Result<>> releaseLease(ConversationId conversation, Lease lease) override;
    Task<Result<QList<HeldLease>>> liveLeases() override;

    Database &database() const { return *m_database; }

private:
    std::shared_ptr<Database> m_database;
    Clock &m_clock;
    QHash<ConversationId, QString> m_owners; //!< of the leases that were taken here and not given back
};

namespace detail {
//! The statement that loads since the last summary; a test asks the database how it runs it.
QString loadSinceCompactionSql(const Dialect &dialect);
} // namespace detail

} // namespace typeshift
