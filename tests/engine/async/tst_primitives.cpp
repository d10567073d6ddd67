// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "async/All.h"
#include "async/Completion.h"
#include "async/Delay.h"
#include "support/FixedClock.h"

#include <QTest>

#include <stdexcept>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

Task<Result<int>> waitFor(Completion<int> completion)
{
    co_return co_await std::move(completion);
}

Task<int> answer(int value)
{
    co_return value;
}

Task<int> sumOfImmediateAnswers(int count)
{
    int sum = 0;
    for (int i = 0; i < count; ++i)
        sum += co_await answer(1);
    co_return sum;
}

struct Witness {
    explicit Witness(int &counter)
        : alive(&counter)
    {
        ++*alive;
    }
    Witness(Witness &&other) noexcept
        : alive(std::exchange(other.alive, nullptr))
    {
    }
    Witness &operator=(Witness &&) = delete;
    ~Witness()
    {
        if (alive)
            --*alive;
    }
    int *alive;
};

Task<Result<int>> holding(Witness witness, Completion<int> completion)
{
    const Witness kept = std::move(witness);
    co_return co_await std::move(completion);
}

Task<void> throwing(Witness witness, Completion<int> completion)
{
    const Witness kept = std::move(witness);
    (void)co_await std::move(completion);
    throw std::runtime_error("out of paper");
}

Task<QString> catching(Witness witness, Completion<int> completion)
{
    try {
        co_await throwing(std::move(witness), std::move(completion));
    } catch (const std::exception &thrown) {
        co_return QString(u"caught: "_s + QString::fromUtf8(thrown.what()));
    }
    co_return QString();
}

Task<void> awaiting(Completion<int> completion)
{
    co_await std::move(completion);
}

} // namespace

class TestPrimitives final : public QObject
{
    Q_OBJECT

private slots:
    void aTaskRunsOnlyWhenItIsStarted();
    void aMillionImmediateAwaitsDoNotGrowTheStack();
    void destroyingATaskDestroysWhatItHolds();
    void movingIntoATaskDropsItsOldChainFirst();
    void whatATaskThrowsIsThrownWhereItIsAwaited_data();
    void whatATaskThrowsIsThrownWhereItIsAwaited();
    void theFirstOfTwoAnswersCounts();
    void aLateAnswerFindsNobody();
    void aResolverThatDiesUnansweredFailsTheAwaiter();
    void allKeepsTheOrderOfItsTasks();
    void allOfVoidWaitsForEach();
    void droppingAllDropsEveryTask();
    void aDelayEndsWithItsTime();
    void aStoppedDelayEndsAtOnce();
    void aStopReachesWhoeverListensOnce();
    void aCallbackMayUnregisterItself();
};

void TestPrimitives::aTaskRunsOnlyWhenItIsStarted()
{
    auto task = answer(3);
    QVERIFY(!task.isDone());
    task.start();
    QVERIFY(task.isDone());
    QCOMPARE(task.takeResult(), 3);
}

void TestPrimitives::aMillionImmediateAwaitsDoNotGrowTheStack()
{
    auto task = sumOfImmediateAnswers(1'000'000);
    task.start();
    QCOMPARE(task.takeResult(), 1'000'000);
}

void TestPrimitives::destroyingATaskDestroysWhatItHolds()
{
    int alive = 0;
    {
        auto task = holding(Witness(alive), Completion<int>());
        task.start();
    }
    QCOMPARE(alive, 0);
}

void TestPrimitives::movingIntoATaskDropsItsOldChainFirst()
{
    int alive = 0;
    Completion<int> first;
    Completion<int> second;
    const auto keepFirst = first.resolver();
    const auto keepSecond = second.resolver();
    auto task = holding(Witness(alive), std::move(first));
    task.start();
    QCOMPARE(alive, 1);
    task = waitFor(std::move(second));
    QCOMPARE(alive, 0);
    keepFirst(1);
}

void TestPrimitives::whatATaskThrowsIsThrownWhereItIsAwaited_data()
{
    QTest::addColumn<bool>("waits");
    QTest::newRow("at once") << false;
    QTest::newRow("after it waited") << true;
}

void TestPrimitives::whatATaskThrowsIsThrownWhereItIsAwaited()
{
    QFETCH(bool, waits);
    Completion<int> completion;
    const auto resolve = completion.resolver();
    if (!waits)
        resolve(1);
    int alive = 0;
    auto task = catching(Witness(alive), std::move(completion));
    task.start();
    if (waits)
        resolve(1);
    QVERIFY(task.isDone());
    QCOMPARE(task.takeResult(), u"caught: out of paper"_s);
    QCOMPARE(alive, 0);
}

