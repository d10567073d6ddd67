// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "StorageFixture.h"

#include "storage/sql/Database.h"
#include "storage/sql/Dialect.h"
#include "storage/sql/SqlStore.h"
#include "support/AwaitTask.h"
#include "support/FixedClock.h"
#include "support/TemporaryStore.h"
#include "support/TestIds.h"

#include <QSqlError>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace std::chrono_literals;

namespace {

using Access = DatabaseLocation::Access;

const auto conversation = testId<ConversationId>();
const auto other = testId<ConversationId>();
const auto settings = testId<SettingsId>();

QStringList lines(Database &database, const QString &sql, int column)
{
    return awaitTask(database.run([sql, column](QSqlDatabase &connection) -> Result<QStringList> {
               QSqlQuery query(connection);
               if (!query.exec(sql))
                   return failure(sqlError(connection, query.lastError()));
               QStringList rows;
               while (query.next())
                   rows.append(query.value(column).toString());
               return rows;
           }))
        .or_else([](const Error &error) { return Result<QStringList>({error.facts.message}); })
        .value();
}

// How the two make a text a value of the column `json`.
QString jsonValue(TestPlace place, const QString &text)
{
    return place == TestPlace::File ? u"'%1'"_s.arg(text) : u"'%1'::bytea"_s.arg(text);
}

} // namespace

//! What has to hold on SQLite and on PostgreSQL alike, where a test needs more of them than a store shows.
class tst_bothDatabases : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_base.reset(); }

    void aRowThatIsNoEntryFailsTheLoadNamingSequenceAndReason_data();
    void aRowThatIsNoEntryFailsTheLoadNamingSequenceAndReason();
    void aHoleOfAFailedAppendDoesNoHarm_data() { places("2.2.19"); }
    void aHoleOfAFailedAppendDoesNoHarm();
    void aNewerSchemaIsRefused_data() { places("2.2.20"); }
    void aNewerSchemaIsRefused();
    void loadingReadsNoRowBeforeTheSummary_data() { places("S17"); }
    void loadingReadsNoRowBeforeTheSummary();
    void jsonIsStoredByteForByte_data() { places("S8"); }
    void jsonIsStoredByteForByte();
    void twoProcessesSeeEachOthersLeases_data() { places("2.3"); }
    void twoProcessesSeeEachOthersLeases();
    void whoeverLostTheLeaseAppendsNothing_data() { places("2.3"); }
    void whoeverLostTheLeaseAppendsNothing();
    void aClockThatSteppedBackDoesNotKeepADeadLeaseAlive_data() { places("2.3"); }
    void aClockThatSteppedBackDoesNotKeepADeadLeaseAlive();
    void anAppendInFlightIsStoredWhenItsTaskIsDropped_data() { places("2.1.7"); }
    void anAppendInFlightIsStoredWhenItsTaskIsDropped();
    void interleavedConversationsKeepTheirOrder_data() { places("2.1"); }
    void interleavedConversationsKeepTheirOrder();
    void aDatabaseOpenedReadOnlyChangesNothing_data() { places("readonly"); }
    void aDatabaseOpenedReadOnlyChangesNothing();
    void fourProcessesMigrateOnce_data() { places("migration"); }
    void fourProcessesMigrateOnce();

private:
    static void addPlaces(const char *rule, const std::function<void(const QString &, TestPlace)> &add);
    static void places(const char *rule);
    TestPlace place() const { return m_base->place().isOnServer() ? TestPlace::Server : TestPlace::File; }
    SqlStore &store() { return m_base->store(); }

    FixedClock m_clock;
    std::unique_ptr<TemporaryStore> m_base;
};

void tst_bothDatabases::addPlaces(const char *rule, const std::function<void(const QString &, TestPlace)> &add)
{
    QTest::addColumn<TestPlace>("where");
    add(u"%1 SQLite"_s.arg(QLatin1StringView(rule)), TestPlace::File);
    add(u"%1 PostgreSQL"_s.arg(QLatin1StringView(rule)), TestPlace::Server);
}

