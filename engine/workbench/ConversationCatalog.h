// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Task.h"
#include "base/Clock.h"
#include "base/IdSource.h"
#include "base/Result.h"
#include "workbench/ConversationRecord.h"

#include <QObject>

namespace typeshift {

class Database;

//! The list of conversations beside the engine's entries: titles, times, drafts, and the state that entries and leases
//! give. Lives on the engine's thread and must outlive its tasks; the SQL runs on the database's.
class ConversationCatalog final : public QObject
{
    Q_OBJECT

public:
    ConversationCatalog(Database &database, Clock &clock, IdSource &ids, QObject *parent = nullptr);

    //! A new id (UUIDv7). Nothing is stored until its first input or draft. // Decided 10
    ConversationId newConversation();

    //! Newest first, states as they are at this moment. One statement.
    Task<Result<QList<ConversationRecord>>> list(ConversationFilter filter);
    Task<Result<std::optional<ConversationRecord>>> find(ConversationId conversation);

    //! Call it when a run with input starts, in every program: makes the record with its title if there is none, else
    //! moves it to the top with the agent and model that answer now.
    Task<Result<>> noteInput(ConversationInput input);
    //! InvalidInput for a title without a word, or for a conversation that is not there.
    Task<Result<>> rename(ConversationId conversation, QString title);
    //! The record, its entries and its draft. Conflict while a living lease says it is run; settings stay.
    Task<Result<>> remove(ConversationId conversation);

    //! Stores what is typed; empty text removes it. No conversation: the one that has not begun. // T10
    Task<Result<>> saveDraft(std::optional<ConversationId> conversation, QString text);
    //! Puts text behind what a draft holds already. // T10
    Task<Result<>> addToDraft(ConversationId conversation, QString text);
    //! Empty when there is none.
    Task<Result<QString>> loadDraft(std::optional<ConversationId> conversation);
    //! Once the input's append succeeded: removes the draft if it still is `sent`, so what was typed since then stays.
    //! Save the draft when Send is pressed; the two calls keep their order.
    Task<Result<>> dropDraft(std::optional<ConversationId> conversation, QString sent);

signals:
    //! A record came, changed or went, by this process (drafts are not announced). For another's, list again.
    void changed(const typeshift::ConversationId &conversation);

private:
    Database &m_database;
    Clock &m_clock;
    IdSource &m_ids;
};

} // namespace typeshift
