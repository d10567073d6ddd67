// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

namespace typeshift::ui {

//! One line of a unified diff.
struct DiffLine {
    enum class Kind { Same, Added, Removed, Gap };

    Kind kind = Kind::Same;
    int before = 0;            //!< number in the old text, from 1; 0 for an added one. Of a gap: how many are left out
    int after = 0;             //!< number in the new text, from 1; 0 for a removed one
    QString text;              //!< without its line end
    qsizetype changedFrom = 0; //!< the words that differ from the line it stands against
    qsizetype changedLength = 0;
    bool endsFile = false; //!< the last line of its text, which has no line end
    bool operator==(const DiffLine &) const = default;
};

//! What `after` changes in `before`, with `context` equal lines around each change and a gap for the rest. Line ends
//! count: a line that only loses its CR has changed. Two texts with more than 1,000 changed lines that are nowhere
//! alike are shown as all removed, all added: it ends soon for any input.
QList<DiffLine> lineDiff(const QString &before, const QString &after, int context = 3);

} // namespace typeshift::ui
