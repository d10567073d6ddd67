// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Clock.h"
#include "http/HttpTransport.h"

#include <memory>

namespace typeshift {

class CurlLoop;

//! HttpTransport on libcurl in the event loop of its thread; connections are kept and shared by all its requests.
//! Unlike QNetworkAccessManager it sets TCP_NODELAY and reads without a second thread: docs/transports.md measures
//! both. Belongs to the thread that made it, outlives its tasks and is not destroyed from one of their continuations.
//! Respects the proxy variables of the environment.
class CurlTransport final : public HttpTransport
{
public:
    //! `clock` outlives the transport.
    explicit CurlTransport(Clock &clock, TransportOptions options = {});
    ~CurlTransport() override;

    Task<Result<HttpHead>> send(HttpRequest request, HttpReader &reader, StopToken stop) override;

private:
    Clock &m_clock;
    TransportOptions m_options;
    std::unique_ptr<CurlLoop> m_loop;
};

} // namespace typeshift
