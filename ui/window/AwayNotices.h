// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "page/Desk.h"

#include <engine/chat/ChatRequest.h>

#include <QDateTime>
#include <QHash>
#include <QObject>

#include <chrono>
#include <functional>

namespace typeshift {
class RunBoard;
}

namespace typeshift::ui {

class ConversationSession;

//! Tells the desktop what somebody would come back for while they are away from the window: an approval, a plan, a
//! failure, the end of a long run. A notice has the conversation's title and its agent, and nothing that was said.
//! // DESIGN 4.5
class AwayNotices final : public QObject
{
    Q_OBJECT

public:
    //! A run that took less is not worth a notice when it ended well.
    static constexpr std::chrono::seconds longRun{30};

    //! Desk and board outlive it; `isWatched` says whether a window of the program is the active one.
    AwayNotices(const Desk &desk, const RunBoard &board, std::function<bool()> isWatched);

    void setEnabled(bool isEnabled) { m_isEnabled = isEnabled; }
    //! A run of this window ended.
    void noteRun(const ConversationSession &session, const Result<ChatResponse> &result);
    //! Somebody looks at the conversation.
    void withdraw(const ConversationId &conversation);

signals:
    //! A notice was clicked.
    void openRequested(const typeshift::ConversationId &conversation);

private:
    QString textFor(const ConversationSession &session, const Result<ChatResponse> &result,
                    const QDateTime &startedAt) const;

    const Desk &m_desk;
    std::function<bool()> m_isWatched;
    bool m_isEnabled = true;
    QHash<ConversationId, QDateTime> m_startedAt; //!< of the last run of each conversation, UTC
};

} // namespace typeshift::ui
