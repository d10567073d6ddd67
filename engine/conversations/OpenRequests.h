// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ConversationEntry.h"

#include <optional>

namespace typeshift {

//! Why a request cannot be answered.
enum class RequestState {
    Open,
    Answered, //!< by a person, a rule or the conversation's standing approvals
    PassedBy, //!< a later run, or the agent's answer to later input, closed it
    Unknown,  //!< no such request since the last summary
};

//! The approval requests of a conversation, read from its stored messages: their order decides, nothing else is kept.
//! A request is open while its run is the last one and nobody answered it, until an agent's answer is stored after a
//! steering message that is stored after the request. // 2.6.13, D60
class OpenRequests
{
public:
    explicit OpenRequests(const QList<StoredEntry> &entries);

    //! In the order they were asked.
    QList<ApprovalRequest> open() const;
    RequestState stateOf(const QString &requestId) const;
    //! ApprovalClosed when the input answers a request that is not open, or one request twice; `facts.items` names each
    //! as "id: answered", "id: passedBy" or "id: unknown". One bad answer refuses the whole input. // 2.6.9, 2.6.14
    std::optional<Error> refusalOf(const QList<Message> &input) const;

private:
    struct Asked {
        ApprovalRequest request;
        RequestState state = RequestState::Open;
        bool isSteeredPast = false;
    };

    bool read(const Message &message, qsizetype earlier);
    static void answer(Asked &asked);
    void passBy(qsizetype earlier);

    QList<Asked> m_asked;
};

//! "answered" and so on, as the error's items and the console's JSON name it.
QString requestStateName(RequestState state);

} // namespace typeshift
