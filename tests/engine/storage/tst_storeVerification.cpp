// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "storage/MemoryStore.h"
#include "storage/StoreVerification.h"
#include "support/AwaitTask.h"
#include "support/FixedClock.h"
#include "support/Rule.h"
#include "support/TemporaryStore.h"
#include "support/TestIds.h"

#include <QJsonDocument>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

//! A store that keeps every rule but one.
class BrokenStore final : public Store
{
public:
    explicit BrokenStore(QString broken)
        : m_broken(std::move(broken))
    {
    }

    Task<Result<std::optional<StoredDocument>>> loadDocument(SettingsId id, QString kind) override
    {
        return m_inner.loadDocument(id, breaks("keys by id only") ? QString() : kind);
    }
    Task<Result<qint64>> saveDocument(SettingsId id, QString kind, QByteArray json, qint64 loadedVersion) override
    {
        if (breaks("keys by id only"))
            kind.clear();
        if (breaks("writes its JSON anew"))
            json = QJsonDocument::fromJson(json).toJson(QJsonDocument::Compact);
        const auto before = co_await m_inner.loadDocument(id, kind);
        const qint64 stored = before->value_or(StoredDocument()).version;
        const bool overwrites = (breaks("overwrites on a conflict") && loadedVersion != 0)
            || (breaks("overwrites an existing document") && loadedVersion == 0);
        if (overwrites)
            loadedVersion = stored;
        const bool isConflict = loadedVersion != stored;
        if (isConflict && breaks("fails differently on a conflict"))
            co_return failure(Error::Kind::Storage, u"UNIQUE constraint failed"_s);
        if (isConflict && breaks("writes before it reports the conflict"))
            co_await m_inner.saveDocument(id, kind, json, stored);
        const auto saved = co_await m_inner.saveDocument(id, kind, json, loadedVersion);
        if (saved && breaks("returns 0"))
            co_return 0;
        if (saved && breaks("uses a version twice"))
            co_return 1;
        co_return saved;
    }
    Task<Result<QList<StoredEntry>>> loadConversation(ConversationId conversation) override
    {
        co_return changed(*co_await m_inner.loadConversation(conversation));
    }
    Task<Result<QList<StoredEntry>>> loadConversationSinceCompaction(ConversationId conversation) override
    {
        const bool startsWrong = breaks("starts at the first summary") || breaks("starts behind the summary");
        QList<StoredEntry> entries = startsWrong ? *co_await m_inner.loadConversation(conversation)
                                                 : *co_await m_inner.loadConversationSinceCompaction(conversation);
        if (startsWrong) {
            const auto isSummary = [](const StoredEntry &stored) { return stored.entry.isSummary; };
            const auto first = std::ranges::find_if(entries, isSummary);
            if (first != entries.end())
                entries.erase(entries.begin(), breaks("starts at the first summary") ? first : entries.end() - 1);
        }
        co_return changed(entries);
    }
    Task<Result<qint64>> appendConversation(ConversationId conversation, ConversationEntry entry) override
    {
        if (breaks("loses isSummary"))
            entry.isSummary = false;
        if (breaks("drops unknown members"))
            entry.unknown = {};
        if (breaks("loses standing approvals"))
            entry.standingApprovals.reset();
        if (breaks("loses the end of a run"))
            entry.endsRun = false;
        if (breaks("sets the time anew"))
            entry.at = m_clock.now();
        const auto sequence = co_await m_inner.appendConversation(conversation, entry);
        co_return breaks("counts anew") ? 1 : *sequence;
    }

private:
    bool breaks(const char *rule) const { return m_broken == QLatin1StringView(rule); }
    QList<StoredEntry> changed(QList<StoredEntry> entries) const
    {
        if (breaks("sorts by time"))
            std::ranges::stable_sort(entries, {}, [](const StoredEntry &stored) { return stored.entry.at; });
        if (breaks("loses the last entry") && !entries.isEmpty())
            entries.removeLast();
        if (breaks("numbers on loading")) {
            for (StoredEntry &stored : entries)
                stored.sequence += 100;
        }
        return entries;
    }

    QString m_broken;
    FixedClock m_clock;
    MemoryStore m_inner{m_clock};
};

} // namespace

class tst_storeVerification : public QObject
{
    Q_OBJECT

private slots:
    void ourStoresKeepTheRules();
    void aSecondCallAsksForNewIds();
    void aBrokenStoreIsToldItsRule_data();
    void aBrokenStoreIsToldItsRule();
    void theStoresOwnErrorPasses();
};

