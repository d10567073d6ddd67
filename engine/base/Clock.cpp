// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "base/Clock.h"

#include <QTimer>

namespace typeshift {

QDateTime Clock::now() const
{
    return QDateTime::currentDateTimeUtc();
}

std::chrono::milliseconds Clock::elapsed() const
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch());
}

void Clock::callAfter(std::chrono::milliseconds delay, QObject *context, std::function<void()> action)
{
    QTimer::singleShot(delay, context, std::move(action));
}

} // namespace typeshift
