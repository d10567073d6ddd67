// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/CurlLoop.h"
#include "http/HttpExchange.h"

#include <QHostAddress>
#include <QPointer>

namespace typeshift {

//! A request that a transfer of libcurl carries.
class CurlExchange final : public HttpExchange
{
    Q_OBJECT

public:
    CurlExchange(HttpRequest request, HttpReader &reader, Clock &clock, Completion<HttpHead>::Resolver resolver);
    ~CurlExchange() override;

    void start(CurlLoop &loop, const TransportOptions &options);

private:
    static size_t takeHeader(char *line, size_t size, size_t count, void *exchange);
    static size_t takeBody(char *bytes, size_t size, size_t count, void *exchange);
    static size_t giveBody(char *target, size_t size, size_t count, void *transfer);
    static int refuseRewind(void *transfer, curl_off_t offset, int origin);
    static int noteConnected(void *exchange, char *, char *, int, int);

    void letGo() override;
    void setUp(const TransportOptions &options);
    void connectTo(const QHostAddress &address);
    void setBody();
    bool readHeader(QByteArrayView line);
    void readEnd(CURLcode code);
    std::optional<Error> transferError(CURLcode code) const;

    QPointer<CurlLoop> m_loop;
    std::shared_ptr<CurlTransfer> m_transfer;
    HttpHead m_incoming;
};

} // namespace typeshift
