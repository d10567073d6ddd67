// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "AgentToolsets.h"
#include "workbench/AgentFile.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

//! All that an agent shows, line by line.
QStringList outlineOf(const Agent &agent)
{
    QStringList lines{agent.name(),
                      agent.title(),
                      agent.description(),
                      agent.instructions(),
                      agent.provider(),
                      agent.model(),
                      QString::number(int(agent.mode()))};
    for (const ToolsetUse &use : agent.toolsets())
        lines.append(u"toolset "_s + use.toolset.name());
    const auto tools = agent.tools();
    for (const auto &tool : tools) {
        lines.append(u"%1 %2 %3 %4 %5"_s.arg(
            tool->declaration().name, tool->declaration().description, QString::fromUtf8(tool->declaration().schema),
            tool->isReadOnly() ? u"reads"_s : u"changes"_s, tool->requiresApproval() ? u"asks"_s : u"runs"_s));
    }
    return lines;
}

QByteArray withMember(const char *member)
{
    return QByteArray(R"({"name": "support", "instructions": "Help.", )") + member + "}";
}

const QByteArray everything = R"({
    "$schema": "../docs/agent.schema.json",
    "name": "support",
    "title": "Support",
    "description": "Answers customers",
    "instructions": ["Be kind.", "", "Close nothing unasked."],
    "model": {"provider": "openai", "name": "gpt-4.1"},
    "mode": "plan",
    "tools": [
        {"toolset": "tickets", "include": ["search_tickets", "move_ticket"], "requireApproval": ["move_ticket"]},
        {"toolset": "mail"}
    ],
    "options": {"temperature": 0.5, "topP": 1, "maxOutputTokens": 900, "seed": 7, "stopSequences": ["END"],
                "reasoningEffort": "low", "toolChoice": "required", "stream": false, "maxToolIterations": 12, "maxConsecutiveErrors": 0,
                "concurrentCalls": true}
})";

Agent everythingInCode()
{
    return Agent(u"support"_s)
        .withTitle(u"Support"_s)
        .withDescription(u"Answers customers"_s)
        .withInstructions(u"Be kind.\n\nClose nothing unasked."_s)
        .withModel(u"openai"_s, u"gpt-4.1"_s)
        .withMode(AgentMode::Plan)
        .withChatOptions({.temperature = 0.5,
                          .topP = 1,
                          .maxOutputTokens = 900,
                          .seed = 7,
                          .stopSequences = {u"END"_s},
                          .reasoningEffort = u"low"_s,
                          .toolChoice = ToolChoice::Required,
                          .stream = false})
        .withRunOptions({.maxToolIterations = 12, .maxConsecutiveErrors = 0, .concurrentCalls = true})
        .useToolset(ticketTools())
        .include<&searchTickets>()
        .include<&moveTicket>()
        .requireApproval<&moveTicket>()
        .useToolset(mailTools());
}

QStringList toldOf(const std::expected<Agent, QList<AgentFileProblem>> &read, const QByteArray &json)
{
    QStringList told;
    for (const AgentFileProblem &problem : read ? QList<AgentFileProblem>() : read.error()) {
        told.append(u"%1 %2 at %3: %4"_s.arg(problem.code, problem.path,
                                             QString::fromUtf8(json).mid(problem.place.at, problem.place.length),
                                             problem.sentence));
    }
    return told;
}

} // namespace

class TestAgentFile final : public QObject
{
    Q_OBJECT

private slots:
    void codeAndFileBuildTheSameAgent();
    void aFileThatSaysLittleLeavesTheRestAsItIs();
    void anAgentWrittenAsAFileReadsBack_data();
    void anAgentWrittenAsAFileReadsBack();
    void aFileMakesAToolStricterAndNeverLooser();
    void everyMistakeIsASentenceWithItsPlace_data();
    void everyMistakeIsASentenceWithItsPlace();
    void allMistakesComeAtOnceInTheOrderOfTheText();
    void aTextSaysWhereItIsWrong();
    void aMistakeCarriesWhatMayBeMeant();
    void thePublishedSchemaIsTheReaders();
    void theSchemaKnowsEveryMember();
};

