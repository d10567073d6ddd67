// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "async/StopToken.h"

namespace typeshift {

StopSource::StopSource()
    : m_state(std::make_shared<detail::StopState>())
{
}

void StopSource::requestStop()
{
    const auto state = m_state; // A callback may destroy this source.
    if (state->isRequested)
        return;
    state->isRequested = true;
    while (!state->callbacks.empty()) {
        // Emptied, not erased: the callback's owner erases its place, perhaps from inside the call.
        const auto place = state->callbacks.begin();
        const auto action = std::move(*place);
        state->callbacks.splice(state->callbacks.end(), state->callbacks, place);
        *place = nullptr;
        if (!action)
            break; // Only called ones are left.
        action();
    }
}

StopCallback::StopCallback(const StopToken &token, std::function<void()> action)
    : m_state(token.m_state)
{
    if (!m_state)
        return;
    if (m_state->isRequested) {
        action();
        return;
    }
    m_place = m_state->callbacks.insert(m_state->callbacks.end(), std::move(action));
    m_isRegistered = true;
}

StopCallback::~StopCallback()
{
    if (m_isRegistered)
        m_state->callbacks.erase(m_place);
}

} // namespace typeshift
