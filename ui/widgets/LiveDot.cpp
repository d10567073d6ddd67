// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/LiveDot.h"

#include "theme/Theme.h"
#include "widgets/LivePulse.h"

#include <QPainter>

namespace typeshift::ui {

LiveDot::LiveDot(const Theme &theme, LivePulse &pulse, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_pulse(pulse)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&pulse, &LivePulse::beat, this, [this] { update(); });
}

LiveDot::~LiveDot()
{
    if (m_isBeating)
        m_pulse.release();
}

QSize LiveDot::sizeHint() const
{
    return QSize(m_theme.px(16), m_theme.px(16));
}

void LiveDot::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    m_pulse.paintDot(painter, QRectF(rect()).center(), m_theme);
}

void LiveDot::showEvent(QShowEvent *event)
{
    if (!m_isBeating)
        m_pulse.retain();
    m_isBeating = true;
    QWidget::showEvent(event);
}

void LiveDot::hideEvent(QHideEvent *event)
{
    if (m_isBeating)
        m_pulse.release();
    m_isBeating = false;
    QWidget::hideEvent(event);
}

} // namespace typeshift::ui