void TestAgentFile::codeAndFileBuildTheSameAgent()
{
    const auto read = readAgentFile(everything, toolsetsOfTests());
    QVERIFY2(read, qPrintable(toldOf(read, everything).join(u'\n')));
    const Agent coded = everythingInCode();
    QCOMPARE(outlineOf(*read), outlineOf(coded));
    QCOMPARE(read->chatOptions(), coded.chatOptions());
    QCOMPARE(read->runOptions(), coded.runOptions());
}

void TestAgentFile::aFileThatSaysLittleLeavesTheRestAsItIs()
{
    const QByteArray json = R"({"name": "a", "instructions": "Help."})";
    const auto read = readAgentFile(json, {});
    QVERIFY2(read, qPrintable(toldOf(read, json).join(u'\n')));
    const Agent coded = Agent(u"a"_s).withInstructions(u"Help."_s);
    QCOMPARE(outlineOf(*read), outlineOf(coded));
    QCOMPARE(read->chatOptions(), coded.chatOptions());
    QCOMPARE(read->runOptions(), coded.runOptions());
}

void TestAgentFile::anAgentWrittenAsAFileReadsBack_data()
{
    QTest::addColumn<QList<Agent>>("agents");
    const auto row = [](const char *title, const Agent &agent) { QTest::newRow(title) << QList<Agent>{agent}; };
    row("everything", everythingInCode());
    row("little", Agent(u"a"_s).withInstructions(u"Help."_s));
    row("a pick away", Agent(u"a"_s).useToolset(ticketTools()).without<&closeTicket>());
    row("letters", Agent(u"a"_s).withTitle(u"Über “alles”"_s).withInstructions(u"\t\"\\\n\u2028"_s));
}

void TestAgentFile::anAgentWrittenAsAFileReadsBack()
{
    QFETCH(QList<Agent>, agents);
    const Agent &agent = agents.constFirst();
    const QByteArray json = agentFileText(agent);
    const auto read = readAgentFile(json, toolsetsOfTests());
    QVERIFY2(read, qPrintable(QString::fromUtf8(json) + toldOf(read, json).join(u'\n')));
    QCOMPARE(outlineOf(*read), outlineOf(agent));
    QCOMPARE(read->chatOptions(), agent.chatOptions());
    QCOMPARE(read->runOptions(), agent.runOptions());
    QCOMPARE(agentFileText(*read), json);
}

void TestAgentFile::aFileMakesAToolStricterAndNeverLooser()
{
    // D24
    const auto strict = readAgentFile(
        withMember(R"("tools": [{"toolset": "tickets", "requireApproval": ["move_ticket", "close_ticket"]}])"),
        toolsetsOfTests());
    QVERIFY(strict);
    const auto tools = strict->tools();
    QVERIFY(!tools.at(0)->requiresApproval());
    QVERIFY(tools.at(1)->requiresApproval());
    QVERIFY(tools.at(2)->requiresApproval());
    const auto nothing = readAgentFile(withMember(R"("tools": [{"toolset": "tickets", "requireApproval": []}])"),
                                       toolsetsOfTests());
    QVERIFY(nothing);
    QVERIFY(nothing->tools().at(1)->requiresApproval());
}

