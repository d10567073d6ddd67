// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "http/CurlTransport.h"

#include "http/CurlExchange.h"
#include "http/CurlLoop.h"

using namespace Qt::StringLiterals;

namespace typeshift {

CurlTransport::CurlTransport(Clock &clock, TransportOptions options)
    : m_clock(clock)
    , m_options(std::move(options))
{
}

CurlTransport::~CurlTransport() = default;

Task<Result<HttpHead>> CurlTransport::send(HttpRequest request, HttpReader &reader, StopToken stop)
{
    if (stop.isStopRequested())
        co_return failure(Error::Kind::Cancelled, u"stopped before the request was sent"_s);
    // With the first request: curl and its TLS library take 4 MB, which a window that only reads does not need.
    if (!m_loop)
        m_loop = std::make_unique<CurlLoop>(m_options.connectionsPerHost);
    Completion<HttpHead> ended;
    CurlExchange exchange(std::move(request), reader, m_clock, ended.resolver());
    StopCallback stopped(stop, [&exchange] { exchange.fail(Error(Error::Kind::Cancelled, u"stopped"_s)); });
    exchange.start(*m_loop, m_options);
    co_return co_await std::move(ended);
}

} // namespace typeshift
