// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "support/FixedClock.h"
#include "support/ScriptedModel.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

class ScriptedModelTest : public QObject
{
    Q_OBJECT

private slots:
    void saysWhatItWasToldAndRemembersTheRequest();
    void aPausedAnswerGoesOnWhenTold();
    void aPausedAnswerListensToStop();
    void anEmptyScriptIsAnError();
};

namespace {

struct Bench {
    FixedClock clock;
    IdSource ids;
    StopSource stop;
    QList<ChatUpdate> updates;
    RunContext run{
        {.identity = {}, .stop = stop.token(), .clock = clock, .ids = ids, .sink = [this](ChatUpdate update) {
             updates.append(std::move(update));
         }}};
};

ChatRequest request(const QString &text)
{
    ChatRequest request;
    request.messages = {userMessage(text)};
    return request;
}

} // namespace

void ScriptedModelTest::saysWhatItWasToldAndRemembersTheRequest()
{
    Bench bench;
    ScriptedModel model;
    model.says(u"done"_s).asksFor(u"read_file"_s, R"({"path":"a"})");
    auto first = model.respond(request(u"go"_s), bench.run);
    first.start();
    QVERIFY(first.isDone());
    const auto answer = first.takeResult();
    QCOMPARE(answer->text(), u"done"_s);
    QCOMPARE(bench.updates.size(), 1);
    QCOMPARE(std::get<TextDelta>(bench.updates.constFirst()).message, answer->messages.constFirst().uid);
    QCOMPARE(model.lastRequest().messages.constFirst().text(), u"go"_s);

    auto second = model.respond(request(u"more"_s), bench.run);
    second.start();
    const auto call = second.takeResult();
    QCOMPARE(call->finish, FinishReason::ToolCalls);
    QCOMPARE(call->calls().constFirst().callId, u"call_1"_s);
    QCOMPARE(model.requests().size(), 2);
}

void ScriptedModelTest::aPausedAnswerGoesOnWhenTold()
{
    Bench bench;
    ScriptedModel model;
    model.answers(ScriptedAnswer().text(u"a"_s).pause().text(u"b"_s));
    auto task = model.respond(request(u"go"_s), bench.run);
    task.start();
    QVERIFY(!task.isDone());
    QVERIFY(model.isPaused());
    QCOMPARE(bench.updates.size(), 1);
    model.goOn();
    QVERIFY(task.isDone());
    QCOMPARE(task.takeResult()->text(), u"ab"_s);
}

void ScriptedModelTest::aPausedAnswerListensToStop()
{
    Bench bench;
    ScriptedModel model;
    model.answers(ScriptedAnswer().text(u"a"_s).pause().text(u"b"_s));
    auto task = model.respond(request(u"go"_s), bench.run);
    task.start();
    bench.stop.requestStop();
    QVERIFY(task.isDone());
    QCOMPARE(task.takeResult().error().kind, Error::Kind::Cancelled);
    QVERIFY(!model.isPaused());
}

void ScriptedModelTest::anEmptyScriptIsAnError()
{
    Bench bench;
    ScriptedModel model;
    auto task = model.respond(request(u"go"_s), bench.run);
    task.start();
    QCOMPARE(task.takeResult().error().kind, Error::Kind::InvalidState);
}

QTEST_GUILESS_MAIN(ScriptedModelTest)
#include "tst_scriptedModel.moc"
