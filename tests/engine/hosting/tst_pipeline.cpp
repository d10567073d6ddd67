// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/CheckpointLayer.h"
#include "conversations/UniqueCallIdsLayer.h"
#include "hosting/Pipeline.h"
#include "middleware/MiddlewareLayer.h"
#include "providers/RetryLayer.h"
#include "support/Rule.h"
#include "support/RunningEngine.h"

using namespace Qt::StringLiterals;
using namespace typeshift;

//! The order of the layers is a promise (D29): each place in it protects something.
class TestPipeline final : public QObject
{
    Q_OBJECT

private slots:
    void theLayersLieInTheirOrder();
    void withoutAConversationNothingStoresButTheRest();
    void aRetriedCallIsStoredOnce();
};

namespace {

QStringList layersOf(const ChatClient &outermost)
{
    QStringList names;
    const ChatClient *each = &outermost;
    while (const auto *layer = dynamic_cast<const ChatLayer *>(each)) {
        names.append(dynamic_cast<const ConversationLayer *>(layer)        ? u"conversation"_s
                         : dynamic_cast<const MiddlewareLayer *>(layer)    ? u"middleware"_s
                         : dynamic_cast<const ContextLayer *>(layer)       ? u"context"_s
                         : dynamic_cast<const ToolLoop *>(layer)           ? u"tools"_s
                         : dynamic_cast<const CheckpointLayer *>(layer)    ? u"checkpoints"_s
                         : dynamic_cast<const UniqueCallIdsLayer *>(layer) ? u"call ids"_s
                         : dynamic_cast<const RetryLayer *>(layer)         ? u"retry"_s
                                                                           : u"?"_s);
        each = &layer->within();
    }
    return names;
}

} // namespace

void TestPipeline::theLayersLieInTheirOrder()
{
    const auto stack = makePipeline(
        {.conversation = ConversationLayer::Parts{.steering = std::make_shared<Steering>(),
                                                  .callIds = std::make_shared<UniqueCallIds>()},
         .middleware = {nullptr, nullptr},
         .context = {nullptr},
         .tools = {},
         .provider = std::make_shared<ScriptedModel>()});
    QCOMPARE(layersOf(*stack),
             QStringList({u"conversation"_s, u"middleware"_s, u"middleware"_s, u"context"_s, u"tools"_s,
                          u"checkpoints"_s, u"call ids"_s, u"retry"_s}));
}

void TestPipeline::withoutAConversationNothingStoresButTheRest()
{
    RULE("2.1.23");
    const auto stack = makePipeline({.conversation = {},
                                     .middleware = {},
                                     .context = {},
                                     .tools = {},
                                     .provider = std::make_shared<ScriptedModel>()});
    QCOMPARE(layersOf(*stack), QStringList({u"tools"_s, u"checkpoints"_s, u"retry"_s}));
}

void TestPipeline::aRetriedCallIsStoredOnce()
{
    RunningEngine running;
    running.model->fails(Error(Error::Kind::Overloaded, u"busy"_s)).says(u"ok"_s);
    const RunHandle run = running.host().run(u"Hi"_s, running.request());
    QTRY_VERIFY(running.model->requests().size() == 1 && running.clock->nextTimer());
    running.clock->advance(std::chrono::seconds(10));
    QVERIFY(RunningEngine::end(run));
    QCOMPARE(running.model->requests().size(), 2);
    QCOMPARE(running.entries().size(), 3);
}

QTEST_GUILESS_MAIN(TestPipeline)
#include "tst_pipeline.moc"
