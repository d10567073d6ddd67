// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inspector/RunTimeline.h"
#include "theme/Token.h"

namespace typeshift::ui {

// What the timeline says, in the words of DESIGN 5. Names that a model wrote are shown with what hides in them.

//! A state of a run: "Waiting for your approval".
QString stateText(RunStanding state);
Token stateColour(RunStanding state);
//! The Breeze icon of a state; empty where a live dot stands in its place.
QString stateSymbol(RunStanding state);

//! "Model call 2", "query_db failed", "edit_file, waits".
QString stepText(const TimelineStep &step);
Token stepColour(const TimelineStep &step);
//! The mark beside a step that somebody may have to look at; Text2 for all others.
Token markColour(StepState state);
//! When it began, since the run did: "0:07".
QString atText(const TimelineStep &step);
//! How long it took, or has taken by now.
QString timeText(const TimelineStep &step, const QDateTime &now);
//! What a model call read and wrote.
QString tokensText(const TimelineStep &step);
//! The whole line for a screen reader. // DESIGN 4.5
QString spokenText(const TimelineStep &step, const QDateTime &now);

//! How a call came to run, or not: "Approved by you at 14:02 for this conversation".
QString decisionText(const TimelineStep &step, bool isReadOnly);
//! What it answered: "Answered with 1.2 kB"; the first line of a failure.
QString resultText(const TimelineStep &step);
//! How a model call ended: "Asked for 3 tools".
QString endText(const TimelineStep &step, const QString &providerTitle = {});

} // namespace typeshift::ui
