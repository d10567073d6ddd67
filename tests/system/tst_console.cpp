// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Program.h"
#include "support/TestDatabase.h"

#include <QFile>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using namespace typeshift;

//! The command line contract, with the demo provider.
class TestConsole final : public QObject
{
    Q_OBJECT

private slots:
    void aRunStreamsToStandardOutput();
    void textComesFromStandardInputToo();
    void jsonLinesTellTheStepsOfARun();
    void aRunWithoutAConversationStoresNothing();
    void showPrintsEntriesAsTheyAreStored();
    void conversationsListsTheirStateAndTitle();
    void exportAndImportRoundTrip();
    void verifyStoreMustNameItsStore();
    void aServerIsAStoreToo();
    void theDemoIsAmongTheProviders();
    void aProviderWithoutAKeychainPointsToTheEnvironment();
    void aRunWhoseKeychainIsGoneSaysSo();
    void theVersionNamesQtAndTheSchema();
    void wrongUsageEndsWithTwo_data();
    void wrongUsageEndsWithTwo();
    void wrongInputSaysWhatIsWrong_data();
    void wrongInputSaysWhatIsWrong();
    void resumeIsRefusedWhenNothingWasInterrupted();
    void aPoliteSignalStoresTheEnd();
    void aPictureMayBeAttached();
    void theLinesOfAFileSteerTheRun();

private:
    QStringList demo(const QString &text) const
    {
        return {u"run"_s,  u"--provider"_s,     u"demo"_s,      u"--model"_s,
                u"chat"_s, u"--conversation"_s, m_conversation, text};
    }

    QTemporaryDir m_folder;
    Program m_program{m_folder.filePath(u"store.db"_s)};
    const QString m_conversation = u"01901234-5678-7abc-8def-0123456789ab"_s;
};

void TestConsole::aRunStreamsToStandardOutput()
{
    const auto ended = m_program.run(demo(u"Hello there"_s));
    QVERIFY2(ended.exitCode == 0, ended.errors.constData());
    QVERIFY(ended.output.contains("```"));
    QVERIFY(ended.output.endsWith('\n'));
}

void TestConsole::textComesFromStandardInputToo()
{
    const auto ended = m_program.run({u"run"_s, u"--provider"_s, u"demo"_s, u"--model"_s, u"chat"_s}, "Hello\n");
    QVERIFY2(ended.exitCode == 0, ended.errors.constData());
    const auto empty = m_program.run({u"run"_s, u"--provider"_s, u"demo"_s, u"--model"_s, u"chat"_s});
    QCOMPARE(empty.exitCode, 1);
    QVERIFY(empty.errors.contains("nothing to tell"));
}

void TestConsole::jsonLinesTellTheStepsOfARun()
{
    const auto ended = m_program.run(demo(u"And again"_s) + QStringList{u"--json"_s});
    QVERIFY2(ended.exitCode == 0, ended.errors.constData());
    QStringList types;
    for (const QJsonObject &line : ended.lines()) {
        const QString type = line.value("type"_L1).toString();
        if (types.isEmpty() || types.constLast() != type)
            types.append(type);
    }
    QCOMPARE(types, QStringList({u"stored"_s, u"delta"_s, u"stored"_s, u"end"_s}));
    const auto stored = ended.linesOfType("stored"_L1);
    QCOMPARE(stored.size(), 3);
    QVERIFY(stored[0].value("sequence"_L1).toInteger() < stored[1].value("sequence"_L1).toInteger());
    QVERIFY(stored[1].value("entry"_L1)["usage"_L1].isObject());
    QVERIFY(stored[2].value("entry"_L1)["endsRun"_L1].toBool());
}

void TestConsole::aRunWithoutAConversationStoresNothing()
{
    const auto ended = m_program.run(
        {u"run"_s, u"--provider"_s, u"demo"_s, u"--model"_s, u"chat"_s, u"--json"_s, u"Hi"_s});
    QVERIFY2(ended.exitCode == 0, ended.errors.constData());
    QCOMPARE(ended.linesOfType("stored"_L1).size(), 0);
}

void TestConsole::showPrintsEntriesAsTheyAreStored()
{
    const auto shown = m_program.run({u"show"_s, m_conversation, u"--json"_s});
    QCOMPARE(shown.exitCode, 0);
    QCOMPARE(shown.lines().size(), 6);
    QCOMPARE(shown.lines().constFirst().value("agent"_L1).toString(), u"assistant"_s);
    const auto text = m_program.run({u"show"_s, m_conversation});
    QVERIFY(text.output.contains("Hello there"));
}

