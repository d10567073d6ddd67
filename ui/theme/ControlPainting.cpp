// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "theme/ControlPainting.h"

#include "theme/Painting.h"
#include "theme/Theme.h"

#include <QPainter>
#include <QStyle>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

constexpr int symbolSize = 16;
constexpr qreal fainter = 0.55;

bool isOn(const QStyleOption &option)
{
    return option.state.testAnyFlags(QStyle::State_On | QStyle::State_NoChange);
}

QColor ofState(const QColor &colour, const QStyleOption &option, const Theme &theme)
{
    const bool isEnabled = option.state.testFlag(QStyle::State_Enabled);
    return isEnabled ? colour : mixed(colour, theme.colour(Token::Window), fainter);
}

// The indicator's own square in the middle of what the style reserves.
QRectF indicatorPlace(const QStyleOption &option, const Theme &theme)
{
    const qreal size = theme.px(symbolSize);
    QRectF place(0, 0, size, size);
    place.moveCenter(QRectF(option.rect).center());
    return QRectF(place.toAlignedRect().topLeft(), place.size());
}

} // namespace

int chevronRoom(const Theme &theme)
{
    return theme.px(symbolSize + 4);
}

void paintChevron(QPainter &painter, const QRect &place, bool isEnabled, const Theme &theme)
{
    const int size = theme.px(symbolSize);
    const QRect slot(place.center().x() - size / 2 + 1, place.center().y() - size / 2 + 1, size, size);
    theme.icon(u"arrow-down"_s, Token::Text2)
        .paint(&painter, slot, Qt::AlignCenter, isEnabled ? QIcon::Normal : QIcon::Disabled);
}

void paintComboBox(QPainter &painter, const QStyleOptionComboBox &option, const Theme &theme)
{
    const bool isEnabled = option.state.testFlag(QStyle::State_Enabled);
    const QColor face = isEnabled ? theme.colour(option.editable ? Token::Base : Token::Button)
                                  : theme.colour(Token::Window);
    paintBox(painter, QRectF(option.rect), face, theme.colour(isEnabled ? Token::Control : Token::LineStrong));
    const int width = theme.px(28);
    const QRect end(option.rect.right() - width + 1, option.rect.top(), width, option.rect.height());
    paintChevron(painter, QStyle::visualRect(option.direction, option.rect, end), isEnabled, theme);
    if (isEnabled && option.state.testFlag(QStyle::State_HasFocus))
        paintFocusRing(painter, QRectF(option.rect), theme);
}

void paintRadio(QPainter &painter, const QStyleOption &option, const Theme &theme)
{
    const QRectF place = indicatorPlace(option, theme);
    const Token mark = isOn(option) ? Token::Accent : Token::Control;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(ofState(theme.colour(mark), option, theme), 1));
    painter.setBrush(theme.colour(Token::Base));
    painter.drawEllipse(place.adjusted(0.5, 0.5, -0.5, -0.5));
    if (isOn(option)) {
        const qreal inset = theme.px(4);
        painter.setPen(Qt::NoPen);
        painter.setBrush(ofState(theme.colour(mark), option, theme));
        painter.drawEllipse(place.adjusted(inset, inset, -inset, -inset));
    }
    painter.restore();
    if (option.state.testFlag(QStyle::State_HasFocus))
        paintFocusRing(painter, place.adjusted(-2, -2, 2, 2), theme);
}

void paintCheckBox(QPainter &painter, const QStyleOption &option, const Theme &theme)
{
    const QRectF place = indicatorPlace(option, theme);
    const QColor fill = ofState(theme.colour(isOn(option) ? Token::Accent : Token::Base), option, theme);
    const QColor frame = ofState(theme.colour(isOn(option) ? Token::Accent : Token::Control), option, theme);
    paintBox(painter, place, fill, frame);
    if (isOn(option)) {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.colour(Token::OnAccent), 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        const auto at = [&](qreal x, qreal y) { return place.topLeft() + QPointF(x, y) * place.width() / symbolSize; };
        if (option.state.testFlag(QStyle::State_NoChange))
            painter.drawLine(at(4.5, 8), at(11.5, 8));
        else
            painter.drawPolyline(QPolygonF{at(4, 8.2), at(7, 11), at(12, 5.2)});
        painter.restore();
    }
    if (option.state.testFlag(QStyle::State_HasFocus))
        paintFocusRing(painter, place.adjusted(-2, -2, 2, 2), theme);
}

void paintHeaderSection(QPainter &painter, const QRect &rect, const Theme &theme)
{
    painter.fillRect(rect, theme.colour(Token::Window));
    painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.colour(Token::Line));
}

} // namespace typeshift::ui
