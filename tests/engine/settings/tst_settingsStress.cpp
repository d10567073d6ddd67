// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "SettingsFixture.h"
#include "storage/sql/Database.h"
#include "storage/sql/SqlStore.h"
#include "support/AwaitTask.h"
#include "support/Rule.h"
#include "support/TestDatabase.h"
#include "support/TestIds.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace std::chrono_literals;

namespace {

constexpr int increments = 1000; // of each process

Clock &wallClock()
{
    static Clock clock;
    return clock;
}

Result<std::shared_ptr<SettingsStore>> openStore(const QString &address)
{
    return Database::open({.address = address, .lockPatience = 60s})
        .transform([](std::shared_ptr<Database> database) -> std::shared_ptr<SettingsStore> {
            return std::make_shared<SqlStore>(std::move(database), wallClock());
        });
}

int failed(const Error &error)
{
    std::fprintf(stderr, "%s\n", qPrintable(error.facts.message));
    return 1;
}

// The other processes: this program with "--count ADDRESS SETTINGS". Ten lost races in a row are the caller's business.
int countAsProcess(const QStringList &arguments)
{
    const auto store = openStore(arguments.at(2));
    if (!store)
        return failed(store.error());
    SettingsService service(*store, wallClock());
    const SettingsId id = *SettingsId::fromString(arguments.at(3));
    qint64 changes = 0;
    const SettingsChange change = [&changes](StoredSettings &settings) {
        ++changes;
        return countUp(settings);
    };
    for (int done = 0; done < increments;) {
        const auto saved = awaitTask(service.configure(id, supportSchema(), change));
        if (saved)
            ++done;
        else if (saved.error().kind != Error::Kind::Conflict)
            return failed(saved.error());
    }
    std::printf("%lld\n", changes);
    return 0;
}

} // namespace

//! configure() in real processes on one database.
class tst_settingsStress : public QObject
{
    Q_OBJECT

private slots:
    void twoProcessesLoseNoIncrement_data();
    void twoProcessesLoseNoIncrement();
};

void tst_settingsStress::twoProcessesLoseNoIncrement_data()
{
    QTest::addColumn<TestPlace>("where");
    QTest::newRow("2.12.3 SQLite") << TestPlace::File;
    QTest::newRow("2.12.3 PostgreSQL") << TestPlace::Server;
}

void tst_settingsStress::twoProcessesLoseNoIncrement() // D41, S12
{
    QFETCH(TestPlace, where);
    if (where == TestPlace::Server)
        NEEDS_POSTGRES();
    const TestDatabase place(where);
    const SettingsId id = testId<SettingsId>();
    const auto store = openStore(place.address()); // makes the tables
    QVERIFY2(store.has_value(), qPrintable(store ? QString() : store.error().facts.message));

    QElapsedTimer timer;
    timer.start();
    std::array<QProcess, 2> processes;
    for (QProcess &process : processes) {
        process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        process.start(QCoreApplication::applicationFilePath(), {u"--count"_s, place.address(), id.toString()});
    }
    qint64 changes = 0;
    for (QProcess &process : processes) {
        QVERIFY(process.waitForFinished(240'000));
        QCOMPARE(process.exitCode(), 0);
        changes += process.readAllStandardOutput().trimmed().toLongLong();
    }
    SettingsService service(*store, wallClock());
    const auto loaded = awaitTask(service.load(id, supportSchema()));
    QCOMPARE(loaded->settings.read<qint64>(counterPath), 2 * increments);
    QCOMPARE(loaded->version, 2 * increments);
    QVERIFY2(changes > 2 * increments, "nobody met anybody: this was no race");
    qInfo("%d increments, %lld attempts, %lld ms", 2 * increments, changes, timer.elapsed());
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    if (application.arguments().value(1) == "--count"_L1)
        return countAsProcess(application.arguments());
    tst_settingsStress test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_settingsStress.moc"
