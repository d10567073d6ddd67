// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "http/NetworkTransport.h"

#include "http/HttpExchange.h"
#include "http/NetworkExchange.h"

using namespace Qt::StringLiterals;

namespace typeshift {

NetworkTransport::NetworkTransport(Clock &clock, TransportOptions options)
    : m_clock(clock)
    , m_options(std::move(options))
{
    m_manager.setRedirectPolicy(QNetworkRequest::ManualRedirectPolicy);
}

Task<Result<HttpHead>> NetworkTransport::send(HttpRequest request, HttpReader &reader, StopToken stop)
{
    if (stop.isStopRequested())
        co_return failure(Error::Kind::Cancelled, u"stopped before the request was sent"_s);
    Completion<HttpHead> ended;
    NetworkExchange exchange(std::move(request), reader, m_clock, ended.resolver());
    StopCallback stopped(stop, [&exchange] { exchange.fail(Error(Error::Kind::Cancelled, u"stopped"_s)); });
    exchange.start(m_manager, m_options);
    co_return co_await std::move(ended);
}

} // namespace typeshift
