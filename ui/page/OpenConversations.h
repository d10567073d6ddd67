// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "page/ConversationSession.h"

#include <memory>
#include <vector>

namespace typeshift::ui {

//! The conversations that are shown or run. A run goes on while another conversation is shown; what neither runs nor
//! is shown is let go. // T5, T10
class OpenConversations final : public QObject
{
    Q_OBJECT

public:
    //! The desk outlives it.
    explicit OpenConversations(Desk &desk, QObject *parent = nullptr);

    //! The session of a conversation; made and loaded when there is none. None: a new one that has not begun.
    ConversationSession &open(std::optional<ConversationId> conversation);
    //! The session of a conversation that is shown or runs; null otherwise.
    ConversationSession *find(const ConversationId &conversation) const;
    //! Which one is shown; what is idle besides goes.
    void setShown(ConversationSession &session);
    //! Puts text into the queue of a conversation that runs here, shown or not; false when no run takes it. // T20
    bool steer(const ConversationId &conversation, const QString &text);

signals:
    //! The store has a message of `session`, which may not be the one that is shown.
    void inputStored(typeshift::ui::ConversationSession *session, std::optional<typeshift::ConversationId> from,
                     const QString &text);
    //! A run ended; `session` may be one that is not shown.
    void runFinished(typeshift::ui::ConversationSession *session,
                     const typeshift::Result<typeshift::ChatResponse> &result);

private:
    void letGo();

    Desk &m_desk;
    std::vector<std::unique_ptr<ConversationSession>> m_sessions;
    ConversationSession *m_shown = nullptr;
};

} // namespace typeshift::ui
