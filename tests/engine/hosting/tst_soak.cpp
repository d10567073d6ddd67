// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "SoakWorker.h"
#include "support/AwaitTask.h"

#include "conversations/History.h"
#include "storage/sql/Database.h"
#include "storage/sql/SqlStore.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

//! What the processes saw, by conversation.
struct Witness {
    QHash<QString, int> began;
    QHash<QString, int> ended;
    QHash<QString, int> faults; //!< appends that failed
    QHash<QString, QStringList> accepted;
    int full = 0; //!< how often there was no room on the disk
};

Witness read(const QString &journal)
{
    Witness witness;
    QFile lines(journal);
    if (!lines.open(QIODevice::ReadOnly))
        return witness;
    for (const auto all = lines.readAll().split('\n'); const QByteArray &line : all) {
        const QStringList words = QString::fromUtf8(line).split(u' ');
        if (words.constFirst() == "began"_L1)
            ++witness.began[words.at(1)];
        else if (words.constFirst() == "ended"_L1)
            ++witness.ended[words.at(1)];
        else if (words.constFirst() == "fault"_L1)
            ++witness.faults[words.at(1)];
        else if (words.constFirst() == "accepted"_L1)
            witness.accepted[words.at(2)].append(words.at(1));
        else if (words.constFirst() == "full"_L1)
            ++witness.full;
    }
    return witness;
}

} // namespace

//! Many runs on one database with random stops, steering, faults of the store, a disk that is full now and then, and
//! kills of the whole process; then every entry is held against what the processes had seen. The seed decides, so a
//! failure repeats as far as a kill can. TYPESHIFT_SOAK_SECONDS makes it long (./dev bench soak).
class TestSoak final : public QObject
{
    Q_OBJECT

private slots:
    void everythingThatWasAcceptedIsThereOnce();

private:
    struct Life {
        QString folder;
        quint32 seed = 0;
        int runs = 0;
        std::optional<int> killedAfter; //!< milliseconds
    };

    void live(const Life &life);
    void liveOnAFullDisk(const Life &life);
    void check(const QString &folder);
    static void checkConversation(const QString &name, const QList<StoredEntry> &entries, const Witness &witness);

    int m_conversations = 0;
    int m_kills = 0;
    int m_full = 0; //!< how often the disk was full
};

