// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "http/HttpExchange.h"

using namespace Qt::StringLiterals;

namespace typeshift {

HttpExchange::HttpExchange(HttpRequest request, HttpReader &reader, Clock &clock,
                           Completion<HttpHead>::Resolver resolver)
    : m_request(std::move(request))
    , m_reader(reader)
    , m_deadlines(clock, m_request.timeouts, [this](Error error) { fail(std::move(error)); })
    , m_resolve(std::move(resolver))
{
}

void HttpExchange::fail(Error error)
{
    if (m_isFinished)
        return;
    error.facts.host = m_request.url.host();
    if (m_isReading) {
        if (!m_failure)
            m_failure = std::move(error);
        return;
    }
    finish(std::move(error));
}

bool HttpExchange::takeHead(HttpHead head)
{
    m_deadlines.received();
    m_head = std::move(head);
    if (m_head.status >= 300 && m_head.status < 400 && !m_request.readsRedirects) {
        const QUrl target = m_request.url.resolved(QUrl::fromEncoded(m_head.header("Location")));
        const QString where = target.host().isEmpty() ? u"nowhere"_s : target.host();
        m_failure = this->error(Error::Kind::Protocol, u"the server redirects to %1 and is not followed"_s.arg(where),
                                u"redirect"_s);
        m_failure->facts.items = {where};
        return false;
    }
    m_isReading = true;
    auto taken = m_reader.head(m_head);
    m_isReading = false;
    if (!taken && !m_failure)
        m_failure = taken.error();
    return !m_failure;
}

bool HttpExchange::takeData(QByteArrayView bytes)
{
    m_deadlines.received();
    m_head.bodyBytes += bytes.size();
    m_isReading = true;
    auto taken = m_reader.data(bytes);
    m_isReading = false;
    if (!taken && !m_failure)
        m_failure = taken.error();
    return !m_failure;
}

void HttpExchange::finish(std::optional<Error> error)
{
    if (m_isFinished)
        return;
    m_isFinished = true;
    letGo();
    const auto resolve = m_resolve; // The resumed task ends this object.
    if (m_failure)
        resolve(failure(*std::move(m_failure)));
    else if (error)
        resolve(failure(*std::move(error)));
    else
        resolve(std::move(m_head));
}

Error HttpExchange::error(Error::Kind kind, const QString &message, const QString &code) const
{
    ErrorFacts facts;
    facts.message = message;
    facts.code = code;
    facts.host = m_request.url.host();
    facts.status = m_head.status;
    return Error(kind, facts);
}

} // namespace typeshift
