// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Completion.h"
#include "async/Task.h"
#include "base/Result.h"

#include <QObject>
#include <QSqlDatabase>
#include <QString>

#include <functional>
#include <memory>

class QThread;

namespace typeshift {

//! Owns the one connection to a database and the thread it lives on. All SQL runs in functions handed to run().
class Database final : public QObject
{
    Q_OBJECT

public:
    ~Database() override; //!< runs what is queued, then closes

    //! Runs `work(QSqlDatabase &) -> Result<T>` on the database's thread, in the order of the calls, and answers on the
    //! caller's. Never cancelled: dropping the task lets the work go on.
    template<typename F, typename R = std::invoke_result_t<F, QSqlDatabase &>>
    Task<R> run(F work)
    {
        Completion<typename R::value_type> reply;
        post([this, work = std::move(work), resolve = reply.resolver()](QSqlDatabase &connection) mutable {
            answer([resolve, result = work(connection)]() mutable { resolve(std::move(result)); });
        });
        co_return co_await std::move(reply);
    }

private:
    void post(std::move_only_function<void(QSqlDatabase &)> work);
    void answer(std::function<void()> reply);
};

} // namespace typeshift
