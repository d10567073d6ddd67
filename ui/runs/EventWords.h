// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theme/Token.h"

#include <engine/workbench/RunBoard.h>

namespace typeshift::ui {

//! Something that a run did, as a line of the event list.
struct RunEvent {
    QDateTime at; //!< UTC
    ConversationId conversation;
    QString symbol; //!< a Breeze icon
    Token colour = Token::Text;
    QString text;
    std::optional<qint64> tokens;
};

RunEvent startedEvent(const BoardedRun &run);
//! Words one update; none for the pieces of a text that has begun. `isFirst`: the first of this message and kind.
QList<RunEvent> eventsOf(const BoardedRun &run, const LiveUpdate &update, bool isFirst, const QDateTime &now);
//! What the run does now: "Calling run_shell".
QString activityText(const RunActivity &activity);

} // namespace typeshift::ui
