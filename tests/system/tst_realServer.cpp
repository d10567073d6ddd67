// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Peers.h"
#include "Program.h"

#include <QFile>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QTcpServer>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using namespace typeshift;

//! Against a model server that nobody here wrote, from the npm registry. The server is installed once into the cache.
class TestRealServer final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void aRunStreamsAndStoresEveryStep();
    void theSecondRunSendsTheWholeConversation();
    void theConversationIdStaysOnThisMachine();
    void cleanupTestCase();

private:
    QByteArray get(const QString &path);

    QTemporaryDir m_folder;
    Program m_program{m_folder.filePath(u"store.db"_s)};
    QProcess m_server;
    QString m_base;
    const QString m_conversation = u"01901234-5678-7abc-8def-0123456789ab"_s;
};

void TestRealServer::initTestCase()
{
    const auto peers = installedPeers();
    if (!peers)
        QSKIP(qPrintable(peers.error().facts.message));

    QTcpServer probe;
    QVERIFY(probe.listen(QHostAddress::LocalHost));
    const quint16 port = probe.serverPort();
    probe.close();
    m_base = u"http://127.0.0.1:%1"_s.arg(port);
    m_server.setProcessChannelMode(QProcess::MergedChannels);
    m_server.start(u"node"_s,
                   {*peers + u"/node_modules/@copilotkit/aimock/dist/cli.js"_s, u"-p"_s, QString::number(port), u"-f"_s,
                    QStringLiteral(TYPESHIFT_SOURCE_DIR "/tests/system/aimock.json"), u"--chunk-size"_s, u"6"_s});
    QVERIFY(m_server.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(!get(u"/__aimock/journal"_s).isEmpty(), 30'000);
}

QByteArray TestRealServer::get(const QString &path)
{
    QNetworkAccessManager network;
    const std::unique_ptr<QNetworkReply> reply(network.get(QNetworkRequest(QUrl(m_base + path))));
    QSignalSpy finished(reply.get(), &QNetworkReply::finished);
    finished.wait(5'000);
    return reply->error() == QNetworkReply::NoError ? reply->readAll() : QByteArray();
}

void TestRealServer::aRunStreamsAndStoresEveryStep()
{
    const auto ended = m_program.run({u"run"_s, u"--base-url"_s, m_base + u"/v1"_s, u"--api"_s, u"openai-chat"_s,
                                      u"--model"_s, u"gpt-4o"_s, u"--conversation"_s, m_conversation, u"--json"_s,
                                      u"What is the capital of France?"_s});
    QVERIFY2(ended.exitCode == 0, ended.errors.constData());
    QVERIFY2(ended.linesOfType("delta"_L1).size() > 1, "the answer streams");
    const auto stored = ended.linesOfType("stored"_L1);
    QCOMPARE(stored.size(), 3);
    const QJsonObject response = stored[1].value("entry"_L1).toObject();
    QCOMPARE(response.value("messages"_L1)[0]["contents"_L1][0]["text"_L1].toString(),
             u"The capital of France is Paris, on the Seine."_s);
    QCOMPARE(response.value("model"_L1).toString(), u"gpt-4o"_s);
    QVERIFY(response.value("usage"_L1).isObject());
    QVERIFY(stored[2].value("entry"_L1)["endsRun"_L1].toBool());
}

void TestRealServer::theSecondRunSendsTheWholeConversation()
{
    const auto ended = m_program.run({u"run"_s, u"--base-url"_s, m_base, u"--api"_s, u"openai-chat"_s, u"--model"_s,
                                      u"gpt-4o"_s, u"--conversation"_s, m_conversation, u"And of Italy?"_s});
    QVERIFY2(ended.exitCode == 0, ended.errors.constData());
    QCOMPARE(ended.output.trimmed(), QByteArray("Rome."));
    const QByteArray journal = get(u"/__aimock/journal"_s);
    const auto entries = QJsonDocument::fromJson(journal);
    QVERIFY2(journal.contains("on the Seine."), "the first answer went out with the second request");
    QVERIFY(entries.isArray() || entries.isObject());
}

void TestRealServer::theConversationIdStaysOnThisMachine()
{
    const QByteArray journal = get(u"/__aimock/journal"_s);
    QVERIFY(journal.contains("capital of France"));
    QVERIFY(!journal.contains(m_conversation.toUtf8())); // 2.1.20
}

void TestRealServer::cleanupTestCase()
{
    m_server.terminate();
    if (!m_server.waitForFinished(5'000))
        m_server.kill();
}

QTEST_GUILESS_MAIN(TestRealServer)
#include "tst_realServer.moc"
