// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ChatRequest.h"
#include "chat/RunContext.h"

#include <memory>

namespace typeshift {

//! A provider, or a layer around one.
class ChatClient
{
public:
    ChatClient() = default;
    ChatClient(const ChatClient &) = delete;
    ChatClient &operator=(const ChatClient &) = delete;
    virtual ~ChatClient() = default;

    //! One model call, or for a layer what it makes of one. Deltas go to `run` while it works; what had arrived of an
    //! answer that broke off was reported there too. `run` outlives the task.
    virtual Task<Result<ChatResponse>> respond(ChatRequest request, RunContext &run) = 0;
};

//! A client that does something around another one. Keeps nothing between runs.
class ChatLayer : public ChatClient
{
public:
    explicit ChatLayer(std::unique_ptr<ChatClient> inner)
        : m_inner(std::move(inner))
    {
    }

    //! What lies within, for whoever looks at the stack from outside.
    const ChatClient &within() const { return *m_inner; }

protected:
    ChatClient &inner() { return *m_inner; }

private:
    std::unique_ptr<ChatClient> m_inner;
};

//! Shares a client between the pipelines of many runs.
class SharedClient final : public ChatClient
{
public:
    explicit SharedClient(std::shared_ptr<ChatClient> client)
        : m_client(std::move(client))
    {
    }
    Task<Result<ChatResponse>> respond(ChatRequest request, RunContext &run) override
    {
        return m_client->respond(std::move(request), run);
    }

private:
    std::shared_ptr<ChatClient> m_client;
};

} // namespace typeshift
