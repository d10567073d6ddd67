// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "SettingsFixture.h"
#include "settings/RunSettings.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

AgentWishes supportAgent()
{
    AgentWishes agent{.options = {.provider = u"openai"_s, .model = u"gpt-4.1"_s, .instructions = u"Help."_s}};
    agent.options.chat.temperature = 0.7;
    agent.options.run.maxToolIterations = 20;
    agent.tools = {{u"search_tickets"_s, {{u"archive"_s, u"north"_s}, {u"limit"_s, 15}}}};
    return agent;
}

QJsonValue json(const QByteArray &text)
{
    return text.isEmpty() ? QJsonValue(QJsonValue::Undefined) : QJsonDocument::fromJson('[' + text + ']').array().at(0);
}

} // namespace

class TestLayers final : public QObject
{
    Q_OBJECT

private slots:
    void theTopmostLayerThatSaysSomethingCounts_data();
    void theTopmostLayerThatSaysSomethingCounts();
    void aResetLeadsToTheLayerBelow();
    void theSameLayersGiveTheSameValues();
    void anAgentSaysWhatDiffersFromTheDefaults();
    void aRunUsesWhatTheLayersComeTo();
    void providerAndModelAreOneChoice_data();
    void providerAndModelAreOneChoice();
    void whatIsNotConfigurableIsNotTakenFromTheStore();
    void aModeThatSomebodyNamedBeatsTheConversations_data();
    void aModeThatSomebodyNamedBeatsTheConversations();
};

void TestLayers::theTopmostLayerThatSaysSomethingCounts_data()
{
    QTest::addColumn<QByteArrayList>("layers");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<SettingsLayer>("layer");
    using enum SettingsLayer;
    QTest::newRow("D27 nobody") << QByteArrayList{"", "", "", ""} << QByteArray() << Code;
    QTest::newRow("D27 code") << QByteArrayList{"1", "", "", ""} << QByteArray("1") << Code;
    QTest::newRow("D27 agent over code") << QByteArrayList{"1", "2", "", ""} << QByteArray("2") << Agent;
    QTest::newRow("D27 stored over agent") << QByteArrayList{"1", "2", "3", ""} << QByteArray("3") << Stored;
    QTest::newRow("D27 run over stored") << QByteArrayList{"1", "2", "3", "4"} << QByteArray("4") << Run;
    QTest::newRow("D27 a gap is passed over") << QByteArrayList{"1", "", "", "4"} << QByteArray("4") << Run;
    QTest::newRow("D27 false says something")
        << QByteArrayList{"true", "", "false", ""} << QByteArray("false") << Stored;
    QTest::newRow("D27 an empty list says something")
        << QByteArrayList{"", "[1]", "[]", ""} << QByteArray("[]") << Stored;
    QTest::newRow("D19 a record is replaced whole")
        << QByteArrayList{R"({"a":1,"b":1})", "", R"({"a":2})", ""} << QByteArray(R"({"a":2})") << Stored;
}

void TestLayers::theTopmostLayerThatSaysSomethingCounts()
{
    QFETCH(QByteArrayList, layers);
    QFETCH(QByteArray, value);
    QFETCH(SettingsLayer, layer);
    SettingsLayers all;
    for (std::size_t i = 0; i < settingsLayers; ++i) {
        if (!layers.at(qsizetype(i)).isEmpty())
            all[i].insert(u"x"_s, json(layers.at(qsizetype(i))));
    }
    const auto resolved = resolve({u"x"_s}, all);
    QCOMPARE(resolved.size(), 1);
    QCOMPARE(resolved.constFirst().value(), json(value));
    QCOMPARE(resolved.constFirst().layer(), layer);
}

void TestLayers::aResetLeadsToTheLayerBelow()
{
    SettingsLayers layers;
    layers[std::size_t(SettingsLayer::Code)].insert(u"x"_s, 1);
    layers[std::size_t(SettingsLayer::Stored)].insert(u"x"_s, 3);
    layers[std::size_t(SettingsLayer::Run)].insert(u"x"_s, 4);
    const ResolvedSetting setting = resolve({u"x"_s}, layers).constFirst();
    QCOMPARE(setting.valueBelow(SettingsLayer::Run), QJsonValue(3));
    QCOMPARE(setting.valueBelow(SettingsLayer::Stored), QJsonValue(1)); // not the run's: it stands above
    QCOMPARE(setting.layerBelow(SettingsLayer::Stored), SettingsLayer::Code);
}

void TestLayers::theSameLayersGiveTheSameValues()
{
    const StoredSettings stored = storedOf(R"({"temperature":0.3,"tools":{"search_tickets":{"limit":20}}})");
    const RunSettings first = runSettings(supportAgent(), stored, {.model = u"gpt-5"_s});
    const RunSettings second = runSettings(supportAgent(), stored, {.model = u"gpt-5"_s});
    QCOMPARE(first.resolved, second.resolved);
    QCOMPARE(first.options, second.options);
}

void TestLayers::anAgentSaysWhatDiffersFromTheDefaults()
{
    const LayerValues values = supportAgent().values();
    QCOMPARE(values.keys(),
             QStringList({u"instructions"_s, u"maxToolIterations"_s, u"model"_s, u"provider"_s, u"temperature"_s,
                          u"tools.search_tickets.archive"_s, limitPath}));
    QCOMPARE(values[u"maxToolIterations"_s], QJsonValue(20));
    QVERIFY(AgentWishes().values().isEmpty());
}

