// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/Tool.h"

namespace typeshift {

//! The tool by which an agent in plan mode hands in its plan. Every call of it goes to a person: no rule, no standing
//! approval and no mode answers it. // 2.10.2 to 2.10.5
class ExitPlanMode final : public Tool
{
public:
    static constexpr QLatin1StringView toolName{"exit_plan_mode"};

    ExitPlanMode();

    const ToolDeclaration &declaration() const override { return m_declaration; }
    Task<Result<ToolOutput>> call(QJsonObject arguments, ToolContext &context) override;
    bool isReadOnly() const override { return true; }
    bool requiresApproval() const override { return true; }
    //! A plan without a word cannot be handed in, nor approved.
    std::optional<Error> problemOf(const QJsonObject &arguments) const override;

    //! The plan of a call, as markdown; empty when its arguments hold none.
    static QString planOf(const QByteArray &arguments);

private:
    ToolDeclaration m_declaration;
};

} // namespace typeshift
