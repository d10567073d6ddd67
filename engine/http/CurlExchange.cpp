// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "http/CurlExchange.h"

#include <cstring>

using namespace Qt::StringLiterals;

namespace typeshift {

CurlExchange::CurlExchange(HttpRequest request, HttpReader &reader, Clock &clock,
                           Completion<HttpHead>::Resolver resolver)
    : HttpExchange(std::move(request), reader, clock, std::move(resolver))
{
}

CurlExchange::~CurlExchange()
{
    letGo();
}

void CurlExchange::start(CurlLoop &loop, const TransportOptions &options)
{
    deadlines().start();
    m_loop = &loop;
    m_transfer = std::make_shared<CurlTransfer>();
    setUp(options);
    setBody();
    m_transfer->done = [this](CURLcode code) { readEnd(code); };
    loop.add(m_transfer);
}

void CurlExchange::setUp(const TransportOptions &options)
{
    CURL *easy = m_transfer->easy;
    curl_easy_setopt(easy, CURLOPT_URL, request().url.toEncoded().constData());
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L); // qt-network 7
    curl_easy_setopt(easy, CURLOPT_TCP_NODELAY, 1L);    // qt-network 12
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, 7L * 24 * 3600 * 1000); // The limits are ours.
    curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(easy, CURLOPT_USERAGENT, TYPESHIFT_USER_AGENT);
    curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, 128L * 1024);
    curl_easy_setopt(easy, CURLOPT_UPLOAD_BUFFERSIZE, 512L * 1024);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION,
                     long(request().allowHttp2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1));
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, m_transfer->words);
    if (!options.certificateFile.isEmpty()) {
        curl_easy_setopt(easy, CURLOPT_CAINFO, options.certificateFile.toLocal8Bit().constData());
        curl_easy_setopt(easy, CURLOPT_CAPATH, nullptr);
    }
    if (!request().connectTo.isEmpty())
        connectTo(QHostAddress(request().connectTo));
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &CurlExchange::takeHeader);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, this);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &CurlExchange::takeBody);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, this);
    curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, &CurlExchange::noteConnected);
    curl_easy_setopt(easy, CURLOPT_PREREQDATA, this);
}

void CurlExchange::connectTo(const QHostAddress &address)
{
    const bool isSix = address.protocol() == QAbstractSocket::IPv6Protocol;
    const QString host = isSix ? QString(u'[' + address.toString() + u']') : address.toString();
    m_transfer->connectTo = curl_slist_append(nullptr, QByteArray("::" + host.toLatin1() + ':').constData());
    curl_easy_setopt(m_transfer->easy, CURLOPT_CONNECT_TO, m_transfer->connectTo);
    curl_easy_setopt(m_transfer->easy, CURLOPT_PROXY, ""); // A proxy would ask for the name again.
}

void CurlExchange::setBody()
{
    CURL *easy = m_transfer->easy;
    for (const auto &[name, value] : request().headers) {
        const QByteArray line = value.isEmpty() ? QByteArray(name + ";") : QByteArray(name + ": " + value);
        m_transfer->headers = curl_slist_append(m_transfer->headers, line.constData());
    }
    m_transfer->headers = curl_slist_append(m_transfer->headers, "Expect:"); // No waiting for "100 Continue".
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, m_transfer->headers);
    curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request().method.constData());
    if (request().method == "GET")
        return;
    if (request().method == "HEAD") {
        curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
        return;
    }
    // Curl would send a request again when a kept connection dies under it. A body that is read by a callback and
    // cannot be rewound makes an error of that. // qt-network 6
    m_transfer->body = request().body;
    if (m_transfer->body.isEmpty())
        curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L); // Nothing to rewind: only kept connections are tried twice.
    curl_easy_setopt(easy, CURLOPT_POST, 1L);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(m_transfer->body.size()));
    curl_easy_setopt(easy, CURLOPT_READFUNCTION, &CurlExchange::giveBody);
    curl_easy_setopt(easy, CURLOPT_READDATA, m_transfer.get());
    curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, &CurlExchange::refuseRewind);
    curl_easy_setopt(easy, CURLOPT_SEEKDATA, m_transfer.get());
}

