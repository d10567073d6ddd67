// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theme/Token.h"

#include <engine/workbench/RunBoard.h>

namespace typeshift::ui {

//! What an event is about.
enum class EventKind { Run, Model, Tool, Input };

//! Something that a run did, as a line of the event list.
struct RunEvent {
    QDateTime at; //!< UTC
    ConversationId conversation;
    EventKind kind = EventKind::Run;
    QString symbol;             //!< a Breeze icon
    Token colour = Token::Text; //!< of a problem: that of attention or of danger
    QString text;
    std::optional<qint64> tokens;
};

RunEvent startedEvent(const BoardedRun &run);
//! When the answer began that the run is writing.
RunEvent answerEvent(const BoardedRun &run);
//! Words one update; none for the pieces of a text that has begun. `isFirst`: the first of this message and kind.
//! `provider`: what people call it.
QList<RunEvent> eventsOf(const BoardedRun &run, const LiveUpdate &update, bool isFirst, const QString &provider,
                         const QDateTime &now);
//! What the run does now: "Calling run_shell".
QString activityText(const RunActivity &activity);
//! How it stands with that: "1:33" of a call, "in 8 s, attempt 2"; empty when there is nothing to add.
QString activityDetail(const RunActivity &activity, const QDateTime &now);

} // namespace typeshift::ui
