// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Clock.h"
#include "http/HttpTransport.h"

#include <QNetworkAccessManager>

namespace typeshift {

//! HttpTransport on QNetworkAccessManager; one manager, so connections are kept and shared by all its requests.
//! Belongs to the thread that made it, outlives its tasks and is not destroyed from one of their continuations.
//! `docs/transports.md` says what each measure is for; qt-network.md is the law behind them.
class NetworkTransport final : public HttpTransport
{
public:
    //! `clock` outlives the transport.
    explicit NetworkTransport(Clock &clock, TransportOptions options = {});

    Task<Result<HttpHead>> send(HttpRequest request, HttpReader &reader, StopToken stop) override;

private:
    Clock &m_clock;
    TransportOptions m_options;
    QNetworkAccessManager m_manager;
};

} // namespace typeshift
