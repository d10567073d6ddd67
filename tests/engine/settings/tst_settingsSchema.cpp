// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "SettingsFixture.h"
#include "support/Rule.h"

#include <QTest>

#include <cmath>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

constexpr ConfigurableOption temperature = &ChatOptions::temperature;
static_assert(temperature.name() == "temperature");
static_assert(ConfigurableOption(&ChatOptions::seed).name() == "seed");
static_assert(ConfigurableOption(&RunOptions::concurrentCalls).name() == "concurrentCalls");
static_assert(ConfigurableOption(AgentPart::Model).name() == "model");

QString problemOf(const QString &path, const QJsonValue &value)
{
    const auto checked = supportSchema().check(path, value);
    return checked ? QString() : checked.error().facts.message;
}

} // namespace

class TestSettingsSchema final : public QObject
{
    Q_OBJECT

private slots:
    void settingsStandInTheOrderOfAForm();
    void onlyWhatIsDeclaredMayBeStored_data();
    void onlyWhatIsDeclaredMayBeStored();
    void aMemberThatDoesNotReadCountsAsAbsent_data();
    void aMemberThatDoesNotReadCountsAsAbsent();
    void whatDoesNotCountIsReported();
    void everyStorableTypeReadsBackWhatWasWritten();
    void numbersThatJsonHasNoWordForAreTexts();
    void providerAndModelGoTogether();
    void aSaveLeavesNullsOut();
    void theSchemaSaysWhatAFormNeeds();
    void limitsAreSaidInWords_data();
    void limitsAreSaidInWords();
    void threeHundredSettingsAreReadQuickly();
};

void TestSettingsSchema::settingsStandInTheOrderOfAForm()
{
    const SettingsSchema schema = supportSchema(4);
    QCOMPARE(schema.kind(), u"support"_s);
    QCOMPARE(schema.version(), 4);
    const QStringList paths = schema.paths();
    QCOMPARE(paths.first(5),
             QStringList({u"provider"_s, u"model"_s, u"reasoningEffort"_s, u"maxOutputTokens"_s, u"temperature"_s}));
    QCOMPARE(paths.last(), counterPath);
    QCOMPARE(QSet<QString>(paths.begin(), paths.end()).size(), paths.size());
    QCOMPARE(schema.find(limitPath)->group, SettingGroup::Tools);
    QCOMPARE(schema.find(limitPath)->tool, u"search_tickets"_s);
    QVERIFY(!schema.find(u"limit"_s));
}

void TestSettingsSchema::onlyWhatIsDeclaredMayBeStored_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QJsonValue>("value");
    QTest::addColumn<QString>("problem");
    const auto row = [](const char *name, const QString &path, const QJsonValue &value, const QString &problem = {}) {
        QTest::newRow(name) << path << value << problem;
    };
    row("D18 declared", u"temperature"_s, 0.5);
    row("D28 the model", u"model"_s, u"m1"_s);
    row("D28 and with it its provider", u"provider"_s, u"p1"_s);
    row("D18 a tool's", limitPath, 20);
    row("D18 not declared", u"topP"_s, 0.5, u"\"topP\" is set by the agent's code, and may not be stored"_s);
    row("D18 a tool's, not declared", u"tools.search_tickets.archive"_s, u"x"_s,
        u"\"tools.search_tickets.archive\" is set by the agent's code, and may not be stored"_s);
    row("D28 belongs to the run", u"stream"_s, true, u"there is no setting \"stream\""_s);
    row("D18 a slip", u"temprature"_s, 0.5, u"there is no setting \"temprature\"; did you mean \"temperature\"?"_s);
    row("D18 a slip in a tool", u"tools.search_tickets.limt"_s, 5,
        u"there is no setting \"tools.search_tickets.limt\"; did you mean \"tools.search_tickets.limit\"?"_s);
    row("D18 no such tool", u"tools.other.limit"_s, 5, u"there is no setting \"tools.other.limit\""_s);
    row("D19 another type", u"temperature"_s, u"warm"_s, u"temperature: expected a number"_s);
    row("D19 no such name", u"mode"_s, u"fast"_s, u"mode: expected one of default, plan, auto"_s);
    row("D19 beyond the limits", u"temperature"_s, 3.5, u"temperature: expected a number from 0 to 2"_s);
    row("D19 beyond a tool's limits", limitPath, 0,
        QString(limitPath + u": expected a number from 1 to 100 tickets"_s));
    row("D19 inside of a record", u"tools.search_tickets.filter"_s, QJsonObject{{u"label"_s, 7}, {u"isOpen"_s, true}},
        u"tools.search_tickets.filter: label: expected a string"_s);
}

