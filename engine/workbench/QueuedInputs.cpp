// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "workbench/QueuedInputs.h"

#include "chat/ConversationEntry.h"
#include "storage/sql/Database.h"
#include "storage/sql/Dialect.h"
#include "storage/sql/Transaction.h"
#include "workbench/Rows.h"

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

struct QueueRow {
    QString uid;
    QByteArray json;
};

QString keyOf(const QUuid &uid)
{
    return uid.toString(QUuid::WithoutBraces);
}

// As an entry, so that a row has a schema version and keeps members that a later version wrote.
QByteArray jsonOf(const Message &input)
{
    ConversationEntry entry;
    entry.messages = {input};
    return entry.serialize();
}

Result<> removeRow(Connection &connection, const QString &conversation, const QString &uid)
{
    return changeRows(connection, u"DELETE FROM queued_inputs WHERE conversation = ? AND uid = ?"_s,
                      {conversation, uid})
        .transform([](qint64) { });
}

Result<> insertRow(Connection &connection, const QString &conversation, const Message &input, const QByteArray &json)
{
    auto transaction = Transaction::begin(connection);
    if (!transaction)
        return failure(std::move(transaction).error());
    const QString sql = u"INSERT INTO queued_inputs(conversation, uid, json) VALUES (?, ?, %1)"_s.arg(
        dialectOf(connection).writeJson);
    if (const auto added = changeRows(connection, sql, {conversation, keyOf(input.uid), json}); !added)
        return failure(added.error());
    const auto dropped = changeRows(connection, u"DELETE FROM drafts WHERE conversation = ? AND text = ?"_s,
                                    {conversation, notNull(input.text())});
    return dropped ? transaction->commit() : failure(dropped.error());
}

// A uid is written the same way wherever a message is, and nobody types one.
Result<bool> isStored(Connection &connection, const QString &conversation, const QUuid &uid)
{
    const QByteArray text = keyOf(uid).toLatin1();
    const QString holds = dialectOf(connection).holding("json"_L1, QLatin1StringView(text));
    const QString sql = u"SELECT 1 FROM entries WHERE conversation = ? AND %1 LIMIT 1"_s.arg(holds);
    return readRows(connection, sql, {conversation}, [](const Statement &) { return true; })
        .transform([](const QList<bool> &rows) { return !rows.isEmpty(); });
}

Result<QList<Message>> readWaiting(Connection &connection, const QString &conversation)
{
    const QString sql = u"SELECT uid, %1 FROM queued_inputs WHERE conversation = ? ORDER BY position"_s.arg(
        dialectOf(connection).readingJson("json"_L1));
    const auto rows = readRows(connection, sql, {conversation}, [](const Statement &row) {
        return QueueRow{row.value(0).toString(), row.value(1).toByteArray()};
    });
    if (!rows)
        return failure(rows.error());
    QList<Message> waiting;
    for (const QueueRow &row : *rows) {
        const auto stored = isStored(connection, conversation, QUuid::fromString(row.uid));
        if (!stored)
            return failure(stored.error());
        if (*stored) {
            // A database that can't be written to keeps the row; the next one that can takes it out.
            (void)removeRow(connection, conversation, row.uid);
            continue;
        }
        const auto entry = ConversationEntry::deserialize(row.json);
        if (!entry)
            return failure(entry.error());
        waiting.append(entry->messages);
    }
    return waiting;
}

} // namespace

QueuedInputs::QueuedInputs(Database &database, IdSource &ids)
    : m_database(database)
    , m_ids(ids)
{
}

Message QueuedInputs::newInput(const QString &text)
{
    Message input = userMessage(text);
    input.uid = m_ids.next();
    return input;
}

Task<Result<>> QueuedInputs::add(ConversationId conversation, Message input)
{
    return m_database.run([id = conversation.toString(), input, json = jsonOf(input)](Connection &connection) {
        return insertRow(connection, id, input, json);
    });
}

Task<Result<>> QueuedInputs::change(ConversationId conversation, Message input)
{
    return m_database.run(
        [id = conversation.toString(), uid = keyOf(input.uid), json = jsonOf(input)](Connection &connection) {
            const QString sql = u"UPDATE queued_inputs SET json = %1 WHERE conversation = ? AND uid = ?"_s.arg(
                dialectOf(connection).writeJson);
            return changeRows(connection, sql, {json, id, uid}).transform([](qint64) { });
        });
}

Task<Result<>> QueuedInputs::remove(ConversationId conversation, QUuid uid)
{
    return m_database.run([id = conversation.toString(), key = keyOf(uid)](Connection &connection) {
        return removeRow(connection, id, key);
    });
}

Task<Result<QList<Message>>> QueuedInputs::waiting(ConversationId conversation)
{
    return m_database.run(
        [id = conversation.toString()](Connection &connection) { return readWaiting(connection, id); });
}

} // namespace typeshift
