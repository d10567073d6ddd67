// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "MigratingStore.h"
#include "SettingsFixture.h"
#include "storage/MemoryStore.h"
#include "support/AwaitTask.h"
#include "support/FixedClock.h"
#include "support/Rule.h"
#include "support/TestIds.h"

#include <QTest>

#include <stdexcept>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

//! A store in which somebody else is faster: before each of the next saves it does something.
class ContestedStore final : public SettingsStore
{
public:
    explicit ContestedStore(SettingsStore &inner)
        : m_inner(inner)
    {
    }

    Task<Result<std::optional<StoredDocument>>> loadDocument(SettingsId id, QString kind) override
    {
        ++loads;
        if (loadError)
            co_return failure(*loadError);
        co_return co_await m_inner.loadDocument(id, kind);
    }
    Task<Result<qint64>> saveDocument(SettingsId id, QString kind, QByteArray json, qint64 loadedVersion) override
    {
        ++saves;
        if (saveError)
            co_return failure(*saveError);
        if (rivals > 0) {
            --rivals;
            const auto now = co_await m_inner.loadDocument(id, kind);
            const StoredDocument document = now->value_or(StoredDocument());
            StoredSettings rival = storedOf(document.json.isEmpty() ? "{}" : document.json);
            (void)countUp(rival);
            (void)co_await m_inner.saveDocument(id, kind, rival.toJson(), document.version);
        }
        co_return co_await m_inner.saveDocument(id, kind, json, loadedVersion);
    }

    int rivals = 0; //!< saves of somebody else, one before each of ours
    int loads = 0;
    int saves = 0;
    std::optional<Error> loadError;
    std::optional<Error> saveError;

private:
    SettingsStore &m_inner;
};

//! A service on a store in memory, and what is in it.
struct ServiceBench {
    std::shared_ptr<Clock> clock = std::make_shared<Clock>();
    MemoryStore memory{*clock};
    std::shared_ptr<ContestedStore> store = std::make_shared<ContestedStore>(memory);
    SettingsService service{store, *clock};
    SettingsId id = testId<SettingsId>();
    SettingsSchema schema = supportSchema();

    Result<LoadedSettings> load() { return awaitTask(service.load(id, schema)); }
    Result<LoadedSettings> configure(SettingsChange change, StopToken stop = {})
    {
        return awaitTask(service.configure(id, schema, std::move(change), std::move(stop)));
    }
    StoredDocument stored() { return awaitTask(memory.loadDocument(id, schema.kind()))->value_or(StoredDocument()); }
    qint64 put(const QByteArray &json)
    {
        return awaitTask(memory.saveDocument(id, schema.kind(), json, stored().version)).value_or(-1);
    }
};

Result<> warm(StoredSettings &settings)
{
    return settings.write(u"temperature"_s, 0.9);
}

} // namespace

class TestSettingsService final : public QObject
{
    Q_OBJECT

private slots:
    void nothingStoredIsEmptyAtVersionZero();
    void aChangeIsLoadedChangedAndSaved();
    void aLostRaceIsRunAgainOnWhatTheWinnerSaved();
    void theTenthConflictReachesTheCaller();
    void twoWritersLoseNoIncrement();
    void anotherErrorIsNotTriedAgain_data();
    void anotherErrorIsNotTriedAgain();
    void whatTheChangeSaysEndsIt();
    void whatChangesNothingSavesNothing();
    void stoppedBetweenAttemptsNothingIsSaved();
    void aSaveWithAnOldVersionIsTheCallersConflict();
    void aDocumentIsKeptUnderTheKindOfItsAgent();
    void aDocumentThatMayNotBeReadNamesItself_data();
    void aDocumentThatMayNotBeReadNamesItself();
    void unknownMembersSurviveASave();
    void withoutAStoreEverythingSaysSo();
    void aStoreMayBringOlderSettingsUpToDate();
    void withoutAMigrationARenamedMemberIsMissing();
};

