// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/StopToken.h"
#include "async/Task.h"
#include "base/Result.h"

#include <QByteArray>
#include <QList>
#include <QUrl>

#include <chrono>
#include <utility>

namespace typeshift {

//! Four separate limits; zero switches one off. Any received byte, a comment included, restarts the idle one.
struct HttpTimeouts {
    std::chrono::milliseconds connect{30'000}; //!< until the connection stands and the request began to leave
    std::chrono::milliseconds firstByte{
        600'000}; //!< from the sent request to the answer's head; local models load for minutes
    std::chrono::milliseconds idle{120'000}; //!< between two pieces of the body
    std::chrono::milliseconds total{0};      //!< for all of it

    bool operator==(const HttpTimeouts &) const = default;
};

using HttpHeaders = QList<std::pair<QByteArray, QByteArray>>;

//! One request. Keys travel in its headers and are never printed: errors name the host, not the headers.
struct HttpRequest {
    QByteArray method = "POST";
    QUrl url;
    HttpHeaders headers;
    QByteArray body;
    HttpTimeouts timeouts;
    bool allowHttp2 = true;
    //! An address to connect to instead of asking what the url's host stands for: who checked an address gets just that
    //! one. Certificate and Host header stay those of the url. No proxy is asked then. Empty: as the system resolves
    //! it.
    QString connectTo = {};
    //! An answer that redirects goes to the reader like any other instead of being an error; it is never followed.
    bool readsRedirects = false;
};

//! Status and headers of an answer.
struct HttpHead {
    int status = 0;
    HttpHeaders headers;
    qint64 bodyBytes = 0; //!< received so far; all of it once the request has ended

    //! The first header of this name, whatever its case; empty when there is none.
    QByteArray header(QByteArrayView name) const;
};

//! What all requests of a transport share.
struct TransportOptions {
    int connectionsPerHost = 200; //!< streams that may run side by side; the six of a browser are too few for agents
    QString certificateFile;      //!< PEM file of the authorities to trust instead of the system's; empty: the system's

    bool operator==(const TransportOptions &) const = default;
};

//! Takes an answer piece by piece, called on the transport's thread from its events. It may ask for a stop from inside
//! a call, which then ends the request when the call returns; it must not destroy the task that it serves.
class HttpReader
{
public:
    HttpReader() = default;
    HttpReader(const HttpReader &) = delete;
    HttpReader &operator=(const HttpReader &) = delete;
    virtual ~HttpReader() = default;

    //! Called once, before the first piece of the body. An error ends the request with it.
    virtual Result<> head(const HttpHead &head);
    //! A piece of the body, decompressed; the view ends with the call. An error ends the request with it.
    virtual Result<> data(QByteArrayView bytes) = 0;
};

//! The network seam: sends one request and hands its answer to a reader. Never sends a request with a body twice and
//! never follows a redirect: retrying is the caller's decision.
class HttpTransport
{
public:
    HttpTransport() = default;
    HttpTransport(const HttpTransport &) = delete;
    HttpTransport &operator=(const HttpTransport &) = delete;
    virtual ~HttpTransport() = default;

    //! Ends when the answer's body ended (whatever its status: 4xx and 5xx are answers), with the answer's head.
    //! Errors: Cancelled, Timeout (which one is in the message), Network (refused, lost, TLS), Protocol (a redirect
    //! that the request does not read, not HTTP), and whatever the reader returned. Dropping the task drops the
    //! request. `reader` outlives the task.
    virtual Task<Result<HttpHead>> send(HttpRequest request, HttpReader &reader, StopToken stop) = 0;
};

} // namespace typeshift
