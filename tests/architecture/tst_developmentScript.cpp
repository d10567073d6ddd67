// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Command.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace typeshift::architecture;

//! ./dev and the scripts below packaging/dev: how the platform is made and entered, and how totals are summed.
class TestDevelopmentScript : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        m_environment = QProcessEnvironment::systemEnvironment();
        m_environment.insert(u"TYPESHIFT_CACHE"_s, m_folder->path());
        m_environment.remove(u"TYPESHIFT_PATH"_s);
    }

    void theExitCodeOfACommandComesBack()
    {
        // The tree entered is this very system: what is tested is the way in and out.
        const auto ended = run(m_tools + u"enter"_s, {u"/"_s, u"sh"_s, u"-c"_s, u"echo inside; exit 7"_s}, 60,
                               m_environment);
        QVERIFY2(ended.output == "inside\n"_L1, qPrintable(ended.errors));
        QCOMPARE(ended.exitCode, 7);
    }

    void aSignalReachesTheCommandInside()
    {
        QProcess inside;
        inside.setProcessEnvironment(m_environment);
        inside.start(
            m_tools + u"enter"_s,
            {u"/"_s, u"sh"_s, u"-c"_s, u"trap 'echo asked; exit 5' TERM; echo ready; while :; do sleep 0.05; done"_s});
        QVERIFY(inside.waitForReadyRead(20'000));
        QCOMPARE(inside.readLine(), QByteArray("ready\n"));
        ::kill(static_cast<pid_t>(inside.processId()), SIGTERM);
        QVERIFY(inside.waitForFinished(20'000));
        QCOMPARE(inside.readAllStandardOutput(), QByteArray("asked\n"));
        QCOMPARE(inside.exitCode(), 5);
    }

    void aTreeThatCannotBeMadeIsOneLineAndLeavesNothing()
    {
        fakeMmdebstrap("mkdir -p \"$tree/usr\"; echo 'E: no network' >&2; exit 25\n");
        const auto made = makeRoot();
        QCOMPARE(made.exitCode, 1);
        const QStringList lines = made.errors.split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2); // what it does, and that it failed
        QVERIFY2(lines.constLast().startsWith("dev: cannot make the Debian 13 tree (no network"_L1),
                 qPrintable(made.errors));
        QVERIFY(!QFile::exists(root()));
        QVERIFY(!QFile::exists(root() + u".partial"_s));
    }

    void aTreeThatWasInterruptedIsMadeAgain()
    {
        fakeMmdebstrap("mkdir -p \"$tree/usr\"; touch \"$tree/half\"; kill -9 $PPID\n");
        QVERIFY(makeRoot().exitCode != 0);
        QVERIFY(QFile::exists(root() + u".partial/half"_s));
        QVERIFY(!QFile::exists(root()));

        fakeMmdebstrap("mkdir -p \"$tree/usr\"; touch \"$tree/whole\"\n");
        const auto made = makeRoot();
        QVERIFY2(made.exitCode == 0, qPrintable(made.errors));
        QVERIFY(QFile::exists(root() + u"/whole"_s));
        QVERIFY(!QFile::exists(root() + u"/half"_s));

        fakeMmdebstrap("exit 1\n");
        QCOMPARE(makeRoot().exitCode, 0); // it is there: nothing is made
    }

    void totalsAreSummedAndJudged_data()
    {
        QTest::addColumn<QByteArray>("log");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("lastLine");
        QTest::addColumn<int>("exitCode");

        const QByteArray good =
            "1/2 Test: a.tst_A\nOutput:\nTotals: 3 passed, 0 failed, 0 skipped, 0 blacklisted, 5ms\nTest Passed.\n";
        const QByteArray skips = "1/2 Test: b.tst_B\nSKIP   : B::x() no server\nTotals: 2 passed, 0 failed, 1 skipped, "
                                 "0 blacklisted, 1ms\nTest Passed.\n";
        const QByteArray fails =
            "1/2 Test: c.tst_C\nTotals: 1 passed, 2 failed, 0 skipped, 0 blacklisted, 1ms\nTest Failed.\n";
        const QByteArray crash = "1/2 Test: d.tst_D\nPASS   : D::x()\nTest Failed.\n";
        const QByteArray leak = "1/2 Test: e.tst_E\nTotals: 4 passed, 0 failed, 0 skipped, 0 blacklisted, "
                                "1ms\n==1==ERROR: LeakSanitizer\nTest Failed.\n";
        QTest::newRow("all pass") << QByteArray(good + good) << QStringList{}
                                  << u"tests: 6 passed, 0 failed, 0 skipped"_s << 0;
        QTest::newRow("a skip") << QByteArray(good + skips) << QStringList{}
                                << u"tests: 5 passed, 0 failed, 1 skipped"_s << 0;
        QTest::newRow("a skip in CI") << QByteArray(good + skips) << QStringList{u"--no-skips"_s}
                                      << u"tests: 5 passed, 0 failed, 1 skipped"_s << 1;
        QTest::newRow("a failure") << QByteArray(good + fails) << QStringList{}
                                   << u"tests: 4 passed, 2 failed, 0 skipped"_s << 1;
        QTest::newRow("a crash has no totals")
            << QByteArray(good + crash) << QStringList{} << u"tests: 3 passed, 1 failed, 0 skipped"_s << 1;
        QTest::newRow("a leak at the end") << leak << QStringList{} << u"tests: 4 passed, 1 failed, 0 skipped"_s << 1;
        QTest::newRow("a step failed before")
            << good << QStringList{u"--failed"_s} << u"tests: 3 passed, 0 failed, 0 skipped"_s << 1;
        QTest::newRow("nothing ran") << QByteArray() << QStringList{} << u"tests: 0 passed, 0 failed, 0 skipped"_s << 1;
    }

    void totalsAreSummedAndJudged()
    {
        QFETCH(const QByteArray, log);
        QFETCH(const QStringList, options);
        QFETCH(const QString, lastLine);
        QFETCH(const int, exitCode);
        const QString path = write(u"LastTest.log"_s, log);
        const auto summed = run(m_tools + u"totals"_s, options + QStringList{path});
        QCOMPARE(summed.output.trimmed().section(u'\n', -1), lastLine);
        QCOMPARE(summed.exitCode, exitCode);
    }

    void onlyDebian13IsThePlatformItself_data()
    {
        QTest::addColumn<QByteArray>("release");
        QTest::newRow("Debian 12") << QByteArray("ID=debian\nVERSION_ID=\"12\"\n");
        QTest::newRow("Debian 14") << QByteArray("ID=debian\nVERSION_ID=\"14\"\n");
        QTest::newRow("another 13") << QByteArray("ID=other\nVERSION_ID=\"13\"\n");
        QTest::newRow("nothing said") << QByteArray();
    }

    void onlyDebian13IsThePlatformItself()
    {
        QFETCH(const QByteArray, release);
        m_environment.insert(u"TYPESHIFT_OS_RELEASE"_s, write(u"os-release"_s, release));
        QCOMPARE(run(m_tools + u"native"_s, {}, 60, m_environment).exitCode, 1);
    }

    void anUnknownCommandIsRefusedWithTheHelp()
    {
        const auto refused = run(m_tools + u"commands"_s, {u"fly"_s}, 60, m_environment);
        QCOMPARE(refused.exitCode, 2);
        QVERIFY(refused.errors.contains("./dev test --all"_L1));
    }

private:
    QString root() const { return m_folder->filePath(u"root"_s); }

    CommandResult makeRoot()
    {
        const QString list = write(u"packages.list"_s, "# none\nhello\n");
        return run(m_tools + u"make-root"_s, {root(), list}, 60, m_environment);
    }

    //! Puts a program in mmdebstrap's place, for root and for a user alike; $tree is where the tree belongs.
    void fakeMmdebstrap(const QByteArray &script)
    {
        const QString path = write(u"bin/mmdebstrap"_s, "#!/bin/sh\ntree='" + root().toUtf8() + ".partial'\n" + script);
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        m_environment.insert(u"PATH"_s, m_folder->filePath(u"bin"_s) + u':' + QString(qEnvironmentVariable("PATH")));
    }

    QString write(const QString &name, const QByteArray &text)
    {
        const QString path = m_folder->filePath(name);
        QDir().mkpath(path.section(u'/', 0, -2));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
        return path;
    }

    const QString m_tools = QStringLiteral(TYPESHIFT_SOURCE_DIR "/packaging/dev/");
    std::unique_ptr<QTemporaryDir> m_folder;
    QProcessEnvironment m_environment;
};

QTEST_GUILESS_MAIN(TestDevelopmentScript)
#include "tst_developmentScript.moc"
