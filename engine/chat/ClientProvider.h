// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ChatClient.h"

namespace typeshift {

//! Finds the client for a provider and a model. The host gives one to the engine. // D26
class ClientProvider
{
public:
    ClientProvider() = default;
    ClientProvider(const ClientProvider &) = delete;
    ClientProvider &operator=(const ClientProvider &) = delete;
    virtual ~ClientProvider() = default;

    //! InvalidInput that names the provider or model when there is none; Auth when its key is missing.
    //! Called before anything of the run is stored. // 2.17.4
    virtual Task<Result<std::shared_ptr<ChatClient>>> client(QString provider, QString model) = 0;
};

} // namespace typeshift
