// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "async/All.h"
#include "base/IdSource.h"
#include "storage/sql/Database.h"
#include "storage/sql/SqlStore.h"
#include "support/AwaitTask.h"

#include <QElapsedTimer>
#include <QJsonDocument>
#include <QSqlError>
#include <QTemporaryDir>
#include <QTest>

#include <sqlite3.h>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace typeshift;

// What storing costs beside bare SQLite and bare QJsonDocument. Each figure is the median of pairs: ours and the
// baseline in turn, on one disk. The baseline of the appends is the loop of sqlite_bench.cpp: WAL, FULL, one insert a
// transaction, 300 bytes of content.

namespace {

constexpr int pairs = 7;
constexpr int appends = 800;
constexpr int entries = 10'000;

double median(QList<double> values)
{
    std::ranges::sort(values);
    return values.at(values.size() / 2);
}

double secondsOf(const QElapsedTimer &timer)
{
    return double(timer.nsecsElapsed()) / 1e9;
}

void report(const QString &what, const QString &ours, const QString &baseline, double ratio, const QString &limit)
{
    qInfo().noquote() << u"BENCH | %1 | %2 | %3 | %4 | %5"_s.arg(what, ours, baseline, QString::number(ratio, 'f', 2), limit);
}

double bareAppendsPerSecond(const QString &folder)
{
    sqlite3 *database = nullptr;
    sqlite3_open((folder + u"/bare.db"_s).toUtf8().constData(), &database);
    for (const char *sql : {"pragma journal_mode=WAL", "pragma synchronous=FULL",
                            "create table if not exists messages(id integer primary key, session integer, role text, content text)"})
        sqlite3_exec(database, sql, nullptr, nullptr, nullptr);
    sqlite3_stmt *insert = nullptr;
    sqlite3_prepare_v2(database, "insert into messages(session,role,content) values(?,?,?)", -1, &insert, nullptr);
    const QByteArray body(300, 'x');
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < appends; ++i) {
        sqlite3_bind_int(insert, 1, i & 7);
        sqlite3_bind_text(insert, 2, "user", 4, SQLITE_STATIC);
        sqlite3_bind_text(insert, 3, body.constData(), int(body.size()), SQLITE_STATIC);
        sqlite3_step(insert);
        sqlite3_reset(insert);
    }
    const double seconds = secondsOf(timer);
    sqlite3_finalize(insert);
    sqlite3_close(database);
    return appends / seconds;
}

ConversationEntry smallEntry()
{
    ConversationEntry entry;
    entry.agent = u"assistant"_s;
    entry.at = QDateTime::currentDateTimeUtc();
    entry.messages = {userMessage(QString(160, u'x'))};
    return entry;
}

Task<Result<int>> appendOften(SqlStore *store, ConversationId conversation, int count)
{
    const ConversationEntry entry = smallEntry();
    for (int i = 0; i < count; ++i) {
        const auto appended = co_await store->appendConversation(conversation, entry);
        if (!appended)
            co_return failure(appended.error());
    }
    co_return count;
}

Task<Result<int>> appendAtOnce(SqlStore *store, int writers)
{
    std::vector<Task<Result<int>>> tasks;
    for (int i = 0; i < writers; ++i)
        tasks.push_back(appendOften(store, ConversationId(QUuid::createUuid()), appends / writers));
    const auto results = co_await all(std::move(tasks));
    for (const auto &result : results) {
        if (!result)
            co_return result;
    }
    co_return appends;
}

double ourAppendsPerSecond(SqlStore &store, int writers)
{
    QElapsedTimer timer;
    timer.start();
    const auto appended = awaitTask(appendAtOnce(&store, writers));
    return appended ? appends / secondsOf(timer) : 0;
}

