// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "SpareMemory.h"

#include <QThreadPool>
#include <QTimerEvent>

#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace std::chrono_literals;

namespace typeshift {

void SpareMemory::giveBackSoon()
{
    m_timer.start(1s, this);
}

void SpareMemory::timerEvent(QTimerEvent *event)
{
    if (event->timerId() != m_timer.timerId())
        return;
    m_timer.stop();
#ifdef __GLIBC__
    QThreadPool::globalInstance()->start([] { malloc_trim(0); });
#endif
}

} // namespace typeshift
