// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "theme/Painting.h"

#include "theme/Theme.h"

#include <QPainter>
#include <QPen>

namespace typeshift::ui {

namespace {
constexpr qreal radius = 4;
} // namespace

void paintBox(QPainter &painter, const QRectF &rect, const QColor &fill, const QColor &frame)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(fill);
    painter.setPen(frame.alpha() == 0 ? QPen(Qt::NoPen) : QPen(frame, 1));
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius - 0.5, radius - 0.5);
    painter.restore();
}

void paintFocusRing(QPainter &painter, const QRectF &rect, const Theme &theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.colour(Token::Accent), 2));
    painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), radius - 1, radius - 1);
    painter.restore();
}

} // namespace typeshift::ui
