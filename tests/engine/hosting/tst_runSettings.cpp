// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "agents/AgentSettings.h"
#include "support/AwaitTask.h"
#include "support/Rule.h"
#include "support/RunningEngine.h"

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

struct FindArguments {
    QString text;

    static constexpr auto fields() { return std::tuple{field("text", &FindArguments::text, "Words to look for.")}; }
};

struct FindSettings {
    int limit = 10;
    QString archive = u"main"_s;

    static constexpr auto fields()
    {
        return std::tuple{field("limit", &FindSettings::limit, "How many at most."),
                          field("archive", &FindSettings::archive)};
    }
    static constexpr auto limits()
    {
        return std::tuple{limited(&FindSettings::limit, {.minimum = 1, .maximum = 100, .unit = "tickets"})};
    }
};

QString findTickets(const FindArguments &arguments, const FindSettings &settings)
{
    return u"%1 in %2, %3 at most"_s.arg(arguments.text, settings.archive).arg(settings.limit);
}

Agent supportAgent()
{
    ChatOptions options;
    options.temperature = 0.7;
    return Agent(u"support"_s)
        .withInstructions(u"Be brief."_s)
        .withModel(u"script"_s, u"m1"_s)
        .withChatOptions(options)
        .withStorageKind(u"support_desk"_s)
        .withSchemaVersion(2)
        .configurable(AgentPart::Model)
        .configurable(AgentPart::Mode)
        .configurable(AgentPart::Instructions)
        .configurable(&ChatOptions::temperature)
        .configurable(&RunOptions::maxToolIterations)
        .useToolset(Toolset(u"tickets"_s).withTool<&findTickets>("Finds tickets.").configurable(&FindSettings::limit))
        .withToolSettings("find_tickets", FindSettings{.limit = 15, .archive = u"north"_s});
}

//! A running engine with the agent "support", whose settings are in the store in memory.
struct SettingsEngine {
    RunningEngine running{
        .configure = [this](EngineBuilder &builder) { builder.withStore(running.memory).add(supportAgent()); }};
    SettingsId id = testId<SettingsId>();

    AgentHost host() { return *running.engine->host(u"support"); }
    RunRequest request() const { return {.conversation = running.conversation, .settings = id}; }
    void put(const QByteArray &json)
    {
        const auto before = awaitTask(running.memory->loadDocument(id, u"support_desk"_s));
        const qint64 version = before->value_or(StoredDocument()).version;
        QVERIFY(awaitTask(running.memory->saveDocument(id, u"support_desk"_s, json, version)).has_value());
    }
    Result<ChatResponse> say(const QString &text, const RunRequest &request)
    {
        return RunningEngine::end(host().run(text, request));
    }
    //! What the tool answered to a call of it.
    QString find(const RunRequest &request)
    {
        running.model->asksFor(u"find_tickets"_s, R"({"text":"refund"})").says(u"Done."_s);
        if (!say(u"Find"_s, request))
            return {};
        const Content &told = running.model->lastRequest().messages.constLast().contents.constFirst();
        return std::get<TextContent>(std::get<FunctionResult>(told).contents.constFirst()).text;
    }
};

} // namespace

class TestRunSettings final : public QObject
{
    Q_OBJECT

private slots:
    void aRunUsesWhatIsStored();
    void aRunWithoutSettingsUsesTheCode();
    void whatTheRunNamesStandsOverWhatIsStored();
    void aToolGetsItsSettings_data();
    void aToolGetsItsSettings();
    void theStoredModelAnswers();
    void theStoredModeBeatsTheConversations();
    void aSaveDuringARunIsTheNextRuns();
    void settingsThatMayNotBeReadFailTheRunBeforeAnythingIsStored_data();
    void settingsThatMayNotBeReadFailTheRunBeforeAnythingIsStored();
    void withoutASettingsStoreASettingsIdIsRefused();
    void theHostLoadsSavesAndConfigures();
    void theOptionsOfARunWithoutARun();
    void theAllowListIsTheAgents();
};

void TestRunSettings::aRunUsesWhatIsStored()
{
    SettingsEngine engine;
    engine.put(R"({"temperature":0.3,"instructions":"Be kind.","topP":0.1})");
    engine.running.model->says(u"Hello"_s);
    QVERIFY(engine.say(u"Hi"_s, engine.request()));
    const ChatRequest &asked = engine.running.model->lastRequest();
    QCOMPARE(asked.options.temperature, 0.3); // D27
    QCOMPARE(asked.instructions, u"Be kind."_s);
    QVERIFY(!asked.options.topP); // D18
}

void TestRunSettings::aRunWithoutSettingsUsesTheCode()
{
    SettingsEngine engine;
    engine.put(R"({"temperature":0.3})");
    engine.running.model->says(u"Hello"_s);
    QVERIFY(engine.say(u"Hi"_s, {.conversation = engine.running.conversation}));
    QCOMPARE(engine.running.model->lastRequest().options.temperature, 0.7); // D42
    engine.running.model->says(u"Hello"_s);
    RunRequest other = engine.request();
    other.settings = testId<SettingsId>(); // under which nothing is stored
    QVERIFY(engine.say(u"Hi"_s, other));
    QCOMPARE(engine.running.model->lastRequest().options.temperature, 0.7);
}

