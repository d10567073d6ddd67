// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "ProviderBench.h"
#include "providers/scripted/ScriptedClient.h"

#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace typeshift;

class DemoProviderTest : public QObject
{
    Q_OBJECT

private slots:
    void theShippedScenariosLoad();
    void theChatShowsWhatAnAnswerCanHold();
    void theLongAnswerIsLong();
    void answersFollowTheTurns();
    void theAnswerTakesItsTime();
    void aStopEndsTheAnswerAtOnce();
    void anAnswerThatIsNotStreamedComesInOnePiece();
    void callsAndErrorsArePlayed();
    void anUnknownModelIsNamed();
    void aWrongFileIsNamed_data();
    void aWrongFileIsNamed();
};

namespace {

ScenarioLibrary shipped()
{
    return ScenarioLibrary::load(QStringLiteral(TYPESHIFT_SOURCE_DIR "/resources/demo")).value();
}

ScenarioLibrary libraryOf(const QByteArray &json)
{
    ScenarioLibrary library;
    library.add(u"m"_s, Scenario::fromJson(json).value());
    return library;
}

ChatRequest turn(const QString &model, int number)
{
    ChatRequest request = requestOf(u"hello"_s);
    request.model = model;
    for (int i = 1; i < number; ++i)
        request.messages.append(userMessage(u"more"_s));
    return request;
}

Result<ChatResponse> played(ProviderBench &bench, const ChatRequest &request,
                            const ScenarioLibrary &library = shipped())
{
    ScriptedClient client(library, 0);
    auto task = client.respond(request, bench.run);
    task.start();
    return task.isDone() ? task.takeResult() : failure(Error::Kind::InvalidState, u"it waits"_s);
}

} // namespace

void DemoProviderTest::theShippedScenariosLoad()
{
    QVERIFY(shipped().models().contains(u"chat"_s));
    QVERIFY(shipped().models().contains(u"long"_s));
}

void DemoProviderTest::theChatShowsWhatAnAnswerCanHold()
{
    ProviderBench bench;
    const auto answer = played(bench, turn(u"chat"_s, 1));
    QVERIFY(answer);
    const QString text = answer->text();
    for (const QString &part : {u"```cpp\n"_s, u"```json\n"_s, u"|---|"_s, u"\n1. "_s, u"## "_s, u"**"_s})
        QVERIFY2(text.contains(part), qPrintable(part));
    QVERIFY(std::holds_alternative<ReasoningContent>(answer->messages.constFirst().contents.constFirst()));
    QVERIFY(answer->usage.input.value_or(0) > 0);
    QCOMPARE(bench.all<UsageUpdate>().size(), 1);
    QString streamed;
    for (const TextDelta &delta : bench.all<TextDelta>())
        streamed += delta.text;
    QCOMPARE(streamed, text);
    QVERIFY(bench.all<TextDelta>().size() > 50);
}

void DemoProviderTest::theLongAnswerIsLong()
{
    ProviderBench bench;
    const auto answer = played(bench, turn(u"long"_s, 1));
    QVERIFY(answer->text().split(u' ').size() > 4000);
    QVERIFY(!answer->text().contains(u"{room}"_s));
    QVERIFY(answer->text().contains(u"## 36. "_s));
}

void DemoProviderTest::answersFollowTheTurns()
{
    ProviderBench bench;
    QStringList texts;
    for (int number = 1; number <= 4; ++number)
        texts.append(played(bench, turn(u"chat"_s, number))->text());
    QVERIFY(texts[0] != texts[1]);
    QVERIFY(texts[1] != texts[2]);
    QCOMPARE(texts[2], texts[3]);
    QCOMPARE(played(bench, turn(u"chat"_s, 1))->text(), texts[0]); // resumed: the same again
}

