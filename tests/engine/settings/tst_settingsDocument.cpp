// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "SettingsFixture.h"
#include "support/Rule.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

constexpr int known = 3;

SettingsDocument parsed(const QByteArray &json)
{
    const auto document = SettingsDocument::parse(json, known);
    if (!document)
        qFatal("%s", qPrintable(document.error().facts.message));
    return *document;
}

} // namespace

class TestSettingsDocument final : public QObject
{
    Q_OBJECT

private slots:
    void theSchemaVersionIsChecked_data();
    void theSchemaVersionIsChecked();
    void whatIsNoObjectIsRefused_data();
    void whatIsNoObjectIsRefused();
    void aSaveNamesTheVersionOfTheCode();
    void unknownMembersComeBackAsTheyWere_data();
    void unknownMembersComeBackAsTheyWere();
    void aSetMemberKeepsItsNeighbours();
    void nullsAreLeftOut();
    void aToolThatIsNoObjectGivesWay();
    void ofTwoMembersOfOneNameTheLastCounts();
    void pathsNameEveryMember();
    void fiveMegabytesAreFine();
};

void TestSettingsDocument::theSchemaVersionIsChecked_data()
{
    QTest::addColumn<QByteArray>("version");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("read");
    const auto row = [](const char *name, const QByteArray &version, const QString &code, int read = 0) {
        QTest::newRow(name) << version << code << read;
    };
    const QString refused = u"settings-schema-version"_s;
    row("2.12.9 an older one is read", "2", {}, 2);
    row("2.12.9 the code's own", "3", {}, 3);
    row("2.12.9 one, written out", "1", {}, 1);
    row("2.12.9 a whole number with a point", "2.0", {}, 2);
    row("2.12.9 a newer one", "4", u"settings-newer"_s);
    row("2.12.9 a fraction", "1.5", refused);
    row("2.12.9 a text", "\"2\"", refused);
    row("2.12.9 null", "null", refused);
    row("2.12.9 past 32 bits", "4294967298", refused);
    row("2.12.9 huge", "1e300", refused);
    row("2.12.9 nought", "0", refused);
    row("2.12.9 below nought", "-1", refused);
    row("2.12.9 a list", "[1]", refused);
}

void TestSettingsDocument::theSchemaVersionIsChecked()
{
    QFETCH(QByteArray, version);
    QFETCH(QString, code);
    QFETCH(int, read);
    const auto document = SettingsDocument::parse(R"({"temperature":0.3,"$schemaVersion":)" + version + '}', known);
    if (code.isEmpty()) {
        QVERIFY(document.has_value());
        QCOMPARE(document->schemaVersion(), read);
        QCOMPARE(document->value(u"temperature"_s), QJsonValue(0.3));
        QVERIFY(!document->contains(u"$schemaVersion"_s));
        return;
    }
    QVERIFY(!document);
    QCOMPARE(document.error().kind, Error::Kind::Storage);
    QCOMPARE(document.error().facts.code, code);
    QVERIFY2(document.error().facts.message.contains(QString::fromUtf8(version)),
             qPrintable(document.error().facts.message));
    QCOMPARE(document.error().facts.message.contains(u"up to 3"_s), code == "settings-newer"_L1); // it names both
}

void TestSettingsDocument::whatIsNoObjectIsRefused_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("says");
    const QString other = u"settings-object"_s;
    const QString broken = u"settings-json"_s;
    QTest::newRow("2.12.11 a list") << "[1]"_ba << other << u"a list"_s;
    QTest::newRow("2.12.11 a number") << "7"_ba << other << u"a number"_s;
    QTest::newRow("2.12.11 a text") << "\"{}\""_ba << other << u"a text"_s;
    QTest::newRow("2.12.11 true") << "true"_ba << other << u"true or false"_s;
    QTest::newRow("2.12.11 null") << "null"_ba << other << u"null"_s;
    QTest::newRow("2.12.11 nothing") << ""_ba << broken << u"byte"_s;
    QTest::newRow("2.12.11 half an object") << R"({"temperature":0.)"_ba << broken << u"byte 1"_s;
    QTest::newRow("2.12.11 two values") << "1,2"_ba << broken << u"byte"_s;
    QTest::newRow("2.12.11 no UTF-8") << "{\"a\":\"\xff\"}"_ba << broken << u"UTF8"_s;
}

void TestSettingsDocument::whatIsNoObjectIsRefused()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, code);
    QFETCH(QString, says);
    const auto document = SettingsDocument::parse(json, known);
    QVERIFY(!document);
    QCOMPARE(document.error().facts.code, code);
    QVERIFY2(document.error().facts.message.contains(says), qPrintable(document.error().facts.message));
}

void TestSettingsDocument::aSaveNamesTheVersionOfTheCode()
{
    RULE("2.12.8", "2.12.10");
    const SettingsDocument old = parsed(R"({"temperature":0.3,"$schemaVersion":2})");
    QCOMPARE(old.toJson(3), R"({"$schemaVersion":3,"temperature":0.3})"_ba);
    QCOMPARE(old.toJson(1), R"({"temperature":0.3})"_ba); // left out at 1
    QCOMPARE(SettingsDocument().toJson(1), "{}"_ba);
    QCOMPARE(parsed("{}").schemaVersion(), 1);
    QCOMPARE(old, parsed(R"({ "temperature" : 0.3 })"));
}

