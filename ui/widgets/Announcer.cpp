// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/Announcer.h"

#include <QAccessible>
#include <QTimerEvent>
#include <QWidget>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {
constexpr qint64 pauseMilliseconds = 3'000;
} // namespace

Announcer::Announcer(QObject *parent)
    : QObject(parent)
{
}

void Announcer::setSpeaker(QWidget *speaker)
{
    m_speaker = speaker;
}

void Announcer::announce(const QString &message, Tone tone)
{
    if (m_waiting.contains(message))
        return;
    m_waiting.append(message);
    if (tone == Tone::Assertive)
        m_tone = tone;
    const qint64 since = m_lastSpoken.isValid() ? m_lastSpoken.elapsed() : pauseMilliseconds;
    if (since >= pauseMilliseconds)
        speak();
    else if (!m_timer.isActive())
        m_timer.start(int(pauseMilliseconds - since), this);
}

void Announcer::timerEvent(QTimerEvent *event)
{
    if (event->timerId() != m_timer.timerId())
        return QObject::timerEvent(event);
    speak();
}

void Announcer::speak()
{
    m_timer.stop();
    m_lastSpoken.start();
    const QString message = m_waiting.join(u' ');
    m_waiting.clear();
    if (m_speaker) {
        QAccessibleAnnouncementEvent event(m_speaker, message);
        event.setPoliteness(m_tone == Tone::Assertive ? QAccessible::AnnouncementPoliteness::Assertive
                                                      : QAccessible::AnnouncementPoliteness::Polite);
        QAccessible::updateAccessibility(&event);
    }
    m_tone = Tone::Polite;
    emit announced(message);
}

} // namespace typeshift::ui
