// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ChatRequest.h"
#include "chat/RunContext.h"

#include <memory>

namespace typeshift {

//! What a tool may know of the run that calls it. Lives as long as the call.
class ToolContext
{
public:
    ToolContext(const FunctionCall &call, RunContext &run);

    const RunIdentity &identity() const { return m_run.identity(); }
    const QString &callId() const { return m_callId; }
    const QString &toolName() const { return m_toolName; }
    //! What the host put into the scope of the run. // D15, D25
    const Services &services() const { return m_run.services(); }
    //! A tool that waits listens to it and then fails with Cancelled. // 2.0.14
    const StopToken &stop() const { return m_run.stop(); }
    Task<Result<>> sleep(std::chrono::milliseconds duration) { return m_run.sleep(duration); }
    //! The model is not asked again after this call; the calls of the round that follow are not run. // 2.0.9
    void endLoop() { m_endsLoop = true; }
    bool endsLoop() const { return m_endsLoop; }

private:
    QString m_callId;
    QString m_toolName;
    RunContext &m_run;
    bool m_endsLoop = false;
};

//! What a tool answers; empty is a success without words.
using ToolOutput = QList<FunctionResult::Part>;

//! Something a model may call. Shared between runs, so it keeps nothing of one. Engine's thread.
class Tool
{
public:
    Tool() = default;
    Tool(const Tool &) = delete;
    Tool &operator=(const Tool &) = delete;
    virtual ~Tool() = default;

    virtual const ToolDeclaration &declaration() const = 0;
    //! `arguments` is a JSON object. A failure becomes a result for the model; `context` outlives the task.
    virtual Task<Result<ToolOutput>> call(QJsonObject arguments, ToolContext &context) = 0;
    //! A call of it ends the loop and goes to the caller unanswered, with all others of its response. // 2.0.11
    virtual bool isDeclarationOnly() const { return false; }
    //! It changes nothing, so that plan mode may offer it. // 2.10.2
    virtual bool isReadOnly() const { return false; }
    //! Somebody or something has to approve each call. // D24
    virtual bool requiresApproval() const { return false; }
    //! What a standing approval of it is stored under. // 2.6.12, 2.6.21
    virtual QString approvalName() const { return declaration().name; }
    //! What is wrong with arguments; the call is then not made, and a person's changes are refused. // 2.0.16
    virtual std::optional<Error> problemOf(const QJsonObject &) const { return std::nullopt; }
};

//! A tool made of a function. What the function throws is its failure. // D53
class FunctionTool final : public Tool
{
public:
    using Function = std::function<Result<ToolOutput>(const QJsonObject &arguments, ToolContext &context)>;
    using Coroutine = std::function<Task<Result<ToolOutput>>(QJsonObject arguments, ToolContext &context)>;

    FunctionTool(ToolDeclaration declaration, Function function);
    //! A tool that waits.
    FunctionTool(ToolDeclaration declaration, Coroutine coroutine);

    const ToolDeclaration &declaration() const override { return m_declaration; }
    Task<Result<ToolOutput>> call(QJsonObject arguments, ToolContext &context) override;
    bool isReadOnly() const override { return m_isReadOnly; }
    bool requiresApproval() const override { return m_requiresApproval; }
    FunctionTool &setReadOnly(bool isReadOnly = true);
    FunctionTool &setRequiresApproval(bool requiresApproval = true);

private:
    ToolDeclaration m_declaration;
    Function m_function;
    Coroutine m_coroutine;
    bool m_isReadOnly = false;
    bool m_requiresApproval = false;
};

//! One text as a tool's answer.
ToolOutput toolText(const QString &text);

} // namespace typeshift
