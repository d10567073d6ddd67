// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Task.h"
#include "base/Result.h"

#include <QTest>

namespace typeshift {

//! Starts a task and lets the event loop run until it is done: for tests in which a thread of the engine answers.
//! A task that is not done after 30 s fails with Timeout.
template<typename T>
Result<T> awaitTask(Task<Result<T>> task)
{
    task.start();
    if (!QTest::qWaitFor([&task] { return task.isDone(); }, 30'000))
        return failure(Error::Kind::Timeout, QStringLiteral("the task did not end"));
    return task.takeResult();
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
