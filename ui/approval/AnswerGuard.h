// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/base/Clock.h>

#include <QObject>
#include <QPointer>

class QWidget;

namespace typeshift::ui {

//! Half a second in which nothing answers: after the focus came, after the window was raised, after another request
//! took the place of the one before. Keys that were typed ahead, the second half of a double click and the click that
//! raises the window find nobody. // DESIGN 4.3.2, T13
class AnswerGuard final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds pause{500};

    //! Watches the widget and its window. The clock outlives the guard, the widget owns it.
    AnswerGuard(Clock &clock, QWidget &watched);

    //! Something else stands where the answer would go.
    void restart();
    //! Whether an answer counts now: the window is the active one, and long enough nothing has changed.
    bool isOpen() const;
    //! Swallows what would press this button while the guard is closed, and everything that is a key held down.
    void protect(QWidget &button);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void watchWindow();

    Clock &m_clock;
    QWidget &m_watched;
    QPointer<QWidget> m_window;
    QList<QWidget *> m_buttons;
    std::chrono::milliseconds m_since;
};

} // namespace typeshift::ui
