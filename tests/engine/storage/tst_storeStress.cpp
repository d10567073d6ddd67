// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "base/Clock.h"
#include "storage/sql/Database.h"
#include "storage/sql/SqlStore.h"
#include "support/AwaitTask.h"
#include "support/StoreStress.h"
#include "support/TestDatabase.h"
#include "support/TestIds.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace std::chrono_literals;

namespace {

Clock &wallClock()
{
    static Clock clock;
    return clock;
}

StoreFactory storesOf(const QString &address)
{
    return [address]() -> Result<std::unique_ptr<Store>> {
        // A writer may wait for its turn longer than a person would: four of them do nothing else.
        return Database::open({.address = address, .lockPatience = 60s})
            .transform([](std::shared_ptr<Database> database) -> std::unique_ptr<Store> {
                return std::make_unique<SqlStore>(std::move(database), wallClock());
            });
    };
}

//! A store as people write it first: it compares the version, and then it writes.
class ReadsThenWrites final : public Store
{
public:
    explicit ReadsThenWrites(std::unique_ptr<Store> inner)
        : m_inner(std::move(inner))
    {
    }
    Task<Result<std::optional<StoredDocument>>> loadDocument(SettingsId id, QString kind) override
    {
        return m_inner->loadDocument(id, kind);
    }
    Task<Result<qint64>> saveDocument(SettingsId id, QString kind, QByteArray json, qint64 loadedVersion) override
    {
        const auto before = co_await m_inner->loadDocument(id, kind);
        if (before && before->value_or(StoredDocument()).version != loadedVersion)
            co_return failure(Error::Kind::Conflict, u"somebody was faster"_s);
        for (;;) {
            const auto now = co_await m_inner->loadDocument(id, kind);
            const auto saved = co_await m_inner->saveDocument(id, kind, json, now->value_or(StoredDocument()).version);
            if (saved || saved.error().kind != Error::Kind::Conflict)
                co_return saved;
        }
    }
    Task<Result<QList<StoredEntry>>> loadConversation(ConversationId conversation) override
    {
        return m_inner->loadConversation(conversation);
    }
    Task<Result<QList<StoredEntry>>> loadConversationSinceCompaction(ConversationId conversation) override
    {
        return m_inner->loadConversationSinceCompaction(conversation);
    }
    Task<Result<qint64>> appendConversation(ConversationId conversation, ConversationEntry entry) override
    {
        return m_inner->appendConversation(conversation, std::move(entry));
    }

private:
    std::unique_ptr<Store> m_inner;
};

StressTarget newTarget()
{
    return {testId<SettingsId>(), {testId<ConversationId>(), testId<ConversationId>()}};
}

// The other processes: this program with "--stress ADDRESS SETTINGS CONVERSATION CONVERSATION".
int stressAsProcess(const QStringList &arguments)
{
    const StressTarget target{
        *SettingsId::fromString(arguments.at(3)),
        {*ConversationId::fromString(arguments.at(4)), *ConversationId::fromString(arguments.at(5))}};
    const auto report = stressStore(storesOf(arguments.at(2)), target,
                                    QString::number(QCoreApplication::applicationPid()));
    if (!report) {
        std::fprintf(stderr, "%s\n", qPrintable(report.error().facts.message));
        return 1;
    }
    std::printf("%lld %lld %lld\n", report->saves, report->conflicts, report->appends);
    return 0;
}

} // namespace

//! Races, on real threads and in real processes.
class tst_storeStress : public QObject
{
    Q_OBJECT

private slots:
    void twoThreadsInTwoProcessesLoseNoUpdate_data();
    void twoThreadsInTwoProcessesLoseNoUpdate();
    void aStoreThatReadsBeforeItWritesIsFoundOut();
};