void TestPrimitives::theFirstOfTwoAnswersCounts()
{
    Completion<int> completion;
    const auto resolve = completion.resolver();
    auto task = waitFor(std::move(completion));
    task.start();
    resolve(1);
    resolve(2);
    QCOMPARE(task.takeResult(), Result<int>(1));
}

void TestPrimitives::aLateAnswerFindsNobody()
{
    Completion<int> completion;
    const auto resolve = completion.resolver();
    {
        auto task = waitFor(std::move(completion));
        task.start();
    }
    resolve(1);
}

void TestPrimitives::aResolverThatDiesUnansweredFailsTheAwaiter()
{
    Completion<int> completion;
    std::optional resolve(completion.resolver());
    auto task = waitFor(std::move(completion));
    task.start();
    resolve.reset();
    QVERIFY(task.isDone());
    QCOMPARE(task.takeResult().error().kind, Error::Kind::InvalidState);
}

void TestPrimitives::allKeepsTheOrderOfItsTasks()
{
    std::vector<Completion<int>> completions(3);
    std::vector<Completion<int>::Resolver> resolvers;
    std::vector<Task<Result<int>>> tasks;
    for (auto &completion : completions) {
        resolvers.push_back(completion.resolver());
        tasks.push_back(waitFor(std::move(completion)));
    }
    auto together = all(std::move(tasks));
    together.start();
    for (const std::size_t i : {2U, 0U, 1U}) {
        QVERIFY(!together.isDone());
        resolvers[i](int(i));
    }
    QVERIFY(together.isDone());
    const auto results = together.takeResult();
    for (std::size_t i = 0; i < 3; ++i)
        QCOMPARE(results[i], Result<int>(int(i)));
}

void TestPrimitives::allOfVoidWaitsForEach()
{
    Completion<int> completion;
    const auto resolve = completion.resolver();
    std::vector<Task<void>> tasks;
    tasks.push_back(awaiting(std::move(completion)));
    auto together = all(std::move(tasks));
    together.start();
    QVERIFY(!together.isDone());
    resolve(1);
    QVERIFY(together.isDone());
}

void TestPrimitives::droppingAllDropsEveryTask()
{
    int alive = 0;
    {
        std::vector<Task<Result<int>>> tasks;
        tasks.push_back(holding(Witness(alive), Completion<int>()));
        Completion<int> open;
        const auto resolve = open.resolver();
        tasks.push_back(holding(Witness(alive), std::move(open)));
        auto together = all(std::move(tasks));
        together.start();
    }
    QCOMPARE(alive, 0);
}

void TestPrimitives::aDelayEndsWithItsTime()
{
    FixedClock clock;
    StopSource stop;
    auto task = delay(clock, std::chrono::seconds(2), stop.token());
    task.start();
    clock.advance(std::chrono::milliseconds(1'999));
    QVERIFY(!task.isDone());
    clock.advance(std::chrono::milliseconds(1));
    QVERIFY(task.isDone());
    QVERIFY(task.takeResult());
}

void TestPrimitives::aStoppedDelayEndsAtOnce()
{
    FixedClock clock;
    StopSource stop;
    auto task = delay(clock, std::chrono::seconds(2), stop.token());
    task.start();
    stop.requestStop();
    QVERIFY(task.isDone());
    QCOMPARE(task.takeResult().error().kind, Error::Kind::Cancelled);
    clock.advance(std::chrono::seconds(3));
}

void TestPrimitives::aStopReachesWhoeverListensOnce()
{
    StopSource stop;
    int calls = 0;
    StopCallback first(stop.token(), [&calls] { ++calls; });
    {
        StopCallback gone(stop.token(), [&calls] { calls += 100; });
    }
    stop.requestStop();
    stop.requestStop();
    QCOMPARE(calls, 1);
    StopCallback late(stop.token(), [&calls] { ++calls; });
    QCOMPARE(calls, 2);
}

void TestPrimitives::aCallbackMayUnregisterItself()
{
    StopSource stop;
    int calls = 0;
    std::unique_ptr<StopCallback> self;
    self = std::make_unique<StopCallback>(stop.token(), [&] {
        ++calls;
        self.reset();
    });
    StopCallback other(stop.token(), [&calls] { ++calls; });
    stop.requestStop();
    QCOMPARE(calls, 2);
}

QTEST_GUILESS_MAIN(TestPrimitives)
#include "tst_primitives.moc"
