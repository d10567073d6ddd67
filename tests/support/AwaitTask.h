// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Task.h"
#include "base/Result.h"

#include <QTest>
#include <QTestEventLoop>

#include <algorithm>
#include <optional>
#include <vector>

namespace typeshift {

namespace detail {
template<typename T>
Task<void> tellWhenDone(Task<Result<T>> task, std::optional<Result<T>> *result, QTestEventLoop *loop)
{
    result->emplace(co_await std::move(task));
    loop->exitLoop();
}
} // namespace detail

//! Starts a task and lets the event loop run until it is done: for tests in which a thread of the engine answers.
//! A task that is not done after 30 s fails with Timeout.
template<typename T>
Result<T> awaitTask(Task<Result<T>> task)
{
    std::optional<Result<T>> result;
    QTestEventLoop loop;
    auto watcher = detail::tellWhenDone(std::move(task), &result, &loop);
    watcher.start();
    if (!result)
        loop.enterLoop(std::chrono::seconds(30));
    if (!result)
        return failure(Error::Kind::Timeout, QStringLiteral("the task did not end"));
    return *std::move(result);
}

//! Lets the event loop run until a task that was started before is done; false after 30 s.
template<typename T>
bool awaitDone(const Task<T> &task)
{
    return QTest::qWaitFor([&task] { return task.isDone(); }, 30'000);
}

//! The same for several.
template<typename T>
bool awaitAll(const std::vector<Task<T>> &tasks)
{
    return QTest::qWaitFor(
        [&tasks] { return std::ranges::all_of(tasks, [](const Task<T> &task) { return task.isDone(); }); }, 30'000);
}

} // namespace typeshift