void TestLayers::aRunUsesWhatTheLayersComeTo()
{
    const StoredSettings stored = storedOf(R"({"temperature":0.3,"stopSequences":["END"],"instructions":"Short.",
        "tools":{"search_tickets":{"limit":20,"order":"oldest"}}})");
    const RunSettings run = runSettings(supportAgent(), stored, {});
    QCOMPARE(run.options.chat.temperature, 0.3);
    QCOMPARE(run.options.chat.stopSequences, QStringList{u"END"_s});
    QCOMPARE(run.options.instructions, u"Short."_s);
    QCOMPARE(run.options.run.maxToolIterations, 20);
    QCOMPARE(run.options.run.maxConsecutiveErrors, 3);
    QCOMPARE(run.tools[u"search_tickets"_s],
             QJsonObject({{u"limit"_s, 20}, {u"order"_s, u"oldest"_s}, {u"archive"_s, u"north"_s}}));
    QCOMPARE(run.find(u"temperature"_s)->layer(), SettingsLayer::Stored);
    QCOMPARE(run.find(u"maxToolIterations"_s)->layer(), SettingsLayer::Agent);
    QCOMPARE(run.find(u"maxConsecutiveErrors"_s)->layer(), SettingsLayer::Code);
    QCOMPARE(run.find(u"tools.search_tickets.weight"_s)->value(), QJsonValue(0.5));
    QVERIFY(!run.find(u"nothing"_s));
    QVERIFY(run.problems.isEmpty());
}

void TestLayers::providerAndModelAreOneChoice_data()
{
    QTest::addColumn<QByteArray>("stored");
    QTest::addColumn<QStringList>("wished");
    QTest::addColumn<QStringList>("used");
    const QStringList nothing{{}, {}};
    const QStringList agents{u"openai"_s, u"gpt-4.1"_s};
    QTest::newRow("D56 neither") << "{}"_ba << nothing << agents;
    QTest::newRow("D56 both") << R"({"provider":"ollama","model":"qwen3"})"_ba << nothing
                              << QStringList{u"ollama"_s, u"qwen3"_s};
    QTest::newRow("D56 a model of the provider below")
        << R"({"model":"gpt-5"})"_ba << nothing << QStringList{u"openai"_s, u"gpt-5"_s};
    QTest::newRow("D56 a provider without a model is no choice") << R"({"provider":"ollama"})"_ba << nothing << agents;
    QTest::newRow("D56 nor is one whose model does not read")
        << R"({"provider":"ollama","model":7})"_ba << nothing << agents;
    QTest::newRow("D56 nor a model whose provider does not read")
        << R"({"provider":7,"model":"qwen3"})"_ba << nothing << agents;
    QTest::newRow("D56 the run's choice") << R"({"provider":"ollama","model":"qwen3"})"_ba
                                          << QStringList{u"demo"_s, u"chat"_s} << QStringList{u"demo"_s, u"chat"_s};
    QTest::newRow("D56 the run's model of the stored provider")
        << R"({"provider":"ollama","model":"qwen3"})"_ba << QStringList{{}, u"gemma3"_s}
        << QStringList{u"ollama"_s, u"gemma3"_s};
}

void TestLayers::providerAndModelAreOneChoice()
{
    QFETCH(QByteArray, stored);
    QFETCH(QStringList, wished);
    QFETCH(QStringList, used);
    const RunSettings run = runSettings(supportAgent(), storedOf(stored),
                                        {.provider = wished.at(0), .model = wished.at(1)});
    QCOMPARE(QStringList({run.options.provider, run.options.model}), used);
}

void TestLayers::whatIsNotConfigurableIsNotTakenFromTheStore()
{
    const StoredSettings stored = storedOf(R"({"topP":0.1,"stream":false,
        "tools":{"search_tickets":{"archive":"secret"},"close_ticket":{"limit":7}}})");
    const RunSettings run = runSettings(supportAgent(), stored, {});
    QVERIFY(!run.options.chat.topP); // D18
    QVERIFY(run.options.chat.stream);
    QCOMPARE(run.tools.keys(), QStringList{u"search_tickets"_s});
    QCOMPARE(run.tools[u"search_tickets"_s]["archive"_L1].toString(), u"north"_s);
    QCOMPARE(run.problems.size(), 4);
}

void TestLayers::aModeThatSomebodyNamedBeatsTheConversations_data()
{
    QTest::addColumn<QByteArray>("stored");
    QTest::addColumn<std::optional<AgentMode>>("wished");
    QTest::addColumn<std::optional<AgentMode>>("named");
    using Mode = std::optional<AgentMode>;
    QTest::newRow("2.10.1 nobody, so the conversation's counts") << "{}"_ba << Mode() << Mode();
    QTest::newRow("2.10.1 the stored one") << R"({"mode":"plan"})"_ba << Mode() << Mode(AgentMode::Plan);
    QTest::newRow("2.10.1 the run's over it")
        << R"({"mode":"plan"})"_ba << Mode(AgentMode::Auto) << Mode(AgentMode::Auto);
    QTest::newRow("2.10.1 the default, named") << R"({"mode":"default"})"_ba << Mode() << Mode(AgentMode::Default);
    QTest::newRow("2.10.1 one that does not read") << R"({"mode":"fast"})"_ba << Mode() << Mode();
}

void TestLayers::aModeThatSomebodyNamedBeatsTheConversations()
{
    QFETCH(QByteArray, stored);
    QFETCH(std::optional<AgentMode>, wished);
    QFETCH(std::optional<AgentMode>, named);
    AgentWishes agent = supportAgent();
    agent.options.mode = AgentMode::Auto;
    QCOMPARE(runSettings(agent, storedOf(stored), {.mode = wished}).mode, named);
}

QTEST_GUILESS_MAIN(TestLayers)
#include "tst_layers.moc"
