// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workbench/ConversationRecord.h"
#include "workbench/Rows.h"

#include "chat/ConversationEntry.h"

namespace typeshift {

struct Dialect;

//! The SQL of the catalog. Everything here runs on the database's thread; times are milliseconds since 1970, UTC.

Result<QList<ConversationRecord>> readConversations(Connection &connection, const ConversationFilter &filter,
                                                    qint64 now);
Result<std::optional<ConversationRecord>> readConversation(Connection &connection, const QString &id, qint64 now);

//! Writes the record, or moves the one that is there to `record.updatedAt` with the agent, provider, model and settings
//! of `record`; its title stays unless it has none.
Result<> writeConversation(Connection &connection, const ConversationRecord &record);
//! Removes record, entries, draft and lease; Conflict when a living lease says that it is run.
Result<> deleteConversation(Connection &connection, const QString &id, qint64 now);
//! Conflict, naming the process, when a living lease says that the conversation is run. In a transaction: nobody else
//! gets the lease before that ends.
Result<> expectNoRun(Connection &connection, const QString &id, qint64 now);
//! Makes records for conversations that have entries only.
Result<> adoptConversations(Connection &connection);

//! The record that the first and the last entry of a conversation tell.
ConversationRecord recordFromEntries(ConversationId id, const ConversationEntry &first, const ConversationEntry &last);

namespace detail {
//! The statement of readConversations(); a test asks the database how it runs it.
QString listConversationsSql(const Dialect &dialect);
} // namespace detail

} // namespace typeshift
