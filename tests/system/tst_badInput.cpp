// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Program.h"

#include "support/LocalServer.h"

#include <QDir>
#include <QFile>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

constexpr auto happyAnswer =
    "data: "
    "{\"id\":\"r\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"Hello\"}}]"
    "}\n\n"
    "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";

QByteArray dataLine(const QByteArray &json)
{
    return "data: " + json + "\n\n";
}

} // namespace

//! Whatever a server or a database does: a clear message, exit code 1, and nothing lost.
class TestBadInput final : public QObject
{
    Q_OBJECT

private slots:
    void aBadServerIsNamedAndTheInputIsKept_data();
    void aBadServerIsNamedAndTheInputIsKept();
    void aRefusedConnectionSaysSo();
    void aServerWithAnUnknownCertificateIsRefused();
    void aWaitThatTheServerAsksForIsTold_data();
    void aWaitThatTheServerAsksForIsTold();
    void aBadDatabaseIsNamed_data();
    void aBadDatabaseIsNamed();
    void aReadOnlyFolderIsReadAndRefusesTheRest_data();
    void aReadOnlyFolderIsReadAndRefusesTheRest();
    void aReadOnlyFolderHidesNoStoredStep();
    void aFullDiskIsToldAndTheAnswerStillShown();
    void aDiskWithoutRoomForTheDatabaseIsCalledFull();

private:
    QByteArrayList runOnAFullDisk(int left) const;
    Program::Ended runReadOnly(const QString &folder, const QStringList &arguments) const;
    QStringList demo(const QString &text) const
    {
        return {u"run"_s,  u"--json"_s,         u"--provider"_s, u"demo"_s, u"--model"_s,
                u"chat"_s, u"--conversation"_s, m_conversation,  text};
    }

    QTemporaryDir m_folder;
    const QString m_conversation = u"01901234-5678-7abc-8def-0123456789ab"_s;

    static QStringList ask(const QUrl &url, const QString &conversation)
    {
        return {u"run"_s,
                u"--base-url"_s,
                url.toString(),
                u"--api"_s,
                u"openai-chat"_s,
                u"--model"_s,
                u"m"_s,
                u"--api-key-env"_s,
                u"TYPESHIFT_TEST_KEY"_s,
                u"--conversation"_s,
                conversation,
                u"--json"_s,
                u"The question"_s};
    }
};

