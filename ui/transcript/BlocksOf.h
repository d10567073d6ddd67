// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "markdown/MarkdownPieces.h"
#include "transcript/Block.h"

#include <engine/chat/ConversationEntry.h>

namespace typeshift::ui {

//! Whether calls without a result may still get one.
enum class Activity { Settled, Live };

//! The rows of a conversation. Pure: equal entries give equal rows, and rows of whole runs may be joined.
//! Long texts become several rows, each fenced code block is a row of its own. // T2
//! After the first `cut` entries a run was cut off, whatever goes on now: their calls get no result any more.
QList<Block> blocksOf(const QList<StoredEntry> &entries, Activity activity = Activity::Settled, qsizetype cut = 0);

//! The rows of one text, numbered from the piece of `first`.
QList<Block> textBlocks(const QString &markdown, const RowId &first);

//! The rows of one reasoning: a long one is several, so that no row is slow to lay out. What grows at its end changes
//! the last of them only.
QList<Block> reasoningBlocks(const QString &text, const RowId &first);

//! The row of one piece of a text.
Block blockOf(MarkdownPiece piece, const RowId &id);

//! Whether a run that ended with these entries left a call without its result.
bool hasOpenCalls(const QList<StoredEntry> &entries);
//! Where the entries begin whose rows may still change: those of a run that did not end, or that asked a person.
qsizetype beginOfOpenRun(const QList<StoredEntry> &entries);
//! Whether a person's new input is in the entry: it begins a run, where answers to a run's requests go on with it.
bool hasNewInput(const ConversationEntry &entry);
//! Where the last run begins as a person sees it, together with the runs that only went on with it: what its approvals
//! let run, a step that was made again, what was resumed.
qsizetype beginOfLastRun(const QList<StoredEntry> &entries);
//! Cuts a long text at line ends, and inside a line only when it alone is too long.
QStringList plainPieces(const QString &text);

} // namespace typeshift::ui
