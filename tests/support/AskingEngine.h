// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/RunningEngine.h"
#include "support/TestTools.h"

namespace typeshift {

//! A running engine whose agent has "look" (read-only), "note" (plain), "pay" and "mail" (need approval).
struct AskingEngine {
    explicit AskingEngine(QList<std::shared_ptr<ApprovalRule>> rules = {}, AgentMode mode = AgentMode::Default)
        : running{.tools = {mark(tools.echo(QStringLiteral("look")), true, false), tools.echo(QStringLiteral("note")),
                            mark(tools.echo(QStringLiteral("pay")), false, true),
                            mark(tools.echo(QStringLiteral("mail")), false, true)},
                  .rules = std::move(rules),
                  .mode = mode}
    {
    }

    static std::shared_ptr<Tool> mark(const std::shared_ptr<Tool> &tool, bool isReadOnly, bool requiresApproval)
    {
        static_cast<FunctionTool &>(*tool).setReadOnly(isReadOnly).setRequiresApproval(requiresApproval);
        return tool;
    }

    ScriptedModel &model() { return *running.model; }
    //! One run with this input, to its end.
    Result<ChatResponse> say(const QString &text, std::optional<AgentMode> mode = std::nullopt)
    {
        RunRequest request = running.request();
        request.mode = mode;
        return RunningEngine::end(running.host().run(text, request));
    }
    Result<ChatResponse> answer(const QList<ApprovalResponse> &answers, const QString &text = {})
    {
        return RunningEngine::end(running.host().answer(answers, running.request(), text));
    }
    //! The requests that the conversation holds open, as its store says.
    QList<ApprovalRequest> open() { return OpenRequests(running.entries()).open(); }

    static ApprovalResponse approve(const ApprovalRequest &request)
    {
        ApprovalResponse response;
        response.requestId = request.requestId;
        response.approved = true;
        return response;
    }
    static ApprovalResponse approveForConversation(const ApprovalRequest &request)
    {
        ApprovalResponse response = approve(request);
        response.forConversation = true;
        return response;
    }
    static ApprovalResponse reject(const ApprovalRequest &request, const QString &reason)
    {
        ApprovalResponse response;
        response.requestId = request.requestId;
        response.reason = reason;
        return response;
    }

    TestTools tools;
    RunningEngine running;
};

//! What a message is, in a word: "user: text", "calls: a b", "results: …".
inline QStringList outlineOf(const QList<Message> &messages)
{
    QStringList outline;
    for (const Message &message : messages) {
        QStringList parts;
        for (const Content &content : message.contents) {
            if (const auto *text = std::get_if<TextContent>(&content))
                parts.append(text->text);
            else if (const auto *call = std::get_if<FunctionCall>(&content))
                parts.append(QStringLiteral("call ") + call->name);
            else if (const auto *result = std::get_if<FunctionResult>(&content))
                parts.append(QStringLiteral("result ") + std::get<TextContent>(result->contents.constFirst()).text);
            else if (std::holds_alternative<ApprovalRequest>(content))
                parts.append(QStringLiteral("request"));
            else if (std::holds_alternative<ApprovalResponse>(content))
                parts.append(QStringLiteral("answer"));
        }
        outline.append(parts.join(QStringLiteral(" | ")));
    }
    return outline;
}

//! The names of a request's tools.
inline QStringList toolsOf(const ChatRequest &request)
{
    QStringList names;
    for (const ToolDeclaration &tool : request.tools)
        names.append(tool.name);
    return names;
}

} // namespace typeshift
