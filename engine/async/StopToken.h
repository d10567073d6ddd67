// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <list>
#include <memory>

namespace typeshift {

namespace detail {
struct StopState {
    bool isRequested = false;
    std::list<std::function<void()>> callbacks;
};
} // namespace detail

//! Tells whoever waits that the work is no longer wanted. A cheap value; one thread.
class StopToken
{
public:
    StopToken() = default;

    bool isStopRequested() const { return m_state && m_state->isRequested; }

private:
    friend class StopSource;
    friend class StopCallback;
    explicit StopToken(std::shared_ptr<detail::StopState> state)
        : m_state(std::move(state))
    {
    }
    std::shared_ptr<detail::StopState> m_state;
};

//! The requesting end of a StopToken.
class StopSource
{
public:
    StopSource();

    StopToken token() const { return StopToken(m_state); }
    bool isStopRequested() const { return m_state->isRequested; }
    //! Calls what was registered, in the order of registration, once. Call it from an event, not from a coroutine
    //! that listens itself.
    void requestStop();

private:
    std::shared_ptr<detail::StopState> m_state;
};

//! Calls `action` when stop is requested, as long as this object lives; at once when it was requested before.
class StopCallback
{
public:
    StopCallback(const StopToken &token, std::function<void()> action);
    StopCallback(const StopCallback &) = delete;
    StopCallback &operator=(const StopCallback &) = delete;
    ~StopCallback();

private:
    std::shared_ptr<detail::StopState> m_state;
    std::list<std::function<void()>>::iterator m_place;
    bool m_isRegistered = false;
};

} // namespace typeshift
