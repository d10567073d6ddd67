// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transcript/Block.h"

#include "engine/chat/ConversationEntry.h"

namespace typeshift::ui {

//! Whether calls without a result may still get one.
enum class Activity { Settled, Live };

//! The rows of a conversation. Pure: equal entries give equal rows, and rows of whole runs may be joined.
//! Long texts become several rows, each fenced code block is a row of its own. // T2
QList<Block> blocksOf(const QList<StoredEntry> &entries, Activity activity = Activity::Settled);

//! The rows of one message's text, numbered from `piece`; also for text that still arrives.
QList<Block> textBlocks(const QString &markdown, const RowId &first);

//! Whether a run that ended with these entries left a call without its result.
bool hasOpenCalls(const QList<StoredEntry> &entries);

} // namespace typeshift::ui
