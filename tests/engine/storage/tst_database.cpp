// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "storage/sql/Database.h"
#include "storage/sql/Transaction.h"
#include "support/AwaitTask.h"

#include <QFileInfo>
#include <QPointer>
#include <QSqlError>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace std::chrono_literals;

namespace {

using Access = DatabaseLocation::Access;

Result<> createRows(QSqlDatabase &connection)
{
    return executeSql(connection, u"CREATE TABLE numbers(number INTEGER)"_s);
}

Result<> failHalfWay(QSqlDatabase &connection)
{
    return executeSql(connection, u"CREATE TABLE half(number INTEGER)"_s).and_then([&] {
        return executeSql(connection, u"this is not SQL"_s);
    });
}

Result<> insertOne(QSqlDatabase &connection)
{
    return executeSql(connection, u"INSERT INTO numbers VALUES (1)"_s);
}

const MigrationSet numbers{u"numbers"_s, {{1, createRows}}};

Result<int> count(QSqlDatabase &connection)
{
    QSqlQuery query(connection);
    if (!query.exec(u"SELECT count(*) FROM numbers"_s) || !query.next())
        return failure(sqlError(connection, query.lastError()));
    return query.value(0).toInt();
}

auto insertion(int number)
{
    return [number](QSqlDatabase &connection) {
        return executeSql(connection, u"INSERT INTO numbers VALUES (%1)"_s.arg(number));
    };
}

Result<QString> pragma(Database &database, const QString &name)
{
    return awaitTask(database.run([name](QSqlDatabase &connection) -> Result<QString> {
        QSqlQuery query(connection);
        if (!query.exec(u"PRAGMA "_s + name) || !query.next())
            return failure(sqlError(connection, query.lastError()));
        return query.value(0).toString();
    }));
}

} // namespace

class tst_database : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void cleanup() { m_folder.reset(); }

    void aConfirmedStatementSurvivesALossOfPower();
    void workRunsInTheOrderOfTheCalls();
    void repliesComeFromAnEventOfTheAskingThread();
    void twoDatabasesHaveConnectionsOfTheirOwn();
    void aThousandQueuedInsertsSurviveDestruction();
    void aReplyThatIsPendingAtDestructionIsAStorageError();
    void askingAClosingDatabaseIsAStorageError();
    void droppingATaskLetsItsWorkGoOn();
    void aReplyMayDeleteTheDatabase();
    void openingDoesNotBlock();
    void droppingAnOpenInFlight();
    void aTransactionThatIsDroppedIsRolledBack();
    void aStatementIsPreparedOnce();

    void setsOfMigrationsAreIndependent();
    void aFailedMigrationLeavesNothing();
    void twoProcessesMigrateOnce();
    void aNewerDatabaseIsRefused();
    void anOlderDatabaseIsNotReadOnly();

