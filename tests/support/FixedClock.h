// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Clock.h"

#include <QPointer>
#include <QTimeZone>

#include <algorithm>
#include <optional>
#include <vector>

namespace typeshift {

//! A clock that only moves when the test moves it. Timers run inside advance(), in the order of their due times.
class FixedClock final : public Clock
{
public:
    explicit FixedClock(QDateTime start = QDateTime(QDate(2026, 1, 2), QTime(3, 4, 5), QTimeZone::UTC))
        : m_start(std::move(start))
    {
    }

    QDateTime now() const override { return m_start.addMSecs((m_elapsed + m_wallStep).count()); }
    std::chrono::milliseconds elapsed() const override { return m_elapsed; }
    void callAfter(std::chrono::milliseconds delay, QObject *context, std::function<void()> action) override
    {
        m_timers.push_back({m_elapsed + delay, m_count++, context, std::move(action)});
    }

    //! Lets time pass and runs what falls due, timers set meanwhile included.
    void advance(std::chrono::milliseconds duration)
    {
        const auto end = m_elapsed + duration;
        for (auto next = earliest(); next != m_timers.end() && next->due <= end; next = earliest()) {
            const Timer timer = std::move(*next);
            m_timers.erase(next);
            m_elapsed = std::max(m_elapsed, timer.due);
            tell();
            timer.action();
        }
        m_elapsed = end;
        tell();
    }
    //! Moves the wall clock alone, backwards too, as an adjustment of the system's time does.
    void stepWallClock(std::chrono::milliseconds step)
    {
        m_wallStep += step;
        tell();
    }
    //! Calls this after each move, for a clock that is set by this one.
    void whenMoved(std::function<void()> tell) { m_tell = std::move(tell); }
    //! How long until the next timer; none when nobody waits.
    std::optional<std::chrono::milliseconds> nextTimer()
    {
        const auto next = earliest();
        return next == m_timers.end() ? std::nullopt : std::optional(next->due - m_elapsed);
    }

private:
    struct Timer {
        std::chrono::milliseconds due{};
        int order = 0;
        QPointer<QObject> context;
        std::function<void()> action;
    };

    void tell() const
    {
        if (m_tell)
            m_tell();
    }
    std::vector<Timer>::iterator earliest()
    {
        std::erase_if(m_timers, [](const Timer &timer) { return timer.context.isNull(); });
        return std::ranges::min_element(m_timers, {},
                                        [](const Timer &timer) { return std::pair(timer.due, timer.order); });
    }

    QDateTime m_start;
    std::chrono::milliseconds m_elapsed{};
    std::chrono::milliseconds m_wallStep{};
    std::vector<Timer> m_timers;
    std::function<void()> m_tell;
    int m_count = 0;
};

} // namespace typeshift
