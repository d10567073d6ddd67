// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/JsonText.h"
#include "providers/ToolCallAssembler.h"

#include <QRegularExpression>
#include <QTest>
#include <QUuid>

using namespace Qt::StringLiterals;
using namespace typeshift;

class ToolCallAssemblerTest : public QObject
{
    Q_OBJECT

private slots:
    void callsComeOutAsTheyWereMeant_data();
    void callsComeOutAsTheyWereMeant();
    void whatCannotRunSaysWhy_data();
    void whatCannotRunSaysWhy();
    void aCallWithoutAnIdGetsOneOfOurs();
    void repairsOneLenientPass_data();
    void repairsOneLenientPass();
    void argumentsThatAreAnObjectKeepTheirText();
};

using Deltas = QList<ToolCallDelta>;
Q_DECLARE_METATYPE(ToolCallDelta)

namespace {

ToolCallDelta delta(std::optional<int> index, const QString &id, const QString &name, const QByteArray &arguments)
{
    return {index, id, name, arguments};
}

QList<FunctionCall> assembled(const Deltas &deltas,
                              ToolCallAssembler::Ending ending = ToolCallAssembler::Ending::Complete)
{
    ToolCallAssembler assembler;
    for (const ToolCallDelta &each : deltas)
        assembler.add(each);
    int made = 0;
    return assembler.finish(ending, [&made] { return u"made%1"_s.arg(++made); });
}

QString described(const QList<FunctionCall> &calls)
{
    QStringList lines;
    for (const FunctionCall &call : calls)
        lines.append(u"%1 %2 %3"_s.arg(call.callId, call.name, QString::fromUtf8(call.arguments)));
    return lines.join(u" | ");
}

} // namespace