void TestRunSettings::whatTheRunNamesStandsOverWhatIsStored()
{
    SettingsEngine engine;
    engine.put(R"({"provider":"other","model":"m2"})");
    engine.running.model->says(u"Hello"_s);
    RunRequest request = engine.request();
    request.model = u"m3"_s;
    request.stream = false;
    QVERIFY(engine.say(u"Hi"_s, request));
    QCOMPARE(engine.running.model->clientsAskedFor().constLast(), std::pair(u"other"_s, u"m3"_s)); // D56
    QVERIFY(!engine.running.model->lastRequest().options.stream);
}

void TestRunSettings::aToolGetsItsSettings_data()
{
    QTest::addColumn<QByteArray>("stored");
    QTest::addColumn<QString>("answer");
    QTest::newRow("D20 the agent's") << QByteArray() << u"refund in north, 15 at most"_s;
    QTest::newRow("D27 the stored ones over them")
        << R"({"tools":{"find_tickets":{"limit":20}}})"_ba << u"refund in north, 20 at most"_s;
    QTest::newRow("D18 not what may not be stored")
        << R"({"tools":{"find_tickets":{"archive":"secret"}}})"_ba << u"refund in north, 15 at most"_s;
    QTest::newRow("2.12.11 nor what does not read")
        << R"({"tools":{"find_tickets":{"limit":"many"}}})"_ba << u"refund in north, 15 at most"_s;
    QTest::newRow("2.12.11 nor what is beyond its limits")
        << R"({"tools":{"find_tickets":{"limit":5000}}})"_ba << u"refund in north, 15 at most"_s;
}

void TestRunSettings::aToolGetsItsSettings()
{
    QFETCH(QByteArray, stored);
    QFETCH(QString, answer);
    SettingsEngine engine;
    RunRequest request = engine.request();
    if (stored.isEmpty())
        request.settings.reset();
    else
        engine.put(stored);
    QCOMPARE(engine.find(request), answer);
}

void TestRunSettings::theStoredModelAnswers()
{
    SettingsEngine engine;
    engine.put(R"({"provider":"other","model":"m2"})");
    engine.running.model->says(u"Hello"_s);
    const RunHandle run = engine.host().run(u"Hi"_s, engine.request());
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(engine.running.model->lastRequest().model, u"m2"_s);
    QCOMPARE(run->identity().provider, u"other"_s); // what people see is what answered
    QCOMPARE(run->identity().model, u"m2"_s);
    QCOMPARE(engine.running.entries().at(1).entry.provider, u"other"_s);
}

void TestRunSettings::theStoredModeBeatsTheConversations()
{
    RULE("2.10.1");
    SettingsEngine engine;
    engine.put(R"({"mode":"plan"})");
    engine.running.model->says(u"One"_s);
    QVERIFY(engine.say(u"Hi"_s, engine.request()));
    QCOMPARE(engine.running.entries().constLast().entry.mode, AgentMode::Plan);
    engine.put(R"({"mode":"auto"})");
    engine.running.model->says(u"Two"_s);
    QVERIFY(engine.say(u"Hi"_s, engine.request()));
    QCOMPARE(engine.running.entries().constLast().entry.mode, AgentMode::Auto);
    engine.put("{}");
    engine.running.model->says(u"Three"_s);
    QVERIFY(engine.say(u"Hi"_s, engine.request()));
    QCOMPARE(engine.running.entries().constLast().entry.mode, AgentMode::Auto); // the conversation's
}

void TestRunSettings::aSaveDuringARunIsTheNextRuns()
{
    RULE("2.12.13");
    SettingsEngine engine;
    engine.put(R"({"temperature":0.3})");
    ScriptedAnswer slow;
    slow.pause().call(u"find_tickets"_s, R"({"text":"refund"})");
    engine.running.model->answers(slow).says(u"Done."_s).says(u"Next."_s);
    const RunHandle run = engine.host().run(u"Find"_s, engine.request());
    QTRY_VERIFY(engine.running.model->isPaused());
    engine.put(R"({"temperature":0.9,"tools":{"find_tickets":{"limit":99}}})");
    engine.running.model->goOn();
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(engine.running.model->lastRequest().options.temperature, 0.3);
    const Content &told = engine.running.model->lastRequest().messages.constLast().contents.constFirst();
    QCOMPARE(std::get<TextContent>(std::get<FunctionResult>(told).contents.constFirst()).text,
             u"refund in north, 15 at most"_s);
    QVERIFY(engine.say(u"Next"_s, engine.request()));
    QCOMPARE(engine.running.model->lastRequest().options.temperature, 0.9);
}

void TestRunSettings::settingsThatMayNotBeReadFailTheRunBeforeAnythingIsStored_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("code");
    QTest::newRow("2.12.9 newer ones") << R"({"$schemaVersion":3})"_ba << u"settings-newer"_s;
    QTest::newRow("2.12.9 no whole number") << R"({"$schemaVersion":1.5})"_ba << u"settings-schema-version"_s;
    QTest::newRow("2.12.11 no object") << "7"_ba << u"settings-object"_s;
}

