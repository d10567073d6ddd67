// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Task.h"

#include <list>
#include <utility>

namespace typeshift {

namespace detail {

template<typename T, typename F>
Task<void> finishWith(Task<T> task, F then)
{
    if constexpr (std::is_void_v<T>) {
        co_await std::move(task);
        then();
    } else {
        then(co_await std::move(task));
    }
}

} // namespace detail

//! Runs root tasks for an object that is no coroutine, a window or a service: keep one as its **last** member.
//! What still goes on when the scope dies is dropped with it, so `then` never meets a dead owner.
//!
//!     m_tasks.start(m_catalog.list({}), [this](Result<QList<ConversationRecord>> records) { show(records); });
//!
//! One thread. The owner must not be deleted from inside `then` or the task itself: use deleteLater().
class TaskScope
{
public:
    TaskScope() = default;
    TaskScope(const TaskScope &) = delete;
    TaskScope &operator=(const TaskScope &) = delete;
    ~TaskScope() { clear(); }

    //! Runs the task up to its first suspension and keeps it until it is done.
    void start(Task<void> task)
    {
        sweep();
        m_tasks.push_back(std::move(task));
        m_tasks.back().start();
    }
    //! The same, and calls `then` with the result: in this call when the task never suspends, from the event that
    //! ends it otherwise.
    template<typename T, typename F>
    void start(Task<T> task, F then)
    {
        start(detail::finishWith(std::move(task), std::move(then)));
    }
    //! Drops everything that goes on; not from inside one of its tasks.
    void clear()
    {
        // A frame's destructors may start or drop others: take them out one by one.
        while (!m_tasks.empty()) {
            std::list<Task<void>> last;
            last.splice(last.begin(), m_tasks, std::prev(m_tasks.end()));
        }
    }

    //! Whether something goes on.
    bool isBusy() const
    {
        for (const auto &task : m_tasks) {
            if (!task.isDone())
                return true;
        }
        return false;
    }

private:
    void sweep()
    {
        m_tasks.remove_if([](const Task<void> &task) { return task.isDone(); });
    }

    std::list<Task<void>> m_tasks;
};

} // namespace typeshift
