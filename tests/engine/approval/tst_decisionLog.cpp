// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/DecisionLog.h"
#include "support/AskingEngine.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;
using namespace typeshift;

//! Who or what decided, when, by which rule, with which arguments.
class TestDecisionLog final : public QObject
{
    Q_OBJECT

private slots:
    void everyDecisionIsInTheLog();
    void aRequestThatWaitsIsInTheLog();
    void theExportKeepsArgumentsByteForByte();
};

void TestDecisionLog::everyDecisionIsInTheLog()
{
    const auto small = std::make_shared<FunctionRule>(
        u"small sums"_s, [](const FunctionCall &call, const RunIdentity &) {
            return RuleDecision{call.name == u"mail"_s ? RuleDecision::Kind::Approve : RuleDecision::Kind::None, {}};
        });
    AskingEngine asking({small});
    asking.model().answers(ScriptedAnswer().call(u"pay"_s, R"({"sum":1})").call(u"mail"_s, "{}").call(u"note"_s, "{}"));
    const auto asked = asking.say(u"Hi"_s);
    QVERIFY(asked);
    asking.running.clock->advance(std::chrono::minutes(5));
    ApprovalResponse changed = asking.approve(asked->approvalRequests().constFirst());
    changed.editedArguments = R"({"sum":2})";
    asking.model().says(u"Done."_s);
    QVERIFY(asking.answer({changed}));

    const QList<Decision> log = decisionsOf(asking.running.entries());
    QCOMPARE(log.size(), 3);
    QCOMPARE(log.at(0).request.call.arguments, QByteArray(R"({"sum":1})"));
    QCOMPARE(log.at(0).response->decidedBy, Decider::Person);
    QCOMPARE(log.at(0).askedAt.secsTo(log.at(0).decidedAt), 300);
    QCOMPARE(log.at(0).executed, std::optional<QByteArray>(R"({"sum":2})"));
    QCOMPARE(log.at(1).response->decidedBy, Decider::Rule);
    QCOMPARE(log.at(1).response->rule, u"small sums"_s);
    QCOMPARE(log.at(1).agent, u"assistant"_s);
    QCOMPARE(log.at(2).response->decidedBy, Decider::Plain);
}

void TestDecisionLog::aRequestThatWaitsIsInTheLog()
{
    AskingEngine asking;
    asking.model().asksFor(u"pay"_s, "{}");
    QVERIFY(asking.say(u"Hi"_s));
    const QList<Decision> log = decisionsOf(asking.running.entries());
    QCOMPARE(log.size(), 1);
    QVERIFY(!log.constFirst().response && !log.constFirst().executed);
}

void TestDecisionLog::theExportKeepsArgumentsByteForByte()
{
    AskingEngine asking;
    asking.model().asksFor(u"pay"_s, R"({ "z": 1.50, "a": 12345678901234567890 })");
    const auto asked = asking.say(u"Hi"_s);
    QVERIFY(asked);
    asking.model().says(u"No."_s);
    QVERIFY(asking.answer({asking.reject(asked->approvalRequests().constFirst(), u"too much"_s)}));
    const QByteArray lines = decisionLines(decisionsOf(asking.running.entries()));
    QCOMPARE(lines.count('\n'), 1);
    const QJsonObject line = QJsonDocument::fromJson(lines).object();
    QCOMPARE(line[u"proposed"_s].toString(), uR"({ "z": 1.50, "a": 12345678901234567890 })"_s);
    QCOMPARE(line[u"decidedBy"_s].toString(), u"person"_s);
    QCOMPARE(line[u"reason"_s].toString(), u"too much"_s);
    QVERIFY(!line.contains(u"executed"_s));
}

QTEST_GUILESS_MAIN(TestDecisionLog)
#include "tst_decisionLog.moc"
