// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "http/Transports.h"

#include "http/NetworkTransport.h"
#if TYPESHIFT_CURL
#include "http/CurlTransport.h"
#endif

namespace typeshift {

bool hasCurlTransport()
{
    return TYPESHIFT_CURL;
}

TransportKind chosenTransport()
{
    const QByteArray wanted = qgetenv("TYPESHIFT_TRANSPORT").toLower();
    return wanted != "qt" && hasCurlTransport() ? TransportKind::Curl : TransportKind::Qt;
}

std::unique_ptr<HttpTransport> makeTransport(TransportKind kind, Clock &clock, TransportOptions options)
{
#if TYPESHIFT_CURL
    if (kind == TransportKind::Curl)
        return std::make_unique<CurlTransport>(clock, std::move(options));
#else
    Q_UNUSED(kind)
#endif
    return std::make_unique<NetworkTransport>(clock, std::move(options));
}

} // namespace typeshift
