// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Completion.h"
#include "async/StopToken.h"
#include "async/Task.h"
#include "base/StrongId.h"

#include <QHash>
#include <QObject>

#include <deque>
#include <memory>

namespace typeshift {

class Claims;

//! The right to run one conversation in this process; given back when it dies.
class Claim
{
public:
    Claim(Claim &&other) noexcept;
    Claim &operator=(Claim &&other) noexcept;
    ~Claim();

    //! The history is loaded and the input accepted: whoever waited for this run to let go is refused. // 2.3.4
    void begin();

private:
    friend class Claims;
    Claim(std::weak_ptr<Claims> claims, ConversationId conversation);

    void release();

    std::weak_ptr<Claims> m_claims;
    ConversationId m_conversation;
    bool m_isHeld = true;
};

//! One run at a time per conversation. A run that starts while another one still loads waits for it, first in, first
//! out. Never blocks; one thread; lives in a shared_ptr. // 2.3, D50
class Claims : public std::enable_shared_from_this<Claims>
{
public:
    //! Waits while another run loads. InvalidState when one goes on; Cancelled when stopped while waiting.
    Task<Result<Claim>> claim(ConversationId conversation, StopToken stop);

private:
    friend class Claim;
    struct Waiter {
        quint64 number = 0;
        Completion<>::Resolver resolve;
    };
    struct Holder {
        bool hasBegun = false;
        std::deque<Waiter> waiting;
    };

    void begin(ConversationId conversation);
    void release(ConversationId conversation);
    void answerLater(const Completion<>::Resolver &resolve, Result<> answer);

    QHash<ConversationId, std::shared_ptr<Holder>> m_holders;
    quint64 m_lastWaiter = 0;
    QObject m_loop;
};

} // namespace typeshift
