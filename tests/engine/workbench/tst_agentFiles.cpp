// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "AgentToolsets.h"
#include "hosting/Engine.h"
#include "support/ScriptedModel.h"
#include "workbench/AgentFiles.h"
#include "workbench/DataFolder.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

QByteArray agentText(const QByteArray &name)
{
    return R"({"name": ")" + name + R"(", "instructions": "Help."})";
}

} // namespace

//! The folder of a test, with two agents of the program.
class TestAgentFiles final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void aFolderThatIsNotThereHasNoFiles();
    void theFilesAreListedByName();
    void aWrongFileHidesNoOther();
    void theFirstOfANameCounts();
    void theProgramsNamesAreTaken();
    void whatIsNoFileIsPassedOver();
    void aHugeFileIsNotRead();
    void theAgentsOfTheFolderBuildAnEngine();
    void aFileIsSavedWhole();
    void aFileThatChangedSinceItWasReadIsNotOverwritten();
    void aFileThatWasDeletedSinceItWasReadIsNotMadeAgain();
    void aNameThatLeavesTheFolderIsRefused_data();
    void aNameThatLeavesTheFolderIsRefused();
    void aFileIsDeletedAsItWasRead();
    void anotherTextIsReadAsIfTheFileHeldIt();
    void aDraftOutlivesTheProgram();
    void aNewFileGetsAFreeName();
    void aFolderOfNoDatabaseKeepsNothing();
    void theFolderLiesBesideTheDatabase();

