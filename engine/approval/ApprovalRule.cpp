// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/ApprovalRule.h"

#include <exception>

using namespace Qt::StringLiterals;

namespace typeshift {

FunctionRule::FunctionRule(QString name, Function function)
    : m_name(std::move(name))
    , m_function(std::move(function))
{
}

Task<Result<RuleDecision>> FunctionRule::decide(FunctionCall call, RunIdentity run)
{
    try {
        co_return m_function(call, run);
    } catch (const std::exception &thrown) {
        co_return failure(Error::Kind::Tool, QString::fromUtf8(thrown.what()));
    } catch (...) {
        co_return failure(Error::Kind::Tool, u"the rule threw something that is no std::exception"_s);
    }
}

} // namespace typeshift
