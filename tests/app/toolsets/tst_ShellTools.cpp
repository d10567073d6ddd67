// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Playground.h"

#include <app/toolsets/shell/ShellTools.h>
#include <support/AwaitTask.h>

#include <QElapsedTimer>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::toolsets;

namespace {

QString wordsOf(const Result<QString> &result)
{
    return result ? *result : QString(u"error: "_s + result.error().facts.message);
}

//! How many processes of this machine have the word in their command line, those of a sandbox included.
int processesWith(const QByteArray &word)
{
    int count = 0;
    const QStringList processes = QDir(u"/proc"_s).entryList(QDir::Dirs);
    for (const QString &process : processes) {
        QFile line(QString(u"/proc/"_s + process + u"/cmdline"_s));
        count += process.at(0).isDigit() && line.open(QIODevice::ReadOnly) && line.readAll().contains(word);
    }
    return count;
}

} // namespace

//! Commands of a model, in bubblewrap where it works and without it.
class TestShellTools : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data();
    void init();
    void answersWithExitCodeAndOutput_data();
    void answersWithExitCodeAndOutput();
    void runsInTheFolderThatIsNamed();
    void refusesWhatCannotRun_data();
    void refusesWhatCannotRun();
    void inputIsClosed();
    void theTimeLimitEndsAllProcesses();
    void stopEndsAllProcesses();
    void whoIgnoresTheQuestionIsKilled();
    void droppingTheTaskEndsAllProcesses();
    void whatRunsOnInTheBackgroundEndsWithTheCommand();
    void longOutputLosesItsMiddle();
    void noKeyIsInTheEnvironment();
    void theSandboxHidesAndProtects();
    void theSandboxHasNoNetwork();
    void outputIsBounded_data();
    void outputIsBounded();
    void aSecondStartDoesNotTryTheSandboxAgain();

private:
    std::unique_ptr<Playground> m_ground;
    std::unique_ptr<ShellTools> m_tools;
    Clock m_clock;

    QString run(const QString &command) { return wordsOf(awaitTask(m_tools->run({.command = command}, {}))); }
    bool isSandboxed()
    {
        const auto isolation = awaitTask(m_tools->isolation());
        return isolation && *isolation == Isolation::Bubblewrap;
    }
    //! A number of seconds that no other process sleeps.
    QString longTime() const
    {
        return QString(u"1000."_s + QString::number(quintptr(m_ground.get())) + QString::number(::getpid()));
    }
    bool hasStarted(const QString &file) const
    {
        return QTest::qWaitFor([&] { return QFile::exists(m_ground->path(file)); }, 10'000);
    }
    static bool hasEnded(const QString &time)
    {
        return QTest::qWaitFor([&] { return processesWith(time.toUtf8()) == 0; }, 10'000);
    }
};

void TestShellTools::initTestCase_data()
{
    QTest::addColumn<bool>("usesSandbox");
    QTest::newRow("plain") << false;
    QTest::newRow("bubblewrap") << true;
}

void TestShellTools::init()
{
    QFETCH_GLOBAL(const bool, usesSandbox);
    m_ground = std::make_unique<Playground>();
    m_tools = std::make_unique<ShellTools>(
        m_ground->roots(), m_clock,
        ShellSettings{.usesSandbox = usesSandbox, .grace = std::chrono::milliseconds(500), .mostOutput = 2000});
    if (usesSandbox && !isSandboxed())
        QSKIP("bubblewrap does not work on this machine");
    QCOMPARE(isSandboxed(), usesSandbox);
}

void TestShellTools::answersWithExitCodeAndOutput_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("head");
    QTest::addColumn<QString>("output");
    QTest::newRow("output") << u"echo hello"_s << u"exit code 0, after"_s << u"hello\n"_s;
    QTest::newRow("both channels") << u"echo a; echo b >&2; echo c"_s << u"exit code 0,"_s << u"a\nb\nc\n"_s;
    QTest::newRow("exit code") << u"echo x; exit 3"_s << u"exit code 3,"_s << u"x\n"_s;
    QTest::newRow("signal of a part") << u"sh -c 'kill -9 $$'; exit $?"_s << u"exit code 137 (signal SIGKILL)"_s
                                      << QString();
    QTest::newRow("several lines") << u"x=1\necho $x"_s << u"exit code 0,"_s << u"1\n"_s;
    QTest::newRow("not found") << u"no-such-program-here"_s << u"exit code 127,"_s << QString();
}

void TestShellTools::answersWithExitCodeAndOutput()
{
    QFETCH(const QString, command);
    QFETCH(const QString, head);
    QFETCH(const QString, output);
    const QString answer = run(command);
    QVERIFY2(answer.startsWith(head), qPrintable(answer));
    QVERIFY2(answer.section(u'\n', 1).endsWith(output), qPrintable(answer));
}