void TestBadInput::aBadServerIsNamedAndTheInputIsKept_data()
{
    QTest::addColumn<serve::Script>("script");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QByteArray>("words");

    const auto json = [](int status, const QByteArray &body) -> serve::Script {
        return {serve::answer(status, body, {{"Content-Type", "application/json"}})};
    };
    const auto stream = [](const QByteArray &events) -> serve::Script {
        return {serve::chunkedHead(), serve::chunk(events), serve::lastChunk()};
    };
    QTest::newRow("401") << json(
        401, "{\"error\":{\"message\":\"Incorrect API key provided\",\"code\":\"invalid_api_key\"}}")
                         << u"auth"_s << QByteArray("Incorrect API key provided");
    QTest::newRow("404") << json(404, "{\"error\":{\"message\":\"model 'm' not found\",\"code\":\"model_not_found\"}}")
                         << u"refused"_s << QByteArray("model 'm' not found");
    QTest::newRow("quota is final") << json(
        429, "{\"error\":{\"message\":\"You exceeded your quota\",\"code\":\"insufficient_quota\"}}")
                                    << u"refused"_s << QByteArray("You exceeded your quota");
    QTest::newRow("500") << json(500, "{\"error\":{\"message\":\"The engine burnt\"}}") << u"overloaded"_s
                         << QByteArray("The engine burnt");
    QTest::newRow("HTML instead of JSON") << serve::Script{serve::answer(
        200, "<html><body>Log in to the guest network</body></html>", {{"Content-Type", "text/html"}})}
                                          << u"protocol"_s << QByteArray("Log in to the guest network");
    QTest::newRow("cut before its proof of completion")
        << stream(dataLine("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Half\"}}]}")) << u"incompleteStream"_s
        << QByteArray();
    QTest::newRow("connection lost in the middle") << serve::Script{
        serve::chunkedHead(), serve::chunk(dataLine("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Half\"}}]}")),
        serve::Reset{}} << QString() << QByteArray();
    QTest::newRow("invalid JSON in an event")
        << stream(dataLine("{\"choices\":[{\"index\":0,,}]}")) << u"protocol"_s << QByteArray("index");
    QTest::newRow("error inside 200: error object")
        << stream(dataLine("{\"error\":{\"message\":\"Out of memory\",\"code\":500}}")) << QString()
        << QByteArray("Out of memory");
    QTest::newRow("error inside 200: event error")
        << stream("event: error\ndata: {\"error\":{\"message\":\"Out of memory\"}}\n\n") << QString()
        << QByteArray("Out of memory");
    QTest::newRow("error inside 200: error line of its own")
        << stream("error: {\"code\":500,\"message\":\"Out of memory\"}\n\ndata: [DONE]\n\n") << QString()
        << QByteArray("Out of memory");
    QTest::newRow("error inside 200: in a chunk with a finish reason") << stream(
        dataLine("{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"error\"}],\"error\":{\"message\":"
                 "\"Out of memory\"}}")) << QString() << QByteArray("Out of memory");
    QTest::newRow("error inside 200: object error")
        << stream(dataLine("{\"object\":\"error\",\"message\":\"Out of memory\",\"code\":500}")) << QString()
        << QByteArray("Out of memory");
    QTest::newRow("error inside 200: a plain string")
        << stream(dataLine("{\"error\":\"Out of memory\"}")) << QString() << QByteArray("Out of memory");
    QTest::newRow("error inside 200: a whole JSON body")
        << json(200, "{\"error\":{\"message\":\"Out of memory\"}}") << QString() << QByteArray("Out of memory");
    QTest::newRow("redirect") << serve::Script{serve::answer(302, {}, {{"Location", "http://elsewhere.invalid/"}})}
                              << u"protocol"_s << QByteArray("elsewhere.invalid");
    QTest::newRow("an endless line") << serve::Script{serve::chunkedHead(), serve::chunk("data: "),
                                                      serve::Endless{"100000\r\n" + QByteArray(0x100000, 'x') + "\r\n"}}
                                     << u"protocol"_s << QByteArray("64");
}

void TestBadInput::aBadServerIsNamedAndTheInputIsKept()
{
    QFETCH(serve::Script, script);
    QFETCH(QString, kind);
    QFETCH(QByteArray, words);
    LocalServer server;
    server.serveAlways(script);
    QTemporaryDir folder;
    Program program(folder.filePath(u"store.db"_s));
    program.setEnvironment(u"TYPESHIFT_TEST_KEY"_s, u"sk-very-secret"_s);
    const auto ended = program.run(ask(server.url(u"/v1"_s), m_conversation));
    QCOMPARE(ended.exitCode, 1);
    const auto errors = ended.linesOfType("error"_L1);
    QCOMPARE(errors.size(), 1);
    if (!kind.isEmpty())
        QCOMPARE(errors.constFirst().value("kind"_L1).toString(), kind);
    QVERIFY2(ended.output.contains(words), QByteArray(ended.output.right(2000)).constData());
    QVERIFY2(!ended.errors.isEmpty(), "a person reads the message on standard error");
    QVERIFY(!ended.output.contains("sk-very-secret"));
    QVERIFY(!ended.errors.contains("sk-very-secret"));

    const auto entries = program.run({u"show"_s, m_conversation, u"--json"_s}).lines();
    QVERIFY(entries.size() >= 2);
    QCOMPARE(entries.constFirst().value("messages"_L1)[0]["contents"_L1][0]["text"_L1].toString(), u"The question"_s);
    QVERIFY(entries.constLast().value("endsRun"_L1).toBool());
}

void TestBadInput::aRefusedConnectionSaysSo()
{
    LocalServer server;
    const QUrl url = server.url(u"/v1"_s);
    server.stopListening();
    Program program(m_folder.filePath(u"refused.db"_s));
    program.setEnvironment(u"TYPESHIFT_TEST_KEY"_s, u"sk-very-secret"_s);
    const auto ended = program.run(ask(url, m_conversation));
    QCOMPARE(ended.exitCode, 1);
    QCOMPARE(ended.linesOfType("error"_L1).constFirst().value("kind"_L1).toString(), u"network"_s);
    QVERIFY2(ended.linesOfType("retry"_L1).size() == 2, "two retries before anything was delivered");
}

