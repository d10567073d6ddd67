// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Figures.h"
#include "support/TestDesk.h"

#include "conversations/ConversationPane.h"
#include "window/MainWindow.h"

#include <engine/storage/sql/Database.h>
#include <engine/workbench/Rows.h>

#include <QElapsedTimer>
#include <QLineEdit>
#include <QListView>
#include <QScrollBar>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;

namespace {

constexpr int few = 10;
constexpr int many = 50'000;
constexpr int turns = 7;

Task<Result<OllamaFacts>> noOllama()
{
    co_return failure(Error::Kind::Network, u"Connection refused"_s);
}
Task<Result<QList<ModelFacts>>> noModels()
{
    co_return QList<ModelFacts>();
}
Task<Result<>> kept()
{
    co_return {};
}

Result<> insert(Connection &connection, int conversations, qint64 now)
{
    auto done = executeSql(connection, u"BEGIN"_s);
    done = done.and_then([&] {
        return changeRows(connection,
                          u"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
                          " INSERT INTO conversations SELECT printf('00000000-0000-7000-8000-%012x', i),"
                          " 'Conversation ' || i || ' about duplicate invoices',"
                          " 'conversation ' || i || ' about duplicate invoices',"
                          " 'assistant', 'demo', 'chat', NULL, ? - i * 60000, ? - i * 60000 FROM n"_s,
                          {conversations, now, now})
            .transform([](qint64) { });
    });
    // Input, response of 2 KB, results, end. Every 2,000th waits for a person, every 3,000th was cut off.
    const QStringList entries{u"'{\"agent\":\"assistant\",\"x\":\"' || hex(zeroblob(1000)) || '\"}'"_s,
                              u"'{\"agent\":\"assistant\",\"x\":\"' || hex(zeroblob(1000)) || '\"}'"_s,
                              u"'{\"agent\":\"assistant\"}'"_s,
                              u"'{\"agent\":\"assistant\",\"endsRun\":true,\"messages\":[]}'"_s};
    for (qsizetype step = 0; step < entries.size(); ++step) {
        done = done.and_then([&] {
            return executeSql(
                connection,
                u"INSERT INTO entries(conversation, is_summary, ends_run, at, json)"
                " SELECT id, 0, %1, NULL, %2 FROM conversations %3"_s.arg(
                    QString::number(step == 3), entries[step], step == 3 ? u"WHERE rowid % 3000 != 0"_s : QString()));
        });
    }
    return done.and_then([&] { return executeSql(connection, u"COMMIT"_s); });
}

//! A desk with so many conversations.
struct Filled {
    explicit Filled(int conversations)
    {
        const qint64 now = test.clock.now().toMSecsSinceEpoch();
        const auto inserted = awaitTask(test.workbench->database->run(
            [=](Connection &connection) { return insert(connection, conversations, now); }));
        if (!inserted)
            qFatal("%s", qPrintable(inserted.error().facts.message));
    }