void TestSettingsSchema::onlyWhatIsDeclaredMayBeStored()
{
    QFETCH(QString, path);
    QFETCH(QJsonValue, value);
    QFETCH(QString, problem);
    QCOMPARE(problemOf(path, value), problem);
    StoredSettings settings(supportSchema());
    const auto set = settings.set(path, value);
    QCOMPARE(set.has_value(), problem.isEmpty());
    QCOMPARE(settings.document().isEmpty(), !problem.isEmpty());
    if (!set) {
        QCOMPARE(set.error().kind, Error::Kind::InvalidInput);
        QCOMPARE(set.error().facts.items, QStringList{path});
    }
}

void TestSettingsSchema::aMemberThatDoesNotReadCountsAsAbsent_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("expected");
    QTest::newRow("2.12.11 a text for a number") << R"({"temperature":"warm"})"_ba << u"expected a number"_s;
    QTest::newRow("2.12.11 beyond its limits") << R"({"temperature":7})"_ba << u"expected a number from 0 to 2"_s;
    QTest::newRow("2.12.11 a fraction of a whole number") << R"({"seed":1.5})"_ba << u"expected an integer"_s;
    QTest::newRow("2.12.11 a number past 64 bits") << R"({"seed":12345678901234567890})"_ba << u"expected an integer"_s;
    QTest::newRow("2.12.11 an item of a list") << R"({"stopSequences":["a",1]})"_ba << u"[1]: expected a string"_s;
    QTest::newRow("2.12.11 an enum's name")
        << R"({"tools":{"search_tickets":{"order":"best"}}})"_ba << u"expected one of newest, oldest"_s;
    QTest::newRow("2.12.11 a tool's day")
        << R"({"tools":{"search_tickets":{"since":"yesterday"}}})"_ba << u"expected a date such as 2026-01-31"_s;
    QTest::newRow("2.12.11 null is absent") << R"({"temperature":null})"_ba << QString();
}

void TestSettingsSchema::aMemberThatDoesNotReadCountsAsAbsent()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, expected);
    const StoredSettings settings = storedOf(json);
    QVERIFY(settings.values().isEmpty());
    const QString path = settings.document().paths().constFirst();
    QVERIFY(settings.value(path).isUndefined());
    const QList<SettingsProblem> problems = settings.problems();
    QCOMPARE(problems.size(), expected.isEmpty() ? 0 : 1);
    if (problems.isEmpty())
        return;
    QCOMPARE(problems.constFirst(),
             (SettingsProblem{.kind = SettingsProblem::Kind::Unreadable, .path = path, .expected = expected}));
    QCOMPARE(settings.toJson(), json); // Nothing is lost by it.
}

void TestSettingsSchema::whatDoesNotCountIsReported()
{
    RULE("2.12.11", "2.12.12");
    const QByteArray json = R"({"temprature":1,"topP":0.5,"provider":"ollama","tools":{"search_tickets":{"limit":7}}})";
    using Kind = SettingsProblem::Kind;
    QCOMPARE(storedOf(json).problems(),
             QList<SettingsProblem>({{.kind = Kind::Unknown, .path = u"temprature"_s, .suggestion = u"temperature"_s},
                                     {.kind = Kind::NotConfigurable, .path = u"topP"_s},
                                     {.kind = Kind::HalfChoice, .path = u"provider"_s}}));
    QCOMPARE(storedOf(json).values().keys(), QStringList{limitPath});
    QCOMPARE(storedOf(R"({"provider":7,"model":"m"})").problems().last().kind, Kind::HalfChoice);
}

