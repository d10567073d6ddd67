// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "support/Rule.h"
#include "support/RunningEngine.h"
#include "tools/Toolset.h"

#include <stdexcept>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

enum class Order { Newest, Oldest };

} // namespace

template<>
constexpr auto typeshift::enumNames<Order> = std::array{std::pair{Order::Newest, "newest"},
                                                        std::pair{Order::Oldest, "oldest"}};

namespace {

struct SearchArgs {
    QString text;
    std::optional<Order> order;

    static constexpr auto fields()
    {
        return std::tuple{field("text", &SearchArgs::text, "Words to look for."),
                          field("order", &SearchArgs::order, "Which come first.")};
    }
};

struct SearchSettings {
    int limit = 10;
    QString archive = u"main"_s;

    static constexpr auto fields()
    {
        return std::tuple{field("limit", &SearchSettings::limit), field("archive", &SearchSettings::archive)};
    }
};

struct Ticket {
    QString id;

    static constexpr auto fields() { return std::tuple{field("id", &Ticket::id)}; }
};

Result<QList<Ticket>> searchTickets(const SearchArgs &arguments, const SearchSettings &settings, ToolContext &context)
{
    return QList<Ticket>{
        {u"%1/%2/%3 for %4"_s.arg(arguments.text, settings.archive).arg(settings.limit).arg(context.callId())}};
}

void CloseTicketAsync(const SearchArgs &)
{
}

QString fetchURLNow(const SearchArgs &arguments)
{
    if (arguments.text == "throw"_L1)
        throw std::runtime_error("no such page");
    return arguments.text;
}

int countLetters(SearchArgs arguments) noexcept
{
    return int(arguments.text.size());
}

Task<Result<>> throwFurtherDown(ToolContext &context)
{
    (void)co_await context.sleep(std::chrono::milliseconds(1));
    throw std::runtime_error("thrown further down");
}

Task<Result<QString>> throwInTime(const SearchArgs &arguments, ToolContext &context)
{
    if (arguments.text == "at once"_L1)
        throw std::runtime_error("thrown at once");
    if (arguments.text == "further down"_L1)
        (void)co_await throwFurtherDown(context);
    (void)co_await context.sleep(std::chrono::milliseconds(1));
    throw std::runtime_error("thrown later");
}

Task<Result<QString>> waitABit(const SearchArgs &arguments, ToolContext &context)
{
    if (auto slept = co_await context.sleep(std::chrono::milliseconds(1)); !slept)
        co_return failure(slept.error());
    co_return u"waited for "_s + arguments.text;
}

ToolOutput echoRaw(const QJsonObject &raw, const SearchArgs &arguments)
{
    return toolText(arguments.text) + toolText(raw.keys().join(u','));
}

struct Desk {
    static QString look() { return u"a desk"_s; }
};

//! Calls a tool as the loop would.
struct ToolBench {
    FixedClock clock;
    IdSource ids;
    StopSource stop;
    RunContext run{{.identity = {}, .stop = stop.token(), .clock = clock, .ids = ids, .sink = {}}};

    QString call(const std::shared_ptr<Tool> &tool, const QJsonObject &arguments)
    {
        ToolContext context(FunctionCall{.callId = u"c1"_s}, run);
        auto task = tool->call(arguments, context);
        task.start();
        clock.advance(std::chrono::milliseconds(1)); // A tool that waits goes on.
        const auto output = task.takeResult();
        if (!output)
            return u"failed: "_s + output.error().facts.message;
        QStringList texts;
        for (const auto &part : *output)
            texts.append(std::get<TextContent>(part).text);
        return texts.join(u'|');
    }
};

std::shared_ptr<Tool> only(const Toolset &toolset)
{
    return toolset.tools().constFirst();
}

} // namespace

