// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Thrown.h"

#include <QtAssert>

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

namespace typeshift {

template<typename T = void>
class Task;

namespace detail {

struct AnyPromise {
    std::coroutine_handle<> continuation = std::noop_coroutine();
    bool isStarted = false;
    bool isAwaited = false;
    Thrown thrown;

    std::suspend_always initial_suspend() noexcept { return {}; }
    auto final_suspend() noexcept
    {
        struct Resume {
            std::coroutine_handle<> next;
            bool await_ready() noexcept { return false; }
            std::coroutine_handle<> await_suspend(std::coroutine_handle<>) noexcept { return next; }
            void await_resume() noexcept { }
        };
        return Resume{continuation};
    }
    // Errors are values in this engine; what a tool throws goes to whoever awaits it, which catches it. Behind a root
    // task there is nobody.
    void unhandled_exception() noexcept { isAwaited ? thrown.keep() : std::terminate(); }
};

template<typename T>
struct Promise : AnyPromise {
    std::optional<T> value;

    Task<T> get_return_object() noexcept;
    template<typename U = T>
    void return_value(U &&result)
    {
        value.emplace(std::forward<U>(result));
    }
    T take()
    {
        thrown.rethrow();
        return *std::move(value);
    }
};

template<>
struct Promise<void> : AnyPromise {
    Task<void> get_return_object() noexcept;
    void return_void() noexcept { }
    void take() { thrown.rethrow(); }
};

} // namespace detail

//! A lazily started coroutine that owns its frame: destroying a Task destroys the whole chain it awaits.
//! Everything of it happens on one thread. What it throws is thrown where it is awaited; a root task must not throw.
template<typename T>
class [[nodiscard]] Task
{
public:
    using promise_type = detail::Promise<T>;

    explicit Task(std::coroutine_handle<promise_type> frame) noexcept
        : m_frame(frame)
    {
    }
    Task(Task &&other) noexcept
        : m_frame(std::exchange(other.m_frame, nullptr))
    {
    }
    Task &operator=(Task &&other) noexcept
    {
        if (this != &other) {
            if (auto old = std::exchange(m_frame, nullptr))
                old.destroy();
            m_frame = std::exchange(other.m_frame, nullptr);
        }
        return *this;
    }
    Task(const Task &) = delete;
    Task &operator=(const Task &) = delete;
    ~Task()
    {
        if (m_frame)
            m_frame.destroy();
    }

    //! Runs a root task up to its first suspension. Called once, by its owner; what is awaited starts by itself.
    void start()
    {
        Q_ASSERT(m_frame && !m_frame.promise().isStarted);
        m_frame.promise().isStarted = true;
        m_frame.resume();
    }

    bool isDone() const { return m_frame.done(); }

    //! The result of a root task that is done, once.
    T takeResult()
    {
        Q_ASSERT(isDone());
        return m_frame.promise().take();
    }

    auto operator co_await() && noexcept
    {
        struct Awaiter {
            std::coroutine_handle<promise_type> frame;

            bool await_ready() noexcept { return false; }
            bool await_suspend(std::coroutine_handle<> caller)
            {
                Q_ASSERT(!frame.promise().isStarted);
                frame.promise().isStarted = frame.promise().isAwaited = true;
                frame.resume();
                if (frame.done())
                    return false; // It never suspended: go on without growing the stack.
                frame.promise().continuation = caller;
                return true;
            }
            T await_resume() { return frame.promise().take(); }
        };
        return Awaiter{m_frame};
    }

private:
    std::coroutine_handle<promise_type> m_frame;
};

namespace detail {

template<typename T>
Task<T> Promise<T>::get_return_object() noexcept
{
    return Task<T>{std::coroutine_handle<Promise>::from_promise(*this)};
}

inline Task<void> Promise<void>::get_return_object() noexcept
{
    return Task<void>{std::coroutine_handle<Promise>::from_promise(*this)};
}

} // namespace detail

} // namespace typeshift
