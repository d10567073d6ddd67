// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "StorageFixture.h"

#include "storage/MemoryStore.h"
#include "storage/sql/Database.h"
#include "storage/sql/SqlStore.h"
#include "support/AwaitTask.h"
#include "support/FixedClock.h"
#include "support/TemporaryStore.h"
#include "support/TestIds.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

//! What all stores are: the engine sees no more of them.
struct Fixture {
    virtual ~Fixture() = default;
    virtual Store &store() = 0;
    virtual LeaseStore &leases() = 0;
    FixedClock clock;
};

struct InMemory final : Fixture {
    Store &store() override { return memory; }
    LeaseStore &leases() override { return memory; }
    MemoryStore memory{clock};
};

struct InDatabase final : Fixture {
    explicit InDatabase(TestPlace place)
        : database(clock, place)
    {
    }
    Store &store() override { return database.store(); }
    LeaseStore &leases() override { return database.store(); }
    TemporaryStore database;
};

enum class Kind { Memory, Sqlite, Postgres };
constexpr std::array kinds{std::pair("MemoryStore", Kind::Memory), std::pair("SQLite", Kind::Sqlite),
                           std::pair("PostgreSQL", Kind::Postgres)};

const auto conversation = testId<ConversationId>();
const auto other = testId<ConversationId>();
const auto settings = testId<SettingsId>();

ConversationEntry summary(const QString &text)
{
    ConversationEntry made = textEntry(text);
    made.isSummary = true;
    made.standingApprovals.emplace();
    return made;
}

QStringList texts(const Result<QList<StoredEntry>> &loaded)
{
    QStringList list;
    for (const StoredEntry &stored : loaded.value_or(QList<StoredEntry>()))
        list.append(stored.entry.messages.value(0).text());
    return list;
}

const Lease here{QUuid::createUuid(), u"typeshift 1 on here"_s};
const Lease there{QUuid::createUuid(), u"typeshift 2 on there"_s};

} // namespace

class tst_stores : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }

    void entriesComeBackInAppendOrder_data() { stores(); }
    void entriesComeBackInAppendOrder();
    void aClockThatStepsBackKeepsTheOrder_data() { stores(); }
    void aClockThatStepsBackKeepsTheOrder();
    void anUnknownConversationIsEmpty_data() { stores(); }
    void anUnknownConversationIsEmpty();
    void everyFieldSurvives_data() { stores(); }
    void everyFieldSurvives();
    void textComesBackByteForByte_data() { stores(); }
    void textComesBackByteForByte();
    void aNewerEntryFailsTheLoadNamingItsSequence_data() { stores(); }
    void aNewerEntryFailsTheLoadNamingItsSequence();
    void loadingStartsAtTheLastSummary_data() { stores(); }
    void loadingStartsAtTheLastSummary();

    void documentsAreKeyedByIdAndKind_data() { stores(); }
    void documentsAreKeyedByIdAndKind();
    void documentsComeBackByteForByte_data();
    void documentsComeBackByteForByte();
    void aSaveThatLostARaceIsAConflict_data() { stores(); }
    void aSaveThatLostARaceIsAConflict();

    void aLeaseKeepsOthersOutUntilItDies_data() { stores(); }
    void aLeaseKeepsOthersOutUntilItDies();
    void aRenewedLeaseLives_data() { stores(); }
    void aRenewedLeaseLives();
    void aLostLeaseCannotBeRenewed_data() { stores(); }
    void aLostLeaseCannotBeRenewed();
    void aReleasedLeaseIsFree_data() { stores(); }
    void aReleasedLeaseIsFree();
    void liveLeasesAreListed_data() { stores(); }
    void liveLeasesAreListed();

private:
    void stores();
    Store &store() { return m_fixture->store(); }
    LeaseStore &leases() { return m_fixture->leases(); }
    //! None for a failed load, too.
    std::optional<StoredDocument> document(const QString &kind)
    {
        return awaitTask(store().loadDocument(settings, kind)).value_or(std::nullopt);
    }
    std::unique_ptr<Fixture> m_fixture;
};

void tst_stores::stores()
{
    QTest::addColumn<Kind>("kind");
    for (const auto &[name, kind] : kinds)
        QTest::addRow("%s", name) << kind;
}

