// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "StorageFixture.h"

#include "storage/sql/Database.h"
#include "storage/sql/Dialect.h"
#include "storage/sql/Server.h"
#include "storage/sql/ServerAddress.h"
#include "storage/sql/SqlStore.h"
#include "storage/sql/Transaction.h"
#include "support/AwaitTask.h"
#include "support/CuttingProxy.h"
#include "support/FixedClock.h"
#include "support/TemporaryStore.h"
#include "support/TestIds.h"

#include <QScopeGuard>
#include <QSqlError>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace std::chrono_literals;

namespace {

const auto conversation = testId<ConversationId>();
const auto other = testId<ConversationId>();

QString value(Database &database, const QString &sql)
{
    return awaitTask(database.run([sql](QSqlDatabase &connection) -> Result<QString> {
               QSqlQuery query(connection);
               if (!query.exec(sql) || !query.next())
                   return failure(sqlError(connection, query.lastError()));
               return query.value(0).toString();
           }))
        .value_or(QString());
}

qsizetype stored(SqlStore &store)
{
    return awaitTask(store.loadConversation(conversation)).value_or(QList<StoredEntry>()).size();
}

} // namespace

//! What only a server does.
class tst_server : public QObject
{
    Q_OBJECT

private slots:
    void anAddressIsRead_data();
    void anAddressIsRead();
    void everySqlStateHasItsErrorCode_data();
    void everySqlStateHasItsErrorCode();
    void whatCannotBeOpenedSaysSo_data();
    void whatCannotBeOpenedSaysSo();
    void aPasswordIsAskedForByItsCode();
    void aDatabaseOfAnotherEncodingIsRefused();
    void aConfirmedStatementSurvivesALossOfPower();
    void aRoleThatMayOnlyReadSaysSo();
    void aLockedTableSaysSo();
    void aLostConnectionIsMadeAgainForALoad();
    void anAppendThatMetTheLossFailsAndTheNextOneIsStored();
    void anAppendThatWasStoredButNotAnsweredIsNotRepeated();
    void appendsOfOneConversationTakeTurns();
    void machinesWithDifferentClocksAgreeOnLeases();
};

void tst_server::anAddressIsRead_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<ServerAddress>("address");
    QTest::addColumn<QString>("refusal");
    const auto row = [](const char *text, const ServerAddress &address) {
        QTest::newRow(text) << QString::fromLatin1(text) << address << QString();
    };
    const auto refused = [](const char *text, const QString &why) {
        QTest::newRow(text) << QString::fromLatin1(text) << ServerAddress() << why;
    };
    row("postgresql://ada@db.example.org:5433/talks",
        {.host = u"db.example.org"_s, .port = 5433, .user = u"ada"_s, .database = u"talks"_s, .options = {}});
    row("postgres://db/talks", {.host = u"db"_s, .port = -1, .user = {}, .database = u"talks"_s, .options = {}});
    row("postgresql://[::1]:1/t", {.host = u"::1"_s, .port = 1, .user = {}, .database = u"t"_s, .options = {}});
    row("postgresql:///t?host=/run/postgresql&user=a%40b",
        {.host = u"/run/postgresql"_s, .port = -1, .user = u"a@b"_s, .database = u"t"_s, .options = {}});
    row("postgresql://h/t?sslmode=verify-full",
        {.host = u"h"_s, .port = -1, .user = {}, .database = u"t"_s, .options = {{u"sslmode"_s, u"verify-full"_s}}});
    refused("postgresql://ada:secret@db/talks", u"~/.pgpass"_s);
    refused("postgresql://db/talks?password=secret", u"~/.pgpass"_s);
    refused("postgresql://db", u"names no database"_s);
    refused("postgresql://db/talks?options=-c%20fsync%3Doff", u"option options"_s);
    refused("mysql://db/talks", u"mysql://"_s);
    refused("postgresql://db:port/talks", u"no address"_s);
}

void tst_server::anAddressIsRead()
{
    QFETCH(QString, text);
    QFETCH(ServerAddress, address);
    QFETCH(QString, refusal);
    const auto read = ServerAddress::fromText(text);
    QCOMPARE(read.has_value(), refusal.isEmpty());
    if (read) {
        QCOMPARE(*read, address);
        return;
    }
    QCOMPARE(read.error().facts.code, u"open"_s);
    QVERIFY2(read.error().facts.message.contains(refusal), qPrintable(read.error().facts.message));
    QVERIFY(!read.error().facts.host.contains(u"secret"_s) && !read.error().facts.message.contains(u"secret"_s));
}

