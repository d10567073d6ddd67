// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QBasicTimer>
#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QStringList>

class QWidget;

namespace typeshift::ui {

//! Tells a screen reader what happened outside the focus: at most one message in three seconds, the rest merged.
//! // DESIGN 4.5
class Announcer final : public QObject
{
    Q_OBJECT

public:
    enum class Tone { Polite, Assertive };

    explicit Announcer(QObject *parent = nullptr);

    //! The window that speaks; nothing is said without one.
    void setSpeaker(QWidget *speaker);
    void announce(const QString &message, Tone tone = Tone::Polite);

signals:
    //! What was said.
    void announced(const QString &message);

protected:
    void timerEvent(QTimerEvent *event) override;

private:
    void speak();

    QPointer<QWidget> m_speaker;
    QStringList m_waiting;
    Tone m_tone = Tone::Polite;
    QElapsedTimer m_lastSpoken;
    QBasicTimer m_timer;
};

} // namespace typeshift::ui