void CurlExchange::letGo()
{
    const auto transfer = std::exchange(m_transfer, nullptr);
    if (!transfer)
        return;
    // Curl may still be inside this transfer: what it calls from now on must not find this object.
    curl_easy_setopt(transfer->easy, CURLOPT_HEADERDATA, nullptr);
    curl_easy_setopt(transfer->easy, CURLOPT_WRITEDATA, nullptr);
    curl_easy_setopt(transfer->easy, CURLOPT_PREREQDATA, nullptr);
    if (m_loop)
        m_loop->remove(transfer);
}

size_t CurlExchange::takeHeader(char *line, size_t, size_t count, void *exchange)
{
    auto *self = static_cast<CurlExchange *>(exchange);
    return self && self->readHeader(QByteArrayView(line, qsizetype(count))) ? count : CURL_WRITEFUNC_ERROR;
}

size_t CurlExchange::takeBody(char *bytes, size_t, size_t count, void *exchange)
{
    auto *self = static_cast<CurlExchange *>(exchange);
    return self && self->takeData(QByteArrayView(bytes, qsizetype(count))) ? count : CURL_WRITEFUNC_ERROR;
}

size_t CurlExchange::giveBody(char *target, size_t, size_t count, void *transfer)
{
    auto *self = static_cast<CurlTransfer *>(transfer);
    const auto given = qMin(qsizetype(count), self->body.size() - self->sent);
    std::memcpy(target, self->body.constData() + self->sent, std::size_t(given));
    self->sent += given;
    return std::size_t(given);
}

int CurlExchange::refuseRewind(void *, curl_off_t, int)
{
    return CURL_SEEKFUNC_FAIL;
}

int CurlExchange::noteConnected(void *exchange, char *, char *, int, int)
{
    if (auto *self = static_cast<CurlExchange *>(exchange))
        self->deadlines().connected();
    return CURL_PREREQFUNC_OK;
}

// One line of a head; there may be several heads, for "100 Continue" and the like.
bool CurlExchange::readHeader(QByteArrayView line)
{
    line = line.trimmed();
    if (line.startsWith("HTTP/")) {
        m_incoming = {};
        const qsizetype space = line.indexOf(' ');
        m_incoming.status = space < 0
            ? 0
            : line.sliced(space + 1).first(qMin(line.size() - space - 1, qsizetype(3))).toInt();
        return true;
    }
    if (line.isEmpty())
        return m_incoming.status < 200 || isAnswered() || takeHead(std::exchange(m_incoming, {}));
    const qsizetype colon = line.indexOf(':');
    if (colon > 0) {
        m_incoming.headers.emplaceBack(line.first(colon).toByteArray(), line.sliced(colon + 1).trimmed().toByteArray());
    }
    return true;
}

void CurlExchange::readEnd(CURLcode code)
{
    finish(transferError(code));
}

std::optional<Error> CurlExchange::transferError(CURLcode code) const
{
    const QString words = m_transfer->words[0] ? QString::fromLocal8Bit(m_transfer->words)
                                               : QString::fromLatin1(curl_easy_strerror(code));
    switch (code) {
    case CURLE_OK:
        if (isAnswered())
            return {};
        return error(Error::Kind::Network, u"the connection was closed before an answer came"_s);
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
        return error(Error::Kind::Network, words, u"tls"_s);
    case CURLE_SEND_FAIL_REWIND:
        return error(Error::Kind::Network,
                     u"the connection was lost before the answer; the request was not sent again"_s);
    case CURLE_PARTIAL_FILE:
        return error(Error::Kind::Network, u"the connection was closed before the end of the answer"_s);
    case CURLE_GOT_NOTHING:
        return error(Error::Kind::Network, u"the connection was closed before an answer came"_s);
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_URL_MALFORMAT:
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_BAD_CONTENT_ENCODING:
        return error(Error::Kind::Protocol, words);
    default:
        return error(Error::Kind::Network, words);
    }
}

} // namespace typeshift
