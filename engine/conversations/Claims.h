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
    //! Nothing is asked any more, and the end is being stored.
    void end();

private:
    friend class Claims;
    Claim(std::weak_ptr<Claims> claims, ConversationId conversation);

    void release();

    std::weak_ptr<Claims> m_claims;
    ConversationId m_conversation;
    bool m_isHeld = true;
};

//! Where a conversation's run is. // 2.3.1
enum class ClaimState { Free, Loading, Running, Ending };

//! One run at a time per conversation. A run that starts while another one still loads waits for it, first in, first
//! out. Never blocks; one thread; lives in a shared_ptr. // 2.3, D50
class Claims : public std::enable_shared_from_this<Claims>
{
public:
    //! The code of the error that says that a run of the conversation goes on.
    static constexpr QLatin1StringView goesOn{"run-goes-on"};

    //! Waits while another run loads. InvalidState with the code `goesOn` when one goes on; Cancelled when stopped
    //! while waiting.
    Task<Result<Claim>> claim(ConversationId conversation, StopToken stop);
    //! Done once no run ends or loads here: when the conversation is free, or its run has begun. Cancelled when
    //! stopped.
    Task<Result<>> settled(ConversationId conversation, StopToken stop);
    ClaimState stateOf(const ConversationId &conversation) const;

private:
    friend class Claim;
    struct Waiter {
        quint64 number = 0;
        Completion<>::Resolver resolve;
    };
    struct Holder {
        ClaimState state = ClaimState::Loading;
        std::deque<Waiter> waiting;  //!< for the claim, in their order
        std::deque<Waiter> watching; //!< for a change of state alone
    };

    void begin(ConversationId conversation);
    void end(const ConversationId &conversation);
    void release(ConversationId conversation);
    void tellWatchers(Holder &holder);
    Task<Result<>> wait(std::shared_ptr<Holder> holder, std::deque<Waiter> Holder::*queue, StopToken stop);
    void answerLater(const Completion<>::Resolver &resolve, Result<> answer);

    QHash<ConversationId, std::shared_ptr<Holder>> m_holders;
    quint64 m_lastWaiter = 0;
    QObject m_loop;
};

} // namespace typeshift
