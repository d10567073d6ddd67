// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/async/StopToken.h>
#include <engine/async/Task.h>
#include <engine/base/Result.h>

#include <QHostAddress>
#include <QList>

namespace typeshift::toolsets {

//! Asks what addresses a name stands for.
class HostResolver
{
public:
    HostResolver() = default;
    HostResolver(const HostResolver &) = delete;
    HostResolver &operator=(const HostResolver &) = delete;
    virtual ~HostResolver() = default;

    //! At least one address. Errors: Network (no such name), Cancelled.
    virtual Task<Result<QList<QHostAddress>>> resolve(QString host, StopToken stop) = 0;
};

//! Asks the system, in a thread of Qt's; the answer comes by an event.
class SystemHostResolver final : public HostResolver
{
public:
    Task<Result<QList<QHostAddress>>> resolve(QString host, StopToken stop) override;
};

} // namespace typeshift::toolsets
