// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "agents/DiagnosticCodes.h"
#include "agents/Diagnostics.h"
#include "hosting/Engine.h"
#include "support/ScriptedModel.h"
#include "support/TestTools.h"

#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

void searchTickets()
{
}
void closeTicket()
{
}
void readMail()
{
}

struct Size {
    int letters = 80;

    static constexpr auto fields() { return std::tuple{field("letters", &Size::letters)}; }
};

Toolset ticketTools()
{
    return Toolset(u"tickets"_s).withTool<&searchTickets>("Finds.").withTool<&closeTicket>("Closes.");
}

Toolset otherTools(std::string_view name)
{
    return Toolset(u"other"_s).withTool<&readMail>("Reads.").withName(name);
}

QStringList namesOf(const Agent &agent)
{
    QStringList names;
    for (const auto &tool : agent.tools())
        names.append(tool->declaration().name);
    return names;
}

QStringList codesOf(const QList<Diagnostic> &found)
{
    QStringList codes;
    for (const Diagnostic &each : found)
        codes.append(each.code);
    return codes;
}

QByteArray textOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestDiagnostics final : public QObject
{
    Q_OBJECT

private slots:
    void anAgentOffersItsToolsetsAndThenItsOwnTools();
    void aPickSaysWhichToolsOfAToolsetAreOffered();
    void anApprovalMakesAToolStricterForOneAgent();
    void everyMistakeHasItsCode_data();
    void everyMistakeHasItsCode();
    void aToolsetOfTwoAgentsIsNoMistake();
    void aPlaceIsAFileAndALine();
    void aModuleBringsItsAgents();
    void aModuleOfAnotherVersionIsRefused();
    void everyCodeIsWrittenDown();
    void everyCodeInTheSourcesIsListed();
};

void TestDiagnostics::anAgentOffersItsToolsetsAndThenItsOwnTools()
{
    TestTools tools; // D57
    const Agent agent =
        Agent(u"a"_s).useTool(tools.echo(u"own"_s)).useToolset(ticketTools()).useToolset(otherTools("mail"));
    QCOMPARE(namesOf(agent), QStringList({u"search_tickets"_s, u"close_ticket"_s, u"mail"_s, u"own"_s}));
    QCOMPARE(agent.tools().constFirst(), agent.tools().constFirst()); // The same tool for every run.
}

void TestDiagnostics::aPickSaysWhichToolsOfAToolsetAreOffered()
{
    // D4
    QCOMPARE(namesOf(Agent(u"a"_s).useToolset(ticketTools()).include<&closeTicket>()), QStringList{u"close_ticket"_s});
    QCOMPARE(namesOf(Agent(u"a"_s).useToolset(ticketTools()).without<&closeTicket>()),
             QStringList{u"search_tickets"_s});
    const Agent named = Agent(u"a"_s).useToolset(ticketTools()).pick({.name = u"close_ticket"_s, .place = {}});
    QCOMPARE(namesOf(named), QStringList{u"close_ticket"_s});
}

void TestDiagnostics::anApprovalMakesAToolStricterForOneAgent()
{
    // D24
    const Agent strict = Agent(u"a"_s).useToolset(ticketTools()).requireApproval<&closeTicket>();
    const Agent loose = Agent(u"b"_s).useToolset(ticketTools());
    QCOMPARE(namesOf(strict), namesOf(loose));
    const auto asked = strict.tools();
    QVERIFY(!asked.at(0)->requiresApproval());
    QVERIFY(asked.at(1)->requiresApproval());
    QVERIFY(!loose.tools().at(1)->requiresApproval());
    QCOMPARE(asked.at(1)->declaration(), loose.tools().at(1)->declaration());
    QCOMPARE(asked.at(1)->approvalName(), u"close_ticket"_s);
    QCOMPARE(asked.at(1), strict.tools().at(1)); // The same tool for every run.
    const Agent named =
        Agent(u"a"_s).useToolset(ticketTools()).requireApproval({.name = u"close_ticket"_s, .place = {}});
    QVERIFY(named.tools().at(1)->requiresApproval());
}

