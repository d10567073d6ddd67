// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/Tool.h"

#include "tools/BoundCall.h"

namespace typeshift {

ToolContext::ToolContext(const FunctionCall &call, RunContext &run)
    : m_callId(call.callId)
    , m_toolName(call.name)
    , m_run(run)
{
}

FunctionTool::FunctionTool(ToolDeclaration declaration, Function function)
    : m_declaration(std::move(declaration))
    , m_function(std::move(function))
{
}

FunctionTool::FunctionTool(ToolDeclaration declaration, Coroutine coroutine)
    : m_declaration(std::move(declaration))
    , m_coroutine(std::move(coroutine))
{
}

FunctionTool &FunctionTool::setReadOnly(bool isReadOnly)
{
    m_isReadOnly = isReadOnly;
    return *this;
}

FunctionTool &FunctionTool::setRequiresApproval(bool requiresApproval)
{
    m_requiresApproval = requiresApproval;
    return *this;
}

Task<Result<ToolOutput>> FunctionTool::call(QJsonObject arguments, ToolContext &context)
{
    try {
        if (!m_coroutine)
            co_return m_function(arguments, context);
        co_return co_await m_coroutine(std::move(arguments), context);
    } catch (...) {
        co_return detail::thrown();
    }
}

ToolOutput toolText(const QString &text)
{
    return {TextContent{.text = text, .unknown = {}}};
}

} // namespace typeshift
