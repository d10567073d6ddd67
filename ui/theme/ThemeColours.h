// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theme/Token.h"

#include <QColor>
#include <QPalette>

#include <array>

namespace typeshift::ui {

//! A colour for every token. A value.
struct ThemeColours {
    std::array<QColor, tokenCount> values;

    const QColor &operator[](Token token) const { return values[std::size_t(token)]; }
    QColor &operator[](Token token) { return values[std::size_t(token)]; }
    bool operator==(const ThemeColours &) const = default;
};

//! Every token from a palette: its Window, Base, Text and accent replace the greys and the blue of the design, and
//! what falls short of its contrast is walked until it holds. // DESIGN 1.3, 1.5
ThemeColours coloursFrom(const QPalette &palette);

//! The scheme of a palette: dark when the lightness of Base is below 128. // DESIGN 1.5
Scheme schemeOf(const QPalette &palette);

//! The palette of the design, for desktops that set none. // DESIGN 7
QPalette designPalette(Scheme scheme, const QColor &accent);
//! The design's own accent.
QColor designAccent(Scheme scheme);

//! Contrast ratio of two opaque colours by WCAG 2, 1 to 21.
double contrast(const QColor &one, const QColor &other);
//! `amount` of `other` in `one`, channel by channel; 0 is `one`, 1 is `other`.
QColor mixed(const QColor &one, const QColor &other, double amount);

} // namespace typeshift::ui