void TestSettingsService::nothingStoredIsEmptyAtVersionZero()
{
    RULE("2.12.1");
    ServiceBench bench;
    const auto loaded = bench.load();
    QVERIFY(loaded.has_value());
    QCOMPARE(loaded->version, 0);
    QVERIFY(loaded->settings.document().isEmpty());
    QCOMPARE(loaded->settings.schema().kind(), u"support"_s);
}

void TestSettingsService::aChangeIsLoadedChangedAndSaved()
{
    RULE("2.12.1");
    ServiceBench bench;
    const auto first = bench.configure(warm);
    QVERIFY(first.has_value());
    QCOMPARE(first->version, 1);
    QCOMPARE(bench.stored().json, R"({"temperature":0.9})"_ba);
    const auto second = bench.configure(countUp);
    QCOMPARE(second->version, 2);
    QCOMPARE(second->settings.read<double>(u"temperature"_s), 0.9);
    QCOMPARE(bench.stored().json, second->settings.toJson());
}

void TestSettingsService::aLostRaceIsRunAgainOnWhatTheWinnerSaved()
{
    RULE("2.12.1", "2.12.3");
    ServiceBench bench;
    bench.store->rivals = 3;
    QList<qint64> seen;
    const auto done = bench.configure([&seen](StoredSettings &settings) {
        seen.append(settings.read<qint64>(counterPath).value_or(0));
        return countUp(settings);
    });
    QVERIFY(done.has_value());
    QCOMPARE(seen, QList<qint64>({0, 1, 2, 3}));
    QCOMPARE(bench.load()->settings.read<qint64>(counterPath), 4);
    QCOMPARE(bench.store->loads, 5);
}

void TestSettingsService::theTenthConflictReachesTheCaller()
{
    RULE("2.12.2");
    ServiceBench bench;
    bench.store->rivals = 100;
    int calls = 0;
    const auto done = bench.configure([&calls](StoredSettings &settings) {
        ++calls;
        return countUp(settings);
    });
    QVERIFY(!done);
    QCOMPARE(done.error().kind, Error::Kind::Conflict);
    QCOMPARE(done.error().facts.code, u"settings-conflict"_s);
    QCOMPARE(done.error().facts.items, QStringList({bench.id.toString(), u"support"_s}));
    QCOMPARE(calls, 10);
    QCOMPARE(bench.store->saves, 10);

    ServiceBench nearly;
    nearly.store->rivals = 9;
    QVERIFY(nearly.configure(countUp).has_value());
    QCOMPARE(nearly.store->saves, 10);
}

void TestSettingsService::twoWritersLoseNoIncrement()
{
    RULE("2.12.3");
    ServiceBench bench;
    SettingsService other(bench.store, *bench.clock);
    int done = 0;
    for (int i = 0; i < 100; ++i) {
        bench.store->rivals = i % 3; // and a third writer between them
        done += bench.store->rivals;
        QVERIFY(bench.configure(countUp).has_value());
        QVERIFY(awaitTask(other.configure(bench.id, bench.schema, countUp)).has_value());
    }
    QCOMPARE(bench.load()->settings.read<qint64>(counterPath), 200 + done);
}

void TestSettingsService::anotherErrorIsNotTriedAgain_data()
{
    QTest::addColumn<bool>("whileSaving");
    QTest::newRow("2.12.4 while loading") << false;
    QTest::newRow("2.12.4 while saving") << true;
}

void TestSettingsService::anotherErrorIsNotTriedAgain()
{
    QFETCH(bool, whileSaving);
    ServiceBench bench;
    const Error full(Error::Kind::Storage, u"the disk is full"_s);
    (whileSaving ? bench.store->saveError : bench.store->loadError) = full;
    int calls = 0;
    const auto done = bench.configure([&calls](StoredSettings &settings) {
        ++calls;
        return countUp(settings);
    });
    QVERIFY(!done);
    QCOMPARE(done.error(), full);
    QCOMPARE(calls, whileSaving ? 1 : 0);
    QCOMPARE(bench.store->loads, 1);
    QCOMPARE(bench.stored().version, 0);
}