// A step as runs store it: an input, an answer with a call, or its result; about 3 KB of JSON.
ConversationEntry step(int place, IdSource &ids)
{
    const QString text = u"The quick brown fox, \"quoted\" — naïve and 12345; "_s.repeated(56);
    ConversationEntry entry = smallEntry();
    Message &message = entry.messages[0];
    message.uid = ids.next();
    const QString callId = u"call_%1"_s.arg(place / 3);
    if (place % 3 == 0) {
        message.contents = {TextContent{text, {}}};
    } else if (place % 3 == 1) {
        message.role = Role::Assistant;
        message.author = u"assistant"_s;
        const QByteArray arguments = "{\"query\":\"" + QByteArray(1'000, 'q') + "\"}";
        message.contents = {ReasoningContent{text.left(500), {}, {}}, TextContent{text.left(1'300), {}},
                            FunctionCall{callId, u"search"_s, arguments, {}, {}}};
        entry.provider = u"openai"_s;
        entry.model = u"gpt"_s;
        entry.usage = Usage{.input = 1'000, .output = 200};
    } else {
        message.role = Role::Tool;
        message.contents = {FunctionResult{callId, {TextContent{text, {}}}, false, {}}};
    }
    return entry;
}

double bareLoadSeconds(Database &database, const QString &conversation)
{
    return awaitTask(database.run([conversation](QSqlDatabase &connection) -> Result<double> {
               QElapsedTimer timer;
               timer.start();
               QSqlQuery query(connection);
               query.setForwardOnly(true);
               query.prepare(u"SELECT CAST(json AS BLOB) FROM entries WHERE conversation = ? ORDER BY sequence"_s);
               query.addBindValue(conversation);
               if (!query.exec())
                   return failure(sqlError(connection, query.lastError()));
               QList<QJsonDocument> documents;
               while (query.next())
                   documents.append(QJsonDocument::fromJson(query.value(0).toByteArray()));
               return documents.size() == entries ? secondsOf(timer) : 0;
           }))
        .value_or(0);
}

} // namespace

class tst_storageBenchmark : public QObject
{
    Q_OBJECT

private slots:
    void appends_data();
    void appends();
    void loading();
};

void tst_storageBenchmark::appends_data()
{
    QTest::addColumn<int>("writers");
    QTest::newRow("one conversation after the other") << 1;
    QTest::newRow("eight conversations at once") << 8;
}

void tst_storageBenchmark::appends()
{
    QFETCH(int, writers);
    QTemporaryDir folder(QDir::currentPath() + u"/bench-XXXXXX"_s); // A disk, where /tmp may be memory.
    Clock clock;
    const auto database = Database::open({.address = folder.filePath(u"ours.db"_s)});
    QVERIFY(database.has_value());
    SqlStore store(*database, clock);
    QList<double> ours;
    QList<double> bare;
    QList<double> ratios;
    for (int i = 0; i < pairs; ++i) {
        bare.append(bareAppendsPerSecond(folder.path()));
        ours.append(ourAppendsPerSecond(store, writers));
        ratios.append(ours.constLast() / bare.constLast());
    }
    report(u"appends, %1"_s.arg(QString::fromLatin1(QTest::currentDataTag())), u"%1/s"_s.arg(median(ours), 0, 'f', 0),
           u"%1/s"_s.arg(median(bare), 0, 'f', 0), median(ratios), u">= 0.80"_s);
    QCOMPARE_GE(median(ratios), 0.8);
}

void tst_storageBenchmark::loading()
{
    QTemporaryDir folder(QDir::currentPath() + u"/bench-XXXXXX"_s); // A disk, where /tmp may be memory.
    Clock clock;
    IdSource ids;
    const auto database = Database::open({.address = folder.filePath(u"ours.db"_s)});
    QVERIFY(database.has_value());
    SqlStore store(*database, clock);
    const ConversationId conversation(QUuid::createUuid());
    std::vector<Task<Result<qint64>>> tasks;
    QVERIFY(awaitTask((*database)->run([](QSqlDatabase &on) { return executeSql(on, u"PRAGMA synchronous = OFF"_s); })));
    qsizetype bytes = 0;
    for (int i = 0; i < entries; ++i) {
        const ConversationEntry entry = step(i, ids);
        bytes += entry.serialize().size();
        tasks.push_back(store.appendConversation(conversation, entry));
        tasks.back().start();
    }
    QVERIFY(awaitAll(tasks));

    QList<double> ours;
    QList<double> bare;
    QList<double> ratios;
    for (int i = 0; i < pairs; ++i) {
        bare.append(bareLoadSeconds(**database, conversation.toString()));
        QElapsedTimer timer;
        timer.start();
        const auto loaded = awaitTask(store.loadConversation(conversation));
        ours.append(secondsOf(timer));
        QVERIFY(loaded.has_value());
        QCOMPARE(loaded->size(), entries);
        ratios.append(ours.constLast() / bare.constLast());
    }
    report(u"load 10,000 entries, %1 MB"_s.arg(double(bytes) / 1e6, 0, 'f', 1), u"%1 ms"_s.arg(median(ours) * 1e3, 0, 'f', 0),
           u"%1 ms"_s.arg(median(bare) * 1e3, 0, 'f', 0), median(ratios), u"< 4"_s);
    QCOMPARE_LT(median(ratios), 4.0);
}

QTEST_GUILESS_MAIN(tst_storageBenchmark)
#include "tst_storageBenchmark.moc"
