// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/CheckpointLayer.h"

#include "conversations/History.h"
#include "conversations/Steering.h"

namespace typeshift {

namespace {

// Collects what a model call delivered, in case it breaks off.
class PartialAnswer
{
public:
    void add(const ChatUpdate &update)
    {
        if (const auto *text = std::get_if<TextDelta>(&update)) {
            m_message.uid = text->message;
            m_text += text->text;
        } else if (const auto *reasoning = std::get_if<ReasoningDelta>(&update)) {
            m_message.uid = reasoning->message;
            m_reasoning += reasoning->text;
        }
    }

    std::optional<Message> take(const QString &author)
    {
        if (m_text.isEmpty() && m_reasoning.isEmpty())
            return std::nullopt;
        m_message.role = Role::Assistant;
        m_message.author = author;
        if (!m_reasoning.isEmpty())
            m_message.contents.append(ReasoningContent{.text = std::move(m_reasoning), .raw = {}, .unknown = {}});
        if (!m_text.isEmpty())
            m_message.contents.append(TextContent{.text = std::move(m_text), .unknown = {}});
        markCut(m_message);
        return std::move(m_message);
    }

private:
    Message m_message;
    QString m_text;
    QString m_reasoning;
};

} // namespace

CheckpointLayer::CheckpointLayer(std::unique_ptr<ChatClient> inner, Steering *steering)
    : ChatLayer(std::move(inner))
    , m_steering(steering)
{
}

// All results of a round are in `messages` by now, so input never stands between a call and its result. // 2.4.3
Task<QList<Message>> CheckpointLayer::steered(QList<Message> messages, RunContext &run)
{
    messages = m_steering->placedInto(std::move(messages));
    const QList<Message> inputs = m_steering->take();
    if (inputs.isEmpty())
        co_return messages;
    m_steering->place(messages.isEmpty() ? QUuid() : messages.constLast().uid, inputs);
    for (const Message &input : inputs) {
        ConversationEntry entry;
        entry.messages = {input};
        co_await run.checkpoint(std::move(entry));
    }
    co_return messages + inputs;
}

Task<Result<ChatResponse>> CheckpointLayer::respond(ChatRequest request, RunContext &run)
{
    if (m_steering)
        request.messages = co_await steered(std::move(request.messages), run);
    PartialAnswer partial;
    RunContext tapped(run, [&partial, &run](ChatUpdate update) {
        partial.add(update);
        run.report(std::move(update));
    });
    ++run.state().modelCalls;
    const QString model = request.model;
    auto response = co_await inner().respond(std::move(request), tapped);

    ConversationEntry entry;
    entry.provider = run.identity().provider;
    entry.model = model;
    if (response) {
        for (Message &message : response->messages)
            message.author = run.identity().agent;
        entry.messages = response->messages;
        entry.usage = response->usage;
        if (!response->model.isEmpty())
            entry.model = response->model;
        co_await run.checkpoint(std::move(entry));
    } else if (auto cut = partial.take(run.identity().agent)) {
        entry.messages.append(*std::move(cut));
        co_await run.checkpoint(std::move(entry));
    }
    co_return response;
}

} // namespace typeshift
