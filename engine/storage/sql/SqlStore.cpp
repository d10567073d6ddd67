// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "storage/sql/SqlStore.h"

#include "storage/sql/Database.h"
#include "storage/sql/Dialect.h"
#include "storage/sql/LeaseTime.h"

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

QString loadSql(const Dialect &dialect)
{
    return QString(u"SELECT sequence, %1 FROM entries WHERE conversation = ? "_s.arg(dialect.readingJson("json"_L1)));
}

Result<StoredEntry> parse(qint64 sequence, const QByteArray &json)
{
    auto entry = ConversationEntry::deserialize(json);
    if (!entry) {
        return failure(Error::Kind::Storage,
                       u"entry %1: %2"_s.arg(QString::number(sequence), entry.error().facts.message));
    }
    return StoredEntry{sequence, *std::move(entry)};
}

Result<QList<StoredEntry>> readEntries(Connection &connection, const QString &sql, const QVariantList &values)
{
    auto statement = connection.statement(sql);
    if (!statement)
        return failure(std::move(statement).error());
    if (auto started = statement->run(values); !started)
        return failure(std::move(started).error());
    QList<StoredEntry> entries;
    for (;;) {
        const auto hasRow = statement->next();
        if (!hasRow)
            return failure(hasRow.error());
        if (!*hasRow)
            return entries;
        auto entry = parse(statement->value(0).toLongLong(), statement->value(1).toByteArray());
        if (!entry)
            return failure(std::move(entry).error());
        entries.append(*std::move(entry));
    }
}

Result<qint64> changedRows(Connection &connection, const QString &sql, const QVariantList &values)
{
    auto statement = connection.statement(sql);
    if (!statement)
        return failure(std::move(statement).error());
    return statement->run(values).transform([&] { return statement->affectedRows(); });
}

QByteArray notNull(const QByteArray &text)
{
    return text.isNull() ? QByteArray("") : text; // A null QByteArray is bound as NULL.
}

// Why a lease was not changed: somebody else has it, or it was given back.
Error leaseConflict(Connection &connection, const QString &conversation)
{
    Error error(Error::Kind::Conflict, u"the lease of the conversation is not this process's any more"_s);
    auto statement = connection.statement(u"SELECT process FROM leases WHERE conversation = ?"_s);
    if (!statement || !statement->run({conversation}) || !statement->next().value_or(false))
        return error;
    const QString process = statement->value(0).toString();
    error.facts.message = u"the conversation is run by %1"_s.arg(process);
    error.facts.items = {process};
    return error;
}

Result<> expectChange(Connection &connection, const Result<qint64> &rows, const QString &conversation)
{
    if (!rows)
        return failure(rows.error());
    if (*rows == 0)
        return failure(leaseConflict(connection, conversation));
    return {};
}

QString uuidText(const QUuid &id)
{
    return id.toString(QUuid::WithoutBraces);
}

// One statement checks the lease and writes: a process that slept between the two cannot write into a conversation that
// another took over. Without an owner nothing is checked.
Result<qint64> insertEntry(Connection &connection, const QString &conversation, const ConversationEntry &entry,
                           const QString &owner)
{
    const Dialect &dialect = dialectOf(connection);
    const QString held =
        u" EXISTS (SELECT 1 FROM leases WHERE leases.conversation = CAST(? AS TEXT) AND owner = CAST(? AS TEXT))"_s;
    auto statement = connection.statement(
        owner.isEmpty() ? QString(dialect.insertEntry + dialect.returnSequence)
                        : QString(dialect.insertEntry + " WHERE"_L1 + held + dialect.returnSequence));
    if (!statement)
        return failure(std::move(statement).error());
    const QVariant at = entry.at.isValid() ? entry.at.toUTC().toString(Qt::ISODateWithMs) : QVariant();
    QVariantList values{conversation, int(entry.isSummary), int(entry.endsRun), at, entry.serialize()};
    if (!owner.isEmpty())
        values += {conversation, owner};
    const auto sequence = statement->run(values).and_then([&] { return statement->insertedSequence(); });
    if (sequence && *sequence == 0)
        return failure(leaseConflict(connection, conversation));
    return sequence;
}

} // namespace

// The last summary is the first row of its index read backwards, and what follows is a range of the other index.
QString detail::loadSinceCompactionSql(const Dialect &dialect)
{
    return loadSql(dialect)
        + u"AND sequence >= coalesce((SELECT sequence FROM entries WHERE conversation = ? AND is_summary = 1"
          " ORDER BY sequence DESC LIMIT 1), 0) ORDER BY sequence"_s;
}

SqlStore::SqlStore(std::shared_ptr<Database> database, Clock &clock)
    : m_database(std::move(database))
    , m_clock(clock)
{
}

Task<Result<std::optional<StoredDocument>>> SqlStore::loadDocument(SettingsId id, QString kind)
{
    using Loaded = Result<std::optional<StoredDocument>>;
    return m_database->run(
        [id = id.toString(), kind](Connection &connection) -> Loaded {
            auto statement = connection.statement(u"SELECT %1, version FROM documents WHERE id = ? AND kind = ?"_s.arg(
                dialectOf(connection).readingJson("json"_L1)));
            if (!statement)
                return failure(std::move(statement).error());
            if (auto started = statement->run({id, kind}); !started)
                return failure(std::move(started).error());
            return statement->next().transform([&](bool hasRow) -> std::optional<StoredDocument> {
                if (!hasRow)
                    return std::nullopt;
                return StoredDocument{statement->value(0).toByteArray(), statement->value(1).toLongLong()};
            });
        },
        Database::Loss::IsRepeated);
}

