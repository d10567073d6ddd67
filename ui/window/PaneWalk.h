// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>

class QWidget;

namespace typeshift::ui {

//! Moves the focus to the next (1) or previous (-1) pane that is shown, as F6 does: to its focus proxy, or to its first
//! part in the order of Tab. // DESIGN 4.1
void stepPane(QList<QWidget *> panes, const QWidget *focused, int direction);

} // namespace typeshift::ui
