// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "support/AwaitTask.h"
#include "support/FixedClock.h"
#include "workbench/KeychainSecrets.h"

#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace typeshift;
using Place = SecretsStatus::Place;

//! Runs inside a session of its own, started by KeychainSecretsTest; the mode names the test function.
class InsideSession : public QObject
{
    Q_OBJECT

private slots:
    void unlocked();
    void silent();
    void locked() { fallsBackToMemory(); }
    void none() { fallsBackToMemory(); }

private:
    void fallsBackToMemory();
};

void InsideSession::unlocked()
{
    FixedClock clock;
    {
        KeychainSecrets secrets(clock);
        QSignalSpy changes(&secrets, &Secrets::changed);
        QVERIFY(!*awaitTask(secrets.load(u"openai"_s)));
        QVERIFY(awaitTask(secrets.store(u"openai"_s, u"sk-schlüssel"_s)));
        QCOMPARE(secrets.status(), SecretsStatus{});
        QCOMPARE(changes.size(), 1);
    }
    KeychainSecrets next(clock);
    QCOMPARE(**awaitTask(next.load(u"openai"_s)), u"sk-schlüssel"_s);
    QVERIFY(awaitTask(next.remove(u"openai"_s)));
    QVERIFY(awaitTask(next.remove(u"openai"_s)));
    QVERIFY(!*awaitTask(next.load(u"openai"_s)));
    QCOMPARE(next.status().place, Place::Keychain);
}

// As a keychain is whose prompt nobody answers.
void InsideSession::silent()
{
    FixedClock clock;
    KeychainSecrets secrets(clock);
    QVERIFY(awaitTask(secrets.store(u"openai"_s, u"sk-1"_s)));
    const auto keyring = pid_t(qEnvironmentVariableIntValue("KEYRING_PID"));
    QVERIFY(keyring > 1);
    QCOMPARE(::kill(keyring, SIGSTOP), 0);

    auto load = secrets.load(u"openai"_s);
    load.start();
    clock.advance(KeychainSecrets::patience - std::chrono::milliseconds(1));
    QVERIFY(!load.isDone());
    clock.advance(std::chrono::milliseconds(1));
    QVERIFY(load.isDone());
    const auto result = load.takeResult();
    QCOMPARE(result.error().kind, Error::Kind::Timeout);
    QCOMPARE(result.error().facts.code, u"keychain"_s);
    QVERIFY(result.error().facts.message.contains("30 s"_L1));
    QCOMPARE(secrets.status().place, Place::MemoryOnly);

    // A key that is entered now can be used at once, and a later answer changes nothing.
    auto store = secrets.store(u"other"_s, u"sk-2"_s);
    store.start();
    QCOMPARE(**awaitTask(secrets.load(u"other"_s)), u"sk-2"_s);
    QCOMPARE(::kill(keyring, SIGCONT), 0);
    QVERIFY(QTest::qWaitFor([&store] { return store.isDone(); }, 30'000));
    QCOMPARE(**awaitTask(secrets.load(u"openai"_s)), u"sk-1"_s);
    QCOMPARE(secrets.status().place, Place::Keychain);
}

void InsideSession::fallsBackToMemory()
{
    FixedClock clock;
    KeychainSecrets secrets(clock);
    QSignalSpy statuses(&secrets, &Secrets::statusChanged);
    // A locked keyring may say that there is no such key; one that isn't there says why.
    const auto missing = awaitTask(secrets.load(u"openai"_s));
    QVERIFY(!missing || !*missing);
    if (!missing) {
        QCOMPARE(missing.error().kind, Error::Kind::Auth);
        QCOMPARE(missing.error().facts.code, u"keychain"_s);
        QVERIFY(!missing.error().facts.message.isEmpty());
    }
    QVERIFY(awaitTask(secrets.store(u"openai"_s, u"sk-1"_s)));
    QCOMPARE(secrets.status().place, Place::MemoryOnly);
    QVERIFY(!secrets.status().reason.isEmpty());
    QVERIFY(statuses.size() >= 1);
    QCOMPARE(**awaitTask(secrets.load(u"openai"_s)), u"sk-1"_s);
    QVERIFY(awaitTask(secrets.remove(u"openai"_s)));
    QVERIFY(!awaitTask(secrets.load(u"openai"_s)).value_or(std::nullopt));
    qInfo() << "reason:" << secrets.status().reason;
}

class KeychainSecretsTest : public QObject
{
    Q_OBJECT

private slots:
    void memoryKeepsWhatItIsGiven();
    void everyKindOfSession_data();
    void everyKindOfSession();
};

void KeychainSecretsTest::memoryKeepsWhatItIsGiven()
{
    MemorySecrets secrets(u"asked for"_s);
    QVERIFY(!*awaitTask(secrets.load(u"a"_s)));
    QVERIFY(awaitTask(secrets.store(u"a"_s, u"1"_s)));
    QCOMPARE(**awaitTask(secrets.load(u"a"_s)), u"1"_s);
    QVERIFY(awaitTask(secrets.remove(u"a"_s)));
    QVERIFY(!*awaitTask(secrets.load(u"a"_s)));
    QCOMPARE(secrets.status(), (SecretsStatus{Place::MemoryOnly, u"asked for"_s}));
}

void KeychainSecretsTest::everyKindOfSession_data()
{
    QTest::addColumn<QString>("session");
    QTest::addColumn<QString>("function");
    QTest::newRow("T25 an unlocked keyring keeps keys") << u"unlocked"_s << u"unlocked"_s;
    QTest::newRow("a prompt that nobody answers ends after 30 s") << u"unlocked"_s << u"silent"_s;
    QTest::newRow("T25 a locked keyring without a display") << u"locked"_s << u"locked"_s;
    QTest::newRow("T25 no session bus") << u"none"_s << u"none"_s;
}

void KeychainSecretsTest::everyKindOfSession()
{
    QFETCH(QString, session);
    QFETCH(QString, function);
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"TYPESHIFT_INSIDE_SESSION"_s, u"1"_s);
    process.setProcessEnvironment(environment);
    const QString script = QStringLiteral(TYPESHIFT_SOURCE_DIR "/tests/support/keyring-session");
    process.start(script, {session, QCoreApplication::applicationFilePath(), function});
    const bool hasEnded = process.waitForFinished(90'000);
    const QByteArray output = process.readAll();
    QVERIFY2(hasEnded, output.constData());
    QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0, output.constData());
    const QByteArray passed = "PASS   : InsideSession::" + function.toLatin1();
    QVERIFY2(output.contains(passed), output.constData());
    for (const QByteArray &line : output.split('\n')) {
        if (line.contains("reason:"))
            qInfo("%s", line.constData());
    }
}

int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    InsideSession inside;
    KeychainSecretsTest outside;
    QObject *test = &outside;
    if (qEnvironmentVariableIsSet("TYPESHIFT_INSIDE_SESSION"))
        test = &inside;
    return QTest::qExec(test, argc, argv);
}

#include "tst_keychainSecrets.moc"