void TestAgentFile::everyMistakeIsASentenceWithItsPlace_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QStringList>("told"); // "CODE path at what the place covers: words of the sentence"
    const auto row = [](const char *title, const QByteArray &json, const QStringList &told) {
        QTest::newRow(title) << json << told;
    };
    const auto member = [](const char *title, const char *json, const QStringList &told) {
        QTest::newRow(title) << withMember(json) << told;
    };
    row("no text", "", {u"TSH050  at : an agent file is one JSON object"_s});
    row("a list", "[]", {u"TSH050  at [: an agent file is one JSON object"_s});
    row("a string is open", R"({"name": "a)", {u"TSH050  at a: a string is not closed"_s});
    row("a comma is missing", R"({"name": "a" "title": "b"})", {u"TSH050  at"_s});
    row("a comma too many", R"({"name": "a",})", {u"TSH050  at }: something is missing here"_s});
    row("an escape that is none", R"({"name": "\u12x"})", {u"TSH050  at"_s});
    row("no UTF-8", "{\"name\": \"\xff\"}", {u"TSH050  at"_s});
    row("something behind it", R"({"name": "a"} x)", {u"TSH050  at"_s});
    row("an empty object", "{}",
        {u"TSH052 name at {: is missing: What stored conversations"_s,
         u"TSH052 instructions at {: is missing: What the model is told"_s});
    row("TSH031 a name with a blank", R"({"name": "a b", "instructions": ""})",
        {u"TSH053 name at \"a b\": expected 1 to 64 of a-z, 0-9 and _, but this is the string “a b”"_s});
    row("a name that is a number", R"({"name": 7, "instructions": ""})", {u"TSH053 name at 7: expected 1 to 64"_s});
    row("instructions that are a number", R"({"name": "a", "instructions": [1]})",
        {u"TSH053 instructions at [: expected a string, or a list of lines, but this is a list"_s});
    member("a member twice", R"("title": "a", "title": "b")",
           {u"TSH054 title at \"title\": this member stands here twice"_s});
    member("a member that nobody knows", R"("colour": 1)",
           {u"TSH051 colour at \"colour\": there is no member “colour” here. There are: $schema, name, title"_s});
    member("a member misspelt", R"("tool": [])",
           {u"TSH051 tool at \"tool\": there is no member “tool” here. Did you mean “tools”?"_s});
    member("a member that is null", R"("title": null)",
           {u"TSH053 title at null: expected a string, but this is null"_s});
    member("auto mode", R"("mode": "auto")", {u"TSH053 mode at \"auto\": a file cannot choose auto mode"_s});
    member("a mode that is none", R"("mode": "fast")",
           {u"TSH053 mode at \"fast\": expected one of default, plan, but this is the string “fast”"_s});
    member("a model without a provider", R"("model": {"name": "x"})", {u"TSH052 model.provider at {: is missing"_s});
    member("a model that is a string", R"("model": "gpt")",
           {u"TSH053 model at \"gpt\": expected an object, but this is the string “gpt”"_s});
    member("a model with an empty name", R"("model": {"provider": "demo", "name": " "})",
           {u"TSH053 model.name at \" \": expected a name"_s});
    member("too warm", R"("options": {"temperature": 2.5})",
           {u"TSH053 options.temperature at 2.5: expected a number from 0 to 2, but this is the number 2.5"_s});
    member("a temperature in words", R"("options": {"temperature": "NaN"})",
           {u"TSH053 options.temperature at \"NaN\""_s});
    member("no tokens", R"("options": {"maxOutputTokens": 0})",
           {u"TSH053 options.maxOutputTokens at 0: expected a whole number, at least 1"_s});
    member("half a round", R"("options": {"maxToolIterations": 1.5})", {u"TSH053 options.maxToolIterations at 1.5"_s});
    member("a foreign option", R"("options": {"top_p": 1})",
           {u"TSH051 options.top_p at \"top_p\": there is no member “top_p” here. Did you mean “topP”?"_s});
    member("tools that are an object", R"("tools": {"toolset": "mail"})",
           {u"TSH053 tools at {: expected a list, but this is an object"_s});
    member("a tool that is a string", R"("tools": ["mail"])",
           {u"TSH053 tools[0] at \"mail\": expected an object, but this is the string “mail”"_s});
    member("no toolset is named", R"("tools": [{"include": ["read_mail"]}])",
           {u"TSH052 tools[0].toolset at {: is missing"_s});
    member(
        "a toolset that is not there", R"("tools": [{"toolset": "mail"}, {"toolset": "ticket"}])",
        {u"TSH055 tools[1].toolset at \"ticket\": there is no toolset “ticket”. Did you mean “tickets”? There are: tickets, mail."_s});
    member("a toolset twice", R"("tools": [{"toolset": "mail"}, {"toolset": "mail"}])",
           {u"TSH057 tools[1].toolset at \"mail\": the toolset “mail” is used above already"_s});
    member(
        "D4 a tool that is not there", R"("tools": [{"toolset": "mail", "include": ["raed_mail"]}])",
        {u"TSH038 tools[0].include[0] at \"raed_mail\": the toolset “mail” has no tool “raed_mail”. Did you mean “read_mail”?"_s});
    member(
        "D4 a tool of another toolset", R"("tools": [{"toolset": "mail", "without": ["close_ticket"]}])",
        {u"TSH038 tools[0].without[0] at \"close_ticket\": the toolset “mail” has no tool “close_ticket”. There are: read_mail."_s});
    member("a tool that is a number", R"("tools": [{"toolset": "mail", "include": [1]}])",
           {u"TSH053 tools[0].include[0] at 1: expected a string"_s});
    member("no tool is included", R"("tools": [{"toolset": "mail", "include": []}])",
           {u"TSH057 tools[0].include at [: this names no tool"_s});
    member("a list that is a string", R"("tools": [{"toolset": "mail", "include": "read_mail"}])",
           {u"TSH053 tools[0].include at \"read_mail\": expected a list, but this is the string “read_mail”"_s});
    member("a tool twice", R"("tools": [{"toolset": "tickets", "without": ["close_ticket", "close_ticket"]}])",
           {u"TSH057 tools[0].without[1] at \"close_ticket\": “close_ticket” is named twice"_s});
    member("nothing is left", R"("tools": [{"toolset": "mail", "without": ["read_mail"]}])",
           {u"TSH057 tools[0] at {: “include” and “without” leave no tool of “mail”"_s});
    member("D24 an approval of a tool that is not there",
           R"("tools": [{"toolset": "mail", "requireApproval": ["send"]}])",
           {u"TSH038 tools[0].requireApproval[0] at \"send\": the toolset “mail” has no tool “send”"_s});
    member("D24 an approval of a tool that is not offered",
           R"("tools": [{"toolset": "tickets", "include": ["search_tickets"], "requireApproval": ["move_ticket"]}])",
           {u"TSH048 tools[0].requireApproval[0] at \"move_ticket\": the agent is not offered “move_ticket”"_s});
    member("an approval taken away", R"("tools": [{"toolset": "mail", "approval": "never"}])",
           {u"TSH051 tools[0].approval at \"approval\": there is no member “approval” here"_s});
    member("sub-agents", R"("subAgents": ["analyst"])",
           {u"TSH056 subAgents at \"subAgents\": agents that call other agents are not built yet"_s});
    member("handoffs", R"("handoffs": ["billing"])",
           {u"TSH056 handoffs at \"handoffs\": handoffs to other agents are not built yet"_s});
    member("MCP servers", R"("mcpServers": {})",
           {u"TSH056 mcpServers at \"mcpServers\": tools of MCP servers are not built yet"_s});
    member("an MCP server's tools", R"("tools": [{"toolset": "mail", "mcpServer": "x"}])",
           {u"TSH056 tools[0].mcpServer at \"mcpServer\": tools of MCP servers are not built yet"_s});
}

