// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "hosting/TypedRun.h"
#include "support/Rule.h"
#include "support/RunningEngine.h"
#include "support/TestTools.h"

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

struct Verdict {
    bool isSpam = false;
    QString reason;

    static constexpr auto fields()
    {
        return std::tuple{field("is_spam", &Verdict::isSpam), field("reason", &Verdict::reason)};
    }
};

struct Digest {
    std::optional<QString> title;
    QList<Verdict> verdicts;

    static constexpr auto fields()
    {
        return std::tuple{field("title", &Digest::title), field("verdicts", &Digest::verdicts)};
    }
};

struct Counts {
    QMap<QString, int> byWord;

    static constexpr auto fields() { return std::tuple{field("by_word", &Counts::byWord)}; }
};

} // namespace

class TestTypedRuns final : public QObject
{
    Q_OBJECT

private slots:
    void theFinalAnswerIsDecoded_data();
    void theFinalAnswerIsDecoded();
    void anAnswerThatDoesNotDecodeKeepsItsText();
    void onlyTheLastMessageIsTheAnswer();
    void aFailedRunStaysFailed();
    void theModelIsToldWhatToAnswer();
    void whatMayBeAbsentMayBeNullInAStrictSchema();
    void aMapMakesASchemaLoose();
};

void TestTypedRuns::theFinalAnswerIsDecoded_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("JSON") << uR"({"is_spam":true,"reason":"a prince"})"_s;
    QTest::newRow("in a fence") << u"```json\n{\"is_spam\":true,\"reason\":\"a prince\"}\n```"_s;
    QTest::newRow("in white space") << u"\n {\"is_spam\":true,\"reason\":\"a prince\"} \n"_s;
}

void TestTypedRuns::theFinalAnswerIsDecoded()
{
    RULE("2.17.6");
    QFETCH(QString, text);
    RunningEngine running;
    running.model->says(text);
    const RunHandle run = running.host().run(u"Judge."_s, running.request());
    const auto typed = typedResult<Verdict>(*run);
    QVERIFY(RunningEngine::end(run));
    QTRY_VERIFY(typed.isFinished());
    QVERIFY(typed.result());
    QVERIFY(typed.result()->isSpam);
    QCOMPARE(typed.result()->reason, u"a prince"_s);
}

void TestTypedRuns::anAnswerThatDoesNotDecodeKeepsItsText()
{
    RULE("2.17.6");
    RunningEngine running;
    running.model->says(u"I think it is spam."_s);
    const RunHandle run = running.host().run(u"Judge."_s, running.request());
    const auto response = RunningEngine::end(run);
    QVERIFY(response);
    const auto verdict = typedAnswer<Verdict>(*response);
    QVERIFY(!verdict);
    QCOMPARE(verdict.error().kind, Error::Kind::Protocol);
    QCOMPARE(verdict.error().facts.raw, u"I think it is spam."_s);
    QCOMPARE(response->text(), u"I think it is spam."_s);
}

void TestTypedRuns::onlyTheLastMessageIsTheAnswer()
{
    TestTools tools;
    RunningEngine running{.tools = {tools.echo(u"echo"_s)}};
    running.model->answers(ScriptedAnswer().text(u"Let me see."_s).call(u"echo"_s, "{}", u"a"_s))
        .says(uR"({"is_spam":false,"reason":"a friend"})"_s);
    const RunHandle run = running.host().run(u"Judge."_s, running.request());
    const auto response = RunningEngine::end(run);
    QVERIFY(response);
    const auto verdict = typedAnswer<Verdict>(*response);
    QVERIFY(verdict);
    QCOMPARE(verdict->reason, u"a friend"_s);
}

void TestTypedRuns::aFailedRunStaysFailed()
{
    RunningEngine running;
    running.model->fails(Error(Error::Kind::Auth, u"no"_s));
    const RunHandle run = running.host().run(u"Judge."_s, running.request());
    const auto typed = typedResult<Verdict>(*run);
    QVERIFY(!RunningEngine::end(run));
    QTRY_VERIFY(typed.isFinished());
    QCOMPARE(typed.result().error().kind, Error::Kind::Auth);
}

void TestTypedRuns::theModelIsToldWhatToAnswer()
{
    RULE("2.17.6");
    RunningEngine running;
    running.model->says(uR"({"is_spam":true,"reason":"a prince"})"_s);
    const auto [run, verdict] = running.host().run<Verdict>(u"Judge."_s, running.request());
    QVERIFY(RunningEngine::end(run));
    QTRY_VERIFY(verdict.isFinished());
    QCOMPARE(verdict.result()->reason, u"a prince"_s);
    const ChatRequest &request = running.model->lastRequest();
    QCOMPARE(request.answerForm, answerFormOf<Verdict>());
    QVERIFY(request.instructions.startsWith(u"Be brief.\n\n"_s));
    QVERIFY(request.instructions.endsWith(QString::fromUtf8(request.answerForm->schema)));
}

void TestTypedRuns::whatMayBeAbsentMayBeNullInAStrictSchema()
{
    const AnswerForm form = answerFormOf<Digest>();
    QVERIFY(form.isStrict);
    const QJsonObject schema = QJsonDocument::fromJson(form.schema).object();
    QCOMPARE(schema["required"_L1].toArray(), (QJsonArray{u"title"_s, u"verdicts"_s}));
    QCOMPARE(schema["properties"_L1]["title"_L1]["type"_L1].toArray(), (QJsonArray{u"string"_s, u"null"_s}));
    const QJsonValue item = schema["properties"_L1]["verdicts"_L1]["items"_L1];
    QCOMPARE(item["additionalProperties"_L1], QJsonValue(false));
    QVERIFY(!decodeJson<Digest>(R"({"title":null,"verdicts":[]})")->title);
}

void TestTypedRuns::aMapMakesASchemaLoose()
{
    QVERIFY(!answerFormOf<Counts>().isStrict);
}

QTEST_GUILESS_MAIN(TestTypedRuns)
#include "tst_typedRuns.moc"
