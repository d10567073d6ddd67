// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QObject>

#include <chrono>
#include <functional>

namespace typeshift {

//! Where the engine reads the time and sets its timers, so that a test can hold both in its hand.
class Clock
{
public:
    Clock() = default;
    Clock(const Clock &) = delete;
    Clock &operator=(const Clock &) = delete;
    virtual ~Clock() = default;

    //! The wall clock, UTC.
    virtual QDateTime now() const;
    //! Time since some fixed moment; never steps back.
    virtual std::chrono::milliseconds elapsed() const;
    //! Calls `action` once from the event loop of the calling thread, unless `context` is deleted before.
    virtual void callAfter(std::chrono::milliseconds delay, QObject *context, std::function<void()> action);
};

} // namespace typeshift
