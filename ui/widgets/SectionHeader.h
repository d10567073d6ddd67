// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QPainter;
class QRect;

namespace typeshift::ui {

class Theme;

//! A section header row as the lists paint it: title at the left, count at the right when there is one. // DESIGN 2
void paintSectionHeader(QPainter &painter, const QRect &rect, const QString &title, const QString &count,
                        const Theme &theme, Qt::LayoutDirection direction);

} // namespace typeshift::ui
