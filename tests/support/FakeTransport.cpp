// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "support/FakeTransport.h"

using namespace Qt::StringLiterals;

namespace typeshift {

FakeExchange::FakeExchange(HttpRequest request, HttpReader &reader, Completion<HttpHead>::Resolver resolver)
    : m_request(std::move(request))
    , m_reader(&reader)
    , m_resolve(std::move(resolver))
{
}

void FakeExchange::answer(int status, HttpHeaders headers)
{
    if (!isOpen())
        return;
    m_head.status = status;
    m_head.headers = std::move(headers);
    m_isReading = true;
    auto taken = m_reader->head(m_head);
    m_isReading = false;
    if (m_held)
        finish(failure(*m_held));
    else if (!taken)
        finish(failure(taken.error()));
}

void FakeExchange::send(QByteArrayView chunk)
{
    if (m_head.status == 0)
        answer(200);
    if (!isOpen())
        return;
    m_head.bodyBytes += chunk.size();
    m_isReading = true;
    auto taken = m_reader->data(chunk);
    m_isReading = false;
    if (m_held)
        finish(failure(*m_held));
    else if (!taken)
        finish(failure(taken.error()));
}

void FakeExchange::end()
{
    if (m_head.status == 0)
        answer(200);
    finish(m_head);
}

void FakeExchange::cut()
{
    fail(Error(Error::Kind::Network, u"the connection was closed before the end of the answer"_s));
}

void FakeExchange::fail(Error error)
{
    error.facts.host = m_request.url.host();
    if (m_isReading)
        m_held = std::move(error);
    else
        finish(failure(std::move(error)));
}

void FakeExchange::play(const FakeAnswer &prepared)
{
    if (prepared.refusal) {
        fail(*prepared.refusal);
        return;
    }
    answer(prepared.status, prepared.headers);
    for (const QByteArray &chunk : prepared.chunks)
        send(chunk);
    if (prepared.ending == FakeAnswer::Ending::Complete)
        end();
    else if (prepared.ending == FakeAnswer::Ending::Cut)
        cut();
}

void FakeExchange::finish(Result<HttpHead> result)
{
    if (!isOpen())
        return;
    m_reader = nullptr;
    const auto resolve = m_resolve; // The resumed task may drop everything but this.
    resolve(std::move(result));
}

Task<Result<HttpHead>> FakeTransport::send(HttpRequest request, HttpReader &reader, StopToken stop)
{
    m_requests.append(request);
    if (stop.isStopRequested())
        co_return failure(Error::Kind::Cancelled, u"stopped before the request"_s);
    Completion<HttpHead> ended;
    const auto exchange = std::make_shared<FakeExchange>(std::move(request), reader, ended.resolver());
    m_exchanges.push_back(exchange);
    // Whoever drops the task drops the exchange: nothing reaches the reader any more.
    struct Closing {
        std::shared_ptr<FakeExchange> exchange;
        ~Closing() { exchange->m_reader = nullptr; }
    };
    const Closing closing{exchange};
    StopCallback stopped(stop, [exchange] { exchange->fail(Error(Error::Kind::Cancelled, u"stopped"_s)); });
    if (!m_answers.empty()) {
        const FakeAnswer prepared = std::move(m_answers.front());
        m_answers.pop_front();
        exchange->play(prepared);
    }
    co_return co_await std::move(ended);
}

} // namespace typeshift
