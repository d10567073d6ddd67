// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Figures.h"
#include "OneClient.h"

#include "hosting/Engine.h"
#include "http/Transports.h"
#include "providers/openai/OpenAiChatClient.h"
#include "support/TemporaryStore.h"
#include "support/TestIds.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QTimer>

using namespace Qt::StringLiterals;
using namespace typeshift;

//! The whole engine against a bare reader of the same stream.
class BenchEngine final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void aStreamOfFiftyThousandTokens_data();
    void aStreamOfFiftyThousandTokens();
    void twoHundredRequestsOnAKeptConnection();
    void aHundredRunsAtOnce();
    void cleanupTestCase();

private:
    std::unique_ptr<Engine> makeEngine(std::shared_ptr<ConversationStore> store);
    Result<ChatResponse> runToEnd(Engine &engine, const QString &model, const QString &text);

    std::shared_ptr<Clock> m_clock = std::make_shared<Clock>();
    QProcess m_server;
    QString m_base;
    std::shared_ptr<HttpTransport> m_transport;
    std::shared_ptr<ChatClient> m_client;
};

void BenchEngine::initTestCase()
{
    QTcpServer probe;
    QVERIFY(probe.listen(QHostAddress::LocalHost));
    const quint16 port = probe.serverPort();
    probe.close();
    m_server.start(bench::program(u"llm_standin"_s), {u"--port"_s, QString::number(port)});
    QVERIFY(m_server.waitForStarted());
    m_base = u"http://127.0.0.1:%1/v1"_s.arg(port);
    const auto answers = [port] {
        QTcpSocket socket;
        socket.connectToHost(QHostAddress(QHostAddress::LocalHost), port);
        return socket.waitForConnected(200);
    };
    QTRY_VERIFY(answers());
    m_transport = makeTransport(chosenTransport(), *m_clock);
    m_client = std::make_shared<OpenAiChatClient>(m_transport,
                                                  OpenAiEndpoint{.address = *EndpointAddress::fromText(m_base)});
    qInfo("transport: %s", chosenTransport() == TransportKind::Curl ? "libcurl" : "QNetworkAccessManager");
}

void BenchEngine::cleanupTestCase()
{
    m_server.kill();
    m_server.waitForFinished();
}

std::unique_ptr<Engine> BenchEngine::makeEngine(std::shared_ptr<ConversationStore> store)
{
    auto engine = EngineBuilder()
                      .add(Agent(u"assistant"_s).withModel(u"p"_s, u"m"_s))
                      .withStore(std::move(store))
                      .withProviders(std::make_shared<bench::OneClient>(m_client))
                      .withClock(m_clock)
                      .build();
    return *std::move(engine);
}

Result<ChatResponse> BenchEngine::runToEnd(Engine &engine, const QString &model, const QString &text)
{
    const RunHandle run =
        engine.host(u"assistant")->run(text, {.conversation = testId<ConversationId>(), .model = model});
    QSignalSpy finished(run.get(), &Run::finished);
    finished.wait(120'000);
    return run->result().result();
}

void BenchEngine::aStreamOfFiftyThousandTokens_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QStringList>("baseline");
    QTest::newRow("as fast as the socket takes it") << u"stream-50000"_s << QStringList{u"s1"_s, u"50000"_s};
    QTest::newRow("paced at 20,000 a second")
        << u"stream-50000-p20000"_s << QStringList{u"s1p"_s, u"50000"_s, u"20000"_s};
}

void BenchEngine::aStreamOfFiftyThousandTokens()
{
    QFETCH(QString, model);
    QFETCH(QStringList, baseline);
    TemporaryStore database(*m_clock);
    const auto engine = makeEngine(std::shared_ptr<ConversationStore>(&database.store(), [](ConversationStore *) { }));
    QVERIFY(runToEnd(*engine, u"stream-100"_s, u"warm up"_s));
    QList<double> ours;
    QList<double> theirs;
    for (int pair = 0; pair < bench::pairs; ++pair) {
        const double before = bench::cpuMilliseconds();
        const auto response = runToEnd(*engine, model, u"go"_s);
        ours.append(bench::cpuMilliseconds() - before);
        QVERIFY2(response, response ? "" : qPrintable(response.error().facts.message));
        const auto lines = bench::jsonLinesOf(u"qnam_reader"_s, QStringList{u"--base"_s, m_base} + baseline);
        theirs.append(lines.constFirst().value("cpu_ms"_L1).toDouble());
        QCOMPARE(response->text().toUtf8().size(), lines.constFirst().value("chars"_L1).toInteger());
    }
    const double mine = bench::median(ours);
    const double bare = bench::median(theirs);
    QVERIFY(bench::report(u"50,000 tokens, CPU, %1"_s.arg(QString::fromLatin1(QTest::currentDataTag())),
                          bench::number(mine, u"ms"_s), bench::number(bare, u"ms"_s), mine / bare, 1.5));
}

void BenchEngine::twoHundredRequestsOnAKeptConnection()
{
    QList<double> all;
    for (int pair = 0; pair < bench::pairs; ++pair) {
        const auto engine = makeEngine(nullptr);
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < 200; ++i) {
            const RunHandle run =
                engine->host(u"assistant")->run(QString(20'000 + i * 200, u'x'), {.model = u"stream-5"_s});
            QSignalSpy finished(run.get(), &Run::finished);
            QVERIFY(finished.wait(10'000));
            QVERIFY(run->result().result());
        }
        all.append(double(timer.elapsed()));
    }
    // The delayed acknowledgement that this is about costs 40 ms a request: 8,000 ms.
    QVERIFY(bench::reportFigure(u"200 requests of 20 to 60 KiB, kept alive"_s, bench::median(all), u"ms"_s, 1'000));
}

void BenchEngine::aHundredRunsAtOnce()
{
    const auto engine = makeEngine(nullptr);
    QList<double> worst;
    QList<double> memory;
    for (int pair = 0; pair < bench::pairs; ++pair) {
        const double before = bench::heapMegabytes();
        double peak = before;
        QTimer sampler;
        connect(&sampler, &QTimer::timeout, this, [&peak] { peak = std::max(peak, bench::heapMegabytes()); });
        sampler.start(2);
        QElapsedTimer timer;
        timer.start();
        std::vector<RunHandle> runs;
        QList<double> durations;
        for (int i = 0; i < 100; ++i) {
            runs.push_back(engine->host(u"assistant")->run(u"go"_s, {.model = u"stream-200-p400"_s}));
            connect(runs.back().get(), &Run::finished, this, [&](const Result<ChatResponse> &result) {
                if (result)
                    durations.append(double(timer.elapsed()));
            });
        }
        QTRY_COMPARE_WITH_TIMEOUT(durations.size(), 100, 60'000);
        worst.append(*std::max_element(durations.begin(), durations.end()) / bench::median(durations));
        memory.append((peak - before) / 100);
    }
    QVERIFY(bench::report(u"100 runs of 200 chunks at once: slowest to median"_s, QString(), QString(),
                          bench::median(worst), 2.0));
    QVERIFY(
        bench::reportFigure(u"100 runs at once: memory of one, at the peak"_s, bench::median(memory), u"MB"_s, 1.0));
}

QTEST_GUILESS_MAIN(BenchEngine)
#include "bench_engine.moc"
