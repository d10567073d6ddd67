// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "workbench/ConversationRows.h"

#include "storage/sql/Dialect.h"
#include "storage/sql/LeaseTime.h"
#include "storage/sql/Transaction.h"

#include <QTimeZone>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

// Everything of a conversation in one statement. The parameters: newest dead lease, oldest lease from the future.
// What the last entries say is asked for the rows of the page only. Entries are compact JSON of our own making, in
// which a quote inside a text is escaped, so the two searches cannot meet a text that looks alike.
QString recordSql(const Dialect &dialect)
{
    return u"SELECT c.id, c.title, c.agent, c.provider, c.model, c.settings, c.created_at, c.updated_at, d.text,"
           " l.conversation, e.ends_run,"
           " CASE WHEN e.ends_run = 1 AND %1 THEN %2 END,"
           " CASE WHEN e.ends_run = 1 THEN %3 OR (SELECT %4 FROM entries b WHERE b.conversation = c.id"
           " AND b.sequence < e.sequence AND %5 ORDER BY b.sequence DESC LIMIT 1) END,"
           " l.process, CASE WHEN e.ends_run = 0 THEN e.at END"
           " FROM conversations c"
           " LEFT JOIN drafts d ON d.conversation = c.id"
           " LEFT JOIN leases l ON l.conversation = c.id AND l.renewed > ? AND l.renewed <= ?"
           " LEFT JOIN entries e ON e.sequence = (SELECT max(sequence) FROM entries WHERE conversation = c.id)"_s.arg(
               dialect.holding("e.json"_L1, R"("type":"error")"_L1), dialect.readingJson("e.json"_L1),
               dialect.holding("e.json"_L1, R"("type":"approvalRequest")"_L1),
               dialect.holding("b.json"_L1, R"("type":"approvalRequest")"_L1),
               dialect.holding("b.json"_L1, R"("contents":)"_L1));
}

QDateTime timeOf(const QVariant &milliseconds)
{
    return QDateTime::fromMSecsSinceEpoch(milliseconds.toLongLong(), QTimeZone::UTC);
}

ConversationState stateOf(const Statement &row)
{
    const bool hasLease = !row.value(9).isNull();
    const bool hasEntries = !row.value(10).isNull();
    if (hasLease)
        return ConversationState::Running;
    if (hasEntries && !row.value(10).toBool())
        return ConversationState::Interrupted;
    return row.value(12).toBool() ? ConversationState::Asking : ConversationState::Idle;
}

ConversationRecord recordOf(const Statement &row)
{
    ConversationRecord record;
    record.id = ConversationId::fromString(row.value(0).toString()).value_or(ConversationId());
    record.title = row.value(1).toString();
    record.agent = row.value(2).toString();
    record.provider = row.value(3).toString();
    record.model = row.value(4).toString();
    record.settings = SettingsId::fromString(row.value(5).toString());
    if (row.value(5).isNull())
        record.settings.reset();
    record.createdAt = timeOf(row.value(6));
    record.updatedAt = timeOf(row.value(7));
    record.draft = row.value(8).toString();
    record.state = stateOf(row);
    if (record.state == ConversationState::Running)
        record.process = row.value(13).toString();
    if (record.state == ConversationState::Interrupted)
        record.cutOffAt = QDateTime::fromString(row.value(14).toString(), Qt::ISODateWithMs);
    if (const QByteArray end = row.value(11).toByteArray();
        !end.isEmpty() && record.state != ConversationState::Running)
        record.lastError =
            ConversationEntry::deserialize(end).transform(&ConversationEntry::error).value_or(std::nullopt);
    return record;
}

// '%' and '_' of the words stand for themselves.
QString likePattern(const QString &words)
{
    QString pattern = words.simplified().toCaseFolded();
    pattern.replace(u'\\', "\\\\"_L1).replace(u'%', "\\%"_L1).replace(u'_', "\\_"_L1);
    return QString(u'%' + pattern + u'%');
}

} // namespace

namespace detail {

QString listConversationsSql(const Dialect &dialect)
{
    return QString(recordSql(dialect)
                   + u" WHERE c.folded_title LIKE ? ESCAPE '\\' AND (c.updated_at, c.id) < (?, ?)"
                     " ORDER BY c.updated_at DESC, c.id DESC LIMIT ? OFFSET ?"_s);
}

} // namespace detail

Result<QList<ConversationRecord>> readConversations(Connection &connection, const ConversationFilter &filter,
                                                    qint64 now)
{
    const auto time = LeaseTime::of(connection, now);
    if (!time)
        return failure(time.error());
    const qint64 limit = filter.limit > 0 ? filter.limit : std::numeric_limits<qint64>::max();
    return readRows(connection, detail::listConversationsSql(dialectOf(connection)),
                    {time->dead, time->future, likePattern(filter.title),
                     filter.after ? filter.after->updatedAt.toMSecsSinceEpoch() : std::numeric_limits<qint64>::max(),
                     filter.after ? filter.after->id.toString() : u""_s, limit, filter.offset},
                    recordOf);
}

Result<std::optional<ConversationRecord>> readConversation(Connection &connection, const QString &id, qint64 now)
{
    const auto time = LeaseTime::of(connection, now);
    if (!time)
        return failure(time.error());
    return readRows(connection, recordSql(dialectOf(connection)) + u" WHERE c.id = ?"_s, {time->dead, time->future, id},
                    recordOf)
        .transform([](const QList<ConversationRecord> &rows) {
            return rows.isEmpty() ? std::nullopt : std::optional(rows.constFirst());
        });
}