void TestAgentFile::everyMistakeIsASentenceWithItsPlace()
{
    QFETCH(QByteArray, json);
    QFETCH(QStringList, told);
    const QStringList found = toldOf(readAgentFile(json, toolsetsOfTests()), json);
    const QByteArray all = found.join(u'\n').toUtf8();
    QVERIFY2(found.size() == told.size(), all.constData());
    for (const QString &wanted : std::as_const(told)) {
        const bool isThere = std::ranges::any_of(found, [&](const QString &each) { return each.startsWith(wanted); });
        QVERIFY2(isThere, QByteArray(all + "\nbut not\n" + wanted.toUtf8()).constData());
    }
}

void TestAgentFile::allMistakesComeAtOnceInTheOrderOfTheText()
{
    const QByteArray json = R"({
    "nam": "a",
    "tools": [
        {"toolset": "mial"},
        {"toolset": "tickets", "include": ["x"]}
    ],
    "mode": 3
})";
    const auto read = readAgentFile(json, toolsetsOfTests());
    QVERIFY(!read);
    QStringList places;
    for (const AgentFileProblem &problem : read.error())
        places.append(u"%1:%2 %3"_s.arg(problem.place.line).arg(problem.place.column).arg(problem.path));
    QCOMPARE(places,
             QStringList({u"1:1 name"_s, u"1:1 instructions"_s, u"2:5 nam"_s, u"4:21 tools[0].toolset"_s,
                          u"5:44 tools[1].include[0]"_s, u"7:13 mode"_s}));
}