void tst_bothDatabases::places(const char *rule)
{
    addPlaces(rule, [](const QString &name, TestPlace place) { QTest::addRow("%s", qPrintable(name)) << place; });
}

void tst_bothDatabases::init()
{
    QFETCH(TestPlace, where);
    if (where == TestPlace::Server)
        NEEDS_POSTGRES();
    m_base = std::make_unique<TemporaryStore>(m_clock, where);
}

void tst_bothDatabases::aRowThatIsNoEntryFailsTheLoadNamingSequenceAndReason_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("reason");
    addPlaces("", [](const QString &name, TestPlace place) {
        const auto row = [&](const char *rule, const char *change, const QString &text, const QString &reason) {
            QTest::addRow("%s,%s", rule, qPrintable(name)) << QString::fromLatin1(change) << text << reason << place;
        };
        const char *whole = "";
        row("2.2.19 cut in half", "substr(json, 1, length(json) / 2)", {}, u"not JSON at byte "_s);
        row("2.2.19 cut to nothing", "substr(json, 1, 0)", {}, u"not JSON"_s);
        row("2.2.19 no JSON", whole, u"not an entry"_s, u"not JSON at byte "_s);
        row("2.2.19 JSON of another kind", whole, u"[1]"_s, u""_s);
        row("2.2.20 a newer version", whole, u"{\"$schemaVersion\":2}"_s, u"version 2"_s);
    });
}

void tst_bothDatabases::aRowThatIsNoEntryFailsTheLoadNamingSequenceAndReason() // 2.2.19, 2.2.20
{
    QFETCH(QString, change);
    QFETCH(QString, text);
    QFETCH(QString, reason);
    QVERIFY(awaitTask(store().appendConversation(conversation, textEntry(u"fine"_s))).has_value());
    const auto sequence = awaitTask(store().appendConversation(conversation, textEntry(u"cut"_s)));
    QVERIFY(sequence.has_value());
    QVERIFY(awaitTask(store().appendConversation(other, textEntry(u"elsewhere"_s))).has_value());
    const auto changed = execute(m_base->database(),
                                 u"UPDATE entries SET json = %1 WHERE sequence = %2"_s.arg(
                                     change.isEmpty() ? jsonValue(place(), text) : change, QString::number(*sequence)));
    QVERIFY2(changed, qPrintable(changed ? QString() : changed.error().facts.message));
    for (const auto &loaded : {awaitTask(store().loadConversation(conversation)),
                               awaitTask(store().loadConversationSinceCompaction(conversation))}) {
        QVERIFY(!loaded);
        QCOMPARE(loaded.error().kind, Error::Kind::Storage);
        const QString message = loaded.error().facts.message;
        QVERIFY2(message.startsWith(u"entry %1: "_s.arg(*sequence)), qPrintable(message));
        QVERIFY2(message.contains(reason), qPrintable(message));
    }
    QVERIFY2(awaitTask(store().loadConversation(other)).has_value(), "other conversations load");
}

void tst_bothDatabases::aHoleOfAFailedAppendDoesNoHarm()
{
    const auto first = awaitTask(store().appendConversation(conversation, textEntry(u"1"_s)));
    // The number is drawn, and the row is not there.
    const QString refusal = place() == TestPlace::File
        ? u"CREATE TRIGGER refuse AFTER INSERT ON entries BEGIN SELECT RAISE(ABORT, 'no'); END"_s
        : u"CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
          " $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '53100'; END $$;"
          " CREATE TRIGGER refuse AFTER INSERT ON entries FOR EACH ROW EXECUTE FUNCTION refuse()"_s;
    QVERIFY(execute(m_base->database(), refusal));
    const auto failed = awaitTask(store().appendConversation(conversation, textEntry(u"2"_s)));
    QCOMPARE(codeOf(failed), place() == TestPlace::File ? u"io"_s : u"full"_s);
    QVERIFY(execute(m_base->database(),
                    place() == TestPlace::File ? u"DROP TRIGGER refuse"_s : u"DROP TRIGGER refuse ON entries"_s));
    if (place()
        == TestPlace::File) // A file gives the number again; one of another version or hand may have left a hole.
        QVERIFY(execute(m_base->database(), u"UPDATE sqlite_sequence SET seq = seq + 5 WHERE name = 'entries'"_s));
    const auto last = awaitTask(store().appendConversation(conversation, textEntry(u"3"_s)));
    QVERIFY(first && last);
    QCOMPARE_GT(*last, *first + 1);
    const auto loaded = awaitTask(store().loadConversation(conversation));
    QVERIFY(loaded.has_value());
    QCOMPARE(loaded->size(), 2);
    QCOMPARE(loaded->constFirst().sequence, *first);
    QCOMPARE(loaded->constLast().sequence, *last);
}