void TestSoak::everythingThatWasAcceptedIsThereOnce()
{
    constexpr int lives = 4;
    const int seconds = qEnvironmentVariableIntValue("TYPESHIFT_SOAK_SECONDS");
    m_conversations = seconds > 0 ? 200 : 40;
    const int runs = seconds > 0 ? 2'000 : 200;
    QElapsedTimer time;
    time.start();
    quint32 seed = 1;
    do {
        QTemporaryDir folder;
        QRandomGenerator random(seed);
        const int onAFullDisk = random.bounded(lives);
        for (int number = 0; number < lives; ++number) {
            Life life{.folder = folder.path(), .seed = seed * 100 + quint32(number), .runs = runs / lives};
            const bool mayBeKilled = number != onAFullDisk || seconds > 0; // The short one has to meet it.
            if (number < lives - 1 && mayBeKilled)
                life.killedAfter = seconds > 0 ? 100 + random.bounded(4'000) : 50 + random.bounded(200);
            if (number == onAFullDisk)
                liveOnAFullDisk(life);
            else
                live(life);
        }
        if (!QTest::currentTestFailed())
            check(folder.path());
        if (QTest::currentTestFailed())
            QFAIL(qPrintable(u"seed %1"_s.arg(seed)));
        ++seed;
    } while (time.elapsed() < qint64(seconds) * 1'000);
    qInfo("%u seeds, %d processes killed, %d times no room on the disk", seed - 1, m_kills, m_full);
    QVERIFY2(m_full > 0, "the disk was never full");
}

void TestSoak::live(const Life &life)
{
    QProcess worker;
    worker.setProcessChannelMode(QProcess::ForwardedChannels);
    worker.start(QCoreApplication::applicationFilePath(),
                 {u"--work"_s, life.folder + u"/soak.db"_s, life.folder + u"/journal"_s, QString::number(life.seed),
                  QString::number(m_conversations), QString::number(life.runs)});
    if (life.killedAfter && !worker.waitForFinished(*life.killedAfter)) {
        worker.kill();
        ++m_kills;
    }
    QVERIFY(worker.state() == QProcess::NotRunning || worker.waitForFinished(180'000));
    if (worker.exitStatus() == QProcess::NormalExit)
        QCOMPARE(worker.exitCode(), 0);
}

// A file system of its own, with little room beside the database; bubblewrap makes it without being root. It ends with
// its last process, so the database is carried there and back. The journal stays outside, where there is room.
void TestSoak::liveOnAFullDisk(const Life &life)
{
    const QString script = uR"(
        cp "$1"/soak.db "$1"/soak.db-wal /full 2>/dev/null
        timeout -s KILL "$2" "$3" --work /full/soak.db "$1"/journal "$4" "$5" "$6" /full/ballast
        ended=$?
        rm -f "$1"/soak.db*
        for file in /full/soak.db /full/soak.db-wal; do
            [ ! -e $file ] || cp $file "$1" || exit 1
        done
        exit $ended)"_s;
    qint64 size = 4 * 1024 * 1024;
    for (const auto files = QDir(life.folder).entryInfoList({u"soak.db*"_s}); const QFileInfo &file : files)
        size += 2 * file.size();
    // Longer than in other lives: it has more to do before it begins.
    const double seconds = life.killedAfter ? (1'000 + *life.killedAfter) / 1'000.0 : 180.0;
    QProcess shell;
    shell.setProcessChannelMode(QProcess::ForwardedChannels);
    shell.start(u"bwrap"_s,
                {u"--bind"_s,
                 u"/"_s,
                 u"/"_s,
                 u"--dev-bind"_s,
                 u"/dev"_s,
                 u"/dev"_s,
                 u"--size"_s,
                 QString::number(size),
                 u"--tmpfs"_s,
                 u"/full"_s,
                 u"sh"_s,
                 u"-c"_s,
                 script,
                 u"sh"_s,
                 life.folder,
                 QString::number(seconds),
                 QCoreApplication::applicationFilePath(),
                 QString::number(life.seed),
                 QString::number(m_conversations),
                 QString::number(life.runs)});
    QVERIFY2(shell.waitForFinished(200'000), qPrintable(shell.errorString()));
    QCOMPARE(shell.exitStatus(), QProcess::NormalExit);
    constexpr int killed = 128 + 9;
    if (life.killedAfter && shell.exitCode() == killed)
        ++m_kills;
    else
        QCOMPARE(shell.exitCode(), 0);
}

void TestSoak::check(const QString &folder)
{
    const Witness witness = read(folder + u"/journal"_s);
    m_full += witness.full;
    QVERIFY(!witness.began.isEmpty());

    Clock clock;
    const auto database = Database::open({.address = folder + u"/soak.db"_s});
    QVERIFY(database);
    SqlStore store(*database, clock);
    for (int number = 0; number < m_conversations; ++number) {
        const ConversationId id = soakConversation(quint32(number));
        const auto loaded = awaitTask(store.loadConversation(id));
        QVERIFY2(loaded, qPrintable(id.toString()));
        checkConversation(id.toString(), *loaded, witness);
        if (QTest::currentTestFailed())
            return;
    }
}

void TestSoak::checkConversation(const QString &name, const QList<StoredEntry> &entries, const Witness &witness)
{
    QHash<QString, int> seen; // Inputs and answers by uid: none is stored twice.
    qint64 last = 0;
    int ends = 0;
    int withoutCall = 0;
    QSet<QString> calls;
    QSet<QString> results;
    for (const StoredEntry &stored : entries) {
        QVERIFY2(stored.sequence > last, qPrintable(name));
        last = stored.sequence;
        ends += stored.entry.endsRun ? 1 : 0;
        for (const Message &message : stored.entry.messages) {
            if (message.role != Role::Tool)
                ++seen[message.uid.toString(QUuid::WithoutBraces)];
            for (const Content &content : message.contents) {
                if (const auto *call = std::get_if<FunctionCall>(&content)) {
                    QVERIFY2(!calls.contains(call->callId), "a call id is stored twice");
                    calls.insert(call->callId);
                } else if (const auto *result = std::get_if<FunctionResult>(&content)) {
                    QVERIFY2(!results.contains(result->callId), "a call is answered twice");
                    results.insert(result->callId);
                    withoutCall += calls.contains(result->callId) ? 0 : 1;
                }
            }
        }
    }
    for (auto each = seen.cbegin(); each != seen.cend(); ++each)
        QVERIFY2(each.value() == 1,
                 qPrintable(u"message %1 of %2 is stored %3 times"_s.arg(each.key(), name).arg(each.value())));
    // Each fault takes one entry: one end, one input, or one response with the calls it had.
    const int faults = witness.faults.value(name);
    QVERIFY2(withoutCall <= faults * SoakWorker::mostCalls, qPrintable(u"%1: a result without its call"_s.arg(name)));
    QVERIFY2(ends <= witness.began.value(name), qPrintable(u"%1: more ends than runs"_s.arg(name)));
    QVERIFY2(ends >= witness.ended.value(name) - faults, qPrintable(u"%1: an end is lost"_s.arg(name)));
    // A kill may take what was accepted and not taken by the run yet: the host keeps it.
    const bool isCut = witness.began.value(name) > ends;
    const auto accepted = witness.accepted.value(name);
    const auto lost = std::ranges::count_if(accepted, [&seen](const QString &uid) { return !seen.contains(uid); });
    QVERIFY2(lost <= faults || isCut, qPrintable(u"%1: accepted input is lost"_s.arg(name)));
    // Whatever happened, a model can be shown the rest.
    for (const auto history = historyOf(entries); const Message &message : history)
        QVERIFY(!message.contents.isEmpty());
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == "--work"_L1) {
        SoakWorker worker({.file = arguments.at(2),
                           .journal = arguments.at(3),
                           .seed = arguments.at(4).toUInt(),
                           .conversations = arguments.at(5).toInt(),
                           .runs = arguments.at(6).toInt(),
                           .ballast = arguments.value(7)});
        return QCoreApplication::exec();
    }
    TestSoak test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_soak.moc"
