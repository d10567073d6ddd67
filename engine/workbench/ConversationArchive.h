// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Task.h"
#include "base/Clock.h"
#include "base/Result.h"
#include "workbench/ConversationRecord.h"

namespace typeshift {

class ConversationCatalog;
class Database;

//! What an import did.
struct ImportReport {
    ConversationId conversation;
    int imported = 0; //!< entries that are new
    int skipped = 0;  //!< entries that were there already, byte for byte

    bool operator==(const ImportReport &) const = default;
};

//! Conversations as files. JSON Lines: a header object, then each entry as it is stored, byte for byte. No key is in
//! the store, so none is in an export. Lives on the engine's thread and must outlive its tasks.
class ConversationArchive
{
public:
    static constexpr int formatVersion = 1;
    enum class Place { SameConversation, NewConversation };

    ConversationArchive(Database &database, ConversationCatalog &catalog, Clock &clock);

    //! InvalidInput when the conversation has neither record nor entries.
    Task<Result<QByteArray>> exportJsonLines(ConversationId conversation);
    //! For people: the title, then who said what, calls and results as code, errors as quotes.
    Task<Result<QString>> exportMarkdown(ConversationId conversation);
    //! Who or what decided which call, when, by which rule and with which arguments: one JSON object a line, without a
    //! header. Empty when nothing had to be decided.
    Task<Result<QByteArray>> exportDecisions(ConversationId conversation);
    //! Checks every line first, then stores all in one transaction or none. Into the file's own id an identical
    //! beginning is skipped; anything else that is there already is a Conflict. InvalidInput names the line.
    Task<Result<ImportReport>> importJsonLines(QByteArray lines, Place place);

private:
    Database &m_database;
    ConversationCatalog &m_catalog;
    Clock &m_clock;
};

} // namespace typeshift
