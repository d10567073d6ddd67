// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/EndpointAddress.h"

#include <QHostAddress>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

bool isLocalHost(const QString &host)
{
    return host == "localhost"_L1 || host.endsWith(".localhost"_L1) || QHostAddress(host).isLoopback();
}

// A name without a dot, an address of a home or office network, or this machine: nobody has a certificate there.
bool isNearby(const QString &host)
{
    const QHostAddress address(host);
    return isLocalHost(host) || address.isPrivateUse() || (address.isNull() && !host.contains(u'.'))
        || host.endsWith(".local"_L1);
}

// Cuts off an endpoint that was pasted whole; says whether there was one.
bool cutEndpoint(QString &path)
{
    for (const auto endpoint :
         {"/chat/completions"_L1, "/responses"_L1, "/completions"_L1, "/embeddings"_L1, "/models"_L1}) {
        if (path.endsWith(endpoint)) {
            path.chop(endpoint.size());
            return true;
        }
    }
    return false;
}

bool hasVersion(const QString &path)
{
    static const QRegularExpression version(u"/v\\d+[a-z0-9]*(/|$)"_s);
    return version.match(path).hasMatch();
}

} // namespace

Result<EndpointAddress> EndpointAddress::fromText(const QString &text)
{
    const QString trimmed = text.trimmed();
    QUrl url(trimmed, QUrl::StrictMode);
    if (!trimmed.contains("://"_L1)) {
        const QUrl guess(QString(u"http://"_s + trimmed), QUrl::StrictMode);
        url = isNearby(guess.host()) ? guess : QUrl(QString(u"https://"_s + trimmed), QUrl::StrictMode);
    }
    const bool isWeb = url.scheme() == "http"_L1 || url.scheme() == "https"_L1;
    if (!url.isValid() || !isWeb || url.host().isEmpty())
        return failure(Error::Kind::InvalidInput, u"not an http or https address: %1"_s.arg(trimmed));
    if (!url.userInfo().isEmpty())
        return failure(Error::Kind::InvalidInput, u"the address carries a user name or password"_s);

    QString path = url.path();
    while (path.endsWith(u'/'))
        path.chop(1);
    const bool wasWhole = cutEndpoint(path);
    // Ollama's own interface lies at /api, the one that speaks this language at /v1.
    if (url.port() == 11434 && (path == "/api"_L1 || path == "/api/chat"_L1))
        path.clear();
    if (!wasWhole && !hasVersion(path) && !path.contains("/deployments/"_L1))
        path += "/v1"_L1;
    url.setPath(path);
    url.setFragment({});
    return EndpointAddress(url);
}

QUrl EndpointAddress::below(QStringView path) const
{
    QUrl url = m_base;
    url.setPath(QString(m_base.path() + u'/' + path));
    return url;
}

QUrl EndpointAddress::besides(QStringView path) const
{
    QUrl url = m_base;
    QString root = m_base.path();
    if (root.endsWith("/v1"_L1))
        root.chop(3);
    url.setPath(QString(root + u'/' + path));
    return url;
}

bool EndpointAddress::isLocal() const
{
    return isLocalHost(host());
}

} // namespace typeshift