void ToolCallAssemblerTest::callsComeOutAsTheyWereMeant_data()
{
    QTest::addColumn<Deltas>("deltas");
    QTest::addColumn<QString>("expected");
    const auto none = std::nullopt;
    QTest::newRow("rule 1: by index, interleaved, with a gap")
        << Deltas{delta(0, u"a"_s, u"f"_s, "{\"x\":"), delta(3, u"b"_s, u"g"_s, "{"), delta(0, {}, {}, "1}"),
                  delta(3, {}, {}, "}")}
        << u"a f {\"x\":1} | b g {}"_s;
    QTest::newRow("rule 1: by id without an index")
        << Deltas{delta(none, u"a"_s, u"f"_s, "{"), delta(none, u"b"_s, u"g"_s, "{"), delta(none, u"a"_s, {}, "}"),
                  delta(none, u"b"_s, {}, "}")}
        << u"a f {} | b g {}"_s;
    QTest::newRow("rule 1: by name without index and id")
        << Deltas{delta(none, {}, u"f"_s, "{"), delta(none, {}, {}, "}"), delta(none, {}, u"g"_s, "{}")}
        << u"made1 f {} | made2 g {}"_s;
    QTest::newRow("rule 2: index always 0")
        << Deltas{delta(0, u"a"_s, u"f"_s, "{\"x\":1}"), delta(0, u"b"_s, u"f"_s, "{\"x\":"), delta(0, {}, {}, "2}")}
        << u"a f {\"x\":1} | b f {\"x\":2}"_s;
    QTest::newRow("rule 3: the id in every delta, then empty, is one call")
        << Deltas{delta(0, u"a"_s, u"f"_s, "{"), delta(0, u"a"_s, {}, ""), delta(0, {}, {}, "}")} << u"a f {}"_s;
    QTest::newRow("rule 3: the id comes late")
        << Deltas{delta(0, {}, u"f"_s, "{"), delta(0, u"a"_s, {}, "}")} << u"a f {}"_s;
    QTest::newRow("rule 4: the name in every delta")
        << Deltas{delta(0, u"a"_s, u"f"_s, "{"), delta(0, {}, u"f"_s, "}")} << u"a f {}"_s;
    QTest::newRow("rule 4: the name after the id")
        << Deltas{delta(0, u"a"_s, {}, ""), delta(0, {}, u"f"_s, "{}")} << u"a f {}"_s;
    QTest::newRow("rule 6: empty arguments") << Deltas{delta(0, u"a"_s, u"f"_s, "")} << u"a f {}"_s;
    QTest::newRow("rule 6: encoded twice") << Deltas{delta(0, u"a"_s, u"f"_s, R"("{\"x\":1}")")} << u"a f {\"x\":1}"_s;
    QTest::newRow("rule 6: everything once more at the end")
        << Deltas{delta(0, u"a"_s, u"f"_s, "{\"x\""), delta(0, {}, {}, ":1}"), delta(0, u"a"_s, u"f"_s, "{\"x\":1}")}
        << u"a f {\"x\":1}"_s;
    QTest::newRow("rule 8: one id twice with an index")
        << Deltas{delta(0, u"a"_s, u"f"_s, "{\"x\":1}"), delta(1, u"a"_s, u"f"_s, "{\"x\":2}")}
        << u"a f {\"x\":1} | a f {\"x\":2}"_s;
    QTest::newRow("rule 8: one id twice without an index")
        << Deltas{delta(none, u"a"_s, u"f"_s, "{\"x\":1}"), delta(none, u"a"_s, u"f"_s, "{\"x\":2}")}
        << u"a f {\"x\":1} | a f {\"x\":2}"_s;
}

void ToolCallAssemblerTest::callsComeOutAsTheyWereMeant()
{
    QFETCH(Deltas, deltas);
    QFETCH(QString, expected);
    const auto calls = assembled(deltas);
    QCOMPARE(described(calls), expected);
    for (const FunctionCall &call : calls)
        QCOMPARE(call.problem, QString());
}

void ToolCallAssemblerTest::whatCannotRunSaysWhy_data()
{
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<bool>("isCut");
    QTest::addColumn<QString>("problem");
    QTest::newRow("rule 7: not JSON") << "invalid"_ba << false << u"arguments are not JSON"_s;
    QTest::newRow("rule 7: cut JSON") << "{\"x\": tru"_ba << false << u"arguments are not JSON"_s;
    QTest::newRow("rule 7: a list") << "[1]"_ba << false << u"arguments are not a JSON object"_s;
    QTest::newRow("rule 9: cut by the limit") << "{\"x\": \"lo"_ba << true << u"arguments cut by the output limit"_s;
    QTest::newRow("rule 9: cut before the first byte") << ""_ba << true << u"arguments cut by the output limit"_s;
    QTest::newRow("rule 9: whole before the limit") << "{}"_ba << true << QString();
}

void ToolCallAssemblerTest::whatCannotRunSaysWhy()
{
    QFETCH(QByteArray, arguments);
    QFETCH(bool, isCut);
    QFETCH(QString, problem);
    const auto ending = isCut ? ToolCallAssembler::Ending::OutputLimit : ToolCallAssembler::Ending::Complete;
    const auto calls = assembled({delta(0, u"a"_s, u"f"_s, arguments)}, ending);
    QCOMPARE(calls.size(), 1);
    QVERIFY2(problem.isEmpty() ? calls[0].problem.isEmpty() : calls[0].problem.startsWith(problem),
             qPrintable(calls[0].problem));
    if (!arguments.isEmpty())
        QCOMPARE(calls[0].arguments, arguments);
}

void ToolCallAssemblerTest::aCallWithoutAnIdGetsOneOfOurs()
{
    static const QRegularExpression form(u"^call_[0-9A-Za-z]{22}$"_s);
    const QString first = newCallId(QUuid::createUuid());
    QVERIFY2(form.match(first).hasMatch(), qPrintable(first));
    QVERIFY(first != newCallId(QUuid::createUuid()));
    const QUuid fixed = QUuid::createUuid();
    QCOMPARE(newCallId(fixed), newCallId(fixed));
}

void ToolCallAssemblerTest::repairsOneLenientPass_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("repaired");
    QTest::newRow("trailing commas") << "{\"a\": [1, 2, ], }"_ba << "{\"a\": [1, 2 ] }"_ba;
    QTest::newRow("a code fence") << "```json\n{\"a\":1}\n```"_ba << "{\"a\":1}"_ba;
    QTest::newRow("a raw line break in a string") << "{\"a\":\"x\ny\",}"_ba << "{\"a\":\"x\\ny\"}"_ba;
    QTest::newRow("a comma in a string stays") << "{\"a\":\",}\",}"_ba << "{\"a\":\",}\"}"_ba;
    QTest::newRow("beyond repair") << "{\"a\":"_ba << QByteArray();
}

void ToolCallAssemblerTest::repairsOneLenientPass()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, repaired);
    QCOMPARE(repairedJsonObject(text).value_or(QByteArray()), repaired);
}

void ToolCallAssemblerTest::argumentsThatAreAnObjectKeepTheirText()
{
    const QByteArray json =
        R"({"calls":[{"arguments": "x"}, {"arguments": {"z": 1.50, "a": {"arguments": {"deep": 1}}}},
                               {"arguments" :{ "big":12345678901234567890 }}]})";
    QCOMPARE(compactObjectMember(json, "arguments", 0).value(), R"({"z":1.50,"a":{"arguments":{"deep":1}}})"_ba);
    QVERIFY(!compactObjectMember("{\"arguments\": {\"a\"", "arguments", 0));
}

QTEST_APPLESS_MAIN(ToolCallAssemblerTest)
#include "tst_toolCallAssembler.moc"