private:
    AgentFiles files() const
    {
        return AgentFiles(path(), toolsetsOfTests(),
                          {Agent(u"assistant"_s), Agent(u"coder"_s).useToolset(mailTools())});
    }
    QString path() const { return m_folder->filePath(u"agents"_s); }
    void put(const QString &name, const QByteArray &text) const
    {
        QDir().mkpath(path());
        QFile file(QString(path() + u'/' + name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    QByteArray get(const QString &name) const { return files().textOf(name).value_or("(none)"); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestAgentFiles::aFolderThatIsNotThereHasNoFiles()
{
    QVERIFY(files().list().isEmpty());
    QCOMPARE(files().agents().size(), 2);
    QVERIFY(!QDir(path()).exists()); // Reading makes nothing.
}

void TestAgentFiles::theFilesAreListedByName()
{
    put(u"b.json"_s, agentText("b"));
    put(u"a.json"_s, agentText("other"));
    const auto list = files().list();
    QCOMPARE(list.size(), 2);
    QCOMPARE(list.at(0).name, u"a.json"_s);
    QCOMPARE(list.at(0).agent->name(), u"other"_s);
    QCOMPARE(list.at(1).text, agentText("b"));
}

void TestAgentFiles::aWrongFileHidesNoOther()
{
    put(u"a.json"_s, "{\"name\": ");
    put(u"b.json"_s, agentText("b"));
    const auto list = files().list();
    QVERIFY(!list.at(0).agent);
    QCOMPARE(list.at(0).problems.size(), 1);
    QCOMPARE(list.at(0).text, QByteArray("{\"name\": "));
    QVERIFY(list.at(1).agent);
    QCOMPARE(get(u"a.json"_s), QByteArray("{\"name\": ")); // It stays as it is.
}

void TestAgentFiles::theFirstOfANameCounts()
{
    put(u"a.json"_s, agentText("x"));
    put(u"b.json"_s, agentText("x"));
    const auto list = files().list();
    QVERIFY(list.at(0).agent);
    QVERIFY(!list.at(1).agent);
    QCOMPARE(list.at(1).problems.constFirst().textIn(u"b.json"_s),
             u"b.json:1:10: name: a.json declares “x” already; choose another name"_s);
    QCOMPARE(list.at(1).problems.constFirst().code, u"TSH022"_s);
}

void TestAgentFiles::theProgramsNamesAreTaken()
{
    put(u"a.json"_s, agentText("coder"));
    const auto problem = files().list().constFirst().problems.constFirst();
    QCOMPARE(problem.sentence, u"“coder” is an agent of the program; choose another name"_s);
}

void TestAgentFiles::whatIsNoFileIsPassedOver()
{
    put(u"notes.txt"_s, "x");
    put(u".hidden.json"_s, "x");
    QDir().mkpath(QString(path() + u"/folder.json"_s));
    QVERIFY(files().list().isEmpty());
}

void TestAgentFiles::aHugeFileIsNotRead()
{
    put(u"a.json"_s, QByteArray(2 << 20, ' '));
    const auto list = files().list();
    QCOMPARE(list.constFirst().problems.constFirst().code, u"TSH058"_s);
    QVERIFY(list.constFirst().text.isEmpty());
}

void TestAgentFiles::theAgentsOfTheFolderBuildAnEngine()
{
    put(u"a.json"_s, R"({"name": "a", "instructions": "", "tools": [{"toolset": "mail"}, {"toolset": "tickets"}]})");
    put(u"b.json"_s, agentText("assistant"));
    put(u"c.json"_s, R"({"name": "c", "instructions": "", "tools": [{"toolset": "mail"}]})");
    EngineBuilder builder;
    const auto agents = files().agents();
    for (const Agent &agent : agents)
        builder.add(agent);
    const auto engine = builder.withProviders(std::make_shared<ScriptedModel>()).build();
    QVERIFY(engine);
    QVERIFY((*engine)->host(u"a") && (*engine)->host(u"c"));
    QCOMPARE((*engine)->agents().size(), 4);
}

void TestAgentFiles::aFileIsSavedWhole()
{
    QVERIFY(files().save(u"a.json"_s, "one", {}));
    QCOMPARE(get(u"a.json"_s), QByteArray("one"));
    QVERIFY(files().save(u"a.json"_s, "two", QByteArray("one")));
    QCOMPARE(get(u"a.json"_s), QByteArray("two"));
    QCOMPARE(QDir(path()).entryList(QDir::Files | QDir::Hidden), QStringList{u"a.json"_s});
}

void TestAgentFiles::aFileThatChangedSinceItWasReadIsNotOverwritten()
{
    put(u"a.json"_s, "theirs");
    for (const std::optional<QByteArray> &before : {std::optional<QByteArray>(), std::optional(QByteArray("old"))}) {
        const auto saved = files().save(u"a.json"_s, "mine", before);
        QVERIFY(!saved);
        QCOMPARE(saved.error().kind, Error::Kind::Conflict);
        QVERIFY(saved.error().facts.message.contains("a.json"_L1));
    }
    QCOMPARE(get(u"a.json"_s), QByteArray("theirs"));
    QVERIFY(files().save(u"a.json"_s, "theirs", {})); // The same text is no conflict.
}

void TestAgentFiles::aFileThatWasDeletedSinceItWasReadIsNotMadeAgain()
{
    const auto saved = files().save(u"a.json"_s, "mine", QByteArray("old"));
    QVERIFY(!saved);
    QCOMPARE(saved.error().kind, Error::Kind::Conflict);
    QVERIFY(!files().textOf(u"a.json"_s));
}

void TestAgentFiles::aNameThatLeavesTheFolderIsRefused_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"../a.json", "/tmp/a.json", "a/b.json", "a\\b.json", ".json", ".a.json", "a.txt", "a", ""})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestAgentFiles::aNameThatLeavesTheFolderIsRefused()
{
    QFETCH(QString, name);
    const auto saved = files().save(name, "x", {});
    QVERIFY(!saved);
    QCOMPARE(saved.error().kind, Error::Kind::InvalidInput);
    QVERIFY(!files().keepDraft({.file = name, .text = "x", .before = {}}));
    QVERIFY(!files().remove(name, "x"));
}

void TestAgentFiles::aFileIsDeletedAsItWasRead()
{
    put(u"a.json"_s, "theirs");
    const auto removed = files().remove(u"a.json"_s, "old");
    QVERIFY(!removed);
    QCOMPARE(removed.error().kind, Error::Kind::Conflict);
    QVERIFY(files().remove(u"a.json"_s, "theirs"));
    QVERIFY(!files().textOf(u"a.json"_s));
    QVERIFY(files().remove(u"a.json"_s, "theirs")); // Gone is gone.
}

void TestAgentFiles::anotherTextIsReadAsIfTheFileHeldIt()
{
    put(u"a.json"_s, agentText("a"));
    put(u"b.json"_s, agentText("b"));
    QVERIFY(files().read(u"b.json"_s, agentText("c")).agent);
    QVERIFY(!files().read(u"b.json"_s, agentText("a")).agent);
    QVERIFY(!files().read(u"new.json"_s, agentText("b")).agent);
    QVERIFY(files().read(u"new.json"_s, agentText("c")).agent);
    QCOMPARE(get(u"b.json"_s), agentText("b"));
}

void TestAgentFiles::aDraftOutlivesTheProgram()
{
    const AgentDraft changed{.file = u"a.json"_s, .text = "{ half", .before = "{}"};
    const AgentDraft begun{.file = u"b.json"_s, .text = "", .before = {}};
    QVERIFY(files().keepDraft({.file = u"a.json"_s, .text = "{", .before = "{}"}));
    QVERIFY(files().keepDraft(changed));
    QVERIFY(files().keepDraft(begun));
    QCOMPARE(files().drafts(), QList<AgentDraft>({changed, begun}));
    QVERIFY(files().list().isEmpty()); // A draft is no agent.
    files().dropDraft(u"a.json"_s);
    QCOMPARE(files().drafts(), QList<AgentDraft>{begun});
}

void TestAgentFiles::aNewFileGetsAFreeName()
{
    QCOMPARE(files().freeName(u"a"_s), u"a.json"_s);
    put(u"a.json"_s, "x");
    QVERIFY(files().keepDraft({.file = u"a_2.json"_s, .text = "x", .before = {}}));
    QCOMPARE(files().freeName(u"a"_s), u"a_3.json"_s);
}

void TestAgentFiles::aFolderOfNoDatabaseKeepsNothing()
{
    const AgentFiles none(QString(), {}, {});
    QVERIFY(none.list().isEmpty());
    QVERIFY(none.drafts().isEmpty());
    const auto saved = none.save(u"a.json"_s, "x", {});
    QVERIFY(!saved);
    QCOMPARE(saved.error().kind, Error::Kind::InvalidState);
}

void TestAgentFiles::theFolderLiesBesideTheDatabase()
{
    QCOMPARE(DataFolder::agentsPath(u"/data/x/store.db"_s), u"/data/x/agents"_s);
    QCOMPARE(DataFolder::agentsPath(u":memory:"_s), QString());
    QVERIFY(DataFolder::agentsPath(u"postgresql://me@host/db"_s).endsWith("/typeshift-workbench/agents"_L1));
}

QTEST_GUILESS_MAIN(TestAgentFiles)
#include "tst_agentFiles.moc"
