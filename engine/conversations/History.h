// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ConversationEntry.h"
#include "tools/CallGate.h"

namespace typeshift {

//! The messages of stored entries as a model may see them: errors, unanswered calls and results without a call are
//! left out, and messages that have nothing left. Results stand behind their calls, whatever was said between asking
//! a person and running them. Calls of `kept` stay without a result. Rules 2.2.1 to 2.2.6, 2.6.16.
QList<Message> historyOf(const QList<StoredEntry> &entries, const AnsweredCalls &kept = {});
//! The same for messages of a run that goes on with another pass. // 2.4.12
QList<Message> seenByModels(const QList<Message> &messages, const AnsweredCalls &kept = {});

//! Marks a message whose answer broke off; historyOf() keeps it, withoutCutAnswer() takes it away.
void markCut(Message &message);
bool isCut(const Message &message);

//! The history without an answer that broke off at its end: what a step that is made again starts from.
QList<Message> withoutCutAnswer(QList<Message> history);

//! The mode that the conversation is in: the last one that is stored. // 2.1.8, 2.10.4, D52
std::optional<AgentMode> modeOf(const QList<StoredEntry> &entries);

//! The approvals that hold in the conversation: the last list that is stored. // 2.6.12
QList<StandingApproval> standingApprovalsOf(const QList<StoredEntry> &entries);

//! The highest revision of a plan that was asked for; 0 when there was none.
int planRevisionOf(const QList<StoredEntry> &entries);

//! The last entry that a run made; null when there is none. A change of the standing approvals between runs is an entry
//! that repeats the end before it.
const ConversationEntry *lastStep(const QList<StoredEntry> &entries);

//! Whether the last run was cut off: there are entries, and the last one ends no run. // 2.2.9, 2.2.10
bool isInterrupted(const QList<StoredEntry> &entries);

} // namespace typeshift
