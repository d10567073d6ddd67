// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Figures.h"
#include "OneClient.h"

#include "hosting/Engine.h"
#include "support/TemporaryStore.h"
#include "support/TestIds.h"

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

//! A model in this process that asks for one call in each of so many rounds and then answers. It reads nothing of what
//! it is sent, so that a growing history costs what it costs the engine.
class RoundsClient final : public ChatClient
{
public:
    int roundsLeft = 0;

    Task<Result<ChatResponse>> respond(ChatRequest, RunContext &) override
    {
        Message message;
        message.role = Role::Assistant;
        const bool calls = roundsLeft-- > 0;
        if (calls)
            message.contents.append(FunctionCall{u"call_%1"_s.arg(roundsLeft), u"read"_s, R"({"page":1})", {}, {}});
        else
            message.contents.append(TextContent{.text = u"Read."_s, .unknown = {}});
        ChatResponse response;
        response.messages = {message};
        response.finish = calls ? FinishReason::ToolCalls : FinishReason::Stop;
        co_return response;
    }
};

std::shared_ptr<Tool> pageReader()
{
    return std::make_shared<FunctionTool>(
        ToolDeclaration{u"read"_s, u"Reads a page."_s, {}},
        [](const QJsonObject &, ToolContext &) -> Result<ToolOutput> { return toolText(QString(1'000, u'x')); });
}

} // namespace

//! What a round of tool calls costs, at the beginning of a run and behind many others.
class BenchRounds final : public QObject
{
    Q_OBJECT

private slots:
    void aRoundCostsTheSameBehindTwoHundred();

private:
    struct Cost {
        double milliseconds = 0; //!< of processor time
        double megabytes = 0;    //!< on the heap when the run ends
    };
    Cost costOf(int rounds);

    std::shared_ptr<Clock> m_clock = std::make_shared<Clock>();
};

BenchRounds::Cost BenchRounds::costOf(int rounds)
{
    constexpr int runs = 5;
    TemporaryStore database(*m_clock);
    const auto client = std::make_shared<RoundsClient>();
    const auto engine = EngineBuilder()
                            .add(Agent(u"assistant"_s)
                                     .withModel(u"p"_s, u"m"_s)
                                     .withRunOptions({.maxToolIterations = 1'000})
                                     .useTool(pageReader()))
                            .withStore(
                                std::shared_ptr<ConversationStore>(&database.store(), [](ConversationStore *) { }))
                            .withProviders(std::make_shared<bench::OneClient>(client))
                            .withClock(m_clock)
                            .build();
    Cost cost;
    for (int i = 0; i < runs; ++i) {
        client->roundsLeft = rounds;
        const double heap = bench::heapMegabytes();
        const double before = bench::cpuMilliseconds();
        const RunHandle run = (*engine)->host(u"assistant")->run(u"go"_s, {.conversation = testId<ConversationId>()});
        QSignalSpy finished(run.get(), &Run::finished);
        connect(run.get(), &Run::finished, this, [&] { cost.megabytes += bench::heapMegabytes() - heap; });
        if (!finished.wait(60'000) || !run->result().result())
            qFatal("a run of %d rounds failed", rounds);
        cost.milliseconds += bench::cpuMilliseconds() - before;
    }
    return {cost.milliseconds / runs, cost.megabytes / runs};
}

void BenchRounds::aRoundCostsTheSameBehindTwoHundred()
{
    costOf(10); // Warm.
    QList<double> early;
    QList<double> late;
    QHash<int, QList<double>> times;
    QHash<int, QList<double>> heaps;
    for (int pair = 0; pair < bench::pairs; ++pair) {
        QHash<int, double> of;
        for (const int rounds : {10, 100, 200}) {
            const Cost cost = costOf(rounds);
            of[rounds] = cost.milliseconds;
            times[rounds].append(cost.milliseconds * 1'000 / rounds);
            heaps[rounds].append(cost.megabytes * 1'024 / rounds);
        }
        early.append((of[100] - of[10]) * 1'000 / 90);
        late.append((of[200] - of[100]) * 1'000 / 100);
    }
    for (const int rounds : {10, 100, 200}) {
        bench::reportFigure(u"a round of tool calls, processor, in a run of %1"_s.arg(rounds),
                            bench::median(times[rounds]), u"µs"_s, 5'000);
        bench::reportFigure(u"a round of tool calls, memory, in a run of %1"_s.arg(rounds),
                            bench::median(heaps[rounds]), u"KB"_s, 20);
    }
    QVERIFY(bench::reportPair(u"rounds 101 to 200 beside rounds 11 to 100, each"_s, late, early, u"µs"_s, 1.5));
    QVERIFY(bench::report(u"memory of a round in 200 beside one in 100"_s, QString(), QString(),
                          bench::median(heaps[200]) / bench::median(heaps[100]), 1.3));
}

QTEST_GUILESS_MAIN(BenchRounds)
#include "bench_rounds.moc"