    std::unique_ptr<MainWindow> window()
    {
        auto made = std::make_unique<MainWindow>(
            *test.desk,
            ProviderDesk{.theme = test.appearance.theme(),
                         .profiles = *test.workbench->profiles,
                         .secrets = test.secrets,
                         .askOllama = [](QUrl) { return noOllama(); },
                         .askModels = [](QUrl, QString) { return noModels(); },
                         .keepKey = [](QString, QString, KeyPlace) { return kept(); }},
            *test.workbench->archive, WindowMemory(u":memory:"_s));
        made->resize(1'440, 900);
        return made;
    }

    TestDesk test;
};

ConversationPane *paneOf(MainWindow &window)
{
    return window.findChild<ConversationPane *>();
}

double milliseconds(const QElapsedTimer &timer)
{
    return double(timer.nsecsElapsed()) / 1e6;
}

//! From nothing to a painted window whose list is there.
double windowUp(Filled &filled)
{
    QElapsedTimer timer;
    timer.start();
    const auto window = filled.window();
    QSignalSpy listed(paneOf(*window), &ConversationPane::listed);
    window->show();
    if (listed.isEmpty() && !listed.wait(20'000))
        qFatal("no list");
    window->grab();
    return milliseconds(timer);
}

} // namespace

//! The window's list of conversations at its goals: fifty thousand cost what ten do.
class BenchConversations final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void windowWithManyBesideTen();
    void scrolling();
    void search();

private:
    bool readAll();

    std::unique_ptr<Filled> m_many;
    std::unique_ptr<MainWindow> m_window;
};

void BenchConversations::initTestCase()
{
    m_many = std::make_unique<Filled>(many);
}

void BenchConversations::windowWithManyBesideTen()
{
    Filled ten(few);
    windowUp(ten);
    windowUp(*m_many);
    QList<double> ours;
    QList<double> theirs;
    for (int turn = 0; turn < turns; ++turn) {
        theirs.append(windowUp(ten));
        ours.append(windowUp(*m_many));
    }
    const double mine = bench::median(ours);
    const double base = bench::median(theirs);
    QVERIFY(bench::report(u"window up with 50,000 conversations, beside 10"_s, bench::number(mine, u"ms"_s),
                          bench::number(base, u"ms"_s), mine / base, 1.5));
}

bool BenchConversations::readAll()
{
    if (!m_window) {
        m_window = m_many->window();
        m_window->show();
    }
    QElapsedTimer timer;
    timer.start();
    ConversationModel &model = paneOf(*m_window)->model();
    const bool isRead = QTest::qWaitFor([&model] { return model.rowCount() > many; }, 60'000);
    qInfo("all pages were read after %.0f ms", milliseconds(timer));
    return isRead;
}

void BenchConversations::scrolling()
{
    m_window = m_many->window();
    m_window->show();
    auto *list = m_window->findChild<QListView *>(u"conversations.list"_s);
    QSignalSpy listed(paneOf(*m_window), &ConversationPane::listed);
    QVERIFY(!listed.isEmpty() || listed.wait(20'000));
    const auto frames = [list](int count, int step) {
        QList<double> times;
        for (int i = 0; i < count; ++i) {
            QElapsedTimer timer;
            timer.start();
            QCoreApplication::sendPostedEvents(); // A page that came belongs to the frame.
            QScrollBar *bar = list->verticalScrollBar();
            bar->setValue(bar->value() + step < bar->maximum() ? bar->value() + step : 0);
            list->viewport()->repaint();
            times.append(milliseconds(timer));
        }
        return bench::percentile(times, 0.99);
    };
    // While the pages come in: frames between two turns of the event loop.
    QList<double> busy;
    ConversationModel &model = paneOf(*m_window)->model();
    while (model.rowCount() <= many && busy.size() < 20'000) {
        QElapsedTimer timer;
        timer.start();
        int turned = 0;
        QVERIFY(QTest::qWaitFor([&turned] { return ++turned > 1; }));
        list->verticalScrollBar()->setValue(list->verticalScrollBar()->value() + 40);
        list->viewport()->repaint();
        busy.append(milliseconds(timer));
    }
    QVERIFY(readAll());
    const bool isQuick = bench::reportFigure(u"list of 50,000: 99th percentile of a frame while scrolling"_s,
                                             frames(1'000, 120), u"ms"_s, 16);
    const bool jumps = bench::reportFigure(u"list of 50,000: the same, a thousand rows at a time"_s,
                                           frames(500, 50'000), u"ms"_s, 16);
    const bool loads = bench::reportFigure(u"list of 50,000: the same, while its pages are read"_s,
                                           bench::percentile(busy, 0.99), u"ms"_s, 16);
    QVERIFY(isQuick);
    QVERIFY(jumps);
    QVERIFY(loads);
}

void BenchConversations::search()
{
    QVERIFY(readAll());
    ConversationPane *pane = paneOf(*m_window);
    auto *field = m_window->findChild<QLineEdit *>(u"conversations.search"_s);
    QVERIFY(field);
    QList<double> times;
    for (int turn = 0; turn < 21; ++turn) {
        const QString title = QString::number(20'000 + turn * 1'117);
        QSignalSpy listed(pane, &ConversationPane::listed);
        QElapsedTimer timer;
        timer.start();
        field->setText(title);
        QVERIFY(listed.wait(20'000));
        m_window->grab(); // What is there is what was searched for.
        times.append(milliseconds(timer));
        QVERIFY(pane->model().index(1).data().toString().contains(title));
        field->clear();
        QVERIFY(readAll());
    }
    QVERIFY(bench::reportFigure(u"list of 50,000: search by title, from the last letter to the rows"_s,
                                bench::median(times), u"ms"_s, 50));
}

QTEST_MAIN(BenchConversations)
#include "bench_conversations.moc"
