// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Task.h"
#include "base/Result.h"
#include "chat/RunContext.h"

#include <memory>

namespace typeshift {

//! What a rule says about a call.
struct RuleDecision {
    enum class Kind {
        None, //!< nothing: another rule, a standing approval, the mode or a person decides
        Approve,
        Reject, //!< wins over every other decision, whoever made it // 2.6.3
    };

    Kind kind = Kind::None;
    QString reason; //!< of a rejection; the model reads it

    bool operator==(const RuleDecision &) const = default;
};

//! Decides calls without a person: one object for all runs of an engine. Engine's thread. // D24
class ApprovalRule
{
public:
    ApprovalRule() = default;
    ApprovalRule(const ApprovalRule &) = delete;
    ApprovalRule &operator=(const ApprovalRule &) = delete;
    virtual ~ApprovalRule() = default;

    //! Stands in the decision log.
    virtual QString name() const = 0;
    //! Sees the exact arguments, the agent and the conversation. A failure rejects the call with its words. // 2.6.4
    virtual Task<Result<RuleDecision>> decide(FunctionCall call, RunIdentity run) = 0;
};

//! A rule made of a function; what it throws rejects the call. // 2.6.4
class FunctionRule final : public ApprovalRule
{
public:
    using Function = std::function<Result<RuleDecision>(const FunctionCall &call, const RunIdentity &run)>;

    FunctionRule(QString name, Function function);

    QString name() const override { return m_name; }
    Task<Result<RuleDecision>> decide(FunctionCall call, RunIdentity run) override;

private:
    QString m_name;
    Function m_function;
};

} // namespace typeshift