class TestToolset final : public QObject
{
    Q_OBJECT

private slots:
    void aToolIsNamedAfterItsFunction_data();
    void aToolIsNamedAfterItsFunction();
    void aChainDeclaresTheToolsInOrder();
    void aToolsetIsAValue();
    void theSchemaIsThatOfTheArguments();
    void aFunctionGetsWhatItsParametersAskFor();
    void whatAFunctionReturnsIsTheAnswer_data();
    void whatAFunctionReturnsIsTheAnswer();
    void aPlainFunctionMayThrow();
    void aCoroutineMayThrow();
    void argumentsThatDoNotFitAreNamed_data();
    void argumentsThatDoNotFitAreNamed();
    void theFunctionIsNotEnteredWithWrongArguments();
    void onlyWhatIsConfigurableIsReadFromTheSettings();
    void somethingThatIsCalledMayKeepWhatItNeeds();
    void aMarkWithoutItsToolIsAProblem();
};

void TestToolset::aToolIsNamedAfterItsFunction_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *what, const Toolset &toolset, const QString &expected) {
        QTest::newRow(what) << only(toolset)->declaration().name << expected;
    };
    const Toolset empty(u"t"_s);
    row("D13: camel case", Toolset(empty).withTool<&searchTickets>("d"), u"search_tickets"_s);
    row("D13: Async is dropped", Toolset(empty).withTool<&CloseTicketAsync>("d"), u"close_ticket"_s);
    row("D13: several capitals", Toolset(empty).withTool<&fetchURLNow>("d"), u"fetch_url_now"_s);
    row("D13: a static member", Toolset(empty).withTool<&Desk::look>("d"), u"look"_s);
    row("D13: without the ampersand", Toolset(empty).withTool<countLetters>("d"), u"count_letters"_s);
    row("D13: another name", Toolset(empty).withTool<&searchTickets>("d").withName("find"), u"find"_s);
}

void TestToolset::aToolIsNamedAfterItsFunction()
{
    QFETCH(QString, name);
    QFETCH(QString, expected);
    QCOMPARE(name, expected);
}

void TestToolset::aChainDeclaresTheToolsInOrder()
{
    const auto tools = Toolset(u"tickets"_s)
                           .withTool<&searchTickets>("Finds tickets.")
                           .readOnly()
                           .withTool<&CloseTicketAsync>("Closes a ticket.")
                           .requiresApproval()
                           .tools();
    QCOMPARE(tools.size(), 2);
    QCOMPARE(tools[0]->declaration().description, u"Finds tickets."_s);
    QVERIFY(tools[0]->isReadOnly() && !tools[0]->requiresApproval());
    QVERIFY(!tools[1]->isReadOnly() && tools[1]->requiresApproval());
    QCOMPARE(tools[1]->approvalName(), u"close_ticket"_s);
}

void TestToolset::aToolsetIsAValue()
{
    const Toolset first = Toolset(u"tickets"_s).withTool<&searchTickets>("Finds tickets.");
    Toolset second = first;
    second.readOnly();
    QVERIFY(!only(first)->isReadOnly());
    QVERIFY(only(second)->isReadOnly());
}

void TestToolset::theSchemaIsThatOfTheArguments()
{
    const QByteArray text = only(Toolset(u"t"_s).withTool<&searchTickets>("d"))->declaration().schema;
    const QJsonObject schema = QJsonDocument::fromJson(text).object();
    QCOMPARE(schema["required"_L1].toArray(), QJsonArray{u"text"_s});
    const QJsonObject properties = schema["properties"_L1].toObject();
    QCOMPARE(properties.keys(), QStringList({u"order"_s, u"text"_s})); // D16: no settings, no context
    QCOMPARE(properties["text"_L1]["type"_L1].toString(), u"string"_s);
    QCOMPARE(properties["text"_L1]["description"_L1].toString(), u"Words to look for."_s);
    QCOMPARE(properties["order"_L1]["type"_L1].toArray(), QJsonArray({u"string"_s, u"null"_s})); // D48
    QCOMPARE(properties["order"_L1]["enum"_L1].toArray(), QJsonArray({u"newest"_s, u"oldest"_s, QJsonValue()}));
    QCOMPARE(only(Toolset(u"t"_s).withTool<&Desk::look>("d"))->declaration().schema,
             R"({"additionalProperties":false,"properties":{},"required":[],"type":"object"})"_ba);
}

