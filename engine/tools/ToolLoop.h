// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ChatClient.h"
#include "chat/RunOptions.h"
#include "tools/CallGate.h"
#include "tools/ToolMiddleware.h"

namespace typeshift {

//! How many model calls a run may still follow by tools; one for each run, over all its passes. // 2.0.3
struct ToolBudget {
    int usedIterations = 0;
    bool hasAsked = false; //!< the model was asked once
};

//! Runs the calls of each response and asks the model again, until a response has none. // 2.0
class ToolLoop final : public ChatLayer
{
public:
    struct Parts {
        QList<std::shared_ptr<Tool>> tools;
        RunOptions options;
        std::shared_ptr<ToolBudget> budget = std::make_shared<ToolBudget>();
        std::shared_ptr<CallGate> gate;                      //!< null: everything is offered and runs
        std::shared_ptr<AnsweredCalls> answered;             //!< filled before the first pass; null for none
        QList<std::shared_ptr<ToolMiddleware>> middleware{}; //!< outermost first // 2.15.8
        //! What a pass adds to the tools; filled before it.
        std::shared_ptr<QList<std::shared_ptr<Tool>>> toolsOfPass = std::make_shared<QList<std::shared_ptr<Tool>>>();
    };

    ToolLoop(std::unique_ptr<ChatClient> inner, Parts parts);

    Task<Result<ChatResponse>> respond(ChatRequest request, RunContext &run) override;

private:
    struct Round;

    //! False when one of the calls ended the loop.
    Task<Result<bool>> runAnswered(ChatRequest &request, ChatResponse &whole, RunContext &run, int &errors);
    Task<Result<ChatResponse>> ask(const ChatRequest &request, bool isLast, RunContext &run);
    static Task<void> storeSwitches(RunContext &run);
    Task<Result<QList<DecidedCall>>> decide(QList<FunctionCall> calls, Message &asked, RunContext &run);
    QList<ToolDeclaration> declarations(const RunContext &run) const;
    Tool *find(const QString &name, const RunContext &run) const;
    bool isPassedOut(const QList<FunctionCall> &calls, const RunContext &run) const;
    Task<Result<>> answer(QList<DecidedCall> calls, Round &round, RunContext &run);
    Task<Result<>> answerAtOnce(QList<DecidedCall> calls, Round &round, RunContext &run);
    Task<Result<>> answerInTurn(QList<DecidedCall> calls, Round &round, RunContext &run);
    Task<Result<>> performAndStore(DecidedCall decided, Round &round, FunctionResult &result, RunContext &run);
    Task<void> store(Round &round, FunctionResult result, RunContext &run);
    Task<Result<>> perform(const DecidedCall &decided, Round &round, FunctionResult &result, RunContext &run);
    QList<std::shared_ptr<Tool>> tools() const { return m_parts.tools + *m_parts.toolsOfPass; }
    Task<Result<ToolOutput>> throughMiddleware(qsizetype first, Tool &tool, QJsonObject arguments,
                                               ToolContext &context);
    Task<Result<>> callTool(Tool &tool, const DecidedCall &decided, Round &round, FunctionResult &result,
                            RunContext &run);

    Parts m_parts;
};

} // namespace typeshift