void tst_storeStress::twoThreadsInTwoProcessesLoseNoUpdate_data()
{
    QTest::addColumn<TestPlace>("where");
    QTest::newRow("2.13 SQLite") << TestPlace::File;
    QTest::newRow("2.13 PostgreSQL") << TestPlace::Server;
}

void tst_storeStress::twoThreadsInTwoProcessesLoseNoUpdate() // 2.13, S12
{
    QFETCH(TestPlace, where);
    if (where == TestPlace::Server)
        NEEDS_POSTGRES();
    const TestDatabase place(where);
    const StressTarget target = newTarget();
    auto reader = storesOf(place.address())();
    QVERIFY2(reader.has_value(), qPrintable(reader ? QString() : reader.error().facts.message));

    std::array<QProcess, 2> processes;
    for (QProcess &process : processes) {
        process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        process.start(QCoreApplication::applicationFilePath(),
                      {u"--stress"_s, place.address(), target.settings.toString(),
                       target.conversations.at(0).toString(), target.conversations.at(1).toString()});
    }
    // Whoever reads meanwhile sees a beginning of what is there in the end, never a hole that is filled later.
    QHash<ConversationId, QList<qint64>> seen;
    int looks = 0;
    const auto look = [&] {
        ++looks;
        for (const ConversationId &conversation : target.conversations) {
            const auto loaded = awaitTask((*reader)->loadConversation(conversation));
            if (!loaded)
                return false;
            QList<qint64> sequences;
            for (const StoredEntry &stored : *loaded)
                sequences.append(stored.sequence);
            QList<qint64> &before = seen[conversation];
            if (!std::ranges::is_sorted(sequences)
                || sequences.first(std::min(before.size(), sequences.size())) != before)
                return false;
            before = sequences;
        }
        return true;
    };
    while (!processes[0].waitForFinished(10) || !processes[1].waitForFinished(10)) {
        QVERIFY2(look(), "an entry came in before one that had been seen");
        if (processes[0].state() == QProcess::NotRunning && processes[1].state() == QProcess::NotRunning)
            break;
    }
    StressReport total;
    for (QProcess &process : processes) {
        QCOMPARE(process.exitCode(), 0);
        const QList<QByteArray> numbers = process.readAllStandardOutput().trimmed().split(' ');
        QCOMPARE(numbers.size(), 3);
        total = {total.saves + numbers.at(0).toLongLong(), total.conflicts + numbers.at(1).toLongLong(),
                 total.appends + numbers.at(2).toLongLong()};
    }
    QCOMPARE(total.saves, 2 * 2 * 500);
    const auto verified = verifyStress(**reader, target, total);
    QVERIFY2(verified.has_value(), qPrintable(verified ? QString() : verified.error().facts.message));
    QCOMPARE_GT(looks, 2);
    QVERIFY2(total.conflicts > 0, "nobody met anybody: this was no race");
    qInfo("%lld saves, %lld conflicts, %lld appends, looked at %d times", total.saves, total.conflicts, total.appends,
          looks);
}

void tst_storeStress::aStoreThatReadsBeforeItWritesIsFoundOut()
{
    const TestDatabase place(TestPlace::File);
    const StressTarget target = newTarget();
    const StoreFactory good = storesOf(place.address());
    const StoreFactory bad = [&good] {
        return good().transform([](std::unique_ptr<Store> store) -> std::unique_ptr<Store> {
            return std::make_unique<ReadsThenWrites>(std::move(store));
        });
    };
    const auto report = stressStore(bad, target, u"t"_s, {.threads = 2, .saves = 300, .appends = 0});
    QVERIFY2(report.has_value(), qPrintable(report ? QString() : report.error().facts.message));
    const auto store = good();
    const auto verified = verifyStress(**store, target, *report);
    QVERIFY(!verified);
    QCOMPARE(verified.error().facts.code, u"lost-update"_s);
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    if (application.arguments().value(1) == "--stress"_L1)
        return stressAsProcess(application.arguments());
    tst_storeStress test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_storeStress.moc"