void TestDiagnostics::everyMistakeHasItsCode_data()
{
    QTest::addColumn<QList<Agent>>("agents");
    QTest::addColumn<QStringList>("codes");
    const auto row = [](const char *what, const QList<Agent> &agents, const QStringList &codes) {
        QTest::newRow(what) << agents << codes;
    };
    static TestTools tools;
    const auto agent = [] { return Agent(u"a"_s); };
    row("none", {agent().useToolset(ticketTools())}, {});
    row("a name twice in a toolset", {agent().useToolset(otherTools("x").withTool<&closeTicket>("d").withName("x"))},
        {u"TSH007"_s});
    row("a name in two toolsets",
        {agent().useToolset(ticketTools()), Agent(u"b"_s).useToolset(otherTools("close_ticket"))}, {u"TSH007"_s});
    row("two own tools of a name", {agent().useTool(tools.echo(u"x"_s)).useTool(tools.echo(u"x"_s))}, {u"TSH007"_s});
    row("D57: an own tool like a toolset's", {agent().useToolset(ticketTools()).useTool(tools.echo(u"close_ticket"_s))},
        {u"TSH025"_s});
    row("two agents of a name", {agent(), agent()}, {u"TSH022"_s});
    row("an agent's name", {Agent(u"A b"_s)}, {u"TSH031"_s});
    row("a tool's name with a dot", {agent().useToolset(otherTools("a.b"))}, {u"TSH034"_s});
    row("a tool without a name", {agent().useToolset(otherTools(""))}, {u"TSH034"_s});
    row("a tool's name of 65 letters", {agent().useTool(tools.echo(QString(65, u'x')))}, {u"TSH034"_s});
    row("a tool's name of 64 letters", {agent().useTool(tools.echo(QString(64, u'x')))}, {});
    Agent many = agent();
    for (int i = 0; i < 129; ++i)
        many.useTool(tools.echo(u"tool_%1"_s.arg(i)));
    row("more than 128 tools", {many}, {u"TSH035"_s});
    row("equal but for case", {agent().useToolset(otherTools("mail")).useTool(tools.echo(u"Mail"_s))}, {u"TSH036"_s});
    row("a reserved name", {agent().useToolset(otherTools("exit_plan_mode"))}, {u"TSH037"_s});
    row("D4: a foreign pick", {agent().useToolset(ticketTools()).include<&readMail>()}, {u"TSH038"_s});
    row("a pick without a toolset", {agent().without<&readMail>()}, {u"TSH043"_s});
    row("D24: an approval of a foreign tool", {agent().useToolset(ticketTools()).requireApproval<&readMail>()},
        {u"TSH048"_s});
    row("D24: an approval of a tool that was taken away",
        {agent().useToolset(ticketTools()).without<&closeTicket>().requireApproval<&closeTicket>()}, {u"TSH048"_s});
    row("D24: an approval", {agent().useToolset(ticketTools()).requireApproval<&closeTicket>()}, {});
    row("an approval without a toolset", {agent().requireApproval<&readMail>()}, {u"TSH043"_s});
    row("a mark without a tool", {agent().useToolset(Toolset(u"t"_s).readOnly())}, {u"TSH043"_s});
    row("D39: two agents of a kind", {agent().withStorageKind(u"b"_s), Agent(u"b"_s)}, {u"TSH046"_s});
    row("D39: two agents of one name are told once", {agent().withStorageKind(u"k"_s), agent().withStorageKind(u"k"_s)},
        {u"TSH022"_s});
    row("D40: a schema version", {agent().withSchemaVersion(0)}, {u"TSH047"_s});
    row("D20: settings of no tool", {agent().useToolset(ticketTools()).withToolSettings("close_ticket", Size())},
        {u"TSH044"_s});
    row("no description", {agent().useToolset(Toolset(u"t"_s).withTool<&readMail>(" "))}, {u"TSH045"_s});
    row("all at once",
        {Agent(u"A"_s).useToolset(otherTools("a.b")).include<&closeTicket>().useTool(tools.echo(u"?"_s))},
        {u"TSH031"_s, u"TSH034"_s, u"TSH038"_s});
}

