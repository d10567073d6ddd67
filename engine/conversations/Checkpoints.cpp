// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/Checkpoints.h"

#include "conversations/LeaseHold.h"

using namespace Qt::StringLiterals;

namespace typeshift {

Checkpoints::Checkpoints(std::shared_ptr<ConversationStore> store, Clock &clock, ConversationId conversation)
    : m_store(std::move(store))
    , m_clock(clock)
    , m_conversation(std::move(conversation))
{
}

Task<Result<qint64>> Checkpoints::append(ConversationEntry entry)
{
    if (m_hold) {
        if (const auto held = co_await m_hold->confirm(); !held)
            co_return failure(held.error());
    }
    std::erase_if(m_writes, [](const Task<void> &write) { return write.isDone(); });

    Completion<qint64> stored;
    const auto resolve = stored.resolver();
    QObject timer;
    m_clock.callAfter(deadline, &timer,
                      [resolve] { resolve(failure(Error::Kind::Storage, u"the store did not answer within 30 s"_s)); });
    m_writes.push_back(write(std::move(entry), resolve));
    m_writes.back().start();
    co_return co_await std::move(stored);
}

// Its own root task, so that a store that answers after the deadline finds its frame. It is the last thing the frame
// does, and a finished frame is dropped with the next append at the earliest: resolving from here is safe.
Task<void> Checkpoints::write(ConversationEntry entry, Completion<qint64>::Resolver resolve)
{
    auto result = co_await m_store->appendConversation(m_conversation, std::move(entry));
    resolve(std::move(result));
}

} // namespace typeshift