Result<> writeConversation(Connection &connection, const ConversationRecord &record)
{
    const QVariant settings = record.settings ? QVariant(record.settings->toString()) : QVariant();
    return changeRows(
               connection,
               u"INSERT INTO conversations(id, title, folded_title, agent, provider, model, settings, created_at,"
               " updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(id) DO UPDATE SET"
               " agent = excluded.agent, provider = excluded.provider, model = excluded.model,"
               " settings = excluded.settings, updated_at = CASE WHEN excluded.updated_at > conversations.updated_at"
               " THEN excluded.updated_at ELSE conversations.updated_at END,"
               " folded_title = CASE conversations.title WHEN '' THEN excluded.folded_title"
               " ELSE conversations.folded_title END,"
               " title = CASE conversations.title WHEN '' THEN excluded.title ELSE conversations.title END"_s,
               {record.id.toString(), notNull(record.title), notNull(record.title.toCaseFolded()),
                notNull(record.agent), notNull(record.provider), notNull(record.model), settings,
                record.createdAt.toMSecsSinceEpoch(), record.updatedAt.toMSecsSinceEpoch()})
        .transform([](qint64) { });
}

Result<> expectNoRun(Connection &connection, const QString &id, qint64 now)
{
    const auto time = LeaseTime::of(connection, now);
    if (!time)
        return failure(time.error());
    // A lease of nobody's, which the end of the transaction takes away: on a server, who wants one now waits for that.
    const auto taken = changeRows(
        connection,
        u"INSERT INTO leases(conversation, owner, process, renewed) VALUES (?, '', '', ?) ON CONFLICT(conversation)"
        " DO UPDATE SET owner = '' WHERE leases.renewed <= ? OR leases.renewed > ?"_s,
        {id, time->now, time->dead, time->future});
    if (!taken)
        return failure(taken.error());
    if (*taken > 0)
        return changeRows(connection, u"DELETE FROM leases WHERE conversation = ?"_s, {id}).transform([](qint64) { });
    const auto owners = readRows(connection, u"SELECT process FROM leases WHERE conversation = ?"_s, {id},
                                 [](const Statement &row) { return row.value(0).toString(); });
    if (!owners)
        return failure(owners.error());
    Error error(Error::Kind::Conflict, u"the conversation is run by %1"_s.arg(owners->value(0)));
    error.facts.items = *owners;
    return failure(std::move(error));
}

Result<> deleteConversation(Connection &connection, const QString &id, qint64 now)
{
    auto transaction = Transaction::begin(connection);
    if (!transaction)
        return failure(std::move(transaction).error());
    if (auto free = expectNoRun(connection, id, now); !free)
        return free;
    for (const QString &sql :
         {u"DELETE FROM entries WHERE conversation = ?"_s, u"DELETE FROM drafts WHERE conversation = ?"_s,
          u"DELETE FROM queued_inputs WHERE conversation = ?"_s, u"DELETE FROM leases WHERE conversation = ?"_s,
          u"DELETE FROM conversations WHERE id = ?"_s}) {
        if (const auto done = changeRows(connection, sql, {id}); !done)
            return failure(done.error());
    }
    return transaction->commit();
}

ConversationRecord recordFromEntries(ConversationId id, const ConversationEntry &first, const ConversationEntry &last)
{
    ConversationRecord record;
    record.id = id;
    for (const Message &message : first.messages) {
        if (record.title.isEmpty() && message.role == Role::User)
            record.title = conversationTitle(message.text());
    }
    record.agent = first.agent;
    record.provider = first.provider;
    record.model = first.model;
    record.createdAt = first.at.isValid() ? first.at : QDateTime::fromMSecsSinceEpoch(0, QTimeZone::UTC);
    record.updatedAt = last.at.isValid() ? std::max(last.at, record.createdAt) : record.createdAt;
    return record;
}

namespace {

// The two ends of a conversation; an entry that can't be read tells nothing here and fails where it is loaded.
Result<> adopt(Connection &connection, ConversationId id)
{
    const auto ends = readRows(
        connection,
        u"SELECT %1 FROM entries WHERE sequence IN"
        " ((SELECT min(sequence) FROM entries WHERE conversation = ?),"
        " (SELECT max(sequence) FROM entries WHERE conversation = ?)) ORDER BY sequence"_s.arg(
            dialectOf(connection).readingJson("json"_L1)),
        {id.toString(), id.toString()}, [](const Statement &row) {
            return ConversationEntry::deserialize(row.value(0).toByteArray()).value_or(ConversationEntry());
        });
    if (!ends)
        return failure(ends.error());
    if (ends->isEmpty())
        return {};
    return writeConversation(connection, recordFromEntries(id, ends->constFirst(), ends->constLast()));
}

} // namespace

Result<> adoptConversations(Connection &connection)
{
    // Steps from conversation to conversation in the index instead of reading every entry.
    const auto orphans = readRows(connection,
                                  u"WITH RECURSIVE each(id) AS (SELECT min(conversation) FROM entries UNION ALL"
                                  " SELECT (SELECT min(conversation) FROM entries WHERE conversation > each.id)"
                                  " FROM each WHERE each.id IS NOT NULL)"
                                  " SELECT id FROM each WHERE id IS NOT NULL"
                                  " AND NOT EXISTS (SELECT 1 FROM conversations c WHERE c.id = each.id)"_s,
                                  {}, [](const Statement &row) { return row.value(0).toString(); });
    if (!orphans)
        return failure(orphans.error());
    if (orphans->isEmpty())
        return {};
    auto transaction = Transaction::begin(connection);
    if (!transaction)
        return failure(std::move(transaction).error());
    for (const QString &text : *orphans) {
        const auto id = ConversationId::fromString(text);
        if (!id)
            continue;
        if (auto adopted = adopt(connection, *id); !adopted)
            return adopted;
    }
    return transaction->commit();
}

} // namespace typeshift