void tst_stores::init()
{
    QFETCH(Kind, kind);
    if (kind == Kind::Postgres)
        NEEDS_POSTGRES();
    if (kind == Kind::Memory)
        m_fixture = std::make_unique<InMemory>();
    else
        m_fixture = std::make_unique<InDatabase>(kind == Kind::Sqlite ? TestPlace::File : TestPlace::Server);
}

void tst_stores::entriesComeBackInAppendOrder()
{
    qint64 last = 0;
    for (int i = 0; i < 20; ++i) {
        const auto sequence = awaitTask(store().appendConversation(conversation, textEntry(QString::number(i))));
        QVERIFY(sequence.has_value());
        QCOMPARE_GT(*sequence, last);
        last = *sequence;
        QVERIFY(awaitTask(store().appendConversation(other, textEntry(u"elsewhere"_s))).has_value());
    }
    const auto loaded = awaitTask(store().loadConversation(conversation));
    QVERIFY(loaded.has_value());
    QCOMPARE(loaded->size(), 20);
    QCOMPARE(loaded->constLast().sequence, last);
    for (int i = 0; i < 20; ++i)
        QCOMPARE(loaded->at(i).entry, textEntry(QString::number(i)));
}

void tst_stores::aClockThatStepsBackKeepsTheOrder() // 2.1.18
{
    auto first = textEntry(u"first"_s);
    auto second = textEntry(u"second"_s);
    second.at = first.at.addSecs(-3600);
    const auto third = textEntry(u"third"_s);
    for (const auto &each : {first, second, third})
        QVERIFY(awaitTask(store().appendConversation(conversation, each)).has_value());
    QCOMPARE(texts(awaitTask(store().loadConversation(conversation))),
             QStringList({u"first"_s, u"second"_s, u"third"_s}));
}

void tst_stores::anUnknownConversationIsEmpty()
{
    const auto all = awaitTask(store().loadConversation(conversation));
    QVERIFY(all.has_value());
    QVERIFY(all->isEmpty());
    const auto since = awaitTask(store().loadConversationSinceCompaction(conversation));
    QVERIFY(since.has_value());
    QVERIFY(since->isEmpty());
}

void tst_stores::everyFieldSurvives()
{
    ConversationEntry full = summary(u"short"_s);
    full.provider = u"openai"_s;
    full.model = u"gpt"_s;
    full.usage = Usage{.input = 1, .cacheRead = 2, .cacheWrite = 3, .output = 4, .reasoning = 5};
    full.endsRun = true;
    full.mode = AgentMode::Plan;
    full.standingApprovals = QList{StandingApproval{.tool = u"shell"_s, .unknown = {{u"since"_s, 1}}}};
    full.backgroundAgents = QStringList{u"call_7"_s};
    full.unknown = {{u"fromTheFuture"_s, QJsonObject{{u"deep"_s, 1.5}}}};
    full.messages[0].unknown = {{u"mood"_s, u"good"_s}};
    QVERIFY(awaitTask(store().appendConversation(conversation, full)).has_value());
    const auto loaded = awaitTask(store().loadConversation(conversation));
    QVERIFY(loaded.has_value());
    QCOMPARE(loaded->size(), 1);
    QCOMPARE(loaded->at(0).entry, full);
}

void tst_stores::textComesBackByteForByte()
{
    const QByteArray arguments = R"({"z":1.0,"a":12345678901234567890, "b":"\u00e9\u0000"})";
    ConversationEntry response = textEntry(u"zero \0, broken \xd83d, emoji 😀, line\u2028"_s);
    response.messages[0].contents.append(FunctionCall{u"call_1"_s, u"f"_s, arguments, {}, {}});
    QVERIFY(awaitTask(store().appendConversation(conversation, response)).has_value());
    const auto loaded = awaitTask(store().loadConversation(conversation));
    QVERIFY(loaded.has_value());
    QCOMPARE(loaded->at(0).entry.messages.at(0).calls().at(0).arguments, arguments);
    QCOMPARE(loaded->at(0).entry.serialize(), response.serialize());
}