void tst_bothDatabases::aNewerSchemaIsRefused()
{
    QVERIFY(execute(m_base->database(), u"UPDATE schema_versions SET version = 9 WHERE name = 'engine'"_s));
    m_base->close();
    for (const auto access : {Access::ReadWrite, Access::ReadOnly}) {
        const auto refused = Database::open({.address = m_base->fileName(), .access = access});
        QCOMPARE(codeOf(refused), u"newer"_s);
        QCOMPARE(refused.error().facts.host, m_base->fileName());
        QVERIFY(refused.error().facts.message.contains(u"version 9"_s));
    }
}

void tst_bothDatabases::loadingReadsNoRowBeforeTheSummary()
{
    // Enough rows that the planner has reason to use an index, and what it says is worth something.
    const QString series = place() == TestPlace::File
        ? u"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)"
          " INSERT INTO entries(conversation, is_summary, ends_run, at, json) SELECT '%1', 0, 0, NULL, %2 FROM n"_s
        : u"INSERT INTO entries(conversation, is_summary, ends_run, at, json)"
          " SELECT '%1', 0, 0, NULL, %2 FROM generate_series(1, 2000)"_s;
    for (const ConversationId &each : {other, conversation})
        QVERIFY(execute(m_base->database(), series.arg(each.toString(), jsonValue(place(), u"{"_s))));
    ConversationEntry summary = textEntry(u"summary"_s);
    summary.isSummary = true;
    QVERIFY(awaitTask(store().appendConversation(conversation, summary)).has_value());
    QVERIFY(awaitTask(store().appendConversation(conversation, textEntry(u"after"_s))).has_value());
    QVERIFY(execute(m_base->database(), u"ANALYZE"_s));

    // The spy: no row before the summary is an entry, and the load meets none of them.
    const auto loaded = awaitTask(store().loadConversationSinceCompaction(conversation));
    QVERIFY2(loaded.has_value(), qPrintable(loaded ? QString() : loaded.error().facts.message));
    QCOMPARE(loaded->size(), 2);
    QVERIFY(!awaitTask(store().loadConversation(conversation)));

    QString sql = awaitTask(m_base->database().run([](QSqlDatabase &connection) -> Result<QString> {
                      return detail::loadSinceCompactionSql(dialectOf(connection));
                  })).value();
    sql.replace(u'?', u"'%1'"_s.arg(conversation.toString()));
    if (place() == TestPlace::File) {
        const QString plan = lines(m_base->database(), u"EXPLAIN QUERY PLAN "_s + sql, 3).join(u'\n');
        QVERIFY2(plan.contains(u"entries_of_conversation (conversation=? AND sequence>?)"_s)
                     || plan.contains(u"INTEGER PRIMARY KEY (rowid>?)"_s),
                 qPrintable(plan));
        QVERIFY2(plan.contains(u"entries_summaries (conversation=?)"_s), qPrintable(plan));
        QVERIFY2(!plan.contains(u"SCAN entries"_s) && !plan.contains(u"TEMP B-TREE"_s), qPrintable(plan));
        return;
    }
    // The server counts what it read: the summary from its index, and two rows; none was thrown away.
    const QString plan = lines(m_base->database(), u"EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) "_s + sql, 0).join(u'\n');
    QVERIFY2(plan.contains(u"entries_summaries"_s), qPrintable(plan));
    QVERIFY2(plan.contains(u"entries_of_conversation"_s) || plan.contains(u"entries_pkey"_s), qPrintable(plan));
    QVERIFY2(plan.contains(u"actual rows=2 "_s), qPrintable(plan));
    QVERIFY2(!plan.contains(u"Rows Removed"_s) && !plan.contains(u"Seq Scan"_s), qPrintable(plan));
}

