// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "workbench/ConversationArchive.h"

#include "approval/DecisionLog.h"
#include "storage/sql/Database.h"
#include "storage/sql/Dialect.h"
#include "storage/sql/Transaction.h"
#include "workbench/ConversationCatalog.h"
#include "workbench/ConversationLines.h"
#include "workbench/ConversationMarkdown.h"
#include "workbench/ConversationRows.h"

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

struct StoredConversation {
    ConversationRecord record;
    QList<QByteArray> entries; //!< as stored
};

Result<QList<QByteArray>> readEntryTexts(Connection &connection, const QString &id)
{
    return readRows(connection,
                    u"SELECT %1 FROM entries WHERE conversation = ? ORDER BY sequence"_s.arg(
                        dialectOf(connection).readingJson("json"_L1)),
                    {id}, [](const Statement &row) { return row.value(0).toByteArray(); });
}

Result<StoredConversation> readStored(Connection &connection, ConversationId id, qint64 now)
{
    auto record = readConversation(connection, id.toString(), now);
    if (!record)
        return failure(std::move(record).error());
    auto entries = readEntryTexts(connection, id.toString());
    if (!entries)
        return failure(std::move(entries).error());
    if (!*record && entries->isEmpty())
        return failure(Error::Kind::InvalidInput, u"there is no conversation %1"_s.arg(id.toString()));
    if (!*record) {
        const auto first = ConversationEntry::deserialize(entries->constFirst()).value_or(ConversationEntry());
        *record = recordFromEntries(id, first, first);
    }
    return StoredConversation{**std::move(record), *std::move(entries)};
}

Result<QList<StoredEntry>> parseEntries(const QList<QByteArray> &texts)
{
    QList<StoredEntry> entries;
    for (const QByteArray &text : texts) {
        auto entry = ConversationEntry::deserialize(text);
        if (!entry)
            return failure(std::move(entry).error());
        entries.append({entries.size() + 1, *std::move(entry)});
    }
    return entries;
}

Result<> appendText(Connection &connection, const QString &id, const EntryLine &line)
{
    const QDateTime &at = line.entry.at;
    return changeRows(connection, dialectOf(connection).insertEntry,
                      {id, int(line.entry.isSummary), int(line.entry.endsRun),
                       at.isValid() ? at.toUTC().toString(Qt::ISODateWithMs) : QVariant(), line.text})
        .transform([](qint64) { });
}

// How many of the file's entries are there already.
Result<qsizetype> identicalBeginning(const QList<QByteArray> &there, const QList<EntryLine> &lines)
{
    const qsizetype shared = std::min(there.size(), lines.size());
    for (qsizetype i = 0; i < shared; ++i) {
        if (there.at(i) != lines.at(i).text) {
            return failure(
                Error::Kind::Conflict,
                u"the conversation is there already and differs from entry %1 on; import it as a new one"_s.arg(i + 1));
        }
    }
    return shared;
}

Result<ImportReport> writeImport(Connection &connection, const ConversationLines &lines, ConversationId id, qint64 now)
{
    auto transaction = Transaction::begin(connection);
    if (!transaction)
        return failure(std::move(transaction).error());
    if (auto free = expectNoRun(connection, id.toString(), now); !free)
        return failure(std::move(free).error());
    const auto there = readEntryTexts(connection, id.toString());
    if (!there)
        return failure(there.error());
    const auto skipped = identicalBeginning(*there, lines.entries);
    if (!skipped)
        return failure(skipped.error());
    for (qsizetype i = *skipped; i < lines.entries.size(); ++i) {
        if (auto appended = appendText(connection, id.toString(), lines.entries.at(i)); !appended)
            return failure(std::move(appended).error());
    }
    ConversationRecord record = lines.record;
    record.id = id;
    if (auto written = writeConversation(connection, record); !written)
        return failure(std::move(written).error());
    if (auto committed = transaction->commit(); !committed)
        return failure(std::move(committed).error());
    return ImportReport{id, int(lines.entries.size() - *skipped), int(*skipped)};
}

} // namespace

ConversationArchive::ConversationArchive(Database &database, ConversationCatalog &catalog, Clock &clock)
    : m_database(database)
    , m_catalog(catalog)
    , m_clock(clock)
{
}

Task<Result<QByteArray>> ConversationArchive::exportJsonLines(ConversationId conversation)
{
    return m_database.run([conversation, now = m_clock.now().toMSecsSinceEpoch()](Connection &connection) {
        return readStored(connection, conversation, now).transform([](const StoredConversation &stored) {
            return conversationLines(stored.record, stored.entries);
        });
    });
}

Task<Result<QString>> ConversationArchive::exportMarkdown(ConversationId conversation)
{
    return m_database.run(
        [conversation, now = m_clock.now().toMSecsSinceEpoch()](Connection &connection) -> Result<QString> {
            const auto stored = readStored(connection, conversation, now);
            if (!stored)
                return failure(stored.error());
            return parseEntries(stored->entries).transform([&](const QList<StoredEntry> &entries) {
                return conversationMarkdown(stored->record.title, entries);
            });
        });
}

Task<Result<QByteArray>> ConversationArchive::exportDecisions(ConversationId conversation)
{
    return m_database.run(
        [conversation, now = m_clock.now().toMSecsSinceEpoch()](Connection &connection) -> Result<QByteArray> {
            const auto stored = readStored(connection, conversation, now);
            if (!stored)
                return failure(stored.error());
            return parseEntries(stored->entries).transform([](const QList<StoredEntry> &entries) {
                return decisionLines(decisionsOf(entries));
            });
        });
}

Task<Result<ImportReport>> ConversationArchive::importJsonLines(QByteArray lines, Place place)
{
    const std::optional<ConversationId> newId = place == Place::NewConversation
        ? std::optional(m_catalog.newConversation())
        : std::nullopt;
    // Read where the entries are read, too: a file of 30 MB takes a while.
    auto report = co_await m_database.run(
        [lines, newId, now = m_clock.now().toMSecsSinceEpoch()](Connection &connection) -> Result<ImportReport> {
            const auto parsed = parseConversationLines(lines);
            if (!parsed)
                return failure(parsed.error());
            return writeImport(connection, *parsed, newId.value_or(parsed->record.id), now);
        });
    if (report)
        emit m_catalog.changed(report->conversation);
    co_return report;
}

} // namespace typeshift
