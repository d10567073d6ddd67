// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Result.h"
#include "chat/ConversationEntry.h"
#include "workbench/ConversationRecord.h"

namespace typeshift {

//! A line of a file: the entry's own bytes and what they say.
struct EntryLine {
    QByteArray text;
    ConversationEntry entry;
};

//! What a file of JSON Lines holds.
struct ConversationLines {
    ConversationRecord record; //!< from the header and, where it says nothing, from the entries
    QList<EntryLine> entries;
};

//! The file: a header object with format, version, id, title and what the record knows, then the entries as they are,
//! each line ended by a line feed.
QByteArray conversationLines(const ConversationRecord &record, const QList<QByteArray> &entries);

//! Reads a file whole or not at all. InvalidInput names the line ("line 7: …", facts.items: the number) of the first
//! mistake: not JSON, no header, a newer format, an entry that this version can't read. Accepts CR LF, a byte order
//! mark and empty lines at the end.
Result<ConversationLines> parseConversationLines(const QByteArray &file);

} // namespace typeshift
