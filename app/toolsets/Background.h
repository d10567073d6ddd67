// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/async/Completion.h>
#include <engine/async/Task.h>

#include <QFutureWatcher>
#include <QThreadPool>
#include <QtConcurrentRun>

namespace typeshift::toolsets {

//! Runs a function that blocks in a thread of `pool`; the task goes on in this thread, by an event. Give it values
//! only: dropping the task does not end the function.
template<typename F>
auto inBackground(QThreadPool *pool, F function) -> Task<std::invoke_result_t<F>>
{
    using Answer = std::invoke_result_t<F>; // a Result
    Completion<typename Answer::value_type> completion;
    auto *watcher = new QFutureWatcher<Answer>;
    QObject::connect(watcher, &QFutureWatcherBase::finished, watcher, [watcher, resolve = completion.resolver()] {
        watcher->deleteLater();
        resolve(watcher->result());
    });
    watcher->setFuture(QtConcurrent::run(pool, std::move(function)));
    co_return co_await std::move(completion);
}

} // namespace typeshift::toolsets