void DemoProviderTest::theAnswerTakesItsTime()
{
    ProviderBench bench;
    ScriptedClient client(
        libraryOf(R"({"title":"t","answers":[{"steps":[{"wait":100,"pace":10,"text":["a b c d e f"]}]}]})"));
    auto task = client.respond(turn(u"m"_s, 1), bench.run);
    task.start();
    bench.clock.advance(99ms);
    QVERIFY(bench.updates.isEmpty());
    bench.clock.advance(11ms);
    QCOMPARE(bench.all<TextDelta>().size(), 1);
    QCOMPARE(bench.all<TextDelta>().constFirst().text, u"a b "_s);
    bench.clock.advance(20ms);
    QVERIFY(task.isDone());
    QCOMPARE(task.takeResult()->text(), u"a b c d e f"_s);
}

void DemoProviderTest::aStopEndsTheAnswerAtOnce()
{
    ProviderBench bench;
    ScriptedClient client(shipped());
    auto task = client.respond(turn(u"chat"_s, 1), bench.run);
    task.start();
    bench.clock.advance(1s);
    QVERIFY(!bench.updates.isEmpty());
    bench.stop.requestStop();
    QVERIFY(task.isDone());
    QCOMPARE(task.takeResult().error().kind, Error::Kind::Cancelled);
}

void DemoProviderTest::anAnswerThatIsNotStreamedComesInOnePiece()
{
    ProviderBench bench;
    ChatRequest request = turn(u"chat"_s, 2);
    request.options.stream = false;
    const auto answer = played(bench, request);
    QCOMPARE(bench.all<TextDelta>().size(), 1);
    QCOMPARE(bench.all<TextDelta>().constFirst().text, answer->text());
}

void DemoProviderTest::callsAndErrorsArePlayed()
{
    ProviderBench bench;
    const auto library = libraryOf(R"({"title":"t","answers":[
        {"steps":[{"call":{"name":"f","arguments":"{\"x\":1}"}}]},
        {"steps":[{"text":["half"]},{"error":{"kind":"overloaded","message":"busy"}}]}]})");
    const auto asks = played(bench, turn(u"m"_s, 1), library);
    QCOMPARE(asks->finish, FinishReason::ToolCalls);
    QCOMPARE(asks->calls().constFirst().arguments, "{\"x\":1}"_ba);
    QCOMPARE(bench.all<CallUpdate>().size(), 1);
    const auto fails = played(bench, turn(u"m"_s, 2), library);
    QCOMPARE(fails.error().kind, Error::Kind::Overloaded);
    QCOMPARE(bench.all<TextDelta>().constLast().text, u"half"_s);
}

void DemoProviderTest::anUnknownModelIsNamed()
{
    ProviderBench bench;
    const auto answer = played(bench, turn(u"nobody"_s, 1));
    QCOMPARE(answer.error().kind, Error::Kind::InvalidInput);
    QVERIFY(answer.error().facts.message.contains(u"nobody"_s));
    QVERIFY(answer.error().facts.items.contains(u"chat"_s));
}

void DemoProviderTest::aWrongFileIsNamed_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("problem");
    QTest::newRow("not JSON") << "{"_ba << QString();
    QTest::newRow("no answers") << R"({"title":"t","answers":[]})"_ba << u"answers: there is none"_s;
    QTest::newRow("a member of another type")
        << R"({"title":"t","answers":[{"steps":[{"pace":"fast"}]}]})"_ba << u"steps[0].pace: expected an integer"_s;
    QTest::newRow("an unknown member") << R"({"title":"t","answers":[{"steps":[{"txt":["a"]}]}]})"_ba << u"txt"_s;
    QTest::newRow("an unknown error kind")
        << R"({"title":"t","answers":[{"steps":[{"error":{"kind":"odd","message":"m"}}]}]})"_ba << u"odd"_s;
}

void DemoProviderTest::aWrongFileIsNamed()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, problem);
    QTemporaryDir folder;
    QFile file(folder.filePath(u"broken.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(json);
    file.close();
    const auto library = ScenarioLibrary::load(folder.path());
    QVERIFY(!library);
    QCOMPARE(library.error().kind, Error::Kind::InvalidInput);
    QVERIFY2(library.error().facts.message.contains(u"broken.json"_s), qPrintable(library.error().facts.message));
    QVERIFY2(library.error().facts.message.contains(problem), qPrintable(library.error().facts.message));
}

QTEST_GUILESS_MAIN(DemoProviderTest)
#include "tst_demoProvider.moc"
