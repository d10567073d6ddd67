// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>

class QWidget;

namespace typeshift::ui {

//! A part of the window that F6 stops at.
struct Pane {
    QWidget *area;
    QWidget *start = nullptr; //!< where it is entered; null for its first part in the order of Tab
};

//! Moves the focus to the next (1) or previous (-1) pane that is shown, as F6 does. // DESIGN 4.1
void stepPane(QList<Pane> panes, const QWidget *focused, int direction);

} // namespace typeshift::ui