void tst_server::everySqlStateHasItsErrorCode_data()
{
    QTest::addColumn<QString>("code");
    const auto row = [](const char *state, const QString &code) { QTest::newRow(state) << code; };
    row("", u"lost"_s);
    row("08006", u"lost"_s);
    row("57P01", u"lost"_s);
    row("57P03", u"lost"_s);
    row("40001", u"locked"_s);
    row("40P01", u"locked"_s);
    row("55P03", u"locked"_s);
    row("57014", u"locked"_s);
    row("25006", u"readonly"_s);
    row("42501", u"readonly"_s);
    row("53100", u"full"_s);
    row("XX001", u"corrupt"_s);
    row("28P01", u"login"_s);
    row("28000", u"login"_s);
    row("3D000", u"open"_s);
    row("53300", u"open"_s);
    row("23505", u"io"_s);
    row("58030", u"io"_s);
}

void tst_server::everySqlStateHasItsErrorCode()
{
    QFETCH(QString, code);
    QCOMPARE(postgresErrorCode(QString::fromLatin1(QTest::currentDataTag())), code);
}

void tst_server::whatCannotBeOpenedSaysSo_data()
{
    QTest::addColumn<QString>("database");
    QTest::addColumn<QString>("user");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("words");
    QTest::newRow("no such database") << u"nothing"_s << u"typeshift"_s << u"open"_s << u"\"nothing\" does not exist"_s;
    QTest::newRow("no such user") << u"postgres"_s << u"nobody"_s << u"login"_s << u"\"nobody\" does not exist"_s;
}

void tst_server::whatCannotBeOpenedSaysSo()
{
    NEEDS_POSTGRES();
    QFETCH(QString, database);
    QFETCH(QString, user);
    QFETCH(QString, code);
    QFETCH(QString, words);
    const QString address = PostgresServer::ofProgram().address(database, user);
    const auto refused = Database::open({.address = address});
    QCOMPARE(codeOf(refused), code);
    QCOMPARE(refused.error().facts.host, address);
    QVERIFY2(refused.error().facts.message.contains(words), qPrintable(refused.error().facts.message));
}

void tst_server::aPasswordIsAskedForByItsCode()
{
    NEEDS_POSTGRES();
    TestDatabase place(TestPlace::Server);
    place.execute({u"DROP ROLE IF EXISTS locked"_s, u"CREATE ROLE locked LOGIN PASSWORD 'right'"_s});
    const QString database = place.address().section(u'/', 3).section(u'?', 0, 0);
    const QString address = PostgresServer::ofProgram().address(database, u"locked"_s);
    QCOMPARE(codeOf(Database::open({.address = address})), u"login"_s);
    qputenv("PGPASSWORD", "wrong");
    const auto wrong = Database::open({.address = address});
    qputenv("PGPASSWORD", "right");
    const auto right = Database::open({.address = address}, {});
    qunsetenv("PGPASSWORD");
    QCOMPARE(codeOf(wrong), u"login"_s);
    QVERIFY2(wrong.error().facts.message.contains(u"password authentication failed"_s),
             qPrintable(wrong.error().facts.message));
    QCOMPARE(codeOf(right), u"none"_s);
}

void tst_server::aDatabaseOfAnotherEncodingIsRefused()
{
    NEEDS_POSTGRES();
    PostgresServer &server = PostgresServer::ofProgram();
    server.execute(u"postgres"_s, {u"CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0"_s});
    const auto refused = Database::open({.address = server.address(u"latin"_s)});
    server.dropDatabase(u"latin"_s);
    QCOMPARE(codeOf(refused), u"open"_s);
    QVERIFY(refused.error().facts.message.contains(u"LATIN1"_s));
}

