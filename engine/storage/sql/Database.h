// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Completion.h"
#include "async/Task.h"
#include "base/Result.h"
#include "storage/sql/Connection.h"
#include "storage/sql/DatabaseLocation.h"
#include "storage/sql/Migrations.h"

#include <QObject>

#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace typeshift {

//! Owns the one connection to a database and the thread it lives on. All SQL runs in functions handed to run().
//! Lives on the thread that made it, is called there and answers there.
class Database final : public QObject
{
    Q_OBJECT

public:
    //! Waits for the database's thread to open it: for the console and for tests. A window uses openDatabase().
    //! Fails with the codes of sqlError(); on "corrupt" and "readonly" the caller may open again to read only.
    [[nodiscard]] static Result<std::shared_ptr<Database>> open(const DatabaseLocation &location,
                                                                std::vector<MigrationSet> migrations = {
                                                                    engineMigrations()});
    //! Runs what is queued, then closes, and waits for both. What was not answered by then gets a Storage error.
    ~Database() override;

    //! What happens when a server is lost while it works.
    enum class Loss {
        Fails, //!< nobody knows whether the work is done: it fails with code "lost", and the next work connects again
        IsRepeated, //!< the work changes nothing: it is done once more on a new connection
    };

    //! Runs `work(QSqlDatabase &) -> Result<T>` (or `work(Connection &)`) on the database's thread, in the order of
    //! the calls, and answers on the caller's. Never cancelled: dropping the task lets the work go on. The work and
    //! its result can be copied.
    template<typename F, typename R = std::invoke_result_t<F, Connection &>>
    Task<R> run(F work, Loss loss = Loss::Fails)
    {
        if (m_isClosed)
            co_return failure(closedError());
        Completion<typename R::value_type> reply;
        post([work = std::move(work), loss, resolve = reply.resolver()](Connection &connection) mutable -> Reply {
            R result = workOn(connection, work, loss);
            return [resolve = std::move(resolve), result = std::move(result)](const Error *closed) mutable {
                resolve(closed ? R(failure(*closed)) : std::move(result));
            };
        });
        co_return co_await std::move(reply);
    }

    const DatabaseLocation &location() const { return m_location; }

protected:
    bool event(QEvent *event) override;

private:
    friend Task<Result<std::shared_ptr<Database>>> openDatabase(DatabaseLocation, std::vector<MigrationSet>);
    struct Queue;
    //! Hands a result to its awaiter on the caller's thread, or the error when the database was closed before.
    using Reply = std::function<void(const Error *closed)>;
    using Job = std::function<Reply(Connection &)>;
    using Opened = std::function<Reply(Result<>)>;

    template<typename F>
    static auto workOn(Connection &connection, F &work, Loss loss) -> std::invoke_result_t<F, Connection &>
    {
        if (auto ready = connection.expectReady(); !ready)
            return failure(std::move(ready).error());
        auto result = work(connection);
        if (!result)
            connection.note(result.error());
        if (loss == Loss::IsRepeated && connection.isLost() && connection.expectReady())
            return work(connection);
        return result;
    }

    Database(const DatabaseLocation &location, const std::vector<MigrationSet> &migrations, Opened opened);
    void post(Job job);
    Error closedError() const;

    DatabaseLocation m_location;
    std::shared_ptr<Queue> m_queue;
    std::thread m_thread;
    bool m_isClosed = false;
};

//! Opens without blocking the caller's thread. Fails as Database::open().
Task<Result<std::shared_ptr<Database>>> openDatabase(DatabaseLocation location,
                                                     std::vector<MigrationSet> migrations = {engineMigrations()});

} // namespace typeshift
