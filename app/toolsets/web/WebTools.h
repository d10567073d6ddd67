// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "toolsets/web/HostResolver.h"

#include <engine/http/HttpTransport.h>
#include <engine/json/Field.h>

#include <optional>

namespace typeshift::toolsets {

class PageReader;

struct FetchPageArguments {
    QString url;
    std::optional<int> start;

    static constexpr auto fields()
    {
        return std::tuple{
            field("url", &FetchPageArguments::url, "The whole address, with http:// or https://."),
            field("start", &FetchPageArguments::start,
                  "First character of the text to show, from 0; an answer that was cut says where to go on.")};
    }
    bool operator==(const FetchPageArguments &) const = default;
};

//! What one fetch may take.
struct WebLimits {
    qint64 bytes = 5 << 20;          //!< of the page, unpacked; the rest is not loaded
    qsizetype answerLength = 50'000; //!< characters of one answer
    int redirects = 5;
    HttpTimeouts timeouts{.connect = std::chrono::seconds(10),
                          .firstByte = std::chrono::seconds(20),
                          .idle = std::chrono::seconds(10),
                          .total = std::chrono::seconds(45)};

    bool operator==(const WebLimits &) const = default;
};

//! Fetches pages of the public web. Every address, the one asked for and the one of each redirect, is checked by its
//! text; then its name is resolved and every address behind it checked; then the connection goes to one of just these
//! addresses, whatever the name stands for by now. Called in one thread; the parts outlive it, and it its tasks.
class WebTools
{
public:
    WebTools(HttpTransport &transport, HostResolver &resolver, WebLimits limits = {});

    //! The text of a page, with its final address, status and title. A status of 400 and more is an answer, no error.
    //! Errors: Refused (not public, not text, too many redirects), InvalidInput, Network, Timeout, Cancelled.
    Task<Result<QString>> fetch(FetchPageArguments arguments, StopToken stop);

private:
    //! All addresses of the host; at least one, and every one public.
    Task<Result<QList<QHostAddress>>> publicAddressesOf(QUrl url, StopToken stop);
    Task<Result<>> load(QUrl url, PageReader *reader, StopToken stop);
    Result<QString> answerOf(const QUrl &url, const PageReader &reader, int start) const;

    HttpTransport &m_transport;
    HostResolver &m_resolver;
    WebLimits m_limits;
};

} // namespace typeshift::toolsets