void tst_stores::aNewerEntryFailsTheLoadNamingItsSequence() // 2.2.20
{
    QVERIFY(awaitTask(store().appendConversation(conversation, textEntry(u"fine"_s))).has_value());
    ConversationEntry newer = textEntry(u"newer"_s);
    newer.schemaVersion = ConversationEntry::currentSchemaVersion + 1;
    const auto sequence = awaitTask(store().appendConversation(conversation, newer));
    QVERIFY(sequence.has_value());
    for (auto loaded : {awaitTask(store().loadConversation(conversation)),
                        awaitTask(store().loadConversationSinceCompaction(conversation))}) {
        QVERIFY(!loaded.has_value());
        QCOMPARE(loaded.error().kind, Error::Kind::Storage);
        QVERIFY2(loaded.error().facts.message.startsWith(u"entry %1: "_s.arg(*sequence)),
                 qPrintable(loaded.error().facts.message));
        QVERIFY(loaded.error().facts.message.contains(u"version 2"_s));
    }
}

void tst_stores::loadingStartsAtTheLastSummary()
{
    const auto load = [this] { return texts(awaitTask(store().loadConversationSinceCompaction(conversation))); };
    const auto append = [this](const ConversationEntry &each) {
        return awaitTask(store().appendConversation(conversation, each)).has_value();
    };
    QVERIFY(append(textEntry(u"1"_s)));
    QVERIFY(append(textEntry(u"2"_s)));
    QCOMPARE(load(), QStringList({u"1"_s, u"2"_s}));
    QVERIFY(append(summary(u"s1"_s)));
    QCOMPARE(load(), QStringList({u"s1"_s}));
    QVERIFY(append(textEntry(u"3"_s)));
    QVERIFY(append(summary(u"s2"_s)));
    QVERIFY(append(textEntry(u"4"_s)));
    QVERIFY(awaitTask(store().appendConversation(other, summary(u"other"_s))).has_value());
    QCOMPARE(load(), QStringList({u"s2"_s, u"4"_s}));
    QCOMPARE(texts(awaitTask(store().loadConversation(conversation))).size(), 6);
}

void tst_stores::documentsAreKeyedByIdAndKind() // S6, S7
{
    QVERIFY(!document(u"a"_s));
    QCOMPARE(awaitTask(store().saveDocument(settings, u"a"_s, "1", 0)), 1);
    QCOMPARE(awaitTask(store().saveDocument(settings, u"b"_s, "2", 0)), 1);
    QCOMPARE(awaitTask(store().saveDocument(testId<SettingsId>(), u"a"_s, "3", 0)), 1);
    QCOMPARE(document(u"a"_s), (StoredDocument{"1", 1}));
    QCOMPARE(document(u"b"_s), (StoredDocument{"2", 1}));
}

void tst_stores::documentsComeBackByteForByte_data()
{
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<QByteArray>("json");
    for (const auto &[store, kind] : kinds) {
        const auto row = [store, kind](const char *name, const QByteArray &json) {
            QTest::addRow("%s, %s", store, name) << kind << json;
        };
        row("S8 order and numbers", R"({ "z":1.0,"a":12345678901234567890 ,"a":2})");
        row("S8 empty", "");
        row("S8 zero byte", QByteArray("{\"a\":\"\0\"}", 9));
        row("S8 not UTF-8", "{\"a\":\"\xff\xfe\"}");
        row("S8 byte order mark", "\xef\xbb\xbf{}");
        row("S8 line ends", "{\r\n}\n");
        row("S8 a number in quotes' clothing", "007");
    }
}

void tst_stores::documentsComeBackByteForByte()
{
    QFETCH(QByteArray, json);
    QCOMPARE(awaitTask(store().saveDocument(settings, u"a"_s, json, 0)), 1);
    QCOMPARE(document(u"a"_s), (StoredDocument{json, 1}));
    QCOMPARE(awaitTask(store().saveDocument(settings, u"a"_s, json, 1)), 2);
    QCOMPARE(document(u"a"_s), (StoredDocument{json, 2}));
}

void tst_stores::aSaveThatLostARaceIsAConflict() // S9, S11
{
    const auto conflicts = [this](const QByteArray &json, qint64 version) {
        const auto saved = awaitTask(store().saveDocument(settings, u"a"_s, json, version));
        return !saved && saved.error().kind == Error::Kind::Conflict
            && saved.error().facts.message.contains(settings.toString());
    };
    QVERIFY2(conflicts("x", 3), "a missing row at version n");
    QCOMPARE(awaitTask(store().saveDocument(settings, u"a"_s, "1", 0)), 1);
    QVERIFY2(conflicts("x", 0), "an insert with an existing row");
    QCOMPARE(awaitTask(store().saveDocument(settings, u"a"_s, "2", 1)), 2);
    QVERIFY2(conflicts("x", 1), "an old version");
    QVERIFY2(conflicts("x", 3), "a version that never was");
    QCOMPARE(document(u"a"_s), (StoredDocument{"2", 2}));
}

