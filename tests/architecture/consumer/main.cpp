// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The smallest host there is: one agent, a model of its own that echoes, a store in memory, one run.
#include <typeshift/agents/Agent.h>
#include <typeshift/base/Clock.h>
#include <typeshift/chat/ClientProvider.h>
#include <typeshift/hosting/Engine.h>
#include <typeshift/storage/MemoryStore.h>

#include <QCoreApplication>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

//! Answers with what it was told.
class Echo final : public ChatClient
{
public:
    Task<Result<ChatResponse>> respond(ChatRequest request, RunContext &run) override
    {
        const QString said = request.messages.constLast().text();
        Message answer;
        answer.uid = run.nextUid();
        answer.role = Role::Assistant;
        run.report(TextDelta{answer.uid, said});
        answer.contents = {TextContent{said, {}}};
        ChatResponse response;
        response.messages = {answer};
        co_return response;
    }
};

class EchoProvider final : public ClientProvider
{
public:
    Task<Result<std::shared_ptr<ChatClient>>> client(QString, QString) override { co_return std::make_shared<Echo>(); }
};

} // namespace

int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    Clock clock;
    auto engine = EngineBuilder()
                      .add(Agent(u"parrot"_s).withModel(u"echo"_s, u"echo-1"_s))
                      .withStore(std::make_shared<MemoryStore>(clock))
                      .withProviders(std::make_shared<EchoProvider>())
                      .build();
    if (!engine)
        return 1;
    const auto host = (*engine)->host(u"parrot");
    const RunHandle run = host->run(u"hello from outside"_s, {});
    QObject::connect(run.get(), &Run::finished, &application, [](const Result<ChatResponse> &result) {
        if (result)
            std::puts(qPrintable(result->messages.constLast().text()));
        QCoreApplication::exit(result ? 0 : 1);
    });
    return QCoreApplication::exec();
}
