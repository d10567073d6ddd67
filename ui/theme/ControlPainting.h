// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStyleOption>

class QPainter;

namespace typeshift::ui {

class Theme;

// The stock controls that Fusion draws in a look of its own, drawn as the design has them. // DESIGN 2, 9

//! What a menu button or a combo box needs beside its text for the chevron, in pixels.
int chevronRoom(const Theme &theme);
//! The thin arrow that says a menu opens, 16 design pixels wide in the middle of `place`.
void paintChevron(QPainter &painter, const QRect &place, bool isEnabled, const Theme &theme);
//! Frame, face and chevron of a combo box; its text is the style's.
void paintComboBox(QPainter &painter, const QStyleOptionComboBox &option, const Theme &theme);
//! A round indicator with its dot.
void paintRadio(QPainter &painter, const QStyleOption &option, const Theme &theme);
//! A square indicator with its tick, or its dash when it is neither.
void paintCheckBox(QPainter &painter, const QStyleOption &option, const Theme &theme);
//! The ground of a table's header: a hairline below, none between the columns.
void paintHeaderSection(QPainter &painter, const QRect &rect, const Theme &theme);

} // namespace typeshift::ui
