// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/Tool.h"

namespace typeshift {

//! Another tool, each call of which has to be approved for one agent. In everything else it is that tool, under the
//! same name, so that rules and standing approvals of the one hold for the other. // D24
class AskingTool final : public Tool
{
public:
    explicit AskingTool(std::shared_ptr<Tool> tool)
        : m_tool(std::move(tool))
    {
    }

    const ToolDeclaration &declaration() const override { return m_tool->declaration(); }
    Task<Result<ToolOutput>> call(QJsonObject arguments, ToolContext &context) override
    {
        return m_tool->call(std::move(arguments), context);
    }
    bool isDeclarationOnly() const override { return m_tool->isDeclarationOnly(); }
    bool isReadOnly() const override { return m_tool->isReadOnly(); }
    bool requiresApproval() const override { return true; }
    QString approvalName() const override { return m_tool->approvalName(); }
    std::optional<Error> problemOf(const QJsonObject &arguments) const override { return m_tool->problemOf(arguments); }

private:
    std::shared_ptr<Tool> m_tool;
};

} // namespace typeshift
