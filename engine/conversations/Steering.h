// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/Message.h"

#include <QHash>

#include <vector>

namespace typeshift {

//! Input for a run while it works: a queue that the run empties at its model calls, and the places where it put what
//! it took. One for each run of a conversation. Deciding to end and taking new input exclude each other, because both
//! are single calls on the engine's thread. // 2.4, D51
class Steering
{
public:
    //! Hands in input. False before the run has begun, once it decided to end or was stopped, and for a message that
    //! only answers approval requests: start a run with it instead. // 2.4.1, 2.4.16, 2.4.18
    bool trySteer(Message input);
    //! Takes a waiting message back; false when the run has taken it. Its uid is the one it was handed in with.
    bool withdraw(const QUuid &uid);
    //! What waits, first in first out. // 2.4.6
    const QList<Message> &waiting() const { return m_waiting; }

    //! From here on input is accepted.
    void open();
    //! The run wants to end: true when nothing waits, and then nothing is accepted any more. // 2.4.2
    bool closeIfEmpty();
    //! Nothing is accepted any more; what waits can still be taken.
    void close();
    //! Takes everything that waits.
    QList<Message> take();

    //! Remembers that `inputs` stand behind the message `anchor` in each later model call.
    void place(const QUuid &anchor, const QList<Message> &inputs);
    //! The messages with each placed input where it was put first, unless it is among them already. // 2.4.4
    QList<Message> placedInto(QList<Message> messages) const;

private:
    enum class State { Loading, Open, Closed };
    struct Placed {
        QUuid anchor;
        Message input;
    };

    State m_state = State::Loading;
    QList<Message> m_waiting;
    std::vector<Placed> m_placed;
};

} // namespace typeshift
