// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "workbench/ConversationCatalog.h"

#include "base/NewId.h"
#include "storage/sql/Database.h"
#include "workbench/ConversationRows.h"

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

QString draftKey(const std::optional<ConversationId> &conversation)
{
    return conversation ? conversation->toString() : u""_s;
}

Error noSuchConversation(const ConversationId &conversation)
{
    return Error(Error::Kind::InvalidInput, u"there is no conversation %1"_s.arg(conversation.toString()));
}

} // namespace

ConversationCatalog::ConversationCatalog(Database &database, Clock &clock, IdSource &ids, QObject *parent)
    : QObject(parent)
    , m_database(database)
    , m_clock(clock)
    , m_ids(ids)
{
}

ConversationId ConversationCatalog::newConversation()
{
    return newId<ConversationId>(m_ids);
}

Task<Result<QList<ConversationRecord>>> ConversationCatalog::list(ConversationFilter filter)
{
    return m_database.run([filter, now = m_clock.now().toMSecsSinceEpoch()](Connection &connection) {
        return readConversations(connection, filter, now);
    });
}

Task<Result<std::optional<ConversationRecord>>> ConversationCatalog::find(ConversationId conversation)
{
    return m_database.run([id = conversation.toString(), now = m_clock.now().toMSecsSinceEpoch()](
                              Connection &connection) { return readConversation(connection, id, now); });
}

Task<Result<>> ConversationCatalog::noteInput(ConversationInput input)
{
    ConversationRecord record;
    record.id = input.conversation;
    record.title = conversationTitle(input.text);
    record.agent = input.agent;
    record.provider = input.provider;
    record.model = input.model;
    record.settings = input.settings;
    record.createdAt = m_clock.now();
    record.updatedAt = record.createdAt;
    auto written = co_await m_database.run(
        [record](Connection &connection) { return writeConversation(connection, record); });
    if (written)
        emit changed(record.id);
    co_return written;
}

Task<Result<>> ConversationCatalog::rename(ConversationId conversation, QString title)
{
    title = title.simplified();
    if (title.isEmpty())
        co_return failure(Error::Kind::InvalidInput, u"a title needs a word"_s);
    const auto renamed = co_await m_database.run([id = conversation.toString(), title](Connection &connection) {
        return changeRows(connection, u"UPDATE conversations SET title = ?, folded_title = ? WHERE id = ?"_s,
                          {title, title.toCaseFolded(), id});
    });
    if (!renamed)
        co_return failure(renamed.error());
    if (*renamed == 0)
        co_return failure(noSuchConversation(conversation));
    emit changed(conversation);
    co_return {};
}

Task<Result<>> ConversationCatalog::remove(ConversationId conversation)
{
    const qint64 now = m_clock.now().toMSecsSinceEpoch();
    auto removed = co_await m_database.run([id = conversation.toString(), now](Connection &connection) {
        return deleteConversation(connection, id, now);
    });
    if (removed)
        emit changed(conversation);
    co_return removed;
}

Task<Result<>> ConversationCatalog::saveDraft(std::optional<ConversationId> conversation, QString text)
{
    return m_database.run(
        [key = draftKey(conversation), text, now = m_clock.now().toMSecsSinceEpoch()](Connection &connection) {
            const auto saved = text.isEmpty()
                ? changeRows(connection, u"DELETE FROM drafts WHERE conversation = ?"_s, {key})
                : changeRows(
                      connection,
                      u"INSERT INTO drafts(conversation, text, updated_at) VALUES (?, ?, ?) ON CONFLICT(conversation)"
                      " DO UPDATE SET text = excluded.text, updated_at = excluded.updated_at"_s,
                      {key, text, now});
            return saved.transform([](qint64) { });
        });
}

Task<Result<>> ConversationCatalog::addToDraft(ConversationId conversation, QString text)
{
    return m_database.run(
        [id = conversation.toString(), text, now = m_clock.now().toMSecsSinceEpoch()](Connection &connection) {
            return changeRows(connection,
                              u"INSERT INTO drafts(conversation, text, updated_at) VALUES (?, ?, ?)"
                              " ON CONFLICT(conversation) DO UPDATE SET text = drafts.text || ? || excluded.text,"
                              " updated_at = excluded.updated_at"_s,
                              {id, text, now, u"\n\n"_s})
                .transform([](qint64) { });
        });
}

Task<Result<QString>> ConversationCatalog::loadDraft(std::optional<ConversationId> conversation)
{
    return m_database.run([key = draftKey(conversation)](Connection &connection) {
        return readRows(connection, u"SELECT text FROM drafts WHERE conversation = ?"_s, {key},
                        [](const Statement &row) { return row.value(0).toString(); })
            .transform([](const QStringList &texts) { return texts.isEmpty() ? QString() : texts.constFirst(); });
    });
}

Task<Result<>> ConversationCatalog::dropDraft(std::optional<ConversationId> conversation, QString sent)
{
    return m_database.run([key = draftKey(conversation), sent](Connection &connection) {
        return changeRows(connection, u"DELETE FROM drafts WHERE conversation = ? AND text = ?"_s, {key, sent})
            .transform([](qint64) { });
    });
}

} // namespace typeshift
