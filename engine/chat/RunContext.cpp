// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "chat/RunContext.h"

#include "async/Delay.h"

#include <utility>

namespace typeshift {

RunContext::RunContext(Parts parts)
    : m_parts(std::move(parts))
{
}

RunContext::RunContext(const RunContext &outer, std::function<void(ChatUpdate)> sink)
    : m_parts(outer.m_parts)
{
    m_parts.sink = std::move(sink);
}

void RunContext::report(ChatUpdate update)
{
    if (m_parts.sink)
        m_parts.sink(std::move(update));
}

void RunContext::changeMode(AgentMode mode)
{
    m_parts.state->nextMode.reset();
    if (std::exchange(m_parts.state->mode, mode) != mode)
        report(ModeUpdate{mode});
}

Task<void> RunContext::checkpoint(ConversationEntry entry)
{
    if (!m_parts.checkpoints)
        co_return;
    entry.agent = m_parts.identity.agent;
    entry.at = m_parts.clock.now();
    const auto sequence = co_await m_parts.checkpoints->append(entry);
    if (sequence)
        report(StoredUpdate{{*sequence, std::move(entry)}});
    else
        report(StoreFailedUpdate{sequence.error()});
}

Task<Result<>> RunContext::sleep(std::chrono::milliseconds duration)
{
    return delay(m_parts.clock, duration, m_parts.stop);
}

} // namespace typeshift