void TestSettingsDocument::unknownMembersComeBackAsTheyWere_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("2.12.12 a number past 64 bits") << R"({"a":12345678901234567890})"_ba;
    QTest::newRow("2.12.12 a number's form") << R"({"a":1.0,"b":1e2,"c":-0,"d":0.30})"_ba;
    QTest::newRow("2.12.12 the order") << R"({"z":1,"a":2,"m":3})"_ba;
    QTest::newRow("2.12.12 an object within") << R"({"a":{"z":1,"y":{"x":[1,{"w":"}"}]}}})"_ba;
    QTest::newRow("2.12.12 escapes") << R"({"a":"\u00e4\"\\","b":"ä}]{["})"_ba;
    QTest::newRow("2.12.12 a null") << R"({"a":null})"_ba;
    QTest::newRow("2.12.12 a tool's member") << R"({"tools":{"search_tickets":{"x":1.0,"limit":20}}})"_ba;
    QTest::newRow("2.12.12 a tool that is gone") << R"({"tools":{"old_tool":{"b":1.0,"a":2}}})"_ba;
    QTest::newRow("2.12.12 a tool that is no object") << R"({"tools":{"search_tickets":1.0}})"_ba;
    QTest::newRow("2.12.12 an empty tool") << R"({"tools":{"search_tickets":{}}})"_ba;
    QTest::newRow("2.12.12 tools that are none") << R"({"tools":[1.0]})"_ba;
    QTest::newRow("2.12.12 an empty name") << R"({"":1.0,".":2})"_ba;
    QTest::newRow("2.12.12 a dotted name") << R"({"a.b":1.0})"_ba;
}

void TestSettingsDocument::unknownMembersComeBackAsTheyWere()
{
    QFETCH(QByteArray, json);
    SettingsDocument document = parsed(json);
    QCOMPARE(document.toJson(1), json);
    document.set(u"temperature"_s, 0.3);
    QVERIFY(document.toJson(1).contains(R"("temperature":0.3)"));
    document.remove(u"temperature"_s);
    QCOMPARE(document.toJson(1), json);
}

void TestSettingsDocument::aSetMemberKeepsItsNeighbours()
{
    SettingsDocument document = parsed(R"({"temperature" : 0.30, "x" : [ 1.0 ],
        "tools" : { "search_tickets" : { "y" : 2.50, "limit" : 20 } } })");
    document.set(u"temperature"_s, 0.3);
    document.set(limitPath, 21);
    document.set(u"seed"_s, qint64(9007199254740993));
    QCOMPARE(
        document.toJson(1),
        R"({"temperature":0.30,"x":[ 1.0 ],"seed":9007199254740993,"tools":{"search_tickets":{"y":2.50,"limit":21}}})"_ba);
    QCOMPARE(document.value(u"seed"_s).toInteger(), qint64(9007199254740993));
    QVERIFY(document.value(u"nothing"_s).isUndefined());
    QVERIFY(document.value(u"tools.other.limit"_s).isUndefined());
}

void TestSettingsDocument::nullsAreLeftOut()
{
    SettingsDocument document = parsed(R"({"temperature":0.3,"tools":{"search_tickets":{"limit":20}}})");
    document.set(u"temperature"_s, QJsonValue::Null); // D44
    document.set(limitPath, QJsonValue::Undefined);
    QVERIFY(document.isEmpty());
    QCOMPARE(document.toJson(1), "{}"_ba);
}

void TestSettingsDocument::aToolThatIsNoObjectGivesWay()
{
    SettingsDocument document = parsed(R"({"tools":7})");
    document.set(limitPath, 20);
    QCOMPARE(document.toJson(1), R"({"tools":{"search_tickets":{"limit":20}}})"_ba);
    document = parsed(R"({"tools":{"search_tickets":7,"other":8}})");
    document.set(limitPath, 20);
    QCOMPARE(document.toJson(1), R"({"tools":{"search_tickets":{"limit":20},"other":8}})"_ba);
}

void TestSettingsDocument::ofTwoMembersOfOneNameTheLastCounts()
{
    const SettingsDocument document = parsed(R"({"a":1,"b":2,"a":3})");
    QCOMPARE(document.value(u"a"_s), QJsonValue(3));
    QCOMPARE(document.paths(), QStringList({u"a"_s, u"b"_s}));
}

void TestSettingsDocument::pathsNameEveryMember()
{
    const SettingsDocument document = parsed("\xef\xbb\xbf"
                                             R"( {"$schemaVersion":2,"z":1,"t\u0065mperature":2,
        "tools":{"search_tickets":{"limit":1,"x":2},"odd":3}} )");
    QCOMPARE(document.paths(),
             QStringList({u"z"_s, u"temperature"_s, limitPath, u"tools.search_tickets.x"_s, u"tools.odd"_s}));
}

void TestSettingsDocument::fiveMegabytesAreFine()
{
    RULE("2.12.12");
    QByteArray json = R"({"instructions":"short")";
    const QByteArray letters(40, 'x');
    for (int i = 0; json.size() < 5 * 1024 * 1024; ++i)
        json += ",\"member" + QByteArray::number(i) + "\":{\"text\":\"" + letters + "\",\"number\":1.0}";
    json += '}';
    SettingsDocument document = parsed(json);
    QCOMPARE(document.toJson(1), json);
    document.set(u"instructions"_s, QString(5 * 1024 * 1024, u'ä'));
    QCOMPARE(parsed(document.toJson(3)).value(u"instructions"_s).toString().size(), 5 * 1024 * 1024);
    QCOMPARE(storedOf(json).problems().size(), document.paths().size() - 1);
}

QTEST_GUILESS_MAIN(TestSettingsDocument)
#include "tst_settingsDocument.moc"