void TestSettingsService::whatTheChangeSaysEndsIt()
{
    RULE("2.12.4");
    ServiceBench bench;
    const auto refused = bench.configure([](StoredSettings &settings) -> Result<> {
        (void)countUp(settings);
        return settings.write(u"temperature"_s, 7.0);
    });
    QCOMPARE(refused.error().kind, Error::Kind::InvalidInput);
    const auto thrown = bench.configure([](StoredSettings &) -> Result<> { throw std::runtime_error("no"); });
    QCOMPARE(thrown.error().facts.message, u"no"_s);
    const auto odd = bench.configure([](StoredSettings &) -> Result<> { throw 7; });
    QCOMPARE(odd.error().kind, Error::Kind::InvalidState);
    QCOMPARE(bench.store->saves, 0);
    QCOMPARE(bench.stored().version, 0);
}

void TestSettingsService::whatChangesNothingSavesNothing()
{
    RULE("2.12.5");
    ServiceBench bench;
    QVERIFY(bench.configure(warm).has_value());
    const auto again = bench.configure(warm);
    QCOMPARE(again->version, 1);
    QCOMPARE(bench.store->saves, 1);
    bench.put(R"({"temperature" : 0.90})");
    QCOMPARE(bench.configure(warm)->version, 2); // the same value, otherwise written
    QCOMPARE(bench.store->saves, 1);
    ServiceBench empty;
    QCOMPARE(empty.configure([](StoredSettings &) { return Result<>(); })->version, 0);
    QCOMPARE(empty.stored().version, 0);
}

void TestSettingsService::stoppedBetweenAttemptsNothingIsSaved()
{
    RULE("2.12.6");
    ServiceBench bench;
    bench.store->rivals = 100;
    StopSource stop;
    int calls = 0;
    const auto done = bench.configure(
        [&](StoredSettings &settings) {
            if (++calls == 3)
                stop.requestStop();
            return countUp(settings);
        },
        stop.token());
    QCOMPARE(done.error().kind, Error::Kind::Cancelled);
    QCOMPARE(calls, 3);
    QCOMPARE(bench.load()->settings.read<qint64>(counterPath), 3); // the rival's
    const auto early = bench.configure(countUp, stop.token());
    QCOMPARE(early.error().kind, Error::Kind::Cancelled);
    QCOMPARE(bench.store->saves, 3);
}

void TestSettingsService::aSaveWithAnOldVersionIsTheCallersConflict()
{
    RULE("2.12.7");
    ServiceBench bench;
    auto mine = *bench.load();
    auto theirs = *bench.load();
    QVERIFY(warm(mine.settings));
    QVERIFY(countUp(theirs.settings));
    QCOMPARE(*awaitTask(bench.service.save(bench.id, mine.settings, mine.version)), 1);
    const auto lost = awaitTask(bench.service.save(bench.id, theirs.settings, theirs.version));
    QCOMPARE(lost.error().kind, Error::Kind::Conflict);
    QCOMPARE(lost.error().facts.code, u"settings-conflict"_s);
    QCOMPARE(bench.stored().json, R"({"temperature":0.9})"_ba);
    QCOMPARE(*awaitTask(bench.service.save(bench.id, theirs.settings, 1)), 2);
}

void TestSettingsService::aDocumentIsKeptUnderTheKindOfItsAgent()
{
    RULE("2.12.8", "2.12.10");
    ServiceBench bench;
    bench.put(R"({"temperature":0.3})");
    bench.schema = supportSchema(3);
    QVERIFY(bench.load().has_value()); // 2.12.9: an older one is read as it is
    QVERIFY(bench.configure(countUp).has_value());
    QCOMPARE(bench.stored().json,
             R"({"$schemaVersion":3,"temperature":0.3,"tools":{"search_tickets":{"counter":1}}})"_ba);
    QCOMPARE(*awaitTask(bench.memory.loadDocument(bench.id, u"billing"_s)), std::nullopt);
}

