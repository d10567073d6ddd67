// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Task.h"

#include <deque>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

namespace typeshift {

namespace detail {

// The last arrival hands over to the waiter while it is itself suspended, so the waiter may destroy it.
struct Latch {
    std::size_t open;
    bool isDead = false;
    std::coroutine_handle<> waiter = std::noop_coroutine();

    auto arrive()
    {
        struct Arrival {
            Latch &latch;
            bool await_ready() noexcept { return false; }
            std::coroutine_handle<> await_suspend(std::coroutine_handle<>) noexcept
            {
                const bool isLast = --latch.open == 0;
                return isLast && !latch.isDead ? latch.waiter : std::noop_coroutine();
            }
            void await_resume() noexcept { }
        };
        return Arrival{*this};
    }
    bool await_ready() const noexcept { return open == 0; }
    void await_suspend(std::coroutine_handle<> handle) noexcept { waiter = handle; }
    void await_resume() noexcept { waiter = std::noop_coroutine(); }
};

// Marks the latch dead before the watchers below it are destroyed: a child's destructor may let a sibling arrive.
struct LatchOwner {
    Latch &latch;
    explicit LatchOwner(Latch &owned)
        : latch(owned)
    {
    }
    LatchOwner(const LatchOwner &) = delete;
    LatchOwner &operator=(const LatchOwner &) = delete;
    ~LatchOwner() { latch.isDead = true; }
};

template<typename T>
using Slot = std::optional<std::conditional_t<std::is_void_v<T>, std::monostate, T>>;

template<typename T>
Task<void> watch(Task<T> task, Slot<T> *slot, Latch *latch)
{
    if constexpr (std::is_void_v<T>)
        co_await std::move(task);
    else
        slot->emplace(co_await std::move(task));
    co_await latch->arrive();
}

} // namespace detail

//! Runs the tasks side by side on this thread and keeps their order. Dropping it drops them all.
//! Of void tasks it returns nothing.
template<typename T>
    requires(!std::is_void_v<T>)
Task<std::vector<T>> all(std::vector<Task<T>> tasks)
{
    detail::Latch latch{tasks.size()};
    std::deque<detail::Slot<T>> results(tasks.size());
    std::vector<Task<void>> watchers;
    watchers.reserve(tasks.size());
    detail::LatchOwner owner(latch);
    for (std::size_t i = 0; i < tasks.size(); ++i)
        watchers.push_back(detail::watch(std::move(tasks[i]), &results[i], &latch));
    for (auto &watcher : watchers)
        watcher.start();
    co_await latch;
    std::vector<T> ordered;
    ordered.reserve(results.size());
    for (auto &result : results)
        ordered.push_back(*std::move(result));
    co_return ordered;
}

inline Task<void> all(std::vector<Task<void>> tasks)
{
    detail::Latch latch{tasks.size()};
    std::deque<detail::Slot<void>> results(tasks.size());
    std::vector<Task<void>> watchers;
    watchers.reserve(tasks.size());
    detail::LatchOwner owner(latch);
    for (std::size_t i = 0; i < tasks.size(); ++i)
        watchers.push_back(detail::watch(std::move(tasks[i]), &results[i], &latch));
    for (auto &watcher : watchers)
        watcher.start();
    co_await latch;
}

} // namespace typeshift
