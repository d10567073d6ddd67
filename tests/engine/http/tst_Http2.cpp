// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "http/Transports.h"
#include "support/FixedClock.h"
#include "support/LocalServer.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

class Collector final : public HttpReader
{
public:
    Result<> head(const HttpHead &) override { return {}; }
    Result<> data(QByteArrayView bytes) override
    {
        body.append(bytes);
        return {};
    }

    QByteArray body;
};

} // namespace

// The answers come from another process, so the event loop has to run.
#define EVENTUALLY(question) QVERIFY(QTest::qWaitFor([&] { return question; }, 20'000))

//! Both transports against an HTTP/2 server that nobody here wrote: that of Node.
class tst_Http2 : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data();
    void initTestCase();
    void init();
    void cleanup();
    void cleanupTestCase();

    void aStreamArrivesPieceByPiece_data();
    void aStreamArrivesPieceByPiece();
    void nothingIsSentAgain_data();
    void nothingIsSentAgain();
    void aCutAnswerIsAnErrorAndNotAskedForAgain();
    void requestsRunSideBySide();

private:
    HttpRequest post(const QString &path, const QByteArray &body = "{}") const;
    void start(HttpRequest request);
    QList<QByteArray> requests();

    FixedClock m_clock;
    LocalServer m_identity{LocalServer::Security::SelfSigned}; // has the certificate
    QProcess m_server;
    quint16 m_port = 0;
    QByteArray m_log;
    std::unique_ptr<HttpTransport> m_transport;
    std::unique_ptr<Collector> m_reader;
    StopSource m_stop;
    std::unique_ptr<Task<Result<HttpHead>>> m_task;
};

void tst_Http2::initTestCase_data()
{
    QTest::addColumn<TransportKind>("kind");
    QTest::newRow("qt") << TransportKind::Qt;
    if (hasCurlTransport())
        QTest::newRow("curl") << TransportKind::Curl;
}

void tst_Http2::initTestCase()
{
    if (QStandardPaths::findExecutable(u"node"_s).isEmpty())
        QSKIP("Node, whose HTTP/2 server this test talks to, is not on this machine");
    m_server.start(u"node"_s,
                   {QStringLiteral(TYPESHIFT_SOURCE_DIR "/tests/engine/http/http2-server.js"), m_identity.keyFile(),
                    m_identity.certificateFile()});
    EVENTUALLY(m_server.canReadLine());
    m_port = m_server.readLine().trimmed().toUShort();
    QVERIFY(m_port != 0);
}

void tst_Http2::init()
{
    QFETCH_GLOBAL(TransportKind, kind);
    TransportOptions options;
    options.certificateFile = m_identity.certificateFile();
    m_transport = makeTransport(kind, m_clock, options);
    m_log.clear();
}

void tst_Http2::cleanup()
{
    m_task.reset();
    m_transport.reset();
}