void tst_stores::aLeaseKeepsOthersOutUntilItDies()
{
    QVERIFY(awaitTask(leases().acquireLease(conversation, here)).has_value());
    QVERIFY2(awaitTask(leases().acquireLease(conversation, here)).has_value(), "one's own lease is no obstacle");
    m_fixture->clock.advance(LeaseStore::lifetime - std::chrono::milliseconds(1));
    const auto refused = awaitTask(leases().acquireLease(conversation, there));
    QVERIFY(!refused.has_value());
    QCOMPARE(refused.error().kind, Error::Kind::Conflict);
    QCOMPARE(refused.error().facts.items, QStringList{here.process});
    QVERIFY(awaitTask(leases().acquireLease(other, there)).has_value());
    m_fixture->clock.advance(std::chrono::milliseconds(1));
    QVERIFY(awaitTask(leases().acquireLease(conversation, there)).has_value());
}

void tst_stores::aRenewedLeaseLives()
{
    QVERIFY(awaitTask(leases().acquireLease(conversation, here)).has_value());
    for (int i = 0; i < 5; ++i) {
        m_fixture->clock.advance(LeaseStore::renewal);
        QVERIFY(awaitTask(leases().renewLease(conversation, here)).has_value());
        QVERIFY(!awaitTask(leases().acquireLease(conversation, there)).has_value());
    }
    m_fixture->clock.advance(LeaseStore::lifetime * 2);
    QVERIFY2(awaitTask(leases().renewLease(conversation, here)).has_value(), "dead, but nobody took it");
    QVERIFY(!awaitTask(leases().acquireLease(conversation, there)).has_value());
}

void tst_stores::aLostLeaseCannotBeRenewed()
{
    QVERIFY(awaitTask(leases().acquireLease(conversation, here)).has_value());
    m_fixture->clock.advance(LeaseStore::lifetime);
    QVERIFY(awaitTask(leases().acquireLease(conversation, there)).has_value());
    const auto taken = awaitTask(leases().renewLease(conversation, here));
    QVERIFY(!taken.has_value());
    QCOMPARE(taken.error().kind, Error::Kind::Conflict);
    QCOMPARE(taken.error().facts.items, QStringList{there.process});
    QVERIFY(awaitTask(leases().releaseLease(conversation, there)).has_value());
    const auto givenBack = awaitTask(leases().renewLease(conversation, here));
    QVERIFY(!givenBack.has_value());
    QCOMPARE(givenBack.error().kind, Error::Kind::Conflict);
}

void tst_stores::aReleasedLeaseIsFree()
{
    QVERIFY(awaitTask(leases().acquireLease(conversation, here)).has_value());
    QVERIFY2(awaitTask(leases().releaseLease(conversation, there)).has_value(), "not theirs: nothing happens");
    QVERIFY(!awaitTask(leases().acquireLease(conversation, there)).has_value());
    QVERIFY(awaitTask(leases().releaseLease(conversation, here)).has_value());
    QVERIFY(awaitTask(leases().acquireLease(conversation, there)).has_value());
}

void tst_stores::liveLeasesAreListed()
{
    QCOMPARE(awaitTask(leases().liveLeases()), QList<HeldLease>());
    QVERIFY(awaitTask(leases().acquireLease(conversation, here)).has_value());
    m_fixture->clock.advance(LeaseStore::renewal);
    QVERIFY(awaitTask(leases().acquireLease(other, there)).has_value());
    QList<HeldLease> both{{conversation, here}, {other, there}};
    std::ranges::sort(both, {}, [](const HeldLease &held) { return held.conversation.toString(); });
    auto listed = awaitTask(leases().liveLeases());
    QVERIFY(listed.has_value());
    std::ranges::sort(*listed, {}, [](const HeldLease &held) { return held.conversation.toString(); });
    QCOMPARE(*listed, both);
    m_fixture->clock.advance(LeaseStore::lifetime - LeaseStore::renewal);
    QCOMPARE(awaitTask(leases().liveLeases()), (QList<HeldLease>{{other, there}}));
}

QTEST_GUILESS_MAIN(tst_stores)
#include "tst_stores.moc"
