// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "storage/sql/Database.h"

#include "storage/sql/Server.h"
#include "storage/sql/SqliteFile.h"

#include <QCoreApplication>
#include <QEvent>
#include <QThread>

#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>

using namespace Qt::StringLiterals;

namespace typeshift {

//! What the two threads share. Jobs go one way, replies the other; one event wakes the owner for many replies.
struct Database::Queue {
    void push(Job job)
    {
        const std::lock_guard lock(m_mutex);
        m_jobs.push_back(std::move(job));
        m_changed.notify_one();
    }
    void close()
    {
        const std::lock_guard lock(m_mutex);
        m_isClosing = true;
        m_changed.notify_one();
    }
    // The next job, or none once it is closed and everything queued has run.
    Job takeJob()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_isClosing || !m_jobs.empty(); });
        return takeFrom(m_jobs);
    }
    void answer(Reply reply, QObject *owner)
    {
        const std::lock_guard lock(m_mutex);
        m_replies.push_back(std::move(reply));
        if (!std::exchange(m_isAwake, true))
            QCoreApplication::postEvent(owner, new QEvent(QEvent::User));
    }
    // The replies of this moment. Their effects may ask for more; those wait for the next event.
    std::size_t wake()
    {
        const std::lock_guard lock(m_mutex);
        m_isAwake = false;
        return m_replies.size();
    }
    Reply takeReply()
    {
        const std::lock_guard lock(m_mutex);
        return takeFrom(m_replies);
    }

private:
    template<typename T>
    static T takeFrom(std::deque<T> &queue)
    {
        if (queue.empty())
            return {};
        T first = std::move(queue.front());
        queue.pop_front();
        return first;
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Job> m_jobs;
    std::deque<Reply> m_replies;
    bool m_isClosing = false;
    bool m_isAwake = false;
};

namespace {

Result<Connection> connectTo(const DatabaseLocation &location, const std::vector<MigrationSet> &migrations,
                             const QString &name)
{
    auto connection = location.isServer() ? openServer(location, name) : openSqliteFile(location, name);
    if (!connection)
        return connection;
    for (const MigrationSet &set : migrations) {
        if (auto migrated = migrate(*connection, set, location.access == DatabaseLocation::Access::ReadWrite);
            !migrated)
            return failure(std::move(migrated).error());
    }
    return connection;
}

QString newConnectionName()
{
    static std::atomic<quint64> last = 0;
    return u"typeshift-%1"_s.arg(++last);
}

} // namespace

Database::Database(const DatabaseLocation &location, const std::vector<MigrationSet> &migrations, Opened opened)
    : m_location(location)
    , m_queue(std::make_shared<Queue>())
{
    m_thread = std::thread([this, location, migrations, opened = std::move(opened), queue = m_queue]() mutable {
        const QString name = newConnectionName();
        {
            auto connection = connectTo(location, migrations, name);
            if (auto reply = opened(connection ? Result<>() : Result<>(failure(connection.error()))))
                queue->answer(std::move(reply), this);
            opened = {};
            while (auto job = connection ? queue->takeJob() : Job())
                queue->answer(job(*connection), this);
        }
        QSqlDatabase::removeDatabase(name);
    });
}

Database::~Database()
{
    m_isClosed = true;
    m_queue->close();
    m_thread.join();
    const Error closed = closedError();
    while (auto reply = m_queue->takeReply())
        reply(&closed);
}

Result<std::shared_ptr<Database>> Database::open(const DatabaseLocation &location, std::vector<MigrationSet> migrations)
{
    const auto opened = std::make_shared<std::promise<Result<>>>();
    auto result = opened->get_future();
    std::shared_ptr<Database> database(new Database(location, migrations, [opened](Result<> outcome) {
        opened->set_value(std::move(outcome));
        return Reply();
    }));
    if (auto outcome = result.get(); !outcome)
        return failure(std::move(outcome).error());
    return database;
}

Task<Result<std::shared_ptr<Database>>> openDatabase(DatabaseLocation location, std::vector<MigrationSet> migrations)
{
    Completion<> opened;
    std::shared_ptr<Database> database(
        new Database(location, migrations, [resolve = opened.resolver()](Result<> outcome) mutable -> Database::Reply {
            return [resolve, outcome](const Error *closed) { resolve(closed ? failure(*closed) : outcome); };
        }));
    if (auto outcome = co_await std::move(opened); !outcome)
        co_return failure(std::move(outcome).error());
    co_return database;
}

void Database::post(Job job)
{
    Q_ASSERT(QThread::currentThread() == thread());
    m_queue->push(std::move(job));
}

Error Database::closedError() const
{
    Error error(Error::Kind::Storage, u"the database was closed before it answered"_s);
    error.facts.code = u"io"_s;
    error.facts.host = m_location.address;
    return error;
}

bool Database::event(QEvent *event)
{
    if (event->type() != QEvent::User)
        return QObject::event(event);
    const auto queue = m_queue; // A reply may delete this database.
    for (auto count = queue->wake(); count > 0; --count) {
        const auto reply = queue->takeReply();
        if (!reply)
            break;
        reply(nullptr);
    }
    return true;
}

} // namespace typeshift
