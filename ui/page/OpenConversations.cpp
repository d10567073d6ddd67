// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "page/OpenConversations.h"

namespace typeshift::ui {

OpenConversations::OpenConversations(Desk &desk, QObject *parent)
    : QObject(parent)
    , m_desk(desk)
{
}

ConversationSession &OpenConversations::open(std::optional<ConversationId> conversation)
{
    for (const auto &session : m_sessions) {
        if (conversation && session->id() == conversation)
            return *session;
    }
    auto &session = *m_sessions.emplace_back(std::make_unique<ConversationSession>(m_desk, conversation));
    connect(&session, &ConversationSession::inputStored, this,
            [this, &session](std::optional<ConversationId> from, const QString &text) {
                emit inputStored(&session, from, text);
            });
    connect(&session, &ConversationSession::runFinished, this, [this, &session](const Result<ChatResponse> &result) {
        emit runFinished(&session, result);
        QMetaObject::invokeMethod(this, &OpenConversations::letGo, Qt::QueuedConnection);
    });
    session.load();
    return session;
}

ConversationSession *OpenConversations::find(const ConversationId &conversation) const
{
    const auto found = std::ranges::find_if(m_sessions,
                                            [&](const auto &session) { return session->id() == conversation; });
    return found == m_sessions.end() ? nullptr : found->get();
}

void OpenConversations::setShown(ConversationSession &session)
{
    m_shown = &session;
    letGo();
}

bool OpenConversations::steer(const ConversationId &conversation, const QString &text)
{
    ConversationSession *session = find(conversation);
    return session && session->steer(text);
}

// What is being written to a queue will begin a run. // 2.3.15
void OpenConversations::letGo()
{
    std::erase_if(m_sessions, [this](const auto &session) {
        return session.get() != m_shown && !session->isBusy() && !session->queue().isSaving();
    });
}

} // namespace typeshift::ui