void tst_server::aConfirmedStatementSurvivesALossOfPower()
{
    NEEDS_POSTGRES();
    TestDatabase place(TestPlace::Server);
    const QString name = place.address().section(u'/', 3).section(u'?', 0, 0);
    place.execute({u"ALTER DATABASE %1 SET synchronous_commit = off"_s.arg(name)});
    const auto database = Database::open({.address = place.address()});
    QVERIFY(database.has_value());
    QCOMPARE(value(**database, u"SHOW synchronous_commit"_s), u"on"_s);
    QCOMPARE(value(**database, u"SHOW transaction_isolation"_s), u"read committed"_s);
}

void tst_server::aRoleThatMayOnlyReadSaysSo()
{
    NEEDS_POSTGRES();
    FixedClock clock;
    TemporaryStore base(clock, TestPlace::Server);
    QVERIFY(awaitTask(base.store().appendConversation(conversation, textEntry(u"1"_s))).has_value());
    base.place().execute({u"DROP ROLE IF EXISTS reader"_s, u"CREATE ROLE reader LOGIN"_s,
                          u"GRANT USAGE ON SCHEMA test TO reader"_s,
                          u"GRANT SELECT ON ALL TABLES IN SCHEMA test TO reader"_s});
    const QString name = base.fileName().section(u'/', 3).section(u'?', 0, 0);
    const auto database = Database::open({.address = PostgresServer::ofProgram().address(name, u"reader"_s)});
    QVERIFY2(database.has_value(), qPrintable(database ? QString() : database.error().facts.message));
    SqlStore reader(*database, clock);
    QCOMPARE(stored(reader), 1);
    QCOMPARE(codeOf(awaitTask(reader.appendConversation(conversation, textEntry(u"2"_s)))), u"readonly"_s);
    base.place().execute({u"DROP OWNED BY reader"_s});
}

void tst_server::aLockedTableSaysSo()
{
    NEEDS_POSTGRES();
    FixedClock clock;
    TemporaryStore base(clock, TestPlace::Server);
    const auto impatient = Database::open({.address = base.fileName(), .lockPatience = 30ms});
    QVERIFY(impatient.has_value());
    SqlStore store(*impatient, clock);
    QVERIFY(execute(base.database(), u"BEGIN"_s));
    QVERIFY(execute(base.database(), u"LOCK TABLE entries IN EXCLUSIVE MODE"_s));
    const auto refused = awaitTask(store.appendConversation(conversation, textEntry(u"late"_s)));
    QCOMPARE(codeOf(refused), u"locked"_s);
    QCOMPARE(refused.error().facts.host, base.fileName());
    QVERIFY2(awaitTask(store.loadConversation(conversation)).has_value(), "reading needs no lock");
    QVERIFY(execute(base.database(), u"COMMIT"_s));
    QVERIFY(awaitTask(store.appendConversation(conversation, textEntry(u"now"_s))).has_value());
}

namespace {
// Ends every session of the database but the one that asks.
QString endSessions()
{
    return u"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
           " WHERE datname = current_database() AND pid <> pg_backend_pid()"_s;
}
} // namespace

void tst_server::aLostConnectionIsMadeAgainForALoad()
{
    NEEDS_POSTGRES();
    FixedClock clock;
    TemporaryStore base(clock, TestPlace::Server);
    QVERIFY(awaitTask(base.store().appendConversation(conversation, textEntry(u"1"_s))).has_value());
    base.place().execute({endSessions()});
    QCOMPARE(stored(base.store()), 1);
    base.place().execute({endSessions()});
    QVERIFY2(awaitTask(base.store().liveLeases()).has_value(), "prepared statements come again, too");
    QVERIFY(awaitTask(base.store().appendConversation(conversation, textEntry(u"2"_s))).has_value());
    QCOMPARE(stored(base.store()), 2);
}

void tst_server::anAppendThatMetTheLossFailsAndTheNextOneIsStored()
{
    NEEDS_POSTGRES();
    FixedClock clock;
    TemporaryStore base(clock, TestPlace::Server);
    QVERIFY(awaitTask(base.store().appendConversation(conversation, textEntry(u"1"_s))).has_value());
    QVERIFY(execute(base.database(),
                    u"CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS"
                    " $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(5); RETURN NEW; END $$;"
                    " CREATE TRIGGER die BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION die()"_s));
    const auto lost = awaitTask(base.store().appendConversation(conversation, textEntry(u"2"_s)));
    QCOMPARE(codeOf(lost), u"lost"_s);
    QVERIFY2(lost.error().facts.message.contains(u"terminating connection"_s), qPrintable(lost.error().facts.message));
    base.place().execute({u"DROP TRIGGER die ON entries"_s});
    QVERIFY(awaitTask(base.store().appendConversation(conversation, textEntry(u"3"_s))).has_value());
    QCOMPARE(stored(base.store()), 2);
}

