// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "ProviderBench.h"
#include "providers/RetryAfter.h"
#include "providers/RetryLayer.h"
#include "support/ScriptedModel.h"

#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace typeshift;
using Kind = Error::Kind;

class RetryTest : public QObject
{
    Q_OBJECT

private slots:
    void aWaitIsReadInEveryForm_data();
    void aWaitIsReadInEveryForm();
    void aCallThatFailedBeforeItsAnswerIsMadeAgain();
    void theWaitGrowsAndIsShortenedAtRandom();
    void theServersWaitIsKeptIfItCanBeBelieved_data();
    void theServersWaitIsKeptIfItCanBeBelieved();
    void afterADeltaNothingIsRepeated();
    void whatCannotPassIsNotTriedAgain();
    void theServersWordBeatsTheKind();
    void afterTwoRetriesTheErrorComesOut();
    void allOfItIsBounded();
    void aStopEndsTheWaitAtOnce();
    void aRunMayBeDroppedWhileItWaits();
};

namespace {

std::unique_ptr<RetryLayer> retrying(const std::shared_ptr<ScriptedModel> &model, double random = 0)
{
    return std::make_unique<RetryLayer>(std::make_unique<SharedClient>(model),
                                        RetryPolicy{.random = [random] { return random; }});
}

Error overloaded()
{
    return Error(Kind::Overloaded, u"busy"_s);
}

} // namespace

