// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Figures.h"
#include "LongStore.h"

#include <QElapsedTimer>
#include <QGuiApplication>
#include <QImage>
#include <QPixmap>
#include <QScreen>
#include <QTest>

#include <chrono>
#include <thread>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

constexpr int blocks = 20'000;

//! Whether something is painted in the middle of the screen: the virtual display itself is black.
bool isScreenPainted()
{
    QScreen *screen = QGuiApplication::primaryScreen();
    const QPoint middle = screen->geometry().center();
    return screen->grabWindow(0, middle.x(), middle.y(), 1, 1).toImage().pixelColor(0, 0) != QColor(Qt::black);
}

//! A program in a process of its own, seen from outside: the screen and /proc.
class Started
{
public:
    Started(const QString &program, const QStringList &arguments)
    {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        QElapsedTimer timer;
        timer.start();
        m_process.start(program, arguments);
        while (!isScreenPainted() && timer.elapsed() < 20'000)
            std::this_thread::sleep_for(std::chrono::microseconds(200));
        m_firstPaint = double(timer.nsecsElapsed()) / 1e6;
    }
    ~Started()
    {
        m_process.terminate();
        if (!m_process.waitForFinished(10'000))
            m_process.kill();
        m_process.waitForFinished();
        const bool isGone = QTest::qWaitFor([] { return !isScreenPainted(); }, 5'000);
        if (!isGone)
            qFatal("the window stayed on the screen");
    }
    Started(const Started &) = delete;
    Started &operator=(const Started &) = delete;

    //! Milliseconds from its start to its first pixels on the screen.
    double firstPaint() const { return m_firstPaint; }
    double residentMegabytes() const { return bench::residentMegabytes(m_process.processId()); }

    //! Milliseconds of processor time since it was started, all threads.
    double cpuMilliseconds() const
    {
        QFile file(u"/proc/%1/stat"_s.arg(m_process.processId()));
        if (!file.open(QIODevice::ReadOnly))
            return 0;
        const QByteArray line = file.readAll();
        const QList<QByteArray> fields = line.mid(line.lastIndexOf(')') + 2).split(' ');
        return (fields.value(11).toDouble() + fields.value(12).toDouble()) * 1e3 / double(sysconf(_SC_CLK_TCK));
    }

    //! Waits until it does nothing more: half a second in which it used no processor time.
    void settle() const
    {
        double before = -1;
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < 30'000 && before != cpuMilliseconds()) {
            before = cpuMilliseconds();
            std::this_thread::sleep_for(std::chrono::milliseconds(500));
        }
    }

private:
    QProcess m_process;
    double m_firstPaint = 0;
};

Started startBare()
{
    return {bench::program(u"bare_window"_s), {}};
}

Started startWorkbench(const QString &store)
{
    return {QStringLiteral(TYPESHIFT_WORKBENCH), {u"--store"_s, store, u"--theme"_s, u"light"_s}};
}

} // namespace

//! The program itself beside a bare QWidget window, both started on a virtual display.
class BenchWindow final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void firstWindow();
    void memoryAndIdle();
    void memoryWithALongConversation();

private:
    std::unique_ptr<bench::LongStore> m_store;
    double m_bareMegabytes = 0;
};

void BenchWindow::initTestCase()
{
    if (QGuiApplication::platformName() != "xcb"_L1)
        QFAIL("start it with packaging/dev/on-xvfb");
    QVERIFY(!isScreenPainted());
    m_store = std::make_unique<bench::LongStore>(blocks);
    // Read from disk once, as on any start but the first after booting.
    startBare();
    startWorkbench(m_store->path());
}

void BenchWindow::firstWindow()
{
    QList<double> ours;
    QList<double> theirs;
    for (int pair = 0; pair < bench::pairs; ++pair) {
        theirs.append(startBare().firstPaint());
        ours.append(startWorkbench(m_store->path()).firstPaint());
    }
    QVERIFY(bench::reportPair(u"first window, from start to first pixels"_s, ours, theirs, u"ms"_s, 3.0));
}

void BenchWindow::memoryAndIdle()
{
    QList<double> ours;
    QList<double> theirs;
    QList<double> idle;
    for (int pair = 0; pair < bench::pairs; ++pair) {
        {
            const Started bare = startBare();
            bare.settle();
            theirs.append(bare.residentMegabytes());
        }
        const Started workbench = startWorkbench(m_store->path());
        workbench.settle();
        ours.append(workbench.residentMegabytes());
        const double before = workbench.cpuMilliseconds();
        std::this_thread::sleep_for(std::chrono::seconds(5));
        idle.append((workbench.cpuMilliseconds() - before) / 50);
    }
    m_bareMegabytes = bench::median(theirs);
    const bool isSmall = bench::reportPair(u"resident memory after the start"_s, ours, theirs, u"MB"_s, 2.0);
    const bool isIdle = bench::reportFigure(u"processor while idle, over 5 s"_s, bench::median(idle), u"%"_s, 1.0);
    QVERIFY(isSmall);
    QVERIFY(isIdle);
}

void BenchWindow::memoryWithALongConversation()
{
    QList<double> ours;
    for (int i = 0; i < bench::pairs; ++i) {
        const Started workbench = startWorkbench(m_store->path());
        workbench.settle();
        // As a person does: the key for the next conversation opens the newest. Nobody else gives the focus here.
        const QStringList openNewest{u"search"_s,      u"--onlyvisible"_s, u"--name"_s, u"Typeshift Workbench"_s,
                                     u"windowfocus"_s, u"--sync"_s,        u"key"_s,    u"alt+Down"_s};
        QCOMPARE(QProcess::execute(u"xdotool"_s, openNewest), 0);
        const QStringList searchTitle{u"search"_s, u"--sync"_s, u"--name"_s, u"^"_s + bench::LongStore::title()};
        QProcess title;
        title.start(u"xdotool"_s, searchTitle);
        QVERIFY(title.waitForFinished(20'000));
        workbench.settle();
        ours.append(workbench.residentMegabytes());
    }
    const double mine = bench::median(ours);
    QVERIFY(bench::report(u"resident memory with a conversation of 20,000 blocks"_s, bench::number(mine, u"MB"_s),
                          bench::number(m_bareMegabytes, u"MB"_s), mine / m_bareMegabytes, 4.0));
}

QTEST_MAIN(BenchWindow)
#include "bench_window.moc"