void tst_Http2::cleanupTestCase()
{
    m_server.closeWriteChannel(); // It ends with its input.
    if (!m_server.waitForFinished(5'000))
        m_server.kill();
}

HttpRequest tst_Http2::post(const QString &path, const QByteArray &body) const
{
    HttpRequest request;
    request.url = QUrl(u"https://127.0.0.1:%1%2"_s.arg(QString::number(m_port), path));
    request.headers = {{"Content-Type", "application/json"}};
    request.body = body;
    request.allowHttp2 = true;
    return request;
}

void tst_Http2::start(HttpRequest request)
{
    m_task.reset();
    m_reader = std::make_unique<Collector>();
    m_task = std::make_unique<Task<Result<HttpHead>>>(m_transport->send(std::move(request), *m_reader, m_stop.token()));
    m_task->start();
}

QList<QByteArray> tst_Http2::requests()
{
    m_log += m_server.readAllStandardOutput();
    QList<QByteArray> lines = m_log.split('\n');
    lines.removeAll(QByteArray());
    return lines;
}

void tst_Http2::aStreamArrivesPieceByPiece_data()
{
    QTest::addColumn<bool>("allowHttp2");
    QTest::addColumn<QByteArray>("seen");
    QTest::newRow("HTTP/2") << true << QByteArray("2.0 POST /stream 2");
    QTest::newRow("HTTP/2 switched off") << false << QByteArray("1.1 POST /stream 2"); // qt-network 8
}

void tst_Http2::aStreamArrivesPieceByPiece()
{
    QFETCH(bool, allowHttp2);
    QFETCH(QByteArray, seen);
    HttpRequest request = post(u"/stream"_s);
    request.allowHttp2 = allowHttp2;
    start(request);
    EVENTUALLY(m_reader->body == "data: first\n\n");
    QVERIFY(!m_task->isDone());
    m_server.write("go\n");
    EVENTUALLY(m_task->isDone());
    const auto head = m_task->takeResult();
    QVERIFY2(head, head ? "" : qPrintable(head.error().facts.message));
    QCOMPARE(head->status, 200);
    QCOMPARE(head->header("Content-Type"), "text/event-stream");
    QCOMPARE(m_reader->body, "data: first\n\ndata: second\n\n");
    EVENTUALLY(requests().size() == 1);
    QCOMPARE(requests().constFirst(), seen);
}

void tst_Http2::nothingIsSentAgain_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("size");
    for (const int size : {0, 2, 40'000}) {
        for (const char *path : {"/reset", "/destroy", "/goaway"})
            QTest::addRow("%s, %d bytes", path, size) << QString::fromLatin1(path) << size;
    }
}

void tst_Http2::nothingIsSentAgain() // qt-network 6
{
    QFETCH(QString, path);
    QFETCH(int, size);
    start(post(u"/warm"_s)); // so that the request goes over a connection that is kept
    EVENTUALLY(m_task->isDone());
    QVERIFY(m_task->takeResult());

    start(post(path, QByteArray(size, 'x')));
    EVENTUALLY(m_task->isDone());
    const auto head = m_task->takeResult();
    QVERIFY(!head);
    QCOMPARE(head.error().kind, Error::Kind::Network);

    start(post(u"/after"_s)); // What was sent again would have come before this one.
    EVENTUALLY(m_task->isDone());
    QVERIFY(m_task->takeResult());
    EVENTUALLY(requests().size() >= 3);
    const QByteArray lost = "2.0 POST " + path.toLatin1() + ' ' + QByteArray::number(size);
    QCOMPARE(requests(), (QList<QByteArray>{"2.0 POST /warm 2", lost, "2.0 POST /after 2"}));
}

void tst_Http2::aCutAnswerIsAnErrorAndNotAskedForAgain()
{
    start(post(u"/cut"_s));
    EVENTUALLY(!m_reader->body.isEmpty());
    m_server.write("go\n");
    EVENTUALLY(m_task->isDone());
    const auto head = m_task->takeResult();
    QVERIFY(!head);
    QCOMPARE(head.error().kind, Error::Kind::Network);
    QCOMPARE(head.error().facts.status, 200);
    QCOMPARE(m_reader->body, "data: first\n\n");
    EVENTUALLY(!requests().isEmpty());
    QCOMPARE(requests(), (QList<QByteArray>{"2.0 POST /cut 2"}));
}

void tst_Http2::requestsRunSideBySide()
{
    start(post(u"/stream"_s));
    EVENTUALLY(!m_reader->body.isEmpty());
    Collector other;
    Task<Result<HttpHead>> beside = m_transport->send(post(u"/beside"_s), other, m_stop.token());
    beside.start();
    EVENTUALLY(beside.isDone());
    QVERIFY(beside.takeResult());
    QCOMPARE(other.body, "ok");
    QVERIFY(!m_task->isDone());
    m_server.write("go\n");
    EVENTUALLY(m_task->isDone());
    QVERIFY(m_task->takeResult());
    EVENTUALLY(requests().size() == 2);
}

QTEST_GUILESS_MAIN(tst_Http2)
#include "tst_Http2.moc"