void TestBadInput::aServerWithAnUnknownCertificateIsRefused()
{
    LocalServer server(LocalServer::Security::SelfSigned);
    server.serveAlways({serve::answer(200, happyAnswer)});
    Program program(m_folder.filePath(u"tls.db"_s));
    program.setEnvironment(u"TYPESHIFT_TEST_KEY"_s, u"sk-very-secret"_s);
    const auto ended = program.run(ask(server.url(u"/v1"_s), m_conversation));
    QCOMPARE(ended.exitCode, 1);
    const QJsonObject error = ended.linesOfType("error"_L1).constFirst();
    QCOMPARE(error.value("kind"_L1).toString(), u"network"_s);
    QCOMPARE(error.value("code"_L1).toString(), u"tls"_s);
    QVERIFY(server.requests().isEmpty());
}

void TestBadInput::aWaitThatTheServerAsksForIsTold_data()
{
    QTest::addColumn<HttpHeaders>("headers");
    QTest::addColumn<int>("delay");
    QTest::newRow("retry-after-ms") << HttpHeaders{{"retry-after-ms", "120"}} << 120;
    QTest::newRow("retry-after in seconds") << HttpHeaders{{"Retry-After", "1"}} << 1000;
    QTest::newRow("retry-after with decimals") << HttpHeaders{{"Retry-After", "0.25"}} << 250;
    QTest::newRow("a form that does not parse falls through")
        << HttpHeaders{{"retry-after-ms", "soon"}, {"Retry-After", "0.2"}} << 200;
}

void TestBadInput::aWaitThatTheServerAsksForIsTold()
{
    QFETCH(HttpHeaders, headers);
    QFETCH(int, delay);
    LocalServer server;
    server.enqueue({serve::answer(429, "{\"error\":{\"message\":\"slow down\"}}", headers)});
    server.serveAlways({serve::answer(200, happyAnswer, {{"Content-Type", "text/event-stream"}})});
    QTemporaryDir folder;
    Program program(folder.filePath(u"store.db"_s));
    program.setEnvironment(u"TYPESHIFT_TEST_KEY"_s, u"sk-very-secret"_s);
    const auto ended = program.run(ask(server.url(u"/v1"_s), m_conversation));
    QVERIFY2(ended.exitCode == 0, ended.errors.constData());
    const auto retries = ended.linesOfType("retry"_L1);
    QCOMPARE(retries.size(), 1);
    QCOMPARE(retries.constFirst().value("delayMs"_L1).toInt(), delay);
    QCOMPARE(server.requests().size(), 2);
}

void TestBadInput::aBadDatabaseIsNamed_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("code");
    QTest::addColumn<bool>("isReadable");
    QTest::newRow("newer") << u"newer"_s << u"newer"_s << false;
    QTest::newRow("locked") << u"locked"_s << u"locked"_s << false;
    QTest::newRow("not a database") << u"rubbish"_s << u"corrupt"_s << false;
    QTest::newRow("no folder may be made") << u"folder"_s << QString() << false;
}