void TestSettingsSchema::everyStorableTypeReadsBackWhatWasWritten()
{
    StoredSettings settings(supportSchema());
    const QString tool = u"tools.search_tickets."_s;
    QVERIFY(settings.write<qint64>(u"seed"_s, 9007199254740993));
    QVERIFY(settings.write<SearchOrder>(tool + u"order"_s, SearchOrder::Oldest));
    QVERIFY(settings.write<QDate>(tool + u"since"_s, QDate(2026, 2, 3)));
    QVERIFY(settings.write<SearchFilter>(tool + u"filter"_s, {.label = u"vip"_s, .isOpen = false}));
    QVERIFY(settings.write(tool + u"boosts"_s, QMap<QString, int>{{u"title"_s, 3}}));
    QCOMPARE(settings.toJson(), // D44
             R"({"seed":9007199254740993,"tools":{"search_tickets":{"order":"oldest","since":"2026-02-03",)"
             R"("filter":{"isOpen":false,"label":"vip"},"boosts":{"title":3}}}})"_ba);
    const StoredSettings again = storedOf(settings.toJson());
    QCOMPARE(again.read<qint64>(u"seed"_s), 9007199254740993);
    QCOMPARE(again.read<SearchOrder>(tool + u"order"_s), SearchOrder::Oldest);
    QCOMPARE(again.read<SearchFilter>(tool + u"filter"_s), (SearchFilter{.label = u"vip"_s, .isOpen = false}));
    QCOMPARE(again.read<int>(u"temperature"_s), std::nullopt);
}

void TestSettingsSchema::numbersThatJsonHasNoWordForAreTexts()
{
    StoredSettings settings(supportSchema());
    const QString weight = u"tools.search_tickets.weight"_s;
    QVERIFY(settings.write(weight, std::numeric_limits<double>::infinity()));
    QCOMPARE(settings.toJson(), R"({"tools":{"search_tickets":{"weight":"Infinity"}}})"_ba);
    QCOMPARE(settings.read<double>(weight), std::numeric_limits<double>::infinity());
    QVERIFY(settings.write(weight, std::numeric_limits<double>::quiet_NaN()));
    QVERIFY(std::isnan(*storedOf(settings.toJson()).read<double>(weight)));
    QVERIFY(!settings.write(u"temperature"_s, std::numeric_limits<double>::quiet_NaN())); // within no limits
}

void TestSettingsSchema::providerAndModelGoTogether()
{
    StoredSettings settings(supportSchema());
    QVERIFY(settings.setModel(u"ollama"_s, u"qwen3"_s)); // D56
    QCOMPARE(settings.toJson(), R"({"model":"qwen3","provider":"ollama"})"_ba);
    settings.unset(u"provider"_s);
    QVERIFY(settings.document().isEmpty());
    QVERIFY(settings.setModel(u"ollama"_s, u"qwen3"_s));
    settings.unset(u"model"_s);
    QVERIFY(settings.document().isEmpty());
    SettingsSchema closed(u"closed"_s);
    closed.addOptions({u"temperature"_s});
    StoredSettings fixed(closed);
    QVERIFY(!fixed.setModel(u"ollama"_s, u"qwen3"_s)); // D28
    QVERIFY(fixed.document().isEmpty());
}

void TestSettingsSchema::aSaveLeavesNullsOut()
{
    const StoredSettings settings = storedOf(R"({"temperature":null,"later":null,"seed":1})");
    QCOMPARE(settings.toJson(), R"({"later":null,"seed":1})"_ba); // D44; a member of somebody else stays
    StoredSettings unset = settings;
    QVERIFY(unset.set(u"seed"_s, QJsonValue::Null));
    QCOMPARE(unset.toJson(), R"({"later":null})"_ba);
}