void TestSettingsService::aDocumentThatMayNotBeReadNamesItself_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("code");
    QTest::newRow("2.12.9 a newer one") << R"({"$schemaVersion":4})"_ba << u"settings-newer"_s;
    QTest::newRow("2.12.9 no whole number") << R"({"$schemaVersion":1.5})"_ba << u"settings-schema-version"_s;
    QTest::newRow("2.12.11 no object") << "[]"_ba << u"settings-object"_s;
}

void TestSettingsService::aDocumentThatMayNotBeReadNamesItself()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, code);
    ServiceBench bench;
    bench.put(json);
    const auto loaded = bench.load();
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().facts.code, code);
    QCOMPARE(loaded.error().facts.items, QStringList({bench.id.toString(), u"support"_s}));
    QVERIFY(loaded.error().facts.message.contains(bench.id.toString()));
    QVERIFY(!bench.configure(countUp)); // and nobody writes over it
    QCOMPARE(bench.stored().json, json);
}

void TestSettingsService::unknownMembersSurviveASave()
{
    RULE("2.12.12");
    ServiceBench bench;
    bench.put(R"({"later":1.0,"tools":{"new_tool":{"depth":12345678901234567890},"search_tickets":{"hint":2.50}}})");
    QVERIFY(bench.configure(countUp).has_value());
    QCOMPARE(
        bench.stored().json,
        R"({"later":1.0,"tools":{"new_tool":{"depth":12345678901234567890},"search_tickets":{"hint":2.50,"counter":1}}})"_ba);
}

void TestSettingsService::withoutAStoreEverythingSaysSo()
{
    Clock clock;
    SettingsService service({}, clock); // D43
    const SettingsId id = testId<SettingsId>();
    const auto loaded = awaitTask(service.load(id, supportSchema()));
    QCOMPARE(loaded.error().kind, Error::Kind::InvalidState);
    QVERIFY(loaded.error().facts.message.contains(u"SettingsStore"_s));
    QVERIFY(!awaitTask(service.save(id, StoredSettings(supportSchema()), 0)));
    QVERIFY(!awaitTask(service.configure(id, supportSchema(), countUp)));
}

void TestSettingsService::aStoreMayBringOlderSettingsUpToDate()
{
    ServiceBench bench; // S20
    bench.schema = supportSchema(3);
    bench.put(R"({"warmth":30,"seed":1})");
    const auto migrating = std::make_shared<MigratingStore>(
        *bench.store, u"support"_s,
        QMap<int, MigratingStore::Step>{
            {2, [](QJsonObject &members) { members[u"temperature"_s] = members.take(u"warmth"_s).toDouble() / 100; }},
            {3, [](QJsonObject &members) { members.remove(u"seed"_s); }}});
    SettingsService service(migrating, *bench.clock);
    const auto loaded = awaitTask(service.load(bench.id, bench.schema));
    QCOMPARE(loaded->settings.read<double>(u"temperature"_s), 0.3);
    QVERIFY(!loaded->settings.document().contains(u"seed"_s));
    QCOMPARE(loaded->version, 1); // the row's, so the next save replaces it
    QVERIFY(awaitTask(service.configure(bench.id, bench.schema, countUp)).has_value());
    QCOMPARE(bench.stored().json,
             R"({"$schemaVersion":3,"temperature":0.3,"tools":{"search_tickets":{"counter":1}}})"_ba);
    QCOMPARE(bench.stored().version, 2);
}

void TestSettingsService::withoutAMigrationARenamedMemberIsMissing()
{
    ServiceBench bench; // S21
    bench.schema = supportSchema(2);
    bench.put(R"({"warmth":30})");
    const auto loaded = bench.load();
    QVERIFY(loaded->settings.values().isEmpty());
    QCOMPARE(loaded->settings.problems().constFirst().kind, SettingsProblem::Kind::Unknown);
}

QTEST_GUILESS_MAIN(TestSettingsService)
#include "tst_settingsService.moc"
