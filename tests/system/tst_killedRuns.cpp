// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Program.h"

#include <QRandomGenerator>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QUuid>

using namespace Qt::StringLiterals;
using namespace typeshift;

//! SIGKILL in the middle of a stream: what was confirmed is there. // T8
class TestKilledRuns final : public QObject
{
    Q_OBJECT

private slots:
    void nothingConfirmedIsLost();
    void theSecondProcessIsToldWhoRunsAndMayResumeSoonAfterAKill();

private:
    struct Killed {
        QString conversation;
        QList<QByteArray> confirmed; //!< the entries of its `stored` lines
        int deltas = 0;
    };

    static Killed killOne(const Program &program, QRandomGenerator &random, bool isAfterFirstDelta);
    static void take(Killed &killed, const QByteArray &line);
};

void TestKilledRuns::take(Killed &killed, const QByteArray &line)
{
    static constexpr QByteArrayView mark(",\"entry\":");
    if (line.startsWith("{\"type\":\"stored\"")) {
        const qsizetype begin = line.indexOf(mark) + mark.size();
        killed.confirmed.append(line.sliced(begin, line.size() - begin - 1));
    } else if (line.contains("\"type\":\"delta\"")) {
        ++killed.deltas;
    }
}

TestKilledRuns::Killed TestKilledRuns::killOne(const Program &program, QRandomGenerator &random, bool isAfterFirstDelta)
{
    Killed killed;
    killed.conversation = QUuid::createUuid().toString(QUuid::WithoutBraces);
    const auto process = program.start({u"run"_s, u"--json"_s, u"--provider"_s, u"demo"_s, u"--model"_s, u"long"_s,
                                        u"--conversation"_s, killed.conversation, u"Tell me a long story"_s});
    const int deltas = isAfterFirstDelta ? random.bounded(1, 40) : 0;
    const int patience = isAfterFirstDelta ? 20'000 : random.bounded(0, 60);
    QElapsedTimer clock;
    clock.start();
    while (killed.deltas < deltas || !isAfterFirstDelta) {
        if (clock.elapsed() >= patience || !process->waitForReadyRead(int(patience - clock.elapsed())))
            break;
        while (process->canReadLine())
            take(killed, process->readLine().trimmed());
    }
    process->kill();
    process->waitForFinished();
    while (process->canReadLine())
        take(killed, process->readLine().trimmed());
    return killed;
}

void TestKilledRuns::nothingConfirmedIsLost()
{
    constexpr int kills = 100;
    QTemporaryDir folder;
    const QString store = folder.filePath(u"store.db"_s);
    Program program(store);
    // The scenario's own pace: at none, an answer may be through before the signal arrives.
    program.setEnvironment(u"TYPESHIFT_DEMO_PACE"_s, u"1"_s);
    QRandomGenerator random(20261130);

    QList<Killed> all;
    int afterFirstDelta = 0;
    for (int i = 0; i < kills; ++i) {
        all.append(killOne(program, random, i % 3 != 0));
        afterFirstDelta += all.constLast().deltas > 0 ? 1 : 0;
    }
    qInfo("%d kills, %d of them after the first delta", kills, afterFirstDelta);
    QVERIFY(afterFirstDelta * 2 >= kills);

    {
        QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"check"_s);
        database.setDatabaseName(store);
        QVERIFY(database.open());
        QSqlQuery check(u"PRAGMA integrity_check"_s, database);
        QVERIFY(check.next());
        QCOMPARE(check.value(0).toString(), u"ok"_s);
    }
    QSqlDatabase::removeDatabase(u"check"_s);

    QSet<QString> begun;
    for (const Killed &killed : std::as_const(all)) {
        if (killed.confirmed.isEmpty())
            continue;
        begun.insert(killed.conversation);
        const auto shown = program.run({u"show"_s, killed.conversation, u"--json"_s});
        QCOMPARE(shown.exitCode, 0);
        const QList<QByteArray> stored = shown.output.trimmed().split('\n');
        QVERIFY(stored.size() >= killed.confirmed.size());
        for (qsizetype i = 0; i < killed.confirmed.size(); ++i)
            QCOMPARE(stored.at(i), killed.confirmed.at(i));
    }

    // The dead process's leases run out after nine seconds; until then the conversations count as running.
    const auto interrupted = [&] {
        qsizetype found = 0;
        for (const QJsonObject &line : program.run({u"conversations"_s, u"--json"_s}).lines()) {
            if (begun.contains(line.value("id"_L1).toString()))
                found += line.value("state"_L1).toString() == "interrupted"_L1 ? 1 : 0;
        }
        return found;
    };
    QTRY_COMPARE_WITH_TIMEOUT(interrupted(), begun.size(), 20'000);

    program.setEnvironment(u"TYPESHIFT_DEMO_PACE"_s, u"0"_s);
    const auto resumed = program.run({u"resume"_s, u"--provider"_s, u"demo"_s, u"--model"_s, u"long"_s,
                                      u"--conversation"_s, *begun.constBegin(), u"--json"_s});
    QVERIFY2(resumed.exitCode == 0, resumed.errors.constData());
    QCOMPARE(resumed.linesOfType("end"_L1).size(), 1);
}

void TestKilledRuns::theSecondProcessIsToldWhoRunsAndMayResumeSoonAfterAKill()
{
    QTemporaryDir folder;
    Program program(folder.filePath(u"store.db"_s));
    program.setEnvironment(u"TYPESHIFT_DEMO_PACE"_s, u"1"_s);
    Program other(folder.filePath(u"store.db"_s));
    const QString conversation = QUuid::createUuid().toString(QUuid::WithoutBraces);
    const QStringList model{u"--provider"_s, u"demo"_s, u"--model"_s, u"long"_s, u"--conversation"_s, conversation};
    const auto first = program.start(QStringList{u"run"_s, u"--json"_s, u"Tell me a long story"_s} + model);
    QByteArray output;
    while (!output.contains("\"delta\"") && first->waitForReadyRead(20'000))
        output += first->readAllStandardOutput();
    const auto refused = other.run(QStringList{u"run"_s, u"And then?"_s} + model);
    QCOMPARE(refused.exitCode, 4); // A conflict: another process runs it.
    const QByteArray owner = QByteArray::number(first->processId());
    QVERIFY2(refused.errors.contains(owner), refused.errors.constData());

    first->kill();
    QVERIFY(first->waitForFinished());
    QElapsedTimer waited;
    waited.start();
    const auto resumes = [&] { return other.run(QStringList{u"resume"_s} + model).exitCode == 0; };
    QVERIFY(QTest::qWaitFor(resumes, 10'000));
    qInfo("resumed %lld ms after the kill", waited.elapsed());
}

QTEST_GUILESS_MAIN(TestKilledRuns)
#include "tst_killedRuns.moc"
