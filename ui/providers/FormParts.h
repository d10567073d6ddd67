// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theme/Token.h"

#include <QString>

class QFormLayout;
class QLabel;
class QVBoxLayout;
class QWidget;

namespace typeshift::ui {

class Theme;

// The pieces that the forms of the providers share.

//! A column with the design's edges, headed by title and text.
QVBoxLayout *makeFormColumn(QWidget *form, const Theme &theme, const QString &title, const QString &text);
//! A form layout with labels as the style wants them, added to the column.
QFormLayout *addFields(QVBoxLayout *column, const Theme &theme);
//! A heading inside a form.
QLabel *makeHeading(const Theme &theme, const QString &text, TextStyle style = TextStyle::Heading);
//! A wrapping explanation in the second text colour.
QLabel *makeHint(const Theme &theme, const QString &text);
//! Gives a label that exists the look of a hint, now and after each change of the theme; it outlives the label.
void dressHint(QLabel &label, const Theme &theme, TextStyle style = TextStyle::Body, Token ink = Token::Text2);

} // namespace typeshift::ui