void TestConsole::conversationsListsTheirStateAndTitle()
{
    const auto listed = m_program.run({u"conversations"_s, u"--json"_s});
    QCOMPARE(listed.exitCode, 0);
    QCOMPARE(listed.lines().size(), 1);
    const QJsonObject line = listed.lines().constFirst();
    QCOMPARE(line.value("id"_L1).toString(), m_conversation);
    QCOMPARE(line.value("title"_L1).toString(), u"Hello there"_s);
    QCOMPARE(line.value("state"_L1).toString(), u"idle"_s);
    QCOMPARE(m_program.run({u"conversations"_s, u"--search"_s, u"HELLO"_s, u"--json"_s}).lines().size(), 1);
    QCOMPARE(m_program.run({u"conversations"_s, u"--search"_s, u"absent"_s, u"--json"_s}).lines().size(), 0);
}

void TestConsole::exportAndImportRoundTrip()
{
    const auto exported = m_program.run({u"export"_s, m_conversation});
    QCOMPARE(exported.exitCode, 0);
    const QString path = m_folder.filePath(u"conversation.jsonl"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(exported.output);
    file.close();
    const Program other(m_folder.filePath(u"other.db"_s));
    const auto imported = other.run({u"import"_s, path});
    QVERIFY2(imported.exitCode == 0, imported.errors.constData());
    QCOMPARE(other.run({u"export"_s, m_conversation}).output, exported.output);
    const auto twice = other.run({u"import"_s, path, u"--json"_s}); // T11
    QVERIFY2(twice.exitCode == 0, twice.errors.constData());
    QCOMPARE(twice.lines().constFirst().value("imported"_L1).toInt(), 0);
    const auto markdown = m_program.run({u"export"_s, m_conversation, u"--markdown"_s});
    QVERIFY(markdown.output.contains("Hello there"));
}

void TestConsole::verifyStoreMustNameItsStore()
{
    const auto verified = m_program.run({u"verify-store"_s});
    QVERIFY2(verified.exitCode == 0, verified.errors.constData());
    QProcess unnamed;
    unnamed.start(QStringLiteral(TYPESHIFT_PROGRAM), {u"verify-store"_s});
    QVERIFY(unnamed.waitForFinished());
    QCOMPARE(unnamed.exitCode(), 2);
}

void TestConsole::aServerIsAStoreToo()
{
    NEEDS_POSTGRES();
    const TestDatabase place(TestPlace::Server);
    const Program program(place.address());
    const auto verified = program.run({u"verify-store"_s});
    QVERIFY2(verified.exitCode == 0, verified.errors.constData());
    const auto ran = program.run(demo(u"Hello"_s));
    QVERIFY2(ran.exitCode == 0, ran.errors.constData());
    const auto listed = program.run({u"conversations"_s, u"--json"_s});
    QCOMPARE(listed.exitCode, 0);
    QVERIFY(listed.output.contains(m_conversation.toUtf8()));
    const Program nowhere(u"postgresql://127.0.0.1:1/x"_s);
    const auto refused = nowhere.run({u"conversations"_s});
    QCOMPARE(refused.exitCode, 1);
    QVERIFY2(refused.errors.contains("The database's server can't be used."), refused.errors.constData());
}

void TestConsole::theDemoIsAmongTheProviders()
{
    const auto listed = m_program.run({u"providers"_s, u"--json"_s});
    QCOMPARE(listed.exitCode, 0);
    QCOMPARE(listed.lines().constLast().value("name"_L1).toString(), u"demo"_s);
    const auto models = m_program.run({u"models"_s, u"demo"_s});
    QVERIFY2(models.exitCode == 0, models.errors.constData());
    QVERIFY(models.output.contains("chat"));
    QVERIFY(models.output.contains("long"));
}

void TestConsole::aProviderWithoutAKeychainPointsToTheEnvironment()
{
    const QStringList add{
        u"providers"_s, u"add"_s, u"mine"_s, u"--api"_s, u"openai-chat"_s, u"--base-url"_s, u"http://localhost:1/v1"_s};
    const auto added = m_program.run(add, "sk-very-secret\n");
    QCOMPARE(added.exitCode, 1);
    QVERIFY2(added.errors.contains("typeshift: There is no keychain to keep the key in."), added.errors.constData());
    QVERIFY2(added.errors.contains("--api-key-env"), added.errors.constData());
    QVERIFY(!added.errors.contains("sk-very-secret"));
    QFile store(m_folder.filePath(u"store.db"_s));
    QVERIFY(store.open(QIODevice::ReadOnly));
    QVERIFY(!store.readAll().contains("sk-very-secret")); // T25
    const auto withoutKey = m_program.run(add + QStringList{u"--no-key"_s});
    QVERIFY2(withoutKey.exitCode == 0, withoutKey.errors.constData());
    QCOMPARE(m_program.run({u"providers"_s, u"remove"_s, u"mine"_s}).exitCode, 0);
}

void TestConsole::aRunWhoseKeychainIsGoneSaysSo()
{
    const QString store = m_folder.filePath(u"keychain.db"_s);
    QProcess session; // with a keyring of its own, which ends with it
    session.start(QStringLiteral(TYPESHIFT_SOURCE_DIR "/tests/support/keyring-session"),
                  {u"unlocked"_s, QStringLiteral(TYPESHIFT_PROGRAM), u"providers"_s, u"add"_s, u"mine"_s, u"--api"_s,
                   u"openai-chat"_s, u"--base-url"_s, u"http://localhost:1/v1"_s, u"--model"_s, u"m"_s, u"--store"_s,
                   store});
    session.write("sk-very-secret\n");
    session.closeWriteChannel();
    QVERIFY(session.waitForFinished(60'000));
    const QByteArray errors = session.readAllStandardError();
    QVERIFY2(session.exitCode() == 0, errors.constData());

    const auto ended = Program(store).run({u"run"_s, u"--provider"_s, u"mine"_s, u"--json"_s, u"Hi"_s});
    QCOMPARE(ended.exitCode, 1);
    const auto told = ended.linesOfType("error"_L1);
    QCOMPARE(told.size(), 1);
    QCOMPARE(told.constFirst().value("kind"_L1).toString(), u"auth"_s);
    QCOMPARE(told.constFirst().value("code"_L1).toString(), u"missing-key"_s);
    QVERIFY2(ended.errors.contains("the keychain does not hand it out"), ended.errors.constData());
}

void TestConsole::theVersionNamesQtAndTheSchema()
{
    QProcess program;
    program.start(QStringLiteral(TYPESHIFT_PROGRAM), {u"--version"_s});
    QVERIFY(program.waitForFinished());
    const QByteArray text = program.readAllStandardOutput();
    QVERIFY(text.startsWith("typeshift "));
    QVERIFY(text.contains("Qt 6."));
    QVERIFY(text.contains("store schema "));
}

void TestConsole::wrongUsageEndsWithTwo_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("a command that is not there") << QStringList{u"fly"_s};
    QTest::newRow("an option of another command") << QStringList{u"show"_s, m_conversation, u"--attach"_s, u"x"_s};
    QTest::newRow("a missing argument") << QStringList{u"show"_s};
    QTest::newRow("one argument too many") << QStringList{u"run"_s, u"a"_s, u"b"_s};
    QTest::newRow("half a providers command") << QStringList{u"providers"_s, u"add"_s};
}

void TestConsole::wrongUsageEndsWithTwo()
{
    QFETCH(QStringList, arguments);
    const auto ended = m_program.run(arguments);
    QCOMPARE(ended.exitCode, 2);
    QVERIFY(!ended.errors.isEmpty());
    QVERIFY(ended.output.isEmpty());
}

void TestConsole::wrongInputSaysWhatIsWrong_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("words");
    const QStringList run{u"run"_s, u"Hi"_s, u"--provider"_s, u"demo"_s, u"--model"_s, u"chat"_s};
    QTest::newRow("an id that is none") << run + QStringList{u"--conversation"_s, u"abc"_s}
                                        << QByteArray("not a conversation id");
    QTest::newRow("2.17.4 an unknown provider")
        << QStringList{u"run"_s, u"Hi"_s, u"--provider"_s, u"nobody"_s, u"--model"_s, u"m"_s} << QByteArray("nobody");
    QTest::newRow("2.17.4 an unknown model")
        << QStringList{u"run"_s, u"Hi"_s, u"--provider"_s, u"demo"_s, u"--model"_s, u"none"_s} << QByteArray("none");
    QTest::newRow("an unknown agent") << run + QStringList{u"--agent"_s, u"nobody"_s} << QByteArray("nobody");
    QTest::newRow("an address that is none")
        << QStringList{u"run"_s, u"Hi"_s, u"--base-url"_s, u"here"_s, u"--model"_s, u"m"_s} << QByteArray("--base-url");
    QTest::newRow("an empty key variable")
        << QStringList{u"run"_s,     u"Hi"_s, u"--base-url"_s,    u"http://localhost:1"_s,
                       u"--model"_s, u"m"_s,  u"--api-key-env"_s, u"TYPESHIFT_NO_SUCH_KEY"_s}
        << QByteArray("TYPESHIFT_NO_SUCH_KEY");
    QTest::newRow("a missing attachment")
        << run + QStringList{u"--attach"_s, u"/no/such/file"_s} << QByteArray("/no/such/file");
    QTest::newRow("a conversation that is not there")
        << QStringList{u"show"_s, u"01901234-5678-7abc-8def-000000000000"_s} << QByteArray("no conversation");
    QTest::newRow("a file that is not there")
        << QStringList{u"import"_s, u"/no/such/file"_s} << QByteArray("/no/such/file");
}

void TestConsole::wrongInputSaysWhatIsWrong()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, words);
    const auto ended = m_program.run(arguments);
    QCOMPARE(ended.exitCode, 1);
    QVERIFY2(ended.errors.contains(words), ended.errors.constData());
}