void RetryTest::aWaitIsReadInEveryForm_data()
{
    QTest::addColumn<QString>("header");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<qint64>("expected");
    const auto header = [](const char *row, const QString &name, const QString &value, qint64 expected) {
        QTest::newRow(row) << name << value << QByteArray() << expected;
    };
    header("retry-after-ms", u"Retry-After-Ms"_s, u"1500"_s, 1500);
    header("seconds", u"retry-after"_s, u"7"_s, 7000);
    header("decimals", u"retry-after"_s, u"0.25"_s, 250);
    header("HTTP date", u"retry-after"_s, u"Fri, 02 Jan 2026 03:04:35 GMT"_s, 30'000);
    header("HTTP date in the past", u"retry-after"_s, u"Fri, 02 Jan 2026 03:00:00 GMT"_s, 0);
    header("ISO date", u"retry-after"_s, u"2026-01-02T03:04:15Z"_s, 10'000);
    header("Go duration", u"retry-after"_s, u"1m30.5s"_s, 90'500);
    header("Go milliseconds", u"retry-after"_s, u"500ms"_s, 500);
    header("not understood", u"retry-after"_s, u"soon"_s, -1);
    header("negative", u"retry-after"_s, u"-5"_s, -1);
    header("not a number", u"retry-after"_s, u"nan"_s, -1);
    header("empty", u"retry-after"_s, u""_s, -1);
    QTest::newRow("Gemini's RetryInfo")
        << QString() << QString()
        << R"({"details":[{"@type":"x/QuotaFailure"},{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34.07s"}]})"_ba
        << qint64(34'070);
    QTest::newRow("a header that does not parse falls through")
        << u"retry-after"_s << u"later"_s << R"({"details":[{"@type":"RetryInfo","retryDelay":"34s"}]})"_ba
        << qint64(34'000);
    QTest::newRow("reset of a used-up limit")
        << u"x-ratelimit-reset-tokens"_s << u"6m0s"_s << QByteArray() << qint64(360'000);
    QTest::newRow("Anthropic's reset") << u"anthropic-ratelimit-tokens-reset"_s << u"2026-01-02T03:05:05Z"_s
                                       << QByteArray() << qint64(60'000);
}

void RetryTest::aWaitIsReadInEveryForm()
{
    QFETCH(QString, header);
    QFETCH(QString, value);
    QFETCH(QByteArray, body);
    QFETCH(qint64, expected);
    HttpHead head{.status = 429, .headers = {}};
    if (!header.isEmpty())
        head.headers.emplaceBack(header.toLatin1(), value.toLatin1());
    head.headers.emplaceBack("x-ratelimit-remaining-tokens", "0");
    head.headers.emplaceBack("anthropic-ratelimit-tokens-remaining", "0");
    head.headers.emplaceBack("x-ratelimit-remaining-requests", "12");
    head.headers.emplaceBack("x-ratelimit-reset-requests", "9m");
    const auto wait = retryAfter(head, QJsonDocument::fromJson(body).object(), FixedClock().now());
    QCOMPARE(wait.value_or(-1ms).count(), expected);
}

void RetryTest::aCallThatFailedBeforeItsAnswerIsMadeAgain()
{
    ProviderBench bench;
    const auto model = std::make_shared<ScriptedModel>();
    model->fails(overloaded()).says(u"done"_s);
    const auto layer = retrying(model);
    auto task = layer->respond(requestOf(u"go"_s), bench.run);
    task.start();
    QVERIFY(!task.isDone());
    const auto retries = bench.all<RetryUpdate>();
    QCOMPARE(retries.size(), 1);
    QCOMPARE(retries[0], (RetryUpdate{1, 500ms, overloaded()}));
    bench.clock.advance(499ms);
    QVERIFY(!task.isDone());
    bench.clock.advance(1ms);
    QVERIFY(task.isDone());
    QCOMPARE(task.takeResult()->text(), u"done"_s);
    QCOMPARE(model->requests().size(), 2);
    QCOMPARE(model->requests()[0], model->requests()[1]);
}

void RetryTest::theWaitGrowsAndIsShortenedAtRandom()
{
    ProviderBench bench;
    const auto model = std::make_shared<ScriptedModel>();
    model->fails(overloaded()).fails(overloaded()).says(u"done"_s);
    const auto layer = retrying(model, 0.5);
    auto task = layer->respond(requestOf(u"go"_s), bench.run);
    task.start();
    bench.clock.advance(10s);
    QVERIFY(task.isDone());
    const auto retries = bench.all<RetryUpdate>();
    QCOMPARE(retries.size(), 2);
    QCOMPARE(retries[0].delay, 438ms); // Retry 2: times (1 - rand * 0.25)
    QCOMPARE(retries[1].delay, 875ms);
}

void RetryTest::theServersWaitIsKeptIfItCanBeBelieved_data()
{
    QTest::addColumn<qint64>("asked");
    QTest::addColumn<qint64>("expected");
    QTest::newRow("Retry 2: kept") << qint64(3210) << qint64(3210);
    QTest::newRow("Retry 2: a minute is kept") << qint64(60'000) << qint64(60'000);
    QTest::newRow("Retry 2: more is not") << qint64(60'001) << qint64(500);
    QTest::newRow("Retry 2: nothing is not") << qint64(0) << qint64(500);
}

void RetryTest::theServersWaitIsKeptIfItCanBeBelieved()
{
    QFETCH(qint64, asked);
    QFETCH(qint64, expected);
    ProviderBench bench;
    const auto model = std::make_shared<ScriptedModel>();
    Error error(Kind::RateLimit, u"slow down"_s);
    error.facts.retryAfter = std::chrono::milliseconds(asked);
    model->fails(error).says(u"done"_s);
    const auto layer = retrying(model);
    auto task = layer->respond(requestOf(u"go"_s), bench.run);
    task.start();
    QCOMPARE(bench.clock.nextTimer().value().count(), expected);
}

void RetryTest::afterADeltaNothingIsRepeated()
{
    ProviderBench bench;
    const auto model = std::make_shared<ScriptedModel>();
    model->answers(ScriptedAnswer().text(u"half"_s).fail(overloaded())).says(u"never"_s);
    const auto layer = retrying(model);
    auto task = layer->respond(requestOf(u"go"_s), bench.run);
    task.start();
    QVERIFY(task.isDone());
    QCOMPARE(task.takeResult().error(), overloaded());
    QCOMPARE(model->answersLeft(), 1);
    QVERIFY(bench.all<RetryUpdate>().isEmpty());
}

void RetryTest::whatCannotPassIsNotTriedAgain()
{
    for (const Kind kind :
         {Kind::Refused, Kind::Auth, Kind::ContextLength, Kind::Protocol, Kind::Cancelled, Kind::InvalidInput}) {
        ProviderBench bench;
        const auto model = std::make_shared<ScriptedModel>();
        model->fails(Error(kind, u"no"_s));
        const auto layer = retrying(model);
        auto task = layer->respond(requestOf(u"go"_s), bench.run);
        task.start();
        QVERIFY2(task.isDone(), qPrintable(errorKindName(kind)));
        QCOMPARE(task.takeResult().error().kind, kind);
    }
}

void RetryTest::theServersWordBeatsTheKind()
{
    Error final = overloaded();
    final.facts.retryable = false;
    QVERIFY(!final.isTransient());
    Error passing(Kind::Refused, u"odd"_s);
    passing.facts.retryable = true;
    QVERIFY(passing.isTransient());
}

void RetryTest::afterTwoRetriesTheErrorComesOut()
{
    ProviderBench bench;
    const auto model = std::make_shared<ScriptedModel>();
    model->fails(overloaded()).fails(overloaded()).fails(Error(Kind::Network, u"gone"_s)).says(u"never"_s);
    const auto layer = retrying(model);
    auto task = layer->respond(requestOf(u"go"_s), bench.run);
    task.start();
    bench.clock.advance(60s);
    QVERIFY(task.isDone());
    QCOMPARE(task.takeResult().error().kind, Kind::Network);
    QCOMPARE(model->requests().size(), 3);
}

void RetryTest::allOfItIsBounded()
{
    ProviderBench bench;
    const auto model = std::make_shared<ScriptedModel>();
    Error error = overloaded();
    error.facts.retryAfter = 60s;
    model->fails(error).fails(error).says(u"never"_s);
    RetryLayer layer(std::make_unique<SharedClient>(model), RetryPolicy{.total = 100s});
    auto task = layer.respond(requestOf(u"go"_s), bench.run);
    task.start();
    bench.clock.advance(60s);
    QVERIFY2(task.isDone(), "Retry 7: a second minute would be too long");
    QCOMPARE(task.takeResult().error().kind, Kind::Overloaded);
}

void RetryTest::aStopEndsTheWaitAtOnce()
{
    ProviderBench bench;
    const auto model = std::make_shared<ScriptedModel>();
    model->fails(overloaded());
    const auto layer = retrying(model);
    auto task = layer->respond(requestOf(u"go"_s), bench.run);
    task.start();
    bench.stop.requestStop();
    QVERIFY(task.isDone());
    QCOMPARE(task.takeResult().error().kind, Kind::Cancelled);
}

void RetryTest::aRunMayBeDroppedWhileItWaits()
{
    ProviderBench bench;
    const auto model = std::make_shared<ScriptedModel>();
    model->fails(overloaded());
    const auto layer = retrying(model);
    {
        auto task = layer->respond(requestOf(u"go"_s), bench.run);
        task.start();
    }
    bench.clock.advance(60s);
    bench.stop.requestStop();
    QCOMPARE(model->requests().size(), 1);
}

QTEST_GUILESS_MAIN(RetryTest)
#include "tst_retry.moc"