void TestToolset::aFunctionGetsWhatItsParametersAskFor()
{
    ToolBench bench;
    QCOMPARE(bench.call(only(Toolset(u"t"_s).withTool<&searchTickets>("d")), {{u"text"_s, u"refund"_s}}),
             uR"([{"id":"refund/main/10 for c1"}])"_s);
    QCOMPARE(bench.call(only(Toolset(u"t"_s).withTool<&echoRaw>("d")),
                        {{u"text"_s, u"refund"_s}, {u"order"_s, QJsonValue()}}),
             u"refund|order,text"_s);
}

void TestToolset::whatAFunctionReturnsIsTheAnswer_data()
{
    QTest::addColumn<std::shared_ptr<Tool>>("tool");
    QTest::addColumn<QString>("answer");
    const Toolset empty(u"t"_s);
    QTest::newRow("nothing") << only(Toolset(empty).withTool<&CloseTicketAsync>("d")) << QString();
    QTest::newRow("a text") << only(Toolset(empty).withTool<&fetchURLNow>("d")) << u"abc"_s;
    QTest::newRow("a number") << only(Toolset(empty).withTool<&countLetters>("d")) << u"3"_s;
    QTest::newRow("a task") << only(Toolset(empty).withTool<&waitABit>("d")) << u"waited for abc"_s;
    QTest::newRow("a failure") << only(Toolset(empty).withTool("fail", "d", [](const SearchArgs &) -> Result<> {
        return failure(Error::Kind::Tool, u"no"_s);
    })) << u"failed: no"_s;
    QTest::newRow("a map") << only(Toolset(empty).withTool("map", "d", [](const SearchArgs &arguments) {
        return QMap<QString, bool>{{arguments.text, true}};
    })) << uR"({"abc":true})"_s;
}

void TestToolset::whatAFunctionReturnsIsTheAnswer()
{
    QFETCH(std::shared_ptr<Tool>, tool);
    QFETCH(QString, answer);
    ToolBench bench;
    QCOMPARE(bench.call(tool, {{u"text"_s, u"abc"_s}}), answer);
}

void TestToolset::aPlainFunctionMayThrow()
{
    ToolBench bench;
    QCOMPARE(bench.call(only(Toolset(u"t"_s).withTool<&fetchURLNow>("d")), {{u"text"_s, u"throw"_s}}),
             u"failed: no such page"_s); // D53
    QCOMPARE(bench.call(only(Toolset(u"t"_s).withTool("odd", "d", []() -> QString { throw 7; })), {}),
             u"failed: the tool threw something that is no std::exception"_s);
}

void TestToolset::aCoroutineMayThrow()
{
    ToolBench bench;
    const std::shared_ptr<Tool> tool = only(Toolset(u"t"_s).withTool<&throwInTime>("d"));
    for (const QString &when : {u"at once"_s, u"later"_s, u"further down"_s})
        QCOMPARE(bench.call(tool, {{u"text"_s, when}}), QString(u"failed: thrown "_s + when)); // D53
}

void TestToolset::argumentsThatDoNotFitAreNamed_data()
{
    QTest::addColumn<QJsonObject>("arguments");
    QTest::addColumn<QString>("problem");
    QTest::newRow("all of them") << QJsonObject{{u"text"_s, u"a"_s}, {u"order"_s, u"oldest"_s}} << QString();
    QTest::newRow("D48: null for one that may be absent")
        << QJsonObject{{u"text"_s, u"a"_s}, {u"order"_s, QJsonValue()}} << QString();
    QTest::newRow("of another type") << QJsonObject{{u"text"_s, 7}}
                                     << u"the arguments do not fit: text: expected a string"_s;
    QTest::newRow("missing") << QJsonObject() << u"the arguments do not fit: text: expected a string"_s;
    QTest::newRow("no such value") << QJsonObject{{u"text"_s, u"a"_s}, {u"order"_s, u"best"_s}}
                                   << u"the arguments do not fit: order: expected one of newest, oldest"_s;
    QTest::newRow("one too many") << QJsonObject{{u"text"_s, u"a"_s}, {u"words"_s, 1}}
                                  << u"the arguments do not fit: words: is not a member of this object"_s;
}

