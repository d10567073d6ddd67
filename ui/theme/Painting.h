// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QRectF>

class QPainter;

namespace typeshift::ui {

class Theme;

//! A box with the design's radius and a hairline frame; a transparent frame is left out. // DESIGN 1.1
void paintBox(QPainter &painter, const QRectF &rect, const QColor &fill, const QColor &frame);
//! The ring of the focus: 2 pixels of accent along the inside of `rect`. // DESIGN 2
void paintFocusRing(QPainter &painter, const QRectF &rect, const Theme &theme);

} // namespace typeshift::ui
