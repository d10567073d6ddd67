// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Task.h"
#include "base/IdSource.h"
#include "base/Result.h"
#include "base/StrongId.h"
#include "chat/Message.h"

namespace typeshift {

class Database;

//! What a person sent to a working agent and no run has stored yet: written before the input is handed to the run, and
//! gone once the store has it, so that a crash in between loses nothing and doubles nothing. Lives on the engine's
//! thread and must outlive its tasks. // T20, 2.4.10
class QueuedInputs
{
public:
    QueuedInputs(Database &database, IdSource &ids);
    QueuedInputs(const QueuedInputs &) = delete;
    QueuedInputs &operator=(const QueuedInputs &) = delete;

    //! A user message with a uid, by which queue, run and store know it.
    Message newInput(const QString &text);

    //! Keeps it behind those that wait. A draft of the same words goes in the same step: it is one or the other.
    Task<Result<>> add(ConversationId conversation, Message input);
    //! Other words in the same place; nothing happens when it has gone.
    Task<Result<>> change(ConversationId conversation, Message input);
    //! The store has it, or somebody takes it back.
    Task<Result<>> remove(ConversationId conversation, QUuid uid);
    //! What still waits, first in first out. What an entry of the conversation holds already is taken out here: a crash
    //! came between storing and remove(). A Storage error for a row that can't be read.
    Task<Result<QList<Message>>> waiting(ConversationId conversation);

private:
    Database &m_database;
    IdSource &m_ids;
};

} // namespace typeshift
