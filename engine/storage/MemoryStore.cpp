// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "storage/MemoryStore.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

Error leaseConflict(const Lease &held)
{
    Error error(Error::Kind::Conflict, u"the conversation is run by %1"_s.arg(held.process));
    error.facts.items = {held.process};
    return error;
}

} // namespace

MemoryStore::MemoryStore(Clock &clock)
    : m_clock(clock)
{
}

Task<Result<std::optional<StoredDocument>>> MemoryStore::loadDocument(SettingsId id, QString kind)
{
    const auto found = m_documents.find({id, kind});
    co_return found == m_documents.end() ? std::nullopt : std::optional(found->second);
}

Task<Result<qint64>> MemoryStore::saveDocument(SettingsId id, QString kind, QByteArray json, qint64 loadedVersion)
{
    const auto found = m_documents.find({id, kind});
    const qint64 stored = found == m_documents.end() ? 0 : found->second.version;
    if (stored != loadedVersion) {
        co_return failure(
            Error::Kind::Conflict,
            u"the settings %1 of %2 were saved by somebody else in the meantime"_s.arg(kind, id.toString()));
    }
    m_documents[{id, kind}] = {json, stored + 1};
    co_return stored + 1;
}

Task<Result<QList<StoredEntry>>> MemoryStore::loadConversation(ConversationId conversation)
{
    co_return load(conversation, 0);
}

Task<Result<QList<StoredEntry>>> MemoryStore::loadConversationSinceCompaction(ConversationId conversation)
{
    const QList<Row> rows = m_rows.value(conversation);
    const auto last = std::find_if(rows.rbegin(), rows.rend(), [](const Row &row) { return row.isSummary; });
    co_return load(conversation, last == rows.rend() ? 0 : rows.rend() - last - 1);
}

Result<QList<StoredEntry>> MemoryStore::load(ConversationId conversation, qsizetype first) const
{
    QList<StoredEntry> entries;
    const QList<Row> rows = m_rows.value(conversation);
    for (const Row &row : rows.sliced(first)) {
        auto entry = ConversationEntry::deserialize(row.json);
        if (!entry)
            return failure(Error::Kind::Storage,
                           u"entry %1: %2"_s.arg(QString::number(row.sequence), entry.error().facts.message));
        entries.append({row.sequence, *std::move(entry)});
    }
    return entries;
}

Task<Result<qint64>> MemoryStore::appendConversation(ConversationId conversation, ConversationEntry entry)
{
    m_rows[conversation].append({++m_lastSequence, entry.isSummary, entry.serialize()});
    co_return m_lastSequence;
}

Task<Result<>> MemoryStore::acquireLease(ConversationId conversation, Lease lease)
{
    const auto held = m_leases.constFind(conversation);
    if (held != m_leases.cend() && held->lease.owner != lease.owner && isAlive(*held))
        co_return failure(leaseConflict(held->lease));
    m_leases[conversation] = {lease, m_clock.elapsed()};
    co_return {};
}

Task<Result<>> MemoryStore::renewLease(ConversationId conversation, Lease lease)
{
    const auto held = m_leases.find(conversation);
    if (held == m_leases.end())
        co_return failure(Error::Kind::Conflict, u"the lease of the conversation is not this process's any more"_s);
    if (held->lease.owner != lease.owner)
        co_return failure(leaseConflict(held->lease));
    held->renewed = m_clock.elapsed();
    co_return {};
}

Task<Result<>> MemoryStore::releaseLease(ConversationId conversation, Lease lease)
{
    const auto held = m_leases.constFind(conversation);
    if (held != m_leases.cend() && held->lease.owner == lease.owner)
        m_leases.erase(held);
    co_return {};
}

Task<Result<QList<HeldLease>>> MemoryStore::liveLeases()
{
    QList<HeldLease> leases;
    for (const auto &[conversation, row] : m_leases.asKeyValueRange()) {
        if (isAlive(row))
            leases.append({conversation, row.lease});
    }
    std::ranges::sort(leases, {}, &HeldLease::conversation);
    co_return leases;
}

} // namespace typeshift
