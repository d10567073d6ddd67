// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QBasicTimer>
#include <QObject>

class QPainter;
class QPointF;

namespace typeshift::ui {

class Theme;

//! The beat of every live dot: one timer of 12 frames a second that runs only while somebody needs it, and never with
//! reduced motion. // DESIGN 4.4
class LivePulse final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    //! Counts those who show a dot; the beat stops when the last one lets go.
    void retain();
    void release();
    bool isBeating() const { return m_timer.isActive(); }

    //! A dot with its halo, centred. // DESIGN 2
    void paintDot(QPainter &painter, const QPointF &centre, const Theme &theme) const;

signals:
    //! Paint the dots again.
    void beat();

protected:
    void timerEvent(QTimerEvent *event) override;

private:
    QBasicTimer m_timer;
    int m_users = 0;
    int m_frame = 0;
};

} // namespace typeshift::ui