void TestConsole::resumeIsRefusedWhenNothingWasInterrupted()
{
    const auto ended = m_program.run(
        {u"resume"_s, u"--provider"_s, u"demo"_s, u"--model"_s, u"chat"_s, u"--conversation"_s, m_conversation});
    QCOMPARE(ended.exitCode, 1);
    QVERIFY2(ended.errors.contains("no interrupted run"), ended.errors.constData());
}

void TestConsole::aPoliteSignalStoresTheEnd()
{
    Program paced(m_folder.filePath(u"store.db"_s));
    paced.setEnvironment(u"TYPESHIFT_DEMO_PACE"_s, u"1"_s);
    const QString conversation = u"01901234-5678-7abc-8def-0123456789ac"_s;
    const auto process = paced.start({u"run"_s, u"--json"_s, u"--provider"_s, u"demo"_s, u"--model"_s, u"long"_s,
                                      u"--conversation"_s, conversation, u"Go on"_s});
    QByteArray output;
    while (!output.contains("\"delta\"") && process->waitForReadyRead(20'000))
        output += process->readAllStandardOutput();
    process->terminate();
    QVERIFY(process->waitForFinished(10'000));
    QCOMPARE(process->exitCode(), 130);
    const auto shown = m_program.run({u"show"_s, conversation, u"--json"_s});
    const QJsonObject end = shown.lines().constLast();
    QVERIFY(end.value("endsRun"_L1).toBool()); // 2.1.7
    QCOMPARE(shown.lines().size(), 3);
}

void TestConsole::aPictureMayBeAttached()
{
    const QString path = m_folder.filePath(u"dot.png"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromBase64(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="));
    file.close();
    const QString conversation = u"01901234-5678-7abc-8def-0123456789ad"_s;
    const auto ended = m_program.run({u"run"_s, u"--provider"_s, u"demo"_s, u"--model"_s, u"chat"_s,
                                      u"--conversation"_s, conversation, u"--attach"_s, path, u"What is this?"_s});
    QVERIFY2(ended.exitCode == 0, ended.errors.constData());
    const QJsonObject input = m_program.run({u"show"_s, conversation, u"--json"_s}).lines().constFirst();
    QCOMPARE(input.value("messages"_L1)[0]["contents"_L1][1]["mediaType"_L1].toString(), u"image/png"_s);
}

void TestConsole::theLinesOfAFileSteerTheRun()
{
    const QString path = m_folder.filePath(u"steer.txt"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("Be brief\n\nIn German\n");
    file.close();
    const QString conversation = u"01901234-5678-7abc-8def-0123456789ae"_s;
    const auto ended = m_program.run({u"run"_s, u"--provider"_s, u"demo"_s, u"--model"_s, u"chat"_s,
                                      u"--conversation"_s, conversation, u"--steer-from"_s, path, u"Hello"_s});
    QVERIFY2(ended.exitCode == 0, ended.errors.constData());
    const QByteArray shown = m_program.run({u"show"_s, conversation, u"--json"_s}).output;
    QCOMPARE(shown.count("Be brief"), 1);
    QCOMPARE(shown.count("In German"), 1);
    QVERIFY(shown.indexOf("Be brief") < shown.indexOf("In German"));
    const auto alone = m_program.run(
        {u"run"_s, u"--provider"_s, u"demo"_s, u"--model"_s, u"chat"_s, u"--steer-from"_s, path, u"Hello"_s});
    QCOMPARE(alone.exitCode, 1);
    QVERIFY2(alone.errors.contains("--conversation"), alone.errors.constData());
    // A file that is not there is told before the list knows of a conversation.
    const QString never = u"01901234-5678-7abc-8def-0123456789af"_s;
    const auto missing = m_program.run({u"run"_s, u"--provider"_s, u"demo"_s, u"--model"_s, u"chat"_s,
                                        u"--conversation"_s, never, u"--steer-from"_s, path + u"x", u"Hello"_s});
    QCOMPARE(missing.exitCode, 1);
    QVERIFY(!m_program.run({u"conversations"_s, u"--json"_s}).output.contains(never.toUtf8()));
}

QTEST_GUILESS_MAIN(TestConsole)
#include "tst_console.moc"
