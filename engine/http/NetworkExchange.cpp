// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "http/NetworkExchange.h"

#include "http/UploadDevice.h"

#include <QHttp1Configuration>
#include <QNetworkAccessManager>
#include <QPointer>
#include <QSslConfiguration>

#include <memory>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

constexpr qint64 mostUnread = 1 << 20;

bool isBodyless(const HttpRequest &request)
{
    return request.method == "GET" || request.method == "HEAD";
}

QNetworkRequest networkRequest(const HttpRequest &request, const TransportOptions &options)
{
    QNetworkRequest made(request.url);
    made.setRawHeader("User-Agent", TYPESHIFT_USER_AGENT);
    made.setRawHeader("Accept-Language", "*"); // Qt would send this person's language.
    for (const auto &[name, value] : request.headers)
        made.setRawHeader(name, value);
    if (!isBodyless(request))
        made.setHeader(QNetworkRequest::ContentLengthHeader, request.body.size());
    made.setAttribute(QNetworkRequest::DoNotBufferUploadDataAttribute, true);
    made.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    made.setAttribute(QNetworkRequest::Http2AllowedAttribute, request.allowHttp2);
    made.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    made.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    made.setAttribute(QNetworkRequest::CacheLoadControlAttribute, QNetworkRequest::AlwaysNetwork);
    made.setDecompressedSafetyCheckThreshold(-1); // A long answer is not a bomb; the decoders have their own cap.
    QHttp1Configuration http1;
    http1.setNumberOfConnectionsPerHost(options.connectionsPerHost);
    made.setHttp1Configuration(http1);
    if (!request.connectTo.isEmpty()) {
        // Qt has no place for an address beside the name, so the name goes where only its certificate and the server
        // look at it. HTTP/2 would send the address as the host.
        QUrl direct = request.url;
        direct.setHost(request.connectTo);
        made.setUrl(direct);
        const int port = request.url.port();
        const QString host = request.url.host(QUrl::FullyEncoded);
        const QString named = port < 0 ? host : QString(host + u':' + QString::number(port));
        made.setRawHeader("Host", named.toLatin1());
        made.setPeerVerifyName(host);
        made.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    }
    if (!options.certificateFile.isEmpty()) {
        QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
        tls.setCaCertificates(QSslCertificate::fromPath(options.certificateFile));
        made.setSslConfiguration(tls);
    }
    return made;
}

} // namespace

NetworkExchange::NetworkExchange(HttpRequest request, HttpReader &reader, Clock &clock,
                                 Completion<HttpHead>::Resolver resolver)
    : HttpExchange(std::move(request), reader, clock, std::move(resolver))
{
}

NetworkExchange::~NetworkExchange()
{
    letGo();
}

void NetworkExchange::start(QNetworkAccessManager &manager, const TransportOptions &options)
{
    deadlines().start();
    const QNetworkRequest made = networkRequest(request(), options);
    auto body = isBodyless(request()) ? nullptr : std::make_unique<UploadDevice>(request().body);
    m_reply = manager.sendCustomRequest(made, request().method, body.get());
    if (body)
        body.release()->setParent(m_reply); // Qt may read it as long as the reply lives, which is longer than we do.
    // Without a limit Qt holds readyRead back for as long as its thread reads faster than this one. // transports.md
    m_reply->setReadBufferSize(mostUnread);
    connect(m_reply, &QNetworkReply::requestSent, this, [this] { deadlines().connected(); });
    connect(m_reply, &QNetworkReply::metaDataChanged, this, &NetworkExchange::readHead);
    connect(m_reply, &QNetworkReply::readyRead, this, &NetworkExchange::readBody);
    connect(m_reply, &QNetworkReply::sslErrors, this, &NetworkExchange::noteTlsErrors);
    connect(m_reply, &QNetworkReply::finished, this, &NetworkExchange::readEnd);
}

void NetworkExchange::letGo()
{
    QNetworkReply *reply = std::exchange(m_reply, nullptr);
    if (!reply)
        return;
    reply->disconnect(this);
    // Not here: we may be inside a signal of the reply, which goes on with what abort() would have taken away.
    QMetaObject::invokeMethod(reply, &QNetworkReply::abort, Qt::QueuedConnection);
    reply->deleteLater();
}

void NetworkExchange::readHead()
{
    const int status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (isAnswered() || status < 200)
        return;
    HttpHead head;
    head.status = status;
    head.headers = m_reply->rawHeaderPairs();
    if (!takeHead(std::move(head)))
        finish();
}

void NetworkExchange::readBody()
{
    const qint64 available = m_reply->bytesAvailable();
    if (available <= 0)
        return;
    m_buffer.resizeForOverwrite(available);
    const qint64 count = m_reply->read(m_buffer.data(), available);
    if (count > 0 && !takeData(QByteArrayView(m_buffer.constData(), count)))
        finish();
}

void NetworkExchange::readEnd()
{
    const QPointer<NetworkExchange> alive(this); // Either step may end the request, and this object with it.
    readHead();
    if (alive)
        readBody();
    if (alive)
        finish(replyError());
}

void NetworkExchange::noteTlsErrors(const QList<QSslError> &errors)
{
    for (const QSslError &each : errors)
        m_tlsErrors.append(each.errorString());
}

std::optional<Error> NetworkExchange::replyError() const
{
    const QNetworkReply::NetworkError code = m_reply->error();
    // Qt makes an error of 4xx and 5xx; for the caller they are answers. // qt-network 4
    if (head().status >= 400
        && (code >= QNetworkReply::ContentAccessDenied || code == QNetworkReply::ProxyAuthenticationRequiredError))
        return {};
    switch (code) {
    case QNetworkReply::NoError:
        if (isAnswered())
            return {};
        return error(Error::Kind::Network, u"the connection was closed before an answer came"_s);
    case QNetworkReply::SslHandshakeFailedError:
        return error(Error::Kind::Network, m_tlsErrors.isEmpty() ? m_reply->errorString() : m_tlsErrors.join(u"; "_s),
                     u"tls"_s);
    case QNetworkReply::ContentReSendError:
        return error(Error::Kind::Network,
                     u"the connection was lost before the answer; the request was not sent again"_s);
    case QNetworkReply::RemoteHostClosedError:
        return error(Error::Kind::Network,
                     isAnswered() ? u"the connection was closed before the end of the answer"_s
                                  : u"the connection was closed before an answer came"_s);
    case QNetworkReply::ProtocolUnknownError:
    case QNetworkReply::ProtocolInvalidOperationError:
    case QNetworkReply::ProtocolFailure:
        return error(Error::Kind::Protocol, m_reply->errorString());
    default:
        break;
    }
    if (isAnswered() && code == QNetworkReply::UnknownContentError)
        return error(Error::Kind::Protocol, m_reply->errorString()); // a body that does not decompress
    return error(Error::Kind::Network, m_reply->errorString());
}

} // namespace typeshift
