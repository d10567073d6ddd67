// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Task.h"
#include "base/Result.h"
#include "base/StrongId.h"
#include "chat/ConversationEntry.h"

namespace typeshift {

//! A settings document: JSON text that comes back byte for byte, and its version. // S1-S9
struct StoredDocument {
    QByteArray json;
    qint64 version = 0;

    bool operator==(const StoredDocument &) const = default;
};

//! Keeps settings documents, keyed by id and kind together, with optimistic concurrency. Called on the engine's
//! thread; any method may be called while others are under way. Order is first in, first out.
class SettingsStore
{
public:
    SettingsStore() = default;
    SettingsStore(const SettingsStore &) = delete;
    SettingsStore &operator=(const SettingsStore &) = delete;
    virtual ~SettingsStore() = default;

    //! None when nothing is stored.
    virtual Task<Result<std::optional<StoredDocument>>> loadDocument(SettingsId id, QString kind) = 0;
    //! Saves if the stored version still is `loadedVersion` (0: nothing stored yet) and returns the new version.
    //! Conflict when another save came first; everything else is a Storage error.
    virtual Task<Result<qint64>> saveDocument(SettingsId id, QString kind, QByteArray json, qint64 loadedVersion) = 0;
};

//! Keeps conversations, entry by entry. Called on the engine's thread. Order is first in, first out.
class ConversationStore
{
public:
    ConversationStore() = default;
    ConversationStore(const ConversationStore &) = delete;
    ConversationStore &operator=(const ConversationStore &) = delete;
    virtual ~ConversationStore() = default;

    //! All entries, oldest first. An entry that can't be read fails the load, naming its sequence and the reason.
    virtual Task<Result<QList<StoredEntry>>> loadConversation(ConversationId conversation) = 0;
    //! The last summary and what follows it, or all when there is none. Reads no row before it.
    virtual Task<Result<QList<StoredEntry>>> loadConversationSinceCompaction(ConversationId conversation) = 0;
    //! Appends one entry, durably, and returns its sequence. The first entry makes the conversation.
    virtual Task<Result<qint64>> appendConversation(ConversationId conversation, ConversationEntry entry) = 0;
};

//! Both halves in one.
class Store : public SettingsStore, public ConversationStore
{
};

} // namespace typeshift
