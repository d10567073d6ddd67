// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "async/Completion.h"
#include "async/TaskScope.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

Task<int> immediately(int value)
{
    co_return value;
}

Task<Result<int>> answered(Completion<int> completion)
{
    co_return co_await std::move(completion);
}

Task<void> nothing()
{
    co_return;
}

//! Tells when the frame that holds it is gone.
struct Trace {
    explicit Trace(int *counter)
        : deaths(counter)
    {
    }
    Trace(Trace &&other) noexcept
        : deaths(std::exchange(other.deaths, nullptr))
    {
    }
    Trace &operator=(Trace &&) = delete;
    ~Trace()
    {
        if (deaths)
            ++*deaths;
    }
    int *deaths;
};

Task<Result<int>> traced(Completion<int> completion, Trace trace)
{
    Q_UNUSED(trace)
    co_return co_await std::move(completion);
}

} // namespace

class TaskScopeTest : public QObject
{
    Q_OBJECT

private slots:
    void aTaskThatNeverWaitsAnswersAtOnce();
    void aTaskThatWaitsAnswersFromItsEvent();
    void whatGoesOnIsDroppedWithTheScope();
    void aTaskMayStartAnother();
    void finishedFramesGoWithTheNextStart();
    void manyTasksGoOnSideBySide();
};

void TaskScopeTest::aTaskThatNeverWaitsAnswersAtOnce()
{
    TaskScope scope;
    int got = 0;
    scope.start(immediately(7), [&got](int value) { got = value; });
    QCOMPARE(got, 7);
    bool isDone = false;
    scope.start(nothing(), [&isDone] { isDone = true; });
    QVERIFY(isDone);
    QVERIFY(!scope.isBusy());
}

void TaskScopeTest::aTaskThatWaitsAnswersFromItsEvent()
{
    TaskScope scope;
    Completion<int> completion;
    const auto resolve = completion.resolver();
    int got = 0;
    scope.start(answered(std::move(completion)), [&got](const Result<int> &value) { got = value.value_or(-1); });
    QVERIFY(scope.isBusy());
    QCOMPARE(got, 0);
    resolve(7);
    QCOMPARE(got, 7);
    QVERIFY(!scope.isBusy());
}

void TaskScopeTest::whatGoesOnIsDroppedWithTheScope()
{
    Completion<int> completion;
    const auto resolve = completion.resolver();
    int calls = 0;
    int deaths = 0;
    {
        TaskScope scope;
        scope.start(traced(std::move(completion), Trace(&deaths)), [&calls](const Result<int> &) { ++calls; });
        QCOMPARE(deaths, 0);
    }
    QCOMPARE(deaths, 1);
    resolve(7); // Finds nobody.
    QCOMPARE(calls, 0);
}

void TaskScopeTest::aTaskMayStartAnother()
{
    TaskScope scope;
    QList<int> got;
    scope.start(immediately(1), [&](int first) {
        got.append(first);
        scope.start(immediately(2), [&got](int second) { got.append(second); });
    });
    QCOMPARE(got, QList<int>({1, 2}));
}

void TaskScopeTest::finishedFramesGoWithTheNextStart()
{
    TaskScope scope;
    int deaths = 0;
    Completion<int> completion;
    const auto resolve = completion.resolver();
    scope.start(traced(std::move(completion), Trace(&deaths)), [](const Result<int> &) { });
    resolve(1);
    scope.start(nothing());
    QCOMPARE(deaths, 1);
}

void TaskScopeTest::manyTasksGoOnSideBySide()
{
    TaskScope scope;
    std::vector<Completion<int>::Resolver> resolvers;
    int sum = 0;
    for (int i = 0; i < 100; ++i) {
        Completion<int> completion;
        resolvers.push_back(completion.resolver());
        scope.start(answered(std::move(completion)), [&sum](const Result<int> &value) { sum += value.value_or(0); });
    }
    for (auto resolver = resolvers.rbegin(); resolver != resolvers.rend(); ++resolver)
        (*resolver)(1);
    QCOMPARE(sum, 100);
    QVERIFY(!scope.isBusy());
    scope.clear();
}

QTEST_GUILESS_MAIN(TaskScopeTest)
#include "tst_taskScope.moc"
