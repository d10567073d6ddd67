// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "approval/LineDiff.h"
#include "words/VisibleText.h"

#include <QList>
#include <QString>

namespace typeshift::ui {

//! One line of a code view. A line of more than 1,000 characters goes on in rows of its own: no row takes long to lay
//! out, and none is wider than the window.
struct CodeRow {
    enum class Tone { Plain, Added, Removed, Note };

    Tone tone = Tone::Plain;
    int before = 0;      //!< line number in the left column; 0 for none
    int after = 0;       //!< in the right column
    bool goesOn = false; //!< continues the row above
    VisibleText text;
    qsizetype changedFrom = 0; //!< in the visible text
    qsizetype changedLength = 0;
};

//! A whole text, its lines numbered from 1; what hides in it is marked.
QList<CodeRow> codeRows(const QString &text);
//! The lines of a diff, what hides in them marked; gaps say how many lines are left out, in words of the reader.
QList<CodeRow> codeRows(const QList<DiffLine> &diff);

} // namespace typeshift::ui