void TestRunSettings::settingsThatMayNotBeReadFailTheRunBeforeAnythingIsStored()
{
    RULE("2.3.7", "2.17.4");
    QFETCH(QByteArray, json);
    QFETCH(QString, code);
    SettingsEngine engine;
    engine.put(json);
    const auto refused = engine.say(u"Hi"_s, engine.request());
    QVERIFY(!refused);
    QCOMPARE(refused.error().facts.code, code);
    QVERIFY(engine.running.entries().isEmpty());
    QVERIFY(engine.running.model->clientsAskedFor().isEmpty());
    engine.put("{}");
    engine.running.model->says(u"Hello"_s);
    QVERIFY(engine.say(u"Hi"_s, engine.request())); // the conversation is free
}

void TestRunSettings::withoutASettingsStoreASettingsIdIsRefused()
{
    RunningEngine running; // a FaultyStore keeps conversations alone
    RunRequest request = running.request();
    request.settings = testId<SettingsId>();
    const auto refused = RunningEngine::end(running.host().run(u"Hi"_s, request));
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, Error::Kind::InvalidState); // D43
    QVERIFY(refused.error().facts.message.contains(u"withStore()"_s));
    running.model->says(u"Hello"_s);
    QVERIFY(RunningEngine::end(running.host().run(u"Hi"_s, running.request())));
}

void TestRunSettings::theHostLoadsSavesAndConfigures()
{
    SettingsEngine engine; // D12
    const AgentHost host = engine.host();
    const auto changed = awaitTask(
        host.configure(engine.id, [](StoredSettings &settings) { return settings.write(u"temperature"_s, 0.2); }));
    QCOMPARE(changed->version, 1);
    auto loaded = awaitTask(host.loadSettings(engine.id));
    QCOMPARE(loaded->settings.read<double>(u"temperature"_s), 0.2);
    QVERIFY(loaded->settings.setModel(u"other"_s, u"m2"_s));
    QCOMPARE(*awaitTask(host.saveSettings(engine.id, loaded->settings, loaded->version)), 2);
    QCOMPARE(awaitTask(host.saveSettings(engine.id, loaded->settings, 1)).error().kind, Error::Kind::Conflict);
    QCOMPARE(awaitTask(engine.running.memory->loadDocument(engine.id, u"support_desk"_s))->value().json, // D39
             R"({"$schemaVersion":2,"temperature":0.2,"model":"m2","provider":"other"})"_ba);
}

void TestRunSettings::theOptionsOfARunWithoutARun()
{
    RULE("2.17.5");
    SettingsEngine engine;
    engine.put(R"({"temperature":0.3,"mode":"plan"})");
    const auto options = awaitTask(engine.host().resolveOptions({.settings = engine.id, .model = u"m9"_s}));
    QVERIFY(options.has_value());
    QCOMPARE(options->id, engine.id);
    QCOMPARE(options->version, 1);
    QCOMPARE(options->options.chat.temperature, 0.3);
    QCOMPARE(options->mode, AgentMode::Plan);
    QCOMPARE(options->find(u"temperature"_s)->layer(), SettingsLayer::Stored);
    QCOMPARE(options->find(u"model"_s)->layer(), SettingsLayer::Run);
    QCOMPARE(options->find(u"tools.find_tickets.limit"_s)->layer(), SettingsLayer::Agent);
    const auto client = awaitTask(engine.host().client(*options));
    QVERIFY(client.has_value());
    QCOMPARE(engine.running.model->clientsAskedFor().constLast(), std::pair(u"script"_s, u"m9"_s));
    const auto code = awaitTask(engine.host().resolveOptions({}));
    QCOMPARE(code->options.chat.temperature, 0.7);
    QVERIFY(!code->id);
}

void TestRunSettings::theAllowListIsTheAgents()
{
    const SettingsSchema schema = settingsSchemaOf(supportAgent());
    QStringList open;
    for (const Setting &setting : schema.settings()) {
        if (setting.isConfigurable)
            open.append(setting.path);
    }
    QCOMPARE(open,
             QStringList({u"provider"_s, u"model"_s, u"temperature"_s, u"maxToolIterations"_s, u"mode"_s,
                          u"instructions"_s, u"tools.find_tickets.limit"_s})); // D18, D28
    QCOMPARE(schema.kind(), u"support_desk"_s);
    QCOMPARE(schema.version(), 2);
    QCOMPARE(schema.find(u"tools.find_tickets.limit"_s)->member.limits.unit, "tickets");
    QCOMPARE(settingsSchemaOf(Agent(u"plain"_s)).kind(), u"plain"_s); // D39
    const Agent without = Agent(supportAgent()).without<&findTickets>();
    QVERIFY(!settingsSchemaOf(without).find(u"tools.find_tickets.limit"_s)); // D4
}

QTEST_GUILESS_MAIN(TestRunSettings)
#include "tst_runSettings.moc"
