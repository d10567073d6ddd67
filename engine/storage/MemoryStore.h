// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Clock.h"
#include "storage/LeaseStore.h"
#include "storage/Store.h"

#include <QHash>

#include <map>

namespace typeshift {

//! Keeps everything in memory, as the JSON text that a database would hold. For tests, samples and runs that store
//! nothing.
class MemoryStore final : public Store, public LeaseStore
{
public:
    explicit MemoryStore(Clock &clock);

    Task<Result<std::optional<StoredDocument>>> loadDocument(SettingsId id, QString kind) override;
    Task<Result<qint64>> saveDocument(SettingsId id, QString kind, QByteArray json, qint64 loadedVersion) override;
    Task<Result<QList<StoredEntry>>> loadConversation(ConversationId conversation) override;
    Task<Result<QList<StoredEntry>>> loadConversationSinceCompaction(ConversationId conversation) override;
    Task<Result<qint64>> appendConversation(ConversationId conversation, ConversationEntry entry) override;
    Task<Result<>> acquireLease(ConversationId conversation, Lease lease) override;
    Task<Result<>> renewLease(ConversationId conversation, Lease lease) override;
    Task<Result<>> releaseLease(ConversationId conversation, Lease lease) override;
    Task<Result<QList<HeldLease>>> liveLeases() override;

private:
    struct Row {
        qint64 sequence = 0;
        bool isSummary = false;
        QByteArray json;
    };
    struct LeaseRow {
        Lease lease;
        std::chrono::milliseconds renewed{};
    };

    Result<QList<StoredEntry>> load(ConversationId conversation, qsizetype first) const;
    bool isAlive(const LeaseRow &row) const { return m_clock.elapsed() - row.renewed < lifetime; }

    Clock &m_clock;
    std::map<std::pair<SettingsId, QString>, StoredDocument> m_documents;
    QHash<ConversationId, QList<Row>> m_rows;
    QHash<ConversationId, LeaseRow> m_leases;
    qint64 m_lastSequence = 0;
};

} // namespace typeshift
