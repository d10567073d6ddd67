// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/AnswerGuard.h"

#include <QEvent>
#include <QKeyEvent>
#include <QWidget>

namespace typeshift::ui {

AnswerGuard::AnswerGuard(Clock &clock, QWidget &watched)
    : QObject(&watched)
    , m_clock(clock)
    , m_watched(watched)
    , m_since(clock.elapsed())
{
    watched.installEventFilter(this);
    watchWindow();
}

void AnswerGuard::restart()
{
    m_since = m_clock.elapsed();
}

bool AnswerGuard::isOpen() const
{
    return m_watched.isVisible() && m_watched.window()->isActiveWindow() && m_clock.elapsed() - m_since >= pause;
}

void AnswerGuard::protect(QWidget &button)
{
    button.installEventFilter(this);
    m_buttons.append(&button);
}

// The widget may be put into another window later on.
void AnswerGuard::watchWindow()
{
    if (m_window == m_watched.window())
        return;
    if (m_window && m_window != &m_watched)
        m_window->removeEventFilter(this);
    m_window = m_watched.window();
    if (m_window != &m_watched)
        m_window->installEventFilter(this);
}

bool AnswerGuard::eventFilter(QObject *watched, QEvent *event)
{
    const auto type = event->type();
    if (type == QEvent::WindowActivate || (watched == &m_watched && type == QEvent::FocusIn))
        restart();
    if (watched == &m_watched && (type == QEvent::Show || type == QEvent::ParentChange)) {
        watchWindow();
        restart();
    }
    if (!m_buttons.contains(watched))
        return false;
    switch (type) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
    case QEvent::TouchBegin:
    case QEvent::Shortcut:
        return !isOpen();
    case QEvent::KeyPress: {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool presses = key->key() == Qt::Key_Space || key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter
            || key->key() == Qt::Key_Select;
        return presses && (key->isAutoRepeat() || !isOpen());
    }
    default:
        return false;
    }
}

} // namespace typeshift::ui
