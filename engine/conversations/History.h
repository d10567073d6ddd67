// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ConversationEntry.h"

namespace typeshift {

//! The messages of stored entries as a model may see them: errors, unanswered calls and results without a call are
//! left out, and messages that have nothing left. Rules 2.2.1 to 2.2.6.
QList<Message> historyOf(const QList<StoredEntry> &entries);

//! Marks a message whose answer broke off; historyOf() keeps it, withoutCutAnswer() takes it away.
void markCut(Message &message);
bool isCut(const Message &message);

//! The history without an answer that broke off at its end: what a step that is made again starts from.
QList<Message> withoutCutAnswer(QList<Message> history);

//! The mode that the conversation is in: that of its last end or summary. // D52
std::optional<AgentMode> modeOf(const QList<StoredEntry> &entries);

//! Whether the last run was cut off: there are entries, and the last one ends no run. // 2.2.9, 2.2.10
bool isInterrupted(const QList<StoredEntry> &entries);

} // namespace typeshift
