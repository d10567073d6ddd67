// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "context/ContextLayer.h"

using namespace Qt::StringLiterals;

namespace typeshift {

ContextLayer::ContextLayer(std::unique_ptr<ChatClient> inner, Parts parts)
    : ChatLayer(std::move(inner))
    , m_parts(std::move(parts))
{
}

Task<Result<ChatResponse>> ContextLayer::respond(ChatRequest request, RunContext &run)
{
    const QList<Message> begun = request.messages;
    QList<std::shared_ptr<Tool>> tools;
    for (qsizetype i = 0; i < m_parts.providers.size(); ++i) {
        auto given = co_await m_parts.providers.at(i)->context(begun, run);
        if (!given)
            co_return failure(given.error());
        if (!given->instructions.isEmpty()) {
            if (!request.instructions.isEmpty())
                request.instructions += u"\n\n"_s;
            request.instructions += given->instructions;
        }
        for (Message &message : given->messages) {
            if (message.uid.isNull())
                message.uid = run.nextUid();
            request.messages.append(std::move(message));
        }
        tools += given->tools;
    }
    if (auto clashing = clash(tools))
        co_return failure(*std::move(clashing));
    *m_parts.toolsOfPass = std::move(tools);
    co_return co_await inner().respond(std::move(request), run);
}

std::optional<Error> ContextLayer::clash(const QList<std::shared_ptr<Tool>> &tools) const
{
    QStringList taken = m_parts.taken;
    for (const auto &tool : tools) {
        const QString name = tool->declaration().name;
        if (taken.contains(name)) {
            return Error(
                Error::Kind::InvalidState,
                u"a context provider gives a tool named %1, and the run has one of this name already"_s.arg(name));
        }
        taken.append(name);
    }
    return std::nullopt;
}

} // namespace typeshift