// One statement checks and writes. // S9, S12
Task<Result<qint64>> SqlStore::saveDocument(SettingsId id, QString kind, QByteArray json, qint64 loadedVersion)
{
    return m_database->run([id = id.toString(), kind, json, loadedVersion](Connection &connection) -> Result<qint64> {
        const QLatin1StringView text = dialectOf(connection).writeJson;
        const auto rows = loadedVersion == 0
            ? changedRows(connection,
                          u"INSERT INTO documents(json, id, kind, version) VALUES (%1, ?, ?, 1)"
                          " ON CONFLICT(id, kind) DO NOTHING"_s.arg(text),
                          {notNull(json), id, kind})
            : changedRows(connection,
                          u"UPDATE documents SET json = %1, version = version + 1"
                          " WHERE id = ? AND kind = ? AND version = ?"_s.arg(text),
                          {notNull(json), id, kind, loadedVersion});
        if (!rows)
            return failure(rows.error());
        if (*rows == 0) {
            return failure(Error::Kind::Conflict,
                           u"the settings %1 of %2 were saved by somebody else in the meantime"_s.arg(kind, id));
        }
        return loadedVersion + 1;
    });
}

Task<Result<QList<StoredEntry>>> SqlStore::loadConversation(ConversationId conversation)
{
    return m_database->run(
        [conversation = conversation.toString()](Connection &connection) {
            return readEntries(connection, loadSql(dialectOf(connection)) + u"ORDER BY sequence"_s, {conversation});
        },
        Database::Loss::IsRepeated);
}

Task<Result<QList<StoredEntry>>> SqlStore::loadConversationSinceCompaction(ConversationId conversation)
{
    return m_database->run(
        [conversation = conversation.toString()](Connection &connection) {
            return readEntries(connection, detail::loadSinceCompactionSql(dialectOf(connection)),
                               {conversation, conversation});
        },
        Database::Loss::IsRepeated);
}

Task<Result<qint64>> SqlStore::appendConversation(ConversationId conversation, ConversationEntry entry)
{
    const QString owner = m_owners.value(conversation);
    return m_database->run(
        [conversation = conversation.toString(), entry, owner](Connection &connection) -> Result<qint64> {
            return insertEntry(connection, conversation, entry, owner);
        });
}

Task<Result<>> SqlStore::acquireLease(ConversationId conversation, Lease lease)
{
    const qint64 here = m_clock.now().toMSecsSinceEpoch();
    const auto acquire = [name = conversation.toString(), lease, here](Connection &connection) -> Result<> {
        const auto time = LeaseTime::of(connection, here);
        if (!time)
            return failure(time.error());
        const auto rows = changedRows(
            connection,
            u"INSERT INTO leases(conversation, owner, process, renewed) VALUES (?, ?, ?, ?)"
            " ON CONFLICT(conversation) DO UPDATE SET owner = excluded.owner, process = excluded.process,"
            " renewed = excluded.renewed"
            " WHERE leases.owner = excluded.owner OR leases.renewed <= ? OR leases.renewed > ?"_s,
            {name, uuidText(lease.owner), lease.process, time->now, time->dead, time->future});
        return expectChange(connection, rows, name);
    };
    auto acquired = co_await m_database->run(acquire);
    if (acquired)
        m_owners.insert(conversation, uuidText(lease.owner));
    co_return acquired;
}

Task<Result<>> SqlStore::renewLease(ConversationId conversation, Lease lease)
{
    const qint64 here = m_clock.now().toMSecsSinceEpoch();
    return m_database->run([conversation = conversation.toString(), lease, here](Connection &connection) -> Result<> {
        const auto time = LeaseTime::of(connection, here);
        if (!time)
            return failure(time.error());
        const auto rows = changedRows(connection,
                                      u"UPDATE leases SET renewed = ? WHERE conversation = ? AND owner = ?"_s,
                                      {time->now, conversation, uuidText(lease.owner)});
        return expectChange(connection, rows, conversation);
    });
}

Task<Result<>> SqlStore::releaseLease(ConversationId conversation, Lease lease)
{
    if (m_owners.value(conversation) == uuidText(lease.owner))
        m_owners.remove(conversation);
    return m_database->run([conversation = conversation.toString(), lease](Connection &connection) -> Result<> {
        return changedRows(connection, u"DELETE FROM leases WHERE conversation = ? AND owner = ?"_s,
                           {conversation, uuidText(lease.owner)})
            .transform([](qint64) { });
    });
}

Task<Result<QList<HeldLease>>> SqlStore::liveLeases()
{
    const qint64 here = m_clock.now().toMSecsSinceEpoch();
    const auto read = [here](Connection &connection) -> Result<QList<HeldLease>> {
        const auto time = LeaseTime::of(connection, here);
        if (!time)
            return failure(time.error());
        auto statement = connection.statement(
            u"SELECT conversation, owner, process FROM leases WHERE renewed > ? AND renewed <= ? ORDER BY conversation"_s);
        if (!statement)
            return failure(std::move(statement).error());
        if (auto started = statement->run({time->dead, time->future}); !started)
            return failure(std::move(started).error());
        QList<HeldLease> leases;
        for (;;) {
            const auto hasRow = statement->next();
            if (!hasRow)
                return failure(hasRow.error());
            if (!*hasRow)
                return leases;
            if (const auto conversation = ConversationId::fromString(statement->value(0).toString())) {
                const Lease lease{QUuid::fromString(statement->value(1).toString()), statement->value(2).toString()};
                leases.append({*conversation, lease});
            }
        }
    };
    return m_database->run(read, Database::Loss::IsRepeated);
}

} // namespace typeshift