void TestShellTools::runsInTheFolderThatIsNamed()
{
    const QString folder = m_ground->roots().folders().constFirst();
    QVERIFY(run(u"pwd"_s).endsWith(QString(u'\n' + folder + u'\n')));
    const QString deeper = wordsOf(awaitTask(m_tools->run({u"pwd; echo x > made"_s, u"sub/deep"_s, {}}, {})));
    QVERIFY2(deeper.endsWith(QString(folder + u"/sub/deep\n"_s)), qPrintable(deeper));
    QCOMPARE(m_ground->get(u"root/sub/deep/made"_s), "x\n");
}

void TestShellTools::refusesWhatCannotRun_data()
{
    QTest::addColumn<RunCommandArguments>("arguments");
    QTest::addColumn<QString>("words");
    QTest::newRow("empty") << RunCommandArguments{u"  \n"_s, {}, {}} << u"empty"_s;
    QTest::newRow("NUL") << RunCommandArguments{QString(u"echo "_s + QChar(u'\0')), {}, {}} << u"NUL"_s;
    QTest::newRow("too long") << RunCommandArguments{QString(200'000, u'x'), {}, {}} << u"longer than"_s;
    QTest::newRow("no time") << RunCommandArguments{u"true"_s, {}, 0} << u"between 1 and 600"_s;
    QTest::newRow("too much time") << RunCommandArguments{u"true"_s, {}, 601} << u"between 1 and 600"_s;
    QTest::newRow("folder outside") << RunCommandArguments{u"true"_s, u"../outside"_s, {}} << u"\"..\""_s;
    QTest::newRow("system folder") << RunCommandArguments{u"true"_s, u"/etc"_s, {}} << u"outside of the working"_s;
    QTest::newRow("missing folder") << RunCommandArguments{u"true"_s, u"no/such"_s, {}} << u"no such"_s;
    QTest::newRow("file") << RunCommandArguments{u"true"_s, u"inside.txt"_s, {}} << u"not a folder"_s;
}

void TestShellTools::refusesWhatCannotRun()
{
    QFETCH(const RunCommandArguments, arguments);
    QFETCH(const QString, words);
    const QString answer = wordsOf(awaitTask(m_tools->run(arguments, {})));
    QVERIFY2(answer.startsWith("error: "_L1) && answer.contains(words), qPrintable(answer));
}

void TestShellTools::inputIsClosed()
{
    QVERIFY(run(u"cat; echo end"_s).endsWith("\nend\n"_L1));
}

void TestShellTools::theTimeLimitEndsAllProcesses()
{
    const QString time = longTime();
    const QString answer = wordsOf(
        awaitTask(m_tools->run({u"echo before; sleep %1 & sleep %1; echo after"_s.arg(time), {}, 1}, {})));
    QVERIFY2(answer.startsWith("ended by the time limit of 1 s"_L1), qPrintable(answer));
    QVERIFY2(answer.endsWith("\nbefore\n"_L1), qPrintable(answer));
    QVERIFY(hasEnded(time));
}

void TestShellTools::stopEndsAllProcesses()
{
    const QString time = longTime();
    StopSource stop;
    auto task = m_tools->run({u"sleep %1 & touch started; wait"_s.arg(time), {}, {}}, stop.token());
    task.start();
    QVERIFY(hasStarted(u"root/started"_s));
    QVERIFY(processesWith(time.toUtf8()) > 0);
    QVERIFY(!task.isDone());
    stop.requestStop();
    QVERIFY(awaitDone(task));
    const auto ended = task.takeResult();
    QVERIFY(!ended);
    QCOMPARE(ended.error().kind, Error::Kind::Cancelled);
    QVERIFY(hasEnded(time));
}

void TestShellTools::whoIgnoresTheQuestionIsKilled()
{
    const QString time = longTime();
    StopSource stop;
    auto task = m_tools->run({u"trap '' TERM; touch started; while true; do sleep %1; done"_s.arg(time), {}, {}},
                             stop.token());
    task.start();
    QVERIFY(hasStarted(u"root/started"_s));
    stop.requestStop();
    QVERIFY(awaitDone(task));
    QVERIFY(!task.takeResult());
    QVERIFY(hasEnded(time));
}

void TestShellTools::droppingTheTaskEndsAllProcesses()
{
    const QString time = longTime();
    {
        auto task = m_tools->run({u"trap '' TERM; touch started; sleep %1"_s.arg(time), {}, {}}, {});
        task.start();
        QVERIFY(hasStarted(u"root/started"_s));
    }
    QVERIFY(hasEnded(time));
}

void TestShellTools::whatRunsOnInTheBackgroundEndsWithTheCommand()
{
    const QString time = longTime();
    const QString answer = run(u"sleep %1 & echo started"_s.arg(time));
    QVERIFY2(answer.endsWith("started\n"_L1), qPrintable(answer));
    QVERIFY(hasEnded(time));
}

void TestShellTools::longOutputLosesItsMiddle()
{
    const QString answer = run(u"echo first; seq 1 20000; echo last"_s);
    const QString output = answer.section(u'\n', 1);
    QVERIFY(output.startsWith("first\n1\n2\n"_L1));
    QVERIFY(output.endsWith("\n20000\nlast\n"_L1));
    QVERIFY2(output.contains(" bytes are missing here"_L1), qPrintable(output));
    QVERIFY(output.size() < 2100);
}

void TestShellTools::noKeyIsInTheEnvironment()
{
    qputenv("TYPESHIFT_TEST_API_KEY", "sk-secret");
    qputenv("SSH_AUTH_SOCK", "/run/agent");
    const QString answer = run(u"env"_s);
    qunsetenv("TYPESHIFT_TEST_API_KEY");
    qunsetenv("SSH_AUTH_SOCK");
    QVERIFY2(!answer.contains("sk-secret"_L1) && !answer.contains("SSH_AUTH_SOCK"_L1), qPrintable(answer));
    QVERIFY2(!answer.contains("DBUS_SESSION"_L1) && !answer.contains("DISPLAY"_L1), qPrintable(answer));
    QVERIFY(answer.contains("PATH="_L1) && answer.contains("TERM=dumb"_L1));
}

void TestShellTools::theSandboxHidesAndProtects()
{
    if (!isSandboxed())
        return; // the row without bubblewrap
    const QString outside = m_ground->path(u"outside/secret.txt"_s);
    QVERIFY(run(u"cat '%1'"_s.arg(outside)).startsWith("exit code 1,"_L1));
    run(u"mkdir -p '%1'; echo changed > '%2'; echo new > /tmp/typeshift-escape; echo x > /usr/typeshift-escape"_s.arg(
        m_ground->path(u"outside"_s), outside));
    QCOMPARE(m_ground->get(u"outside/secret.txt"_s), m_ground->secret);
    QVERIFY(!QFile::exists(u"/tmp/typeshift-escape"_s));
    QVERIFY(!QFile::exists(u"/usr/typeshift-escape"_s));
    QVERIFY(run(u"ls -A \"$HOME\""_s).contains("no output"_L1));
    QVERIFY2(run(u"ls /proc | grep -c '^[0-9]'"_s).section(u'\n', 1).trimmed().toInt() < 10, "own process numbers");
    const QString linked = run(u"ln '%1' hard 2>&1; ln -s '%1' soft; cat soft"_s.arg(outside));
    QVERIFY2(!linked.contains(QString::fromUtf8(m_ground->secret)), qPrintable(linked));
    QVERIFY(!m_ground->names(u"root"_s).contains("hard"_L1));
    QVERIFY(run(u"echo kept > kept.txt"_s).startsWith("exit code 0"_L1));
    QCOMPARE(m_ground->get(u"root/kept.txt"_s), "kept\n");
}

void TestShellTools::theSandboxHasNoNetwork()
{
    if (!isSandboxed())
        return; // the row without bubblewrap
    const QString answer = run(u"cat /proc/net/dev | tail -n +3 | grep -v ' lo:' | wc -l"_s);
    QCOMPARE(answer.section(u'\n', 1).trimmed(), u"0"_s);
    QVERIFY(answer.contains("in a sandbox without network"_L1));
}

void TestShellTools::outputIsBounded_data()
{
    QTest::addColumn<QList<QByteArray>>("pieces");
    QTest::addColumn<QString>("text");
    using Pieces = QList<QByteArray>;
    QTest::newRow("nothing") << Pieces{} << QString();
    QTest::newRow("all") << Pieces{QByteArray(40, 'a')} << QString(40, u'a');
    QTest::newRow("one over") << Pieces{QByteArray(20, 'a') + "x" + QByteArray(20, 'b')}
                              << QString(QString(20, u'a') + u"\n[… 1 bytes are missing here …]\n" + QString(20, u'b'));
    QTest::newRow("in pieces") << Pieces{QByteArray(20, 'a'), QByteArray(1000, 'x'), QByteArray(20, 'b')}
                               << QString(QString(20, u'a') + u"\n[… 1000 bytes are missing here …]\n"
                                          + QString(20, u'b'));
    QTest::newRow("within a character") << Pieces{QByteArray(19, 'a') + "\xc3\x9f" + QByteArray(50, 'x') + "\xc3\x9f"
                                                  + QByteArray(19, 'b')}
                                        << QString(QString(19, u'a') + u"\n[… 54 bytes are missing here …]\n"
                                                   + QString(19, u'b'));
}

void TestShellTools::outputIsBounded()
{
    QFETCH(const QList<QByteArray>, pieces);
    QFETCH(const QString, text);
    BoundedOutput output(40);
    for (const QByteArray &piece : pieces)
        output.append(piece);
    QCOMPARE(output.text(), text);
}

void TestShellTools::aSecondStartDoesNotTryTheSandboxAgain()
{
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < 1000; ++i)
        (void)awaitTask(m_tools->isolation());
    QVERIFY(timer.elapsed() < 1000);
}

QTEST_GUILESS_MAIN(TestShellTools)
#include "tst_ShellTools.moc"