void TestBadInput::aBadDatabaseIsNamed()
{
    QFETCH(QString, fault);
    QFETCH(QString, code);
    QTemporaryDir folder;
    QString path = folder.filePath(u"store.db"_s);
    QCOMPARE(Program(path)
                 .run({u"run"_s, u"--provider"_s, u"demo"_s, u"--model"_s, u"chat"_s, u"--conversation"_s,
                       m_conversation, u"Hi"_s})
                 .exitCode,
             0);
    const auto close = qScopeGuard([] { QSqlDatabase::removeDatabase(u"fault"_s); });
    {
        QSqlDatabase database;
        if (fault == "newer"_L1 || fault == "locked"_L1) {
            database = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"fault"_s);
            database.setDatabaseName(path);
            QVERIFY(database.open());
        }
        QSqlQuery query(database);
        if (fault == "newer"_L1)
            QVERIFY(query.exec(u"UPDATE schema_versions SET version = 999"_s));
        else if (fault == "locked"_L1)
            QVERIFY(query.exec(u"BEGIN EXCLUSIVE"_s));
        if (fault == "rubbish"_L1) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QByteArray(8192, 'x'));
            QFile::remove(path + u"-wal"_s);
        }
        if (fault == "folder"_L1)
            path = u"/proc/no/such/store.db"_s;
        const auto ended = Program(path).run({u"run"_s, u"--json"_s, u"--provider"_s, u"demo"_s, u"--model"_s,
                                              u"chat"_s, u"--conversation"_s, m_conversation, u"Hi"_s});
        QCOMPARE(ended.exitCode, 1);
        const auto errors = ended.linesOfType("error"_L1);
        QCOMPARE(errors.size(), 1);
        QCOMPARE(errors.constFirst().value("kind"_L1).toString(), u"storage"_s);
        if (!code.isEmpty())
            QCOMPARE(errors.constFirst().value("code"_L1).toString(), code);
        QVERIFY(!ended.errors.isEmpty());
    }
}

// The folder bound read-only, which stops root too.
Program::Ended TestBadInput::runReadOnly(const QString &folder, const QStringList &arguments) const
{
    QProcess process;
    process.setProcessEnvironment(Program({}).environment());
    process.start(u"bwrap"_s,
                  QStringList{u"--bind"_s, u"/"_s, u"/"_s, u"--dev-bind"_s, u"/dev"_s, u"/dev"_s, u"--ro-bind"_s,
                              folder, folder, QStringLiteral(TYPESHIFT_PROGRAM)}
                      + arguments + QStringList{u"--store"_s, folder + u"/store.db"_s});
    process.waitForFinished(60'000);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
            process.readAllStandardError()};
}

void TestBadInput::aReadOnlyFolderIsReadAndRefusesTheRest_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<bool>("isRead");
    QTest::newRow("run") << demo(u"Again"_s) << false;
    QTest::newRow("resume") << QStringList{u"resume"_s, u"--conversation"_s, m_conversation} << false;
    QTest::newRow("providers add") << QStringList{
        u"providers"_s, u"add"_s, u"mine"_s, u"--api"_s, u"openai-chat"_s, u"--base-url"_s, u"http://localhost:1/v1"_s,
        u"--no-key"_s} << false;
    QTest::newRow("show") << QStringList{u"show"_s, m_conversation} << true;
    QTest::newRow("conversations") << QStringList{u"conversations"_s} << true;
    QTest::newRow("export") << QStringList{u"export"_s, m_conversation} << true;
}

void TestBadInput::aReadOnlyFolderIsReadAndRefusesTheRest()
{
    QFETCH(QStringList, arguments);
    QFETCH(bool, isRead);
    QTemporaryDir folder;
    const Program program(folder.filePath(u"store.db"_s));
    QCOMPARE(program.run(demo(u"Hi"_s)).exitCode, 0);
    const auto before = program.run({u"show"_s, m_conversation, u"--json"_s}).output;

    const auto ended = runReadOnly(folder.path(), arguments);
    QVERIFY2(ended.exitCode == (isRead ? 0 : 1), ended.errors.constData());
    if (isRead) {
        QVERIFY(!ended.output.isEmpty());
    } else {
        QVERIFY2(ended.errors.contains("The database can only be read."), ended.errors.constData());
        QVERIFY2(ended.errors.contains("write-protected"), ended.errors.constData());
    }
    if (arguments.contains(u"--json"_s)) {
        QCOMPARE(ended.linesOfType("error"_L1).size(), 1);
        QCOMPARE(ended.linesOfType("error"_L1).constFirst().value("code"_L1).toString(), u"readonly"_s);
    }
    QCOMPARE(program.run({u"show"_s, m_conversation, u"--json"_s}).output, before);
}

