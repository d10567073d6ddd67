// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Figures.h"
#include "OneClient.h"
#include "StoreEntries.h"

#include "async/All.h"
#include "hosting/Engine.h"
#include "providers/openai/OpenAiChatClient.h"
#include "support/AwaitTask.h"
#include "support/FakeTransport.h"
#include "support/PostgresServer.h"
#include "support/TemporaryStore.h"
#include "support/TestIds.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QSqlError>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

ConversationEntry entryOf(qsizetype size)
{
    ConversationEntry entry;
    entry.agent = u"assistant"_s;
    entry.at = QDateTime::currentDateTimeUtc();
    entry.model = u"m"_s;
    Message message = userMessage(QString(size, u'x'));
    message.uid = QUuid::createUuid();
    entry.messages = {message};
    return entry;
}

Task<Result<>> appendMany(ConversationStore &store, ConversationId conversation, ConversationEntry entry, int count)
{
    for (int i = 0; i < count; ++i) {
        if (auto appended = co_await store.appendConversation(conversation, entry); !appended)
            co_return failure(appended.error());
    }
    co_return {};
}

Task<Result<>> appendSideBySide(ConversationStore &store, int conversations, ConversationEntry entry, int count)
{
    std::vector<Task<Result<>>> all;
    for (int i = 0; i < conversations; ++i)
        all.push_back(appendMany(store, testId<ConversationId>(), entry, count));
    for (const Result<> &result : co_await typeshift::all(std::move(all))) {
        if (!result)
            co_return result;
    }
    co_return {};
}

// The same work on Qt's driver and nothing else: a prepared statement for each append, and rows that are parsed.
struct BarePostgres {
    double appends = 0; //!< a second
    double loads = 0;   //!< a second
};

BarePostgres barePostgres(const PostgresServer &server, const QString &database, int appends, int loads)
{
    BarePostgres figures;
    {
        QSqlDatabase plain = QSqlDatabase::addDatabase(u"QPSQL"_s, u"plain"_s);
        plain.setHostName(server.folder());
        plain.setUserName(u"typeshift"_s);
        plain.setDatabaseName(database);
        if (!plain.open())
            qFatal("%s", qPrintable(plain.lastError().text()));
        const QByteArray json = entryOf(120).serialize();
        QSqlQuery insert(plain);
        insert.prepare(u"INSERT INTO bare(conversation, json) VALUES (?, ?)"_s);
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < appends; ++i) {
            insert.bindValue(0, u"c"_s);
            insert.bindValue(1, json);
            if (!insert.exec())
                qFatal("%s", qPrintable(insert.lastError().text()));
        }
        figures.appends = appends / (double(timer.nsecsElapsed()) / 1e9);
        QSqlQuery select(plain);
        select.setForwardOnly(true);
        select.prepare(u"SELECT sequence, json FROM bare WHERE conversation = ? ORDER BY sequence LIMIT 100"_s);
        timer.restart();
        for (int i = 0; i < loads; ++i) {
            select.bindValue(0, u"c"_s);
            if (!select.exec())
                qFatal("%s", qPrintable(select.lastError().text()));
            while (select.next()) {
                if (!QJsonDocument::fromJson(select.value(1).toByteArray()).isObject())
                    qFatal("a row does not parse");
            }
        }
        figures.loads = loads / (double(timer.nsecsElapsed()) / 1e9);
    }
    QSqlDatabase::removeDatabase(u"plain"_s);
    return figures;
}

//! Notes when a request reaches the network, whatever waits for it.
class NotingTransport final : public HttpTransport
{
public:
    explicit NotingTransport(std::shared_ptr<HttpTransport> inner)
        : m_inner(std::move(inner))
    {
    }
    Task<Result<HttpHead>> send(HttpRequest request, HttpReader &reader, StopToken stop) override
    {
        m_sent = m_timer.nsecsElapsed();
        return m_inner->send(std::move(request), reader, std::move(stop));
    }
    void start() { m_timer.start(); }
    //! From start() to the last request.
    double milliseconds() const { return double(m_sent) / 1e6; }

private:
    std::shared_ptr<HttpTransport> m_inner;
    QElapsedTimer m_timer;
    qint64 m_sent = 0;
};

} // namespace