void tst_bothDatabases::jsonIsStoredByteForByte()
{
    const ConversationEntry stored = textEntry(u"ünï \" 😀"_s);
    QVERIFY(awaitTask(store().appendConversation(conversation, stored)).has_value());
    const auto row = awaitTask(m_base->database().run([](QSqlDatabase &connection) -> Result<QVariantList> {
        QSqlQuery query(connection);
        if (!query.exec(u"SELECT %1, is_summary, ends_run, at, conversation FROM entries"_s.arg(
                dialectOf(connection).readingJson("json"_L1)))
            || !query.next())
            return failure(sqlError(connection, query.lastError()));
        return QVariantList{query.value(0), query.value(1), query.value(2), query.value(3), query.value(4)};
    }));
    QVERIFY(row.has_value());
    QCOMPARE(*row, (QVariantList{stored.serialize(), 0, 0, u"2026-01-02T03:04:05.006Z"_s, conversation.toString()}));
    // People read it with any SQL program.
    const QString readable = place() == TestPlace::File ? u"SELECT json FROM entries"_s
                                                        : u"SELECT convert_from(json, 'UTF8') FROM entries"_s;
    QCOMPARE(lines(m_base->database(), readable, 0), QStringList{QString::fromUtf8(stored.serialize())});
}

void tst_bothDatabases::twoProcessesSeeEachOthersLeases()
{
    const auto there = m_base->openAgain();
    const Lease mine{QUuid::createUuid(), u"typeshift 1"_s};
    const Lease theirs{QUuid::createUuid(), u"typeshift 2"_s};
    QVERIFY(awaitTask(store().acquireLease(conversation, mine)).has_value());
    const auto refused = awaitTask(there->acquireLease(conversation, theirs));
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, Error::Kind::Conflict);
    QCOMPARE(refused.error().facts.items, QStringList{u"typeshift 1"_s});
    QCOMPARE(awaitTask(there->liveLeases()), (QList<HeldLease>{{conversation, mine}}));
    m_clock.advance(LeaseStore::lifetime); // The other process was killed.
    QCOMPARE(awaitTask(there->liveLeases()), QList<HeldLease>());
    QVERIFY(awaitTask(there->acquireLease(conversation, theirs)).has_value());
    QVERIFY(!awaitTask(store().renewLease(conversation, mine)));
    QVERIFY(awaitTask(store().releaseLease(conversation, mine)).has_value());
    QCOMPARE(awaitTask(store().liveLeases()), (QList<HeldLease>{{conversation, theirs}}));
}

void tst_bothDatabases::whoeverLostTheLeaseAppendsNothing()
{
    const auto there = m_base->openAgain();
    const Lease mine{QUuid::createUuid(), u"typeshift 1"_s};
    const Lease theirs{QUuid::createUuid(), u"typeshift 2"_s};
    QVERIFY(awaitTask(store().acquireLease(conversation, mine)).has_value());
    QVERIFY(awaitTask(store().appendConversation(conversation, textEntry(u"mine"_s))).has_value());
    m_clock.advance(LeaseStore::lifetime); // This process slept, and another took over.
    QVERIFY(awaitTask(there->acquireLease(conversation, theirs)).has_value());
    const auto refused = awaitTask(store().appendConversation(conversation, textEntry(u"too late"_s)));
    QCOMPARE(refused.error().kind, Error::Kind::Conflict);
    QCOMPARE(refused.error().facts.items, QStringList(u"typeshift 2"_s));
    QVERIFY(awaitTask(there->appendConversation(conversation, textEntry(u"theirs"_s))).has_value());
    QVERIFY(awaitTask(there->releaseLease(conversation, theirs)).has_value());
    QVERIFY2(!awaitTask(store().appendConversation(conversation, textEntry(u"still"_s))), "it was given back since");
    QVERIFY(awaitTask(store().appendConversation(other, textEntry(u"free"_s))).has_value());
    QVERIFY(awaitTask(store().releaseLease(conversation, mine)).has_value());
    QVERIFY(awaitTask(store().appendConversation(conversation, textEntry(u"no run"_s))).has_value());
    QCOMPARE(awaitTask(store().loadConversation(conversation))->size(), 3);
}

