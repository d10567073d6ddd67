// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "approval/ApprovalRule.h"
#include "conversations/AnsweredRequests.h"
#include "tools/CallGate.h"

namespace typeshift {

//! Decides calls: rules first, then the conversation's standing approvals, then the mode; what is left goes to the
//! host, and the run ends asking. One for each run. // 2.6, 2.10
class ApprovalGate final : public CallGate, public AnswerChecks
{
public:
    struct Parts {
        QList<std::shared_ptr<ApprovalRule>> rules;                  //!< in the order they are asked
        QList<std::shared_ptr<Tool>> tools;                          //!< everything the run may call
        std::shared_ptr<QList<std::shared_ptr<Tool>>> toolsOfPass{}; //!< and what a pass adds; null for nothing
        bool mayAsk = true; //!< false inside a sub-agent: what nobody decides is rejected // 2.6.3
    };

    explicit ApprovalGate(Parts parts);

    bool offers(const Tool &tool, const RunContext &run) const override;
    void prepare(ChatRequest &request, RunContext &run) override;
    Task<Result<QList<DecidedCall>>> decide(QList<FunctionCall> calls, QList<Tool *> tools, Message &asked,
                                            RunContext &run) override;

    std::optional<Error> refusalOf(const ApprovalRequest &request, const ApprovalResponse &response) const override;
    QString approvalName(const FunctionCall &call) const override;

private:
    struct Ruling;

    Task<Ruling> rule(const FunctionCall &call, const Tool *tool, const RunContext &run);
    Task<Ruling> ruleByRules(const FunctionCall &call, const RunContext &run);
    Task<void> store(const QList<FunctionCall> &calls, const QList<Ruling> &rulings, Message &asked, RunContext &run);
    const Tool *find(const QString &name) const;

    Parts m_parts;
};

} // namespace typeshift