// What a killed program left beside the database is part of it: to show less would be to lose it without a word.
void TestBadInput::aReadOnlyFolderHidesNoStoredStep()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(u"store.db"_s);
    QTemporaryDir readOnly;
    const Program program(path);
    QCOMPARE(program.run(demo(u"Hi"_s)).exitCode, 0);
    const auto close = qScopeGuard([] { QSqlDatabase::removeDatabase(u"holder"_s); });
    {
        // As long as another process reads, nothing is moved from the log into the file.
        QSqlDatabase holder = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"holder"_s);
        holder.setDatabaseName(path);
        QVERIFY(holder.open());
        QVERIFY(QSqlQuery(holder).exec(u"SELECT count(*) FROM entries"_s));
        QCOMPARE(program.run(demo(u"Again"_s)).exitCode, 0);
        QVERIFY(QFile::copy(path, readOnly.filePath(u"store.db"_s)));
        QVERIFY(QFile::copy(path + u"-wal"_s, readOnly.filePath(u"store.db-wal"_s)));
    }
    const auto shown = runReadOnly(readOnly.path(), {u"show"_s, m_conversation, u"--json"_s});
    QVERIFY2(shown.exitCode == 1, shown.output.constData());
    QVERIFY2(shown.errors.contains("store.db-wal"), shown.errors.constData());

    const Program writable(readOnly.filePath(u"store.db"_s));
    const auto all = writable.run({u"show"_s, m_conversation, u"--json"_s});
    QCOMPARE(all.exitCode, 0);
    QCOMPARE(all.lines().size(), 6);
}

// A file system of 3 MB on which `left` bytes are free once there is a conversation; bubblewrap makes it without being
// root. Then the disk gets room again and the conversation is read.
QByteArrayList TestBadInput::runOnAFullDisk(int left) const
{
    const QString script =
        u"say() { '%1' run --json --provider demo --conversation %2 --store /full/store.db --model \"$@\"; }; "
        "say chat First >/dev/null; cat /dev/zero >/full/ballast 2>/dev/null; truncate -s -%3 /full/ballast; "
        "say long Hi; echo \"exit $?\"; rm /full/ballast; "
        "echo show; '%1' show %2 --store /full/store.db --json; say chat Again >/dev/null; echo \"again $?\""_s.arg(
            QStringLiteral(TYPESHIFT_PROGRAM), m_conversation, QString::number(left));
    QProcess shell;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"TYPESHIFT_DEMO_PACE"_s, u"0"_s);
    shell.setProcessEnvironment(environment);
    shell.setProcessChannelMode(QProcess::MergedChannels);
    shell.start(u"bwrap"_s,
                {u"--bind"_s, u"/"_s, u"/"_s, u"--dev-bind"_s, u"/dev"_s, u"/dev"_s, u"--size"_s, u"3145728"_s,
                 u"--tmpfs"_s, u"/full"_s, u"sh"_s, u"-c"_s, script});
    return shell.waitForFinished(60'000) ? shell.readAllStandardOutput().split('\n') : QByteArrayList();
}

void TestBadInput::aFullDiskIsToldAndTheAnswerStillShown()
{
    // Room for the input and the end, not for the long answer between them.
    const QByteArrayList lines = runOnAFullDisk(96 * 1024);
    const qsizetype exit = lines.indexOf("exit 0");
    const qsizetype show = lines.indexOf("show");
    QVERIFY2(exit > 0 && show > exit, lines.join('\n').right(2'000).constData());
    QVERIFY(std::any_of(lines.begin(), lines.begin() + exit,
                        [](const QByteArray &line) { return line.contains("database or disk is full"); }));
    QVERIFY(std::any_of(lines.begin(), lines.begin() + exit, [](const QByteArray &line) {
        return line.contains("\"type\":\"end\"") && line.size() > 30'000;
    }));
    QCOMPARE(std::count_if(lines.begin() + show, lines.end(),
                           [](const QByteArray &line) { return line.contains("\"endsRun\":true"); }),
             2);
    QVERIFY(lines.contains("again 0"));
}

void TestBadInput::aDiskWithoutRoomForTheDatabaseIsCalledFull()
{
    const QByteArrayList lines = runOnAFullDisk(24 * 1024);
    QVERIFY2(lines.contains("exit 1"), lines.join('\n').right(2'000).constData());
    QVERIFY(lines.contains("typeshift: The disk is full."));
    QVERIFY(lines.contains("again 0"));
}

QTEST_GUILESS_MAIN(TestBadInput)
#include "tst_badInput.moc"
