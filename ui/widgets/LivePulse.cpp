// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/LivePulse.h"

#include "theme/Theme.h"

#include <QApplication>
#include <QPainter>
#include <QStyle>
#include <QTimerEvent>

#include <cmath>
#include <numbers>

namespace typeshift::ui {

namespace {
constexpr int framesPerSecond = 12;
constexpr int framesPerPulse = 19; // 1.6 s
constexpr qreal restingOpacity = 0.22;
} // namespace

void LivePulse::retain()
{
    ++m_users;
    const bool mayMove = QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration) > 0;
    if (m_users == 1 && mayMove)
        m_timer.start(1'000 / framesPerSecond, this);
}

void LivePulse::release()
{
    if (--m_users > 0)
        return;
    m_timer.stop();
    m_frame = 0;
}

void LivePulse::paintDot(QPainter &painter, const QPointF &centre, const Theme &theme) const
{
    const qreal swing = 0.5 * (1 - std::cos(2 * std::numbers::pi * m_frame / framesPerPulse));
    const qreal radius = theme.px(4);
    const QColor mark = theme.colour(Token::LiveMark);
    QColor halo = mark;
    halo.setAlphaF(float(restingOpacity + 0.2 * swing));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(halo);
    painter.drawEllipse(centre, radius + theme.px(3), radius + theme.px(3));
    painter.setBrush(mark);
    painter.drawEllipse(centre, radius, radius);
    painter.restore();
}

void LivePulse::timerEvent(QTimerEvent *event)
{
    if (event->timerId() != m_timer.timerId())
        return QObject::timerEvent(event);
    m_frame = (m_frame + 1) % framesPerPulse;
    emit beat();
}

} // namespace typeshift::ui