private:
    DatabaseLocation file() const { return {.address = m_folder->filePath(u"a/b/test.db"_s)}; }
    std::shared_ptr<Database> opened() const { return Database::open(file(), {numbers}).value_or(nullptr); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void tst_database::aConfirmedStatementSurvivesALossOfPower()
{
    const auto database = opened();
    QVERIFY2(database, "the folder is made");
    QCOMPARE(pragma(*database, u"journal_mode"_s), u"wal"_s);
    QCOMPARE(pragma(*database, u"synchronous"_s), u"2"_s);
    QCOMPARE(pragma(*database, u"foreign_keys"_s), u"1"_s);
    QCOMPARE(pragma(*database, u"busy_timeout"_s), u"5000"_s);
}

void tst_database::workRunsInTheOrderOfTheCalls()
{
    const auto database = opened();
    QList<int> started;
    std::vector<Task<Result<int>>> tasks;
    for (int i = 0; i < 100; ++i) {
        tasks.push_back(database->run([i, &started](QSqlDatabase &) -> Result<int> {
            started.append(i);
            return i;
        }));
    }
    for (auto &task : tasks)
        task.start();
    QVERIFY(awaitAll(tasks));
    QCOMPARE(started.size(), 100);
    QVERIFY(std::ranges::is_sorted(started));
}

void tst_database::repliesComeFromAnEventOfTheAskingThread()
{
    const auto database = opened();
    QThread *worker = nullptr;
    auto task = database->run([&worker](QSqlDatabase &) -> Result<> {
        worker = QThread::currentThread();
        return {};
    });
    task.start();
    QVERIFY2(!task.isDone(), "nothing is answered before the event loop runs");
    QVERIFY(awaitDone(task));
    QVERIFY(worker != QThread::currentThread());
}

void tst_database::twoDatabasesHaveConnectionsOfTheirOwn()
{
    const auto name = [](QSqlDatabase &connection) -> Result<QString> { return connection.connectionName(); };
    const auto one = opened();
    const auto two = opened();
    QVERIFY(one && two);
    QVERIFY(awaitTask(one->run(name)) != awaitTask(two->run(name)));
    QVERIFY(awaitTask(one->run(insertion(1))).has_value());
    QCOMPARE(awaitTask(two->run(count)), 1);
}

void tst_database::aThousandQueuedInsertsSurviveDestruction()
{
    auto database = opened();
    std::vector<Task<Result<>>> tasks;
    for (int i = 0; i < 1'000; ++i) {
        tasks.push_back(database->run(insertion(i)));
        tasks.back().start();
    }
    database.reset();
    QCOMPARE(awaitTask(opened()->run(count)), 1'000);
    QVERIFY(std::ranges::all_of(tasks, [](const auto &task) { return task.isDone(); }));
}

void tst_database::aReplyThatIsPendingAtDestructionIsAStorageError()
{
    auto database = opened();
    auto task = database->run(insertion(1));
    task.start();
    database.reset();
    QVERIFY(task.isDone());
    const auto result = task.takeResult();
    QVERIFY(!result);
    QCOMPARE(result.error().kind, Error::Kind::Storage);
    QCOMPARE(result.error().facts.host, file().address);
}

namespace {
Task<Result<>> askTwice(Database *database)
{
    co_await database->run(insertion(1));
    co_return co_await database->run(insertion(2));
}
} // namespace

void tst_database::askingAClosingDatabaseIsAStorageError()
{
    auto database = opened();
    auto task = askTwice(database.get());
    task.start();
    database.reset();
    QVERIFY(task.isDone());
    QCOMPARE(task.takeResult().error().kind, Error::Kind::Storage);
    QCOMPARE(awaitTask(opened()->run(count)), 1);
}

void tst_database::droppingATaskLetsItsWorkGoOn()
{
    const auto database = opened();
    {
        auto dropped = database->run(insertion(1));
        dropped.start();
    }
    QCOMPARE(awaitTask(database->run(count)), 1);
}

namespace {
Task<Result<>> insertAndTell(Database *database, std::function<void()> *tell)
{
    auto inserted = co_await database->run(insertion(1));
    (*tell)();
    co_return inserted;
}
} // namespace

void tst_database::aReplyMayDeleteTheDatabase()
{
    auto database = opened();
    const QPointer<Database> guard(database.get());
    std::function<void()> drop = [&database] { database.reset(); };
    auto first = insertAndTell(database.get(), &drop);
    auto second = database->run(insertion(2));
    first.start();
    second.start();
    QVERIFY(awaitDone(first) && awaitDone(second));
    QVERIFY(guard.isNull());
    QVERIFY(first.takeResult().has_value());
    const auto late = second.takeResult();
    QVERIFY2(late || late.error().kind == Error::Kind::Storage, "answered, one way or the other");
    QCOMPARE(awaitTask(opened()->run(count)), 2);
}

void tst_database::openingDoesNotBlock()
{
    auto task = openDatabase(file(), {numbers});
    task.start();
    QVERIFY(!task.isDone());
    QVERIFY(awaitDone(task));
    const auto database = task.takeResult();
    QVERIFY(database.has_value());
    QCOMPARE(awaitTask((*database)->run(count)), 0);

    const auto refused = awaitTask(openDatabase({.address = m_folder->path()}));
    QVERIFY(!refused);
    QCOMPARE(refused.error().facts.code, u"open"_s);
}

void tst_database::droppingAnOpenInFlight()
{
    {
        auto dropped = openDatabase(file(), {numbers});
        dropped.start();
    }
    QVERIFY(opened());
}

void tst_database::aTransactionThatIsDroppedIsRolledBack()
{
    const auto database = opened();
    const auto insertIn = [&database](bool commits) {
        return awaitTask(database->run([commits](QSqlDatabase &connection) -> Result<> {
            auto transaction = Transaction::begin(connection);
            if (!transaction)
                return failure(transaction.error());
            auto inserted = insertion(1)(connection);
            return inserted && commits ? transaction->commit() : inserted;
        }));
    };
    QVERIFY(insertIn(false).has_value());
    QCOMPARE(awaitTask(database->run(count)), 0);
    QVERIFY(insertIn(true).has_value());
    QCOMPARE(awaitTask(database->run(count)), 1);
}

void tst_database::aStatementIsPreparedOnce()
{
    const auto database = opened();
    const auto insert = [](Connection &connection) -> Result<qint64> {
        auto statement = connection.statement(u"INSERT INTO numbers VALUES (?)"_s);
        if (!statement)
            return failure(statement.error());
        return statement->run({7}).and_then([&] { return statement->insertedSequence(); });
    };
    QCOMPARE(awaitTask(database->run(insert)), 1);
    QCOMPARE(awaitTask(database->run(insert)), 2);
    const auto wrong = awaitTask(database->run([](Connection &connection) -> Result<> {
        return connection.statement(u"no SQL"_s).transform([](const Statement &) { });
    }));
    QVERIFY(!wrong);
    QVERIFY(wrong.error().facts.message.contains(u"syntax error"_s));
}

void tst_database::setsOfMigrationsAreIndependent()
{
    const auto database = Database::open(file(), {engineMigrations(), numbers}).value_or(nullptr);
    QVERIFY(database);
    const auto version = [&database](const QString &set) {
        return awaitTask(database->run([set](QSqlDatabase &connection) { return schemaVersion(connection, set); }));
    };
    QCOMPARE(version(u"engine"_s), engineMigrations().version());
    QCOMPARE(version(u"numbers"_s), 1);
    QCOMPARE(version(u"others"_s), 0);
    // A later version of one set runs its new steps only.
    const MigrationSet later{u"numbers"_s, {{1, createRows}, {3, insertOne}}};
    const auto again = Database::open(file(), {engineMigrations(), later}).value_or(nullptr);
    QVERIFY(again);
    QCOMPARE(awaitTask(again->run(count)), 1);
    QCOMPARE(version(u"numbers"_s), 3);
}

void tst_database::aFailedMigrationLeavesNothing()
{
    const auto refused = Database::open(file(), {numbers, {u"broken"_s, {{1, failHalfWay}}}});
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, Error::Kind::Storage);
    const auto database = opened();
    QVERIFY(database);
    const auto left = awaitTask(
        database->run([](QSqlDatabase &connection) -> Result<QStringList> { return connection.tables(); }));
    QVERIFY(left.has_value());
    QVERIFY(!left->contains(u"half"_s));
    QVERIFY2(left->contains(u"numbers"_s), "a set that succeeded stays");
}

void tst_database::twoProcessesMigrateOnce()
{
    std::vector<Task<Result<std::shared_ptr<Database>>>> tasks;
    for (int i = 0; i < 4; ++i)
        tasks.push_back(openDatabase(file(), {engineMigrations(), numbers}));
    for (auto &task : tasks)
        task.start();
    QVERIFY(awaitAll(tasks));
    for (auto &task : tasks) {
        const auto result = task.takeResult();
        QVERIFY2(result.has_value(), qPrintable(result ? QString() : result.error().facts.message));
    }
}

void tst_database::aNewerDatabaseIsRefused()
{
    {
        const auto database = opened();
        QVERIFY(awaitTask(database->run([](QSqlDatabase &connection) {
            return executeSql(connection, u"UPDATE schema_versions SET version = 9 WHERE name = 'numbers'"_s);
        })));
    }
    for (const auto access : {Access::ReadWrite, Access::ReadOnly}) {
        const auto refused = Database::open({.address = file().address, .access = access}, {numbers});
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, Error::Kind::Storage);
        QCOMPARE(refused.error().facts.code, u"newer"_s);
        QCOMPARE(refused.error().facts.host, file().address);
        QVERIFY(refused.error().facts.message.contains(u"version 9"_s));
    }
}

void tst_database::anOlderDatabaseIsNotReadOnly()
{
    QVERIFY(opened());
    const auto refused = Database::open({.address = file().address, .access = Access::ReadOnly}, {engineMigrations()});
    QVERIFY(!refused);
    QCOMPARE(refused.error().facts.code, u"readonly"_s);
}

QTEST_GUILESS_MAIN(tst_database)
#include "tst_database.moc"
