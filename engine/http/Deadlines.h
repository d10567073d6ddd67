// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Clock.h"
#include "base/Error.h"
#include "http/HttpTransport.h"

#include <QObject>

#include <functional>
#include <optional>

namespace typeshift {

//! Watches the four limits of one request. Whichever passes first is reported once, by an Error::Kind::Timeout whose
//! code is "connect", "firstByte", "idle" or "total".
class Deadlines
{
public:
    Deadlines(Clock &clock, const HttpTimeouts &limits, std::function<void(Error)> expired);
    Deadlines(const Deadlines &) = delete;
    Deadlines &operator=(const Deadlines &) = delete;

    //! The request is asked for: connect and total begin.
    void start();
    //! The connection stands and the request leaves: the wait for the first byte begins.
    void connected();
    //! Something arrived: the idle limit begins anew.
    void received();

private:
    enum class Stage { Connect, FirstByte, Idle };
    using Time = std::chrono::milliseconds;

    void enter(Stage stage);
    std::optional<Time> stageEnd() const;
    std::optional<Time> totalEnd() const;
    void arm();
    void check();

    Clock &m_clock;
    const HttpTimeouts m_limits;
    const std::function<void(Error)> m_expired;
    Stage m_stage = Stage::Connect;
    Time m_started{0};
    Time m_stageBegan{0};
    std::optional<Time> m_armedFor; // the earliest call that the clock owes us
    QObject m_context;              // dies with this, and the clock's calls with it
};

} // namespace typeshift
