// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

namespace typeshift::ui {

//! A foreign text in which nothing hides: what has no shape of its own, or changes how its neighbours stand, is
//! written as `U+202E`. For whatever a person decides about. // DESIGN 4.3.6
struct VisibleText {
    //! Where `text` has something that the original writes with other characters.
    struct Mark {
        qsizetype start = 0;
        qsizetype length = 0;
        bool operator==(const Mark &) const = default;
    };

    QString text;
    QList<Mark> marks; //!< in order
    bool operator==(const VisibleText &) const = default;
};

//! Whether the lines of the text are lines to the reader, or one line is shown and a break is marked, too.
enum class LineBreaks { Kept, Marked };

//! Marks direction and format characters, tags, controls (ESC and CR included), variation selectors, blanks that are
//! no space, letters without a shape, private and unassigned codes, halves of pairs, a letter's fifth accent and
//! further. A run of 100 or more equal blanks is written as `U+0020 × 100000`, so that nothing is pushed out of sight.
//! Letters that look like others are left: they are letters.
VisibleText visibleText(QStringView text, LineBreaks breaks = LineBreaks::Kept);

//! Whether visibleText() marks this code wherever it stands; line breaks and tabs are no such.
bool isHidden(char32_t code);

} // namespace typeshift::ui
