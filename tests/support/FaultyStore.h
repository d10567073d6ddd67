// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Completion.h"
#include "storage/Store.h"

#include <QSet>

namespace typeshift {

//! Passes everything on to another store, except the calls that are to fail or to hang. Calls are counted from 1, each
//! verb on its own.
class FaultyStore final : public ConversationStore
{
public:
    explicit FaultyStore(ConversationStore &inner)
        : m_inner(inner)
    {
    }

    //! The nth append answers with this instead of storing.
    void failAppend(int call, const Error &error) { m_appendErrors.insert(call, error); }
    //! The nth append does not answer before letGo().
    void hangAppend(int call) { m_hangingAppends.insert(call); }
    //! The nth load, of either kind, answers with this.
    void failLoad(int call, const Error &error) { m_loadErrors.insert(call, error); }
    //! The nth load does not answer before letGo().
    void hangLoad(int call) { m_hangingLoads.insert(call); }
    //! Lets everything that hangs go on. Call it from the test, not from a coroutine.
    void letGo()
    {
        for (const auto &resolve : std::exchange(m_waiting, {}))
            resolve({});
    }

    int appends() const { return m_appends; }
    int loads() const { return m_loads; }
    qsizetype hanging() const { return qsizetype(m_waiting.size()); }

    Task<Result<QList<StoredEntry>>> loadConversation(ConversationId conversation) override
    {
        const int call = ++m_loads;
        co_await passed(m_hangingLoads.contains(call));
        if (m_loadErrors.contains(call))
            co_return failure(m_loadErrors.value(call));
        co_return co_await m_inner.loadConversation(conversation);
    }
    Task<Result<QList<StoredEntry>>> loadConversationSinceCompaction(ConversationId conversation) override
    {
        const int call = ++m_loads;
        co_await passed(m_hangingLoads.contains(call));
        if (m_loadErrors.contains(call))
            co_return failure(m_loadErrors.value(call));
        co_return co_await m_inner.loadConversationSinceCompaction(conversation);
    }
    Task<Result<qint64>> appendConversation(ConversationId conversation, ConversationEntry entry) override
    {
        const int call = ++m_appends;
        co_await passed(m_hangingAppends.contains(call));
        if (m_appendErrors.contains(call))
            co_return failure(m_appendErrors.value(call));
        co_return co_await m_inner.appendConversation(conversation, std::move(entry));
    }

private:
    Task<void> passed(bool hangs)
    {
        if (!hangs)
            co_return;
        Completion<> released;
        m_waiting.push_back(released.resolver());
        co_await std::move(released);
    }

    ConversationStore &m_inner;
    QHash<int, Error> m_appendErrors;
    QHash<int, Error> m_loadErrors;
    QSet<int> m_hangingAppends;
    QSet<int> m_hangingLoads;
    std::vector<Completion<>::Resolver> m_waiting;
    int m_appends = 0;
    int m_loads = 0;
};

} // namespace typeshift