void TestToolset::argumentsThatDoNotFitAreNamed()
{
    RULE("2.0.16");
    QFETCH(QJsonObject, arguments);
    QFETCH(QString, problem);
    const auto found = only(Toolset(u"t"_s).withTool<&searchTickets>("d"))->problemOf(arguments);
    QCOMPARE(found ? found->facts.message : QString(), problem);
}

void TestToolset::theFunctionIsNotEnteredWithWrongArguments()
{
    RULE("2.0.16");
    int entered = 0;
    const auto count = [&entered](const SearchArgs &) { ++entered; };
    RunningEngine running{.tools = Toolset(u"t"_s).withTool("count", "d", count).tools()};
    running.model->asksFor(u"count"_s, R"({"text":[]})").asksFor(u"count"_s, R"({"text":"a"})").says(u"Done."_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(entered, 1);
    const Message &told = running.model->requests().at(1).messages.constLast();
    const auto &result = std::get<FunctionResult>(told.contents.constFirst());
    QVERIFY(result.isError);
    QCOMPARE(std::get<TextContent>(result.contents.constFirst()).text,
             u"Error: Function failed. Exception: the arguments do not fit: text: expected a string"_s);
}

void TestToolset::onlyWhatIsConfigurableIsReadFromTheSettings()
{
    QStringList asked;
    const auto stored = [&asked](const ToolContext &, const QString &tool) {
        asked.append(tool);
        return QJsonObject{{u"limit"_s, 99}, {u"archive"_s, u"secret"_s}};
    };
    const Toolset toolset =
        Toolset(u"t"_s).withTool<&searchTickets>("d").configurable(&SearchSettings::limit).withSettingsFrom(stored);
    ToolBench bench;
    QCOMPARE(bench.call(only(toolset), {{u"text"_s, u"a"_s}}), uR"([{"id":"a/main/99 for c1"}])"_s); // D18
    QCOMPARE(asked, QStringList{u"search_tickets"_s});
    QVERIFY(toolset.problems().isEmpty());
}

void TestToolset::somethingThatIsCalledMayKeepWhatItNeeds()
{
    const auto greeting = std::make_shared<QString>(u"Hello, "_s);
    const auto greet = [greeting](const SearchArgs &arguments, const StopToken &stop) -> QString {
        return stop.isStopRequested() ? QString() : *greeting + arguments.text;
    };
    ToolBench bench;
    const auto tool = only(Toolset(u"t"_s).withTool("greet", "Greets.", greet).readOnly());
    QCOMPARE(tool->declaration().name, u"greet"_s);
    QVERIFY(tool->isReadOnly());
    QCOMPARE(bench.call(tool, {{u"text"_s, u"you"_s}}), u"Hello, you"_s);
}

void TestToolset::aMarkWithoutItsToolIsAProblem()
{
    const Toolset early = Toolset(u"t"_s).readOnly();
    QCOMPARE(early.problems().constFirst().code, u"TSH043"_s);
    const Toolset foreign = Toolset(u"t"_s).withTool<&fetchURLNow>("d").configurable(&SearchSettings::limit);
    QCOMPARE(foreign.problems().constFirst().code, u"TSH044"_s);
    QVERIFY(QByteArray(foreign.problems().constFirst().place.file_name()).endsWith("tst_toolset.cpp"));
}

QTEST_GUILESS_MAIN(TestToolset)
#include "tst_toolset.moc"
