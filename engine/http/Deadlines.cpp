// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "http/Deadlines.h"

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

// "120 s", or "300 ms" when it is no whole number of seconds.
QString lengthOf(std::chrono::milliseconds time)
{
    return time.count() % 1'000 == 0 ? u"%1 s"_s.arg(time.count() / 1'000) : u"%1 ms"_s.arg(time.count());
}

} // namespace

Deadlines::Deadlines(Clock &clock, const HttpTimeouts &limits, std::function<void(Error)> expired)
    : m_clock(clock)
    , m_limits(limits)
    , m_expired(std::move(expired))
{
}

void Deadlines::start()
{
    m_started = m_clock.elapsed();
    enter(Stage::Connect);
}

void Deadlines::connected()
{
    if (m_stage == Stage::Connect)
        enter(Stage::FirstByte);
}

void Deadlines::received()
{
    if (m_stage != Stage::Idle)
        enter(Stage::Idle);
    else
        m_stageBegan = m_clock.elapsed(); // The call under way looks again when it comes: no timer per piece.
}

void Deadlines::enter(Stage stage)
{
    m_stage = stage;
    m_stageBegan = m_clock.elapsed();
    arm();
}

std::optional<Deadlines::Time> Deadlines::stageEnd() const
{
    const Time limit = m_stage == Stage::Connect ? m_limits.connect
        : m_stage == Stage::FirstByte            ? m_limits.firstByte
                                                 : m_limits.idle;
    return limit.count() > 0 ? std::optional(m_stageBegan + limit) : std::nullopt;
}

std::optional<Deadlines::Time> Deadlines::totalEnd() const
{
    return m_limits.total.count() > 0 ? std::optional(m_started + m_limits.total) : std::nullopt;
}

void Deadlines::arm()
{
    std::optional<Time> next = stageEnd();
    if (const auto total = totalEnd(); total && (!next || *total < *next))
        next = total;
    if (!next || (m_armedFor && *m_armedFor <= *next))
        return;
    m_armedFor = next;
    m_clock.callAfter(*next - m_clock.elapsed(), &m_context, [this] { check(); });
}

void Deadlines::check()
{
    m_armedFor.reset();
    const Time now = m_clock.elapsed();
    const auto total = totalEnd();
    const auto stage = stageEnd();
    const auto report = [this](const QString &code, const QString &what, Time limit) {
        ErrorFacts facts;
        facts.message = what.arg(lengthOf(limit));
        facts.code = code;
        const auto expired = m_expired; // The call may end this object.
        expired(Error(Error::Kind::Timeout, facts));
    };
    if (total && now >= *total)
        report(u"total"_s, u"not finished within %1 in all (total timeout)"_s, m_limits.total);
    else if (!stage || now < *stage)
        arm();
    else if (m_stage == Stage::Connect)
        report(u"connect"_s, u"no connection within %1 (connect timeout)"_s, m_limits.connect);
    else if (m_stage == Stage::FirstByte)
        report(u"firstByte"_s, u"no answer within %1 (first byte timeout)"_s, m_limits.firstByte);
    else
        report(u"idle"_s, u"nothing arrived for %1 (idle timeout)"_s, m_limits.idle);
}

} // namespace typeshift