void TestSettingsSchema::theSchemaSaysWhatAFormNeeds()
{
    const QJsonObject schema = supportSchema(3).jsonSchema();
    const QJsonObject properties = schema["properties"_L1].toObject();
    QCOMPARE(properties.keys(),
             QStringList({u"$schemaVersion"_s, u"instructions"_s, u"maxToolIterations"_s, u"mode"_s, u"model"_s,
                          u"provider"_s, u"seed"_s, u"stopSequences"_s, u"temperature"_s, u"tools"_s}));
    QCOMPARE(properties["temperature"_L1].toObject(),
             QJsonObject(
                 {{u"type"_s, u"number"_s},
                  {u"minimum"_s, 0.0},
                  {u"maximum"_s, 2.0},
                  {u"x-group"_s, u"sampling"_s},
                  {u"description"_s, u"How much the wording varies between answers: from 0, the steadiest, to 2."_s}}));
    QCOMPARE(properties["mode"_L1]["enum"_L1].toArray(), QJsonArray({u"default"_s, u"plan"_s, u"auto"_s}));
    QCOMPARE(properties["mode"_L1]["default"_L1].toString(), u"default"_s);
    const QJsonObject tool = properties["tools"_L1]["properties"_L1]["search_tickets"_L1]["properties"_L1].toObject();
    QVERIFY(!tool.contains(u"archive"_s)); // D18
    QCOMPARE(tool["limit"_L1].toObject(),
             QJsonObject({{u"type"_s, u"integer"_s},
                          {u"minimum"_s, 1.0},
                          {u"maximum"_s, 100.0},
                          {u"default"_s, 10},
                          {u"x-unit"_s, u"tickets"_s},
                          {u"x-group"_s, u"tools"_s},
                          {u"description"_s, u"How many tickets at most."_s}}));
}

void TestSettingsSchema::limitsAreSaidInWords_data()
{
    QTest::addColumn<double>("number");
    QTest::addColumn<double>("minimum");
    QTest::addColumn<double>("maximum");
    QTest::addColumn<QString>("problem");
    constexpr double none = std::numeric_limits<double>::infinity();
    const auto row = [](const char *name, double number, double minimum, double maximum, const QString &problem = {}) {
        QTest::newRow(name) << number << minimum << maximum << problem;
    };
    row("at the lower end", 1, 1, 5);
    row("at the upper end", 5, 1, 5);
    row("below", 0.99, 1, 5, u"expected a number from 1 to 5 s"_s);
    row("above", 5.01, 1, 5, u"expected a number from 1 to 5 s"_s);
    row("without an upper end", 0, 1, none, u"expected a number of 1 or more s"_s);
    row("without a lower end", 6, -none, 5, u"expected a number of 5 or less s"_s);
    row("without limits", std::numeric_limits<double>::quiet_NaN(), -none, none);
    row("no number", std::numeric_limits<double>::quiet_NaN(), 1, 5, u"expected a number from 1 to 5 s"_s);
}

void TestSettingsSchema::limitsAreSaidInWords()
{
    QFETCH(double, number);
    QFETCH(double, minimum);
    QFETCH(double, maximum);
    QFETCH(QString, problem);
    QCOMPARE(limitsProblem(number, {.minimum = minimum, .maximum = maximum, .unit = "s"}), problem);
}

void TestSettingsSchema::threeHundredSettingsAreReadQuickly()
{
    SettingsSchema schema(u"wide"_s);
    StoredSettings settings;
    for (int i = 0; i < 40; ++i) {
        ToolSettings tool = searchTool();
        tool.tool = u"tool%1"_s.arg(i);
        schema.addTool(tool);
    }
    settings = StoredSettings(schema);
    for (const Setting &setting : schema.settings()) {
        if (setting.member.name == "limit"_L1)
            QVERIFY(settings.set(setting.path, 7));
    }
    QCOMPARE(schema.settings().size(), 320);
    QCOMPARE(storedOf(settings.toJson(), schema).values().size(), 40);
    QBENCHMARK
    {
        (void)storedOf(settings.toJson(), schema).values();
    }
}

QTEST_GUILESS_MAIN(TestSettingsSchema)
#include "tst_settingsSchema.moc"
