// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/SectionHeader.h"

#include "theme/Theme.h"

#include <QPainter>
#include <QStyle>

namespace typeshift::ui {

void paintSectionHeader(QPainter &painter, const QRect &rect, const QString &title, const QString &count,
                        const Theme &theme, Qt::LayoutDirection direction)
{
    painter.save();
    QFont font = theme.font(TextStyle::Caption);
    painter.setPen(theme.colour(Token::Text2));
    const auto flags = [direction](Qt::Alignment side) {
        return int(Qt::AlignVCenter | QStyle::visualAlignment(direction, side));
    };
    if (!count.isEmpty()) {
        painter.setFont(font);
        painter.drawText(rect, flags(Qt::AlignRight), count);
    }
    font.setWeight(QFont::DemiBold);
    font.setLetterSpacing(QFont::AbsoluteSpacing, 0.4);
    painter.setFont(font);
    painter.drawText(rect, flags(Qt::AlignLeft), title);
    painter.restore();
}

} // namespace typeshift::ui
