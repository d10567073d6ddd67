// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ChatClient.h"
#include "chat/RunOptions.h"
#include "tools/Tool.h"

namespace typeshift {

//! How many model calls a run may still follow by tools; one for each run, over all its passes. // 2.0.3
struct ToolBudget {
    int usedIterations = 0;
};

//! Runs the calls of each response and asks the model again, until a response has none. // 2.0
class ToolLoop final : public ChatLayer
{
public:
    struct Parts {
        QList<std::shared_ptr<Tool>> tools;
        RunOptions options;
        std::shared_ptr<ToolBudget> budget = std::make_shared<ToolBudget>();
    };

    ToolLoop(std::unique_ptr<ChatClient> inner, Parts parts);

    Task<Result<ChatResponse>> respond(ChatRequest request, RunContext &run) override;

private:
    struct Round;

    QList<ToolDeclaration> declarations() const;
    Tool *find(const QString &name) const;
    bool isPassedOut(const QList<FunctionCall> &calls) const;
    Task<Result<>> answer(QList<FunctionCall> calls, Round &round, RunContext &run);
    Task<Result<>> answerAtOnce(QList<FunctionCall> calls, Round &round, RunContext &run);
    Task<Result<>> answerInTurn(QList<FunctionCall> calls, Round &round, RunContext &run);
    Task<Result<>> performAndStore(FunctionCall call, Round &round, FunctionResult &result, RunContext &run);
    Task<void> store(Round &round, FunctionResult result, RunContext &run);
    Task<Result<>> perform(FunctionCall call, Round &round, FunctionResult &result, RunContext &run);

    Parts m_parts;
};

} // namespace typeshift
