// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "inspector/InspectorTitle.h"

#include "theme/Theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QTabBar>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

constexpr int barPixels = 40; // As high as the header beside it. // DESIGN 1.1

QToolButton *makeButton(const Theme &theme, const QString &symbol)
{
    auto *button = new QToolButton;
    button->setIcon(theme.icon(symbol));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setFixedSize(theme.px(24), theme.px(24));
    return button;
}

} // namespace

InspectorTitle::InspectorTitle(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_heading(new QLabel)
    , m_tabs(new QTabBar)
    , m_float(makeButton(theme, u"window-restore"_s))
    , m_close(makeButton(theme, u"window-close"_s))
{
    m_heading->setTextFormat(Qt::PlainText);
    m_tabs->setAccessibleName(tr("Inspector tabs"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setFocusPolicy(Qt::TabFocus);
    m_tabs->hide();
    m_close->setToolTip(tr("Close the inspector (F12)"));
    m_close->setAccessibleName(tr("Close the inspector"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(theme.px(16), 0, theme.px(8), 0);
    row->setSpacing(theme.px(4));
    row->addWidget(m_heading);
    row->addWidget(m_tabs);
    row->addStretch(1);
    row->addWidget(m_float);
    row->addWidget(m_close);
    setFixedHeight(theme.px(barPixels));
    setFloating(false);
    connect(m_tabs, &QTabBar::currentChanged, this, &InspectorTitle::tabChosen);
    connect(m_float, &QToolButton::clicked, this, &InspectorTitle::floatRequested);
    connect(m_close, &QToolButton::clicked, this, &InspectorTitle::closeRequested);
    connect(&theme, &Theme::changed, this, &InspectorTitle::renewLook);
    renewLook();
}

void InspectorTitle::addTab(const QString &title)
{
    m_tabs->addTab(title);
    const bool isAlone = m_tabs->count() == 1;
    if (isAlone)
        m_heading->setText(title);
    m_heading->setVisible(isAlone);
    m_tabs->setVisible(!isAlone);
}

void InspectorTitle::setCurrentTab(int index)
{
    m_tabs->setCurrentIndex(index);
}

int InspectorTitle::currentTab() const
{
    return m_tabs->currentIndex();
}

void InspectorTitle::setFloating(bool isFloating)
{
    const QString name = isFloating ? tr("Put the inspector back into the window")
                                    : tr("Show the inspector in a window of its own");
    m_float->setToolTip(name);
    m_float->setAccessibleName(name);
}

QList<QWidget *> InspectorTitle::tabStops() const
{
    return {m_tabs, m_float, m_close};
}

QSize InspectorTitle::sizeHint() const
{
    return {QWidget::sizeHint().width(), m_theme.px(barPixels)};
}

void InspectorTitle::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_theme.colour(Token::Line));
}

void InspectorTitle::renewLook()
{
    QFont heading = m_theme.font(TextStyle::Body);
    heading.setWeight(QFont::DemiBold);
    m_heading->setFont(heading);
    m_tabs->setFont(m_theme.font(TextStyle::Body));
}

} // namespace typeshift::ui
