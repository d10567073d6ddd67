// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "approval/Approval.h"

#include <QString>

namespace typeshift::ui {

class Theme;

//! A foreign text on one line, at most `most` characters of it, what hides in it marked as plain letters.
QString visibleLine(const QString &text, qsizetype most = 200);
//! The same for a label in rich text, the marks in the colour of danger.
QString visibleMarkup(const QString &text, const Theme &theme, qsizetype most = 200);

//! The Breeze icon of a kind of call.
QString symbolOf(const Approval &approval);
//! What the call is about, on one line: path, command or arguments.
QString summaryOf(const Approval &approval);
//! "+3 −2" of a file edit; empty for anything else.
QString changeCount(const Approval &approval);
//! How a request was closed: "Approved by Ada Lindqvist, 13:57".
QString closingLine(const ApprovalClosing &closing);

} // namespace typeshift::ui
