// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Program.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using namespace typeshift;

//! Agents that are declared in files, as the console program knows them.
class TestConsoleAgents final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_program.emplace(m_folder->filePath(u"store.db"_s));
        put(u"guide.json"_s, R"({
    "name": "guide",
    "title": "Guide",
    "instructions": ["Show people around.", "Be short."],
    "model": {"provider": "demo", "name": "chat"},
    "tools": [{"toolset": "todo", "requireApproval": ["write_todos"]}, {"toolset": "web"}]
})");
    }

    void anAgentOfAFileAnswersWithTheModelItNames();
    void aWrongFileIsSaidAndStopsNobody();
    void theAgentsAreListedWithWhereTheyComeFrom();
    void aFileIsCheckedAndEveryProblemSaid();
    void theShippedToolsetsCanBeNamed();
    void theSchemaIsPrinted();
    void aConversationWhoseAgentIsGoneSaysSo();

private:
    void put(const QString &name, const QByteArray &text)
    {
        QVERIFY(QDir(m_folder->path()).mkpath(u"agents"_s));
        QFile file(m_folder->filePath(QString(u"agents/"_s + name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::optional<Program> m_program;
    const QString m_conversation = u"01901234-5678-7abc-8def-0123456789ab"_s;
};

void TestConsoleAgents::anAgentOfAFileAnswersWithTheModelItNames()
{
    const auto ended = m_program->run(
        {u"run"_s, u"--agent"_s, u"guide"_s, u"--conversation"_s, m_conversation, u"--json"_s, u"Hello"_s});
    QVERIFY2(ended.exitCode == 0, ended.errors.constData());
    const auto shown = m_program->run({u"show"_s, m_conversation, u"--json"_s});
    QCOMPARE(shown.lines().constFirst().value("agent"_L1).toString(), u"guide"_s);
}

void TestConsoleAgents::aWrongFileIsSaidAndStopsNobody()
{
    put(u"broken.json"_s, "{\n  \"name\": \"broken\"\n");
    put(u"coder.json"_s, R"({"name": "coder", "instructions": ""})");
    const auto ended = m_program->run({u"run"_s, u"--agent"_s, u"guide"_s, u"Hello"_s});
    QVERIFY2(ended.exitCode == 0, ended.errors.constData());
    QVERIFY2(ended.errors.contains("broken.json:2:"), ended.errors.constData());
    QVERIFY2(ended.errors.contains("coder.json:1:10: name: “coder” is an agent of the program"),
             ended.errors.constData());
    const auto missing = m_program->run({u"run"_s, u"--agent"_s, u"broken"_s, u"Hello"_s});
    QCOMPARE(missing.exitCode, 1);
    QVERIFY(missing.errors.contains("there is no agent “broken”"));
}

void TestConsoleAgents::theAgentsAreListedWithWhereTheyComeFrom()
{
    put(u"broken.json"_s, "[]");
    const auto listed = m_program->run({u"agents"_s, u"--json"_s});
    QCOMPARE(listed.exitCode, 0);
    QHash<QString, QString> sources;
    for (const QJsonObject &line : listed.lines())
        sources.insert(line.value("name"_L1).toString(), line.value("source"_L1).toString());
    QCOMPARE(sources.value(u"assistant"_s), u"program"_s);
    QCOMPARE(sources.value(u"guide"_s), m_folder->filePath(u"agents/guide.json"_s));
    QCOMPARE(sources.value(QString()), m_folder->filePath(u"agents/broken.json"_s));
    QVERIFY(!QFile::exists(m_folder->filePath(u"store.db"_s))); // It needs no database.
    const auto text = m_program->run({u"agents"_s});
    QVERIFY2(text.output.contains("part of the program"), text.output.constData());
    QVERIFY2(text.output.contains("broken.json:1:1: an agent file is one JSON object"), text.output.constData());
}

void TestConsoleAgents::aFileIsCheckedAndEveryProblemSaid()
{
    const QString path = m_folder->filePath(u"draft.json"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"name\": \"x y\",\n \"tools\": [{\"toolset\": \"fils\"}]}");
    file.close();
    const auto checked = m_program->run({u"agents"_s, u"check"_s, path});
    QCOMPARE(checked.exitCode, 1);
    const QByteArray name = path.toUtf8();
    QVERIFY2(checked.output.contains(QByteArray(name + ":1:10: name: expected 1 to 64 of a-z")),
             checked.output.constData());
    QVERIFY2(checked.output.contains(QByteArray(name + ":1:1: instructions: is missing")), checked.output.constData());
    QVERIFY2(checked.output.contains(
                 QByteArray(name + ":2:24: tools[0].toolset: there is no toolset “fils”. Did you mean “files”?")),
             checked.output.constData());
    const auto fine = m_program->run(
        {u"agents"_s, u"check"_s, m_folder->filePath(u"agents/guide.json"_s), u"--json"_s});
    QCOMPARE(fine.exitCode, 0);
    QCOMPARE(fine.lines().constFirst().value("problems"_L1).toArray().size(), 0);
    QCOMPARE(m_program->run({u"agents"_s, u"check"_s, m_folder->filePath(u"absent.json"_s)}).exitCode, 1);
    QCOMPARE(m_program->run({u"agents"_s, u"list"_s}).exitCode, 1);
}

void TestConsoleAgents::theShippedToolsetsCanBeNamed()
{
    put(u"all.json"_s, R"({"name": "all", "instructions": "",
        "tools": [{"toolset": "files"}, {"toolset": "shell"}, {"toolset": "web"}, {"toolset": "todo"}]})");
    const auto checked = m_program->run(
        {u"agents"_s, u"check"_s, m_folder->filePath(u"agents/all.json"_s), u"--folder"_s, m_folder->path()});
    QVERIFY2(checked.exitCode == 0, QByteArray(checked.output + checked.errors).constData());
}

void TestConsoleAgents::theSchemaIsPrinted()
{
    const auto printed = m_program->run({u"agents"_s, u"schema"_s});
    QCOMPARE(printed.exitCode, 0);
    QVERIFY(QJsonDocument::fromJson(printed.output).object().contains("properties"_L1));
}

void TestConsoleAgents::aConversationWhoseAgentIsGoneSaysSo()
{
    QCOMPARE(
        m_program->run({u"run"_s, u"--agent"_s, u"guide"_s, u"--conversation"_s, m_conversation, u"Hi"_s}).exitCode, 0);
    QVERIFY(QFile::remove(m_folder->filePath(u"agents/guide.json"_s)));
    const auto ended = m_program->run({u"run"_s, u"--conversation"_s, m_conversation, u"Hi"_s});
    QCOMPARE(ended.exitCode, 1);
    QVERIFY2(ended.errors.contains("there is no agent “guide”"), ended.errors.constData());
}

QTEST_GUILESS_MAIN(TestConsoleAgents)
#include "tst_consoleAgents.moc"