void tst_storeVerification::ourStoresKeepTheRules()
{
    RULE("2.13.1 settings", "2.13.2 settings", "2.13.3 settings", "2.13.4 settings", "2.13.5 settings");
    RULE("2.13.6 settings", "2.13.7 settings", "2.13.1 conversation", "2.13.2 conversation");
    RULE("2.13.3 conversation", "2.13.4 conversation", "2.13.5 conversation");
    FixedClock clock;
    MemoryStore memory(clock);
    TemporaryStore file(clock);
    std::unique_ptr<TemporaryStore> server;
    QList<Store *> stores{&memory, &file.store()};
    if (PostgresServer::isInstalled()) {
        server = std::make_unique<TemporaryStore>(clock, TestPlace::Server);
        stores.append(&server->store());
    }
    QVERIFY2(server || !qEnvironmentVariableIsSet("CI"), "CI has PostgreSQL");
    for (Store *store : std::as_const(stores)) {
        const auto verified = awaitTask(verifyStore(*store, testId<ConversationId>(), testId<SettingsId>()));
        QVERIFY2(verified.has_value(), qPrintable(verified ? QString() : verified.error().facts.message));
    }
}

void tst_storeVerification::aSecondCallAsksForNewIds() // S25
{
    RULE("2.13.1 settings", "2.13.1 conversation");
    FixedClock clock;
    MemoryStore store(clock);
    const auto conversation = testId<ConversationId>();
    const auto settings = testId<SettingsId>();
    QVERIFY(awaitTask(verifyStore(store, conversation, settings)).has_value());
    for (const auto &again : {awaitTask(verifyStore(store, conversation, settings)),
                              awaitTask(verifyStore(store, conversation, testId<SettingsId>()))}) {
        QVERIFY(!again);
        QCOMPARE(again.error().facts.code, u"new-id"_s);
        QVERIFY(again.error().facts.message.contains(u"new id"_s));
    }
}

void tst_storeVerification::aBrokenStoreIsToldItsRule_data()
{
    QTest::addColumn<QString>("broken");
    QTest::addColumn<QString>("rule");
    const auto row = [](const char *number, const char *broken, const QString &rule) {
        QTest::addRow("%s %s", number, broken) << QString::fromLatin1(broken) << rule;
    };
    row("2.13.3 settings", "keys by id only", u"keyed-by-id-and-kind"_s);
    row("2.13.2 settings", "returns 0", u"new-version"_s);
    row("2.13.5 settings", "uses a version twice", u"new-version"_s);
    row("2.13.4 settings", "writes its JSON anew", u"byte-for-byte"_s);
    row("2.13.6 settings", "overwrites an existing document", u"conflict-on-existing"_s);
    row("2.13.7 settings", "overwrites on a conflict", u"conflict-on-old-version"_s);
    row("2.13.7 settings", "writes before it reports the conflict", u"conflict-changes-nothing"_s);
    row("2.13.7 settings", "fails differently on a conflict", u"conflict-kind"_s);
    row("2.13.2 conversation", "sorts by time", u"append-order"_s);
    row("2.13.2 conversation", "loses the last entry", u"complete"_s);
    row("2.13.4 conversation", "loses isSummary", u"keeps-is-summary"_s);
    row("2.13.5 conversation", "drops unknown members", u"unchanged"_s);
    row("2.13.5 conversation", "loses standing approvals", u"unchanged"_s);
    row("2.13.5 conversation", "loses the end of a run", u"unchanged"_s);
    row("2.13.5 conversation", "sets the time anew", u"unchanged"_s);
    row("2.13.2 conversation", "counts anew", u"sequence"_s);
    row("2.13.2 conversation", "numbers on loading", u"sequence"_s);
    row("2.13.4 conversation", "starts at the first summary", u"since-compaction"_s);
    row("2.13.4 conversation", "starts behind the summary", u"since-compaction"_s);
}

void tst_storeVerification::aBrokenStoreIsToldItsRule()
{
    QFETCH(QString, broken);
    QFETCH(QString, rule);
    BrokenStore store(broken);
    const auto verified = awaitTask(verifyStore(store, testId<ConversationId>(), testId<SettingsId>()));
    QVERIFY(!verified);
    QCOMPARE(verified.error().kind, Error::Kind::InvalidState);
    QCOMPARE(verified.error().facts.code, rule);
    QVERIFY(verified.error().facts.message.contains(rule));
}

void tst_storeVerification::theStoresOwnErrorPasses() // S23
{
    FixedClock clock;
    TemporaryStore file(clock);
    const auto damaged = awaitTask(file.database().run(
        [](QSqlDatabase &connection) { return executeSql(connection, u"DROP TABLE documents"_s); }));
    QVERIFY(damaged.has_value());
    const auto verified = awaitTask(verifyStore(file.store(), testId<ConversationId>(), testId<SettingsId>()));
    QVERIFY(!verified);
    QCOMPARE(verified.error().kind, Error::Kind::Storage);
    QVERIFY(verified.error().facts.message.contains(u"no such table"_s));
}

QTEST_GUILESS_MAIN(tst_storeVerification)
#include "tst_storeVerification.moc"