void tst_bothDatabases::aClockThatSteppedBackDoesNotKeepADeadLeaseAlive()
{
    QVERIFY(awaitTask(store().acquireLease(conversation, {QUuid::createUuid(), u"1"_s})).has_value());
    m_clock.stepWallClock(-1h);
    QCOMPARE(awaitTask(store().liveLeases()), QList<HeldLease>());
    QVERIFY(awaitTask(store().acquireLease(conversation, {QUuid::createUuid(), u"2"_s})).has_value());
}

void tst_bothDatabases::anAppendInFlightIsStoredWhenItsTaskIsDropped() // 2.1.7
{
    {
        auto dropped = store().appendConversation(conversation, textEntry(u"stored"_s));
        dropped.start();
    }
    const auto loaded = awaitTask(store().loadConversation(conversation));
    QVERIFY(loaded.has_value());
    QCOMPARE(loaded->size(), 1);
}

void tst_bothDatabases::interleavedConversationsKeepTheirOrder()
{
    std::vector<Task<Result<qint64>>> appends;
    for (int i = 0; i < 100; ++i) {
        appends.push_back(store().appendConversation(i % 2 ? other : conversation, textEntry(QString::number(i))));
        appends.back().start();
    }
    QVERIFY(awaitAll(appends));
    const auto loaded = awaitTask(store().loadConversation(conversation));
    QVERIFY(loaded.has_value());
    QCOMPARE(loaded->size(), 50);
    for (int i = 0; i < 50; ++i)
        QCOMPARE(loaded->at(i).entry.messages.at(0).text(), QString::number(2 * i));
}

void tst_bothDatabases::aDatabaseOpenedReadOnlyChangesNothing()
{
    QVERIFY(awaitTask(store().appendConversation(conversation, textEntry(u"1"_s))).has_value());
    m_base->close();
    const auto opened = Database::open({.address = m_base->fileName(), .access = Access::ReadOnly});
    QVERIFY(opened.has_value());
    SqlStore reader(*opened, m_clock);
    const auto loaded = awaitTask(reader.loadConversation(conversation));
    QVERIFY(loaded.has_value());
    QCOMPARE(loaded->size(), 1);
    QCOMPARE(codeOf(awaitTask(reader.appendConversation(conversation, textEntry(u"2"_s)))), u"readonly"_s);
    QCOMPARE(codeOf(awaitTask(reader.saveDocument(settings, u"a"_s, "{}", 0))), u"readonly"_s);
    QCOMPARE(codeOf(awaitTask(reader.acquireLease(conversation, {.owner = {}, .process = u"p"_s}))), u"readonly"_s);
}

void tst_bothDatabases::fourProcessesMigrateOnce()
{
    TestDatabase fresh(place());
    std::vector<Task<Result<std::shared_ptr<Database>>>> tasks;
    tasks.reserve(4);
    for (int i = 0; i < 4; ++i)
        tasks.push_back(openDatabase({.address = fresh.address()}));
    for (auto &task : tasks)
        task.start();
    QVERIFY(awaitAll(tasks));
    for (auto &task : tasks) {
        const auto result = task.takeResult();
        QVERIFY2(result.has_value(), qPrintable(result ? QString() : result.error().facts.message));
    }
}

QTEST_GUILESS_MAIN(tst_bothDatabases)
#include "tst_bothDatabases.moc"
