// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "inspector/Inspector.h"

#include "inspector/InspectorTitle.h"
#include "theme/Theme.h"

#include <QCloseEvent>
#include <QKeyEvent>
#include <QMainWindow>
#include <QPainter>
#include <QStackedWidget>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

Inspector::Inspector(const RunView::Parts &parts, QWidget *parent)
    : QDockWidget(tr("Inspector"), parent)
    , m_theme(parts.theme)
    , m_title(new InspectorTitle(parts.theme))
    , m_tabs(new QStackedWidget)
    , m_run(new RunView(parts))
{
    setObjectName(u"inspector"_s);
    setAccessibleName(tr("Inspector"));
    setAutoFillBackground(true);
    setFeatures(DockWidgetClosable | DockWidgetFloatable | DockWidgetMovable);
    setAllowedAreas(Qt::LeftDockWidgetArea | Qt::RightDockWidgetArea);
    setTitleBarWidget(m_title);
    setWidget(m_tabs);
    setMinimumWidth(m_theme.px(leastWidth));
    setContentsMargins(1, 0, 0, 0); // The line of paintEvent().
    addTab(tr("Run"), m_run);
    connect(m_title, &InspectorTitle::tabChosen, m_tabs, &QStackedWidget::setCurrentIndex);
    connect(m_title, &InspectorTitle::floatRequested, this, &Inspector::floatRequested);
    connect(m_title, &InspectorTitle::closeRequested, this, &Inspector::closeRequested);
    // On a screen of its own it may be as wide as somebody likes.
    connect(this, &QDockWidget::topLevelChanged, this, [this](bool isFloating) {
        m_title->setFloating(isFloating);
        setMaximumWidth(isFloating ? QWIDGETSIZE_MAX : m_theme.px(mostWidth));
    });
    setMaximumWidth(m_theme.px(mostWidth));
}

void Inspector::addTab(const QString &title, QWidget *content)
{
    m_tabs->addWidget(content);
    m_title->addTab(title);
}

void Inspector::setCurrentTab(int index)
{
    m_title->setCurrentTab(index);
}

int Inspector::currentTab() const
{
    return m_title->currentTab();
}

QList<QWidget *> Inspector::tabStops() const
{
    return m_title->tabStops() + m_run->tabStops();
}

void Inspector::closeEvent(QCloseEvent *event)
{
    QDockWidget::closeEvent(event);
    emit closeRequested();
}

void Inspector::keyPressEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Escape)
        return QDockWidget::keyPressEvent(event);
    emit closeRequested();
}

// Where it lies over the transcript, its edge is all that parts the two.
void Inspector::paintEvent(QPaintEvent *event)
{
    QDockWidget::paintEvent(event);
    const auto *window = qobject_cast<const QMainWindow *>(parentWidget());
    const bool stands = window && window->dockWidgetArea(this) != Qt::NoDockWidgetArea;
    if (stands && !isFloating())
        return; // Its window draws the line between them.
    QPainter painter(this);
    painter.fillRect(QRect(0, 0, 1, height()), m_theme.colour(Token::LineStrong));
}

} // namespace typeshift::ui