//! The store against bare SQLite.
class BenchStorage final : public QObject
{
    Q_OBJECT

private slots:
    void durableAppends();
    void appendsAndLoadsOnAServer();
    void aLongConversationStartsItsNextModelCall();

private:
    std::shared_ptr<Clock> m_clock = std::make_shared<Clock>();
};

void BenchStorage::durableAppends()
{
    QList<double> bare;
    QList<double> one;
    QList<double> eight;
    for (int pair = 0; pair < bench::pairs; ++pair) {
        QTemporaryDir folder;
        for (const QJsonObject &line : bench::jsonLinesOf(u"sqlite_bench"_s, {folder.path()})) {
            if (line.value("what"_L1).toString() == "one insert a transaction, WAL FULL"_L1)
                bare.append(line.value("per_s"_L1).toDouble());
        }
        TemporaryStore database(*m_clock);
        QElapsedTimer timer;
        timer.start();
        QVERIFY(awaitTask(appendSideBySide(database.store(), 1, entryOf(120), 2'000)));
        one.append(2'000 / (double(timer.nsecsElapsed()) / 1e9));
        timer.restart();
        QVERIFY(awaitTask(appendSideBySide(database.store(), 8, entryOf(120), 250)));
        eight.append(2'000 / (double(timer.nsecsElapsed()) / 1e9));
    }
    const double base = bench::median(bare);
    const bool isOneFast = bench::report(u"durable appends, one conversation"_s,
                                         bench::number(bench::median(one), u"/s"_s), bench::number(base, u"/s"_s),
                                         bench::median(one) / base, 0.8, true);
    const bool isEightFast = bench::report(u"durable appends, eight conversations"_s,
                                           bench::number(bench::median(eight), u"/s"_s), bench::number(base, u"/s"_s),
                                           bench::median(eight) / base, 0.8, true);
    QVERIFY(isOneFast);
    QVERIFY(isEightFast);
}

void BenchStorage::appendsAndLoadsOnAServer()
{
    NEEDS_POSTGRES();
    constexpr int appends = 300;
    constexpr int loads = 100;
    PostgresServer server(PostgresServer::Durability::Keeps, nullptr);
    const QString name = server.createDatabase();
    server.execute(name,
                   {u"CREATE TABLE bare(sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
                    " conversation text NOT NULL, json bytea NOT NULL)"_s,
                    u"CREATE INDEX bare_conversation ON bare(conversation, sequence)"_s});
    QList<double> bareAppends;
    QList<double> bareLoads;
    QList<double> ourAppends;
    QList<double> ourLoads;
    const auto database = Database::open({.address = server.address(name)});
    QVERIFY(database.has_value());
    SqlStore store(*database, *m_clock);
    for (int pair = 0; pair < bench::pairs; ++pair) {
        const BarePostgres bare = barePostgres(server, name, appends, loads);
        bareAppends.append(bare.appends);
        bareLoads.append(bare.loads);
        QElapsedTimer timer;
        timer.start();
        QVERIFY(awaitTask(appendSideBySide(store, 1, entryOf(120), appends)));
        ourAppends.append(appends / (double(timer.nsecsElapsed()) / 1e9));
        const ConversationId conversation(QUuid::createUuid());
        QVERIFY(awaitTask(appendMany(store, conversation, entryOf(120), 100)));
        timer.restart();
        for (int i = 0; i < loads; ++i)
            QVERIFY(awaitTask(store.loadConversationSinceCompaction(conversation)));
        ourLoads.append(loads / (double(timer.nsecsElapsed()) / 1e9));
    }
    const double appendBase = bench::median(bareAppends);
    const double loadBase = bench::median(bareLoads);
    const bool areAppendsFast = bench::report(
        u"durable appends on PostgreSQL"_s, bench::number(bench::median(ourAppends), u"/s"_s),
        bench::number(appendBase, u"/s"_s), bench::median(ourAppends) / appendBase, 0.5, true); // the lock's round trip
    const bool areLoadsFast = bench::report(
        u"loads of 100 entries on PostgreSQL"_s, bench::number(bench::median(ourLoads), u"/s"_s),
        bench::number(loadBase, u"/s"_s), bench::median(ourLoads) / loadBase, 0.3, true);
    QVERIFY(areAppendsFast);
    QVERIFY(areLoadsFast);
}

void BenchStorage::aLongConversationStartsItsNextModelCall()
{
    constexpr int count = 10'000;
    TemporaryStore database(*m_clock);
    const auto conversation = testId<ConversationId>();
    const QString id = conversation.toString();
    QList<StoredEntry> entries;
    for (int i = 0; i < count; ++i) {
        ConversationEntry entry = entryOf(2'800);
        entry.messages.first().role = i % 2 == 0 ? Role::User : Role::Assistant;
        entries.append({0, entry});
    }
    QVERIFY(awaitTask(bench::storeEntries(database.database(), id, entries)));
    const auto loaded = awaitTask(database.store().loadConversation(conversation));
    QVERIFY(loaded);
    QCOMPARE(loaded->size(), count);

    auto transport = std::make_shared<FakeTransport>();
    const auto noting = std::make_shared<NotingTransport>(transport);
    const auto client = std::make_shared<OpenAiChatClient>(
        noting, OpenAiEndpoint{.address = *EndpointAddress::fromText(u"http://localhost:1/v1"_s)});
    auto engine = EngineBuilder()
                      .add(Agent(u"assistant"_s).withModel(u"p"_s, u"m"_s))
                      .withStore(std::shared_ptr<ConversationStore>(&database.store(), [](ConversationStore *) { }))
                      .withProviders(std::make_shared<bench::OneClient>(client))
                      .withClock(m_clock)
                      .build();
    QVERIFY(engine);
    QList<double> ours;
    QList<double> bare;
    qint64 bytes = 0;
    for (int pair = 0; pair < bench::pairs; ++pair) {
        QElapsedTimer timer;
        timer.start();
        {
            bytes = 0;
            QSqlDatabase plain = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"plain"_s);
            plain.setDatabaseName(database.fileName());
            QVERIFY(plain.open());
            QSqlQuery query(plain);
            query.setForwardOnly(true);
            query.prepare(u"SELECT json FROM entries WHERE conversation = ? ORDER BY sequence"_s);
            query.addBindValue(id);
            QVERIFY(query.exec());
            while (query.next()) {
                const QByteArray json = query.value(0).toByteArray();
                bytes += json.size();
                if (!QJsonDocument::fromJson(json).isObject())
                    QFAIL("a row does not parse");
            }
        }
        bare.append(double(timer.nsecsElapsed()) / 1e6);
        QSqlDatabase::removeDatabase(u"plain"_s);

        const qsizetype sent = transport->requests().size();
        noting->start();
        const RunHandle run = (*engine)->host(u"assistant")->run(u"next"_s, {.conversation = conversation});
        QVERIFY(QTest::qWaitFor([&] { return transport->requests().size() > sent; }, 60'000));
        ours.append(noting->milliseconds());
        QSignalSpy finished(run.get(), &Run::finished);
        transport->last().send("data: {\"choices\":[{\"delta\":{\"content\":\"ok\"},\"finish_reason\":\"stop\"}]}\n\n");
        transport->last().end();
        QVERIFY(run->state() == Run::State::Finished || finished.wait(30'000));
    }
    const double mine = bench::median(ours);
    const double base = bench::median(bare);
    QVERIFY(bench::report(u"10,000 entries (%1 MB) to the next model call"_s.arg(bytes / 1'000'000),
                          bench::number(mine, u"ms"_s), bench::number(base, u"ms"_s), mine / base, 4.0));
}

QTEST_GUILESS_MAIN(BenchStorage)
#include "bench_storage.moc"
