// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/UniqueCallIdsLayer.h"
#include "support/FixedClock.h"
#include "support/Rule.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

class TestUniqueCallIds final : public QObject
{
    Q_OBJECT

private slots:
    void anIdInUseGetsTheSmallestFreeNumber_data();
    void anIdInUseGetsTheSmallestFreeNumber();
    void twoEqualIdsInOneResponseAreTold();
    void aServersResultIsRenamedWithItsCall();
    void idsThatTheHistoryLeavesOutCount();
    void updatesAndResponseCarryTheSameName();
    void anEmptyIdGetsAName();
    void manyEqualIdsTakeLinearTime();
};

namespace {

FunctionCall call(const QString &id)
{
    return {.callId = id, .name = u"f"_s, .arguments = "{}", .problem = {}, .unknown = {}};
}

Message assistant(QList<Content> contents)
{
    Message message;
    message.role = Role::Assistant;
    message.contents = std::move(contents);
    return message;
}

// A model that answers with these messages, and tells its calls first.
struct Model final : ChatClient {
    explicit Model(QList<Message> given)
        : messages(std::move(given))
    {
    }
    Task<Result<ChatResponse>> respond(ChatRequest, RunContext &run) override
    {
        for (const Message &message : std::as_const(messages)) {
            for (const FunctionCall &each : message.calls())
                run.report(CallUpdate{message.uid, each});
        }
        co_return ChatResponse{.messages = messages};
    }
    QList<Message> messages;
};

struct Answered {
    QStringList told;
    QStringList calls;
    QStringList results;
};

Answered ask(UniqueCallIds &ids, const QList<Message> &sent, const QList<Message> &answer)
{
    FixedClock clock;
    IdSource source;
    Answered answered;
    RunContext run({.clock = clock, .ids = source, .sink = [&answered](const ChatUpdate &update) {
                        answered.told.append(std::get<CallUpdate>(update).call.callId);
                    }});
    UniqueCallIdsLayer layer(std::make_unique<Model>(answer), ids);
    auto task = layer.respond({.messages = sent}, run);
    task.start();
    const auto response = task.takeResult();
    for (const Message &message : response->messages) {
        for (const Content &content : message.contents) {
            if (const auto *made = std::get_if<FunctionCall>(&content))
                answered.calls.append(made->callId);
            if (const auto *result = std::get_if<FunctionResult>(&content))
                answered.results.append(result->callId);
        }
    }
    return answered;
}

} // namespace

void TestUniqueCallIds::anIdInUseGetsTheSmallestFreeNumber_data()
{
    QTest::addColumn<QStringList>("inUse");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("expected");
    QTest::newRow("2.5.2 a free id stays") << QStringList(u"call_2"_s) << u"call_1"_s << u"call_1"_s;
    QTest::newRow("2.5.2 the second") << QStringList(u"call_1"_s) << u"call_1"_s << u"call_1_2"_s;
    QTest::newRow("2.5.2 the third") << QStringList({u"call_1"_s, u"call_1_2"_s}) << u"call_1"_s << u"call_1_3"_s;
    QTest::newRow("2.5.2 a number that is taken") << QStringList({u"0"_s, u"0_3"_s}) << u"0"_s << u"0_2"_s;
    QTest::newRow("2.5.11 a name that restarts each turn")
        << QStringList(u"search:0"_s) << u"search:0"_s << u"search:0_2"_s;
}

void TestUniqueCallIds::anIdInUseGetsTheSmallestFreeNumber()
{
    QFETCH(QStringList, inUse);
    QFETCH(QString, id);
    UniqueCallIds ids;
    QList<Content> before;
    for (const QString &each : inUse)
        before.append(call(each));
    QTEST(ask(ids, {assistant(before)}, {assistant({call(id)})}).calls.constFirst(), "expected"); // 2.5.1
}

void TestUniqueCallIds::twoEqualIdsInOneResponseAreTold()
{
    RULE("2.5.3");
    UniqueCallIds ids;
    QCOMPARE(ask(ids, {}, {assistant({call(u"0"_s), call(u"0"_s)})}).calls, QStringList({u"0"_s, u"0_2"_s}));
}

void TestUniqueCallIds::aServersResultIsRenamedWithItsCall()
{
    RULE("2.5.4");
    UniqueCallIds ids;
    const FunctionResult result{.callId = u"0"_s, .contents = {}, .unknown = {}};
    const auto answered = ask(ids, {assistant({call(u"0"_s)})}, {assistant({call(u"0"_s), result})});
    QCOMPARE(answered.calls, QStringList(u"0_2"_s));
    QCOMPARE(answered.results, QStringList(u"0_2"_s));
}

void TestUniqueCallIds::idsThatTheHistoryLeavesOutCount()
{
    RULE("2.5.1");
    UniqueCallIds ids;
    ConversationEntry unanswered;
    unanswered.messages = {assistant({call(u"0"_s)})};
    ids.note(QList<StoredEntry>{{1, unanswered}});
    QCOMPARE(ask(ids, {}, {assistant({call(u"0"_s)})}).calls, QStringList(u"0_2"_s));
    QCOMPARE(ask(ids, {}, {assistant({call(u"0"_s)})}).calls, QStringList(u"0_3"_s)); // What this run stored since.
}

void TestUniqueCallIds::updatesAndResponseCarryTheSameName()
{
    RULE("2.5.5", "2.5.9");
    UniqueCallIds ids;
    const auto answered = ask(ids, {assistant({call(u"0"_s)})},
                              {assistant({call(u"0"_s), call(u"1"_s), call(u"0"_s)})});
    QCOMPARE(answered.told, QStringList({u"0_2"_s, u"1"_s, u"0_3"_s}));
    QCOMPARE(answered.calls, answered.told);
}

void TestUniqueCallIds::anEmptyIdGetsAName()
{
    RULE("2.5.10");
    UniqueCallIds ids;
    const auto answered = ask(ids, {}, {assistant({call({}), call({})})});
    QCOMPARE(answered.calls.size(), 2);
    QVERIFY(answered.calls.at(0) != answered.calls.at(1));
    for (const QString &each : answered.calls)
        QVERIFY2(QRegularExpression(u"^call_[0-9A-Za-z]{8,}$"_s).match(each).hasMatch(), qPrintable(each));
}

void TestUniqueCallIds::manyEqualIdsTakeLinearTime()
{
    RULE("2.5.14", "2.5.13");
    UniqueCallIds ids;
    QString last;
    for (int i = 0; i < 10'000; ++i)
        last = ids.claim(u"0"_s, {});
    QCOMPARE(last, u"0_10000"_s);
}

QTEST_GUILESS_MAIN(TestUniqueCallIds)
#include "tst_uniqueCallIds.moc"