void TestDiagnostics::everyMistakeHasItsCode()
{
    QFETCH(QList<Agent>, agents);
    QFETCH(QStringList, codes);
    QCOMPARE(codesOf(diagnose(agents)), codes);
}

void TestDiagnostics::aToolsetOfTwoAgentsIsNoMistake()
{
    const QList<Agent> agents{Agent(u"a"_s).useToolset(ticketTools()), Agent(u"b"_s).useToolset(ticketTools())};
    QCOMPARE(codesOf(diagnose(agents)), QStringList());
}

void TestDiagnostics::aPlaceIsAFileAndALine()
{
    const auto line = int(std::source_location::current().line()) + 1;
    const auto found = diagnose({Agent(u"A"_s)}); // D2
    QCOMPARE(found.size(), 1);
    QVERIFY2(found.constFirst().place.endsWith(u"tst_diagnostics.cpp:%1)"_s.arg(line)),
             qPrintable(found.constFirst().place));
}

void TestDiagnostics::aModuleBringsItsAgents()
{
    const Module module = Module(u"crm"_s).add(Agent(u"sales"_s)).add(Agent(u"support"_s)).add(ticketTools());
    const auto engine = EngineBuilder().add(module).withProviders(std::make_shared<ScriptedModel>()).build();
    QVERIFY(engine);
    QVERIFY((*engine)->host(u"sales") && (*engine)->host(u"support"));
    QCOMPARE(module.toolsets().constFirst().name(), u"tickets"_s);
}

void TestDiagnostics::aModuleOfAnotherVersionIsRefused()
{
    const auto build = [](const ModuleStamp &stamp) {
        const auto module = Module(u"crm"_s, stamp).add(Agent(u"sales"_s));
        auto engine = EngineBuilder().add(module).withProviders(std::make_shared<ScriptedModel>()).build();
        return engine ? QStringList() : codesOf(engine.error());
    };
    QCOMPARE(build({}), QStringList()); // D7
    QCOMPARE(build({.version = 99}), QStringList{u"TSH020"_s});
    QCOMPARE(build({.idType = "color"}), QStringList{u"TSH021"_s});
}

void TestDiagnostics::everyCodeIsWrittenDown()
{
    // D49: whoever changes a line here changes what a shipped code means.
    QByteArrayList listed;
    for (const DiagnosticCode &each : diagnosticCodes) {
        const QByteArray when = each.when == DiagnosticCode::When::Compile ? "compile"
            : each.when == DiagnosticCode::When::Build                     ? "build"
                                                                           : "file";
        listed.append(QByteArray("| ") + QByteArrayView(each.code).toByteArray() + " | " + when + " | "
                      + QByteArrayView(each.meaning).toByteArray() + " |");
    }
    QByteArrayList written;
    const QByteArray page = textOf(QStringLiteral(TYPESHIFT_SOURCE_DIR "/docs/DIAGNOSTICS.md"));
    for (const QByteArray &line : page.split('\n')) {
        if (line.startsWith("| TSH"))
            written.append(line);
    }
    QCOMPARE(written, listed);
    QVERIFY(std::ranges::is_sorted(diagnosticCodes, std::ranges::less_equal(), &DiagnosticCode::code));
}

void TestDiagnostics::everyCodeInTheSourcesIsListed()
{
    static const QRegularExpression code(u"\\bTSH[0-9]{3}\\b"_s);
    QSet<QString> listed;
    for (const DiagnosticCode &each : diagnosticCodes)
        listed.insert(QString::fromLatin1(each.code.data(), qsizetype(each.code.size())));
    QSet<QString> used;
    QDirIterator files(QStringLiteral(TYPESHIFT_SOURCE_DIR "/engine"), {u"*.h"_s, u"*.cpp"_s}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        if (const QString path = files.next(); !path.endsWith("DiagnosticCodes.h"_L1)) {
            for (auto match = code.globalMatch(QString::fromUtf8(textOf(path))); match.hasNext();)
                used.insert(match.next().captured());
        }
    }
    QCOMPARE(used, listed);
}

QTEST_GUILESS_MAIN(TestDiagnostics)
#include "tst_diagnostics.moc"
