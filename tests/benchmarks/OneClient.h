// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ClientProvider.h"

namespace typeshift::bench {

//! Leads every provider and model name to one client.
class OneClient final : public ClientProvider
{
public:
    explicit OneClient(std::shared_ptr<ChatClient> client)
        : m_client(std::move(client))
    {
    }
    Task<Result<std::shared_ptr<ChatClient>>> client(QString, QString) override { co_return m_client; }

private:
    std::shared_ptr<ChatClient> m_client;
};

} // namespace typeshift::bench
