// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Result.h"

#include <coroutine>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace typeshift {

namespace detail {

//! Tests count suspensions with it and stop a run at the nth one; empty otherwise.
inline thread_local std::function<void()> suspensionProbe;

template<typename T>
struct CompletionState {
    std::optional<Result<T>> value;
    std::coroutine_handle<> waiter;
    bool isAwaited = false;

    void resolve(Result<T> result)
    {
        if (value)
            return; // The second of two answers.
        value.emplace(std::move(result));
        if (auto next = std::exchange(waiter, nullptr))
            next.resume();
    }
};

} // namespace detail

//! The one place where a callback meets a coroutine: awaited once, resolved once, on one thread.
//! Resolve it from an event, never from inside another coroutine.
template<typename T = void>
class Completion
{
    using State = detail::CompletionState<T>;

public:
    //! Answers the awaiter. May be copied and called more than once: the first answer counts. When the last copy
    //! dies without an answer, the awaiter gets an error instead of waiting for ever.
    class Resolver
    {
    public:
        void operator()(Result<T> result) const { m_guard->state->resolve(std::move(result)); }

    private:
        friend class Completion;
        struct Guard {
            std::shared_ptr<State> state;
            explicit Guard(std::shared_ptr<State> shared)
                : state(std::move(shared))
            {
            }
            Guard(const Guard &) = delete;
            Guard &operator=(const Guard &) = delete;
            ~Guard()
            {
                const auto kept = state;
                kept->resolve(failure(Error::Kind::InvalidState, QStringLiteral("nobody is left to answer this call")));
            }
        };
        explicit Resolver(std::shared_ptr<Guard> guard)
            : m_guard(std::move(guard))
        {
        }
        std::shared_ptr<Guard> m_guard;
    };

    Completion() = default;
    Completion(Completion &&) noexcept = default;
    Completion &operator=(Completion &&) noexcept = default;

    //! The answering end; handed out once.
    Resolver resolver() const { return Resolver(std::make_shared<typename Resolver::Guard>(m_state)); }

    auto operator co_await() &&
    {
        Q_ASSERT(!m_state->isAwaited);
        m_state->isAwaited = true;
        // Lives in the awaiting frame: when that frame is destroyed, a late answer finds nobody.
        struct Awaiter {
            std::shared_ptr<State> state;

            explicit Awaiter(std::shared_ptr<State> shared)
                : state(std::move(shared))
            {
            }
            Awaiter(const Awaiter &) = delete;
            Awaiter &operator=(const Awaiter &) = delete;
            ~Awaiter() { state->waiter = nullptr; }

            bool await_ready() const noexcept { return state->value.has_value(); }
            void await_suspend(std::coroutine_handle<> waiter)
            {
                state->waiter = waiter;
                if (detail::suspensionProbe)
                    detail::suspensionProbe();
            }
            Result<T> await_resume() { return *std::move(state->value); }
        };
        return Awaiter(m_state);
    }

private:
    std::shared_ptr<State> m_state = std::make_shared<State>();
};

} // namespace typeshift