void tst_server::anAppendThatWasStoredButNotAnsweredIsNotRepeated()
{
    NEEDS_POSTGRES();
    FixedClock clock;
    TemporaryStore base(clock, TestPlace::Server);
    CuttingProxy proxy(PostgresServer::ofProgram().folder());
    QString address = base.fileName();
    address.replace(PostgresServer::ofProgram().folder(), proxy.folder());
    const auto database = awaitTask(openDatabase({.address = address}));
    QVERIFY2(database.has_value(), qPrintable(database ? QString() : database.error().facts.message));
    SqlStore store(*database, clock);
    const auto closing = qScopeGuard([&proxy] { proxy.close(); });
    QVERIFY(awaitTask(store.appendConversation(conversation, textEntry(u"1"_s))).has_value());
    proxy.cutNextAnswerTo("EXECUTE");
    const auto lost = awaitTask(store.appendConversation(conversation, textEntry(u"2"_s)));
    QCOMPARE(codeOf(lost), u"lost"_s);
    QCOMPARE(proxy.cuts(), 1);
    QVERIFY2(stored(base.store()) == 2, "stored once: the caller loads again and sees it");
    QVERIFY(awaitTask(store.appendConversation(conversation, textEntry(u"3"_s))).has_value());
    QCOMPARE(stored(base.store()), 3);
}

void tst_server::appendsOfOneConversationTakeTurns() // 2.1: a number that was drawn first is seen first
{
    NEEDS_POSTGRES();
    FixedClock clock;
    TemporaryStore base(clock, TestPlace::Server);
    const auto impatient = Database::open({.address = base.fileName(), .lockPatience = 30ms});
    QVERIFY(impatient.has_value());
    SqlStore second(*impatient, clock);
    // An append that has its number and is not there yet.
    QVERIFY(execute(base.database(), u"BEGIN"_s));
    const auto first = awaitTask(base.store().appendConversation(conversation, textEntry(u"1"_s)));
    QVERIFY(first.has_value());
    QCOMPARE(codeOf(awaitTask(second.appendConversation(conversation, textEntry(u"2"_s)))), u"locked"_s);
    const auto elsewhere = awaitTask(second.appendConversation(other, textEntry(u"elsewhere"_s)));
    QVERIFY2(elsewhere && *elsewhere > *first, "other conversations wait for nobody");
    QVERIFY(execute(base.database(), u"COMMIT"_s));
    const auto next = awaitTask(second.appendConversation(conversation, textEntry(u"3"_s)));
    QVERIFY(next && *next > *elsewhere);
    QCOMPARE(stored(second), 2);
}

void tst_server::machinesWithDifferentClocksAgreeOnLeases()
{
    NEEDS_POSTGRES();
    FixedClock here;
    FixedClock ahead(here.now().addSecs(3600));
    TemporaryStore base(here, TestPlace::Server);
    const auto database = Database::open({.address = base.fileName()});
    QVERIFY(database.has_value());
    SqlStore there(*database, ahead);
    const Lease mine{QUuid::createUuid(), u"typeshift 1 on here"_s};
    const Lease theirs{QUuid::createUuid(), u"typeshift 2 on there"_s};
    QVERIFY(awaitTask(base.store().acquireLease(conversation, mine)).has_value());
    QCOMPARE(awaitTask(there.liveLeases()), (QList<HeldLease>{{conversation, mine}}));
    QVERIFY(!awaitTask(there.acquireLease(conversation, theirs)));
    ahead.advance(LeaseStore::lifetime);
    QVERIFY2(!awaitTask(there.acquireLease(conversation, theirs)), "a machine's own clock counts for nothing");
    here.advance(LeaseStore::lifetime); // The server's clock follows it.
    QVERIFY(awaitTask(there.acquireLease(conversation, theirs)).has_value());
}

QTEST_GUILESS_MAIN(tst_server)
#include "tst_server.moc"