void TestAgentFile::aTextSaysWhereItIsWrong()
{
    const QByteArray json = "{\"name\": \"support\", \"instructions\": \"\",\n  \"tools\": [{\"toolset\": \"mial\"}]}";
    const auto read = readAgentFile(json, toolsetsOfTests());
    QVERIFY(!read);
    QCOMPARE(read.error().constFirst().textIn(u"support.json"_s),
             u"support.json:2:25: tools[0].toolset: there is no toolset “mial”. Did you mean “mail”? There are: "
             "tickets, mail."_s);
}

void TestAgentFile::aMistakeCarriesWhatMayBeMeant()
{
    QByteArray json = withMember(R"("titel": "x", "tools": [{"toolset": "mail", "include": ["read_mial"]}])");
    // Each replacement put in its place makes the file right.
    for (int step = 0; step < 2; ++step) {
        const auto read = readAgentFile(json, toolsetsOfTests());
        QVERIFY(!read);
        const AgentFileProblem problem = read.error().constFirst();
        QVERIFY(!problem.replacement.isEmpty());
        QString text = QString::fromUtf8(json);
        json = text.replace(problem.place.at, problem.place.length, problem.replacement).toUtf8();
    }
    QVERIFY(readAgentFile(json, toolsetsOfTests()));
}

void TestAgentFile::thePublishedSchemaIsTheReaders()
{
    QFile file(QStringLiteral(TYPESHIFT_SOURCE_DIR "/docs/agent.schema.json"));
    const QByteArray published = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    QVERIFY2(published == agentFileSchema(),
             "docs/agent.schema.json is another than what the reader takes. Renew it: ./dev shell typeshift agents "
             "schema > docs/agent.schema.json");
}

void TestAgentFile::theSchemaKnowsEveryMember()
{
    const QJsonObject schema = QJsonDocument::fromJson(agentFileSchema()).object();
    const QJsonObject file = QJsonDocument::fromJson(everything).object();
    const QStringList known = schema.value("properties"_L1).toObject().keys();
    QCOMPARE(file.keys(), known); // `everything` leaves nothing out.
    QCOMPARE(schema.value("required"_L1).toArray(), QJsonArray({u"name"_s, u"instructions"_s}));
    QCOMPARE(schema.value("additionalProperties"_L1).toBool(true), false);
    const QJsonObject options = schema.value("properties"_L1)["options"_L1]["properties"_L1].toObject();
    QCOMPARE(file.value("options"_L1).toObject().keys(), options.keys());
    QCOMPARE(options.value("temperature"_L1)["maximum"_L1].toInt(), 2);
}

QTEST_GUILESS_MAIN(TestAgentFile)
#include "tst_agentFile.moc"
