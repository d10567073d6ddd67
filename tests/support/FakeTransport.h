// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Completion.h"
#include "http/HttpTransport.h"

#include <QList>

#include <deque>
#include <memory>

namespace typeshift {

//! An answer prepared before its request comes.
struct FakeAnswer {
    enum class Ending {
        Complete, //!< the body ends as it should
        Cut,      //!< the connection is lost after the last chunk
        StaysOpen //!< nothing more comes; the test goes on by hand
    };

    int status = 200;
    HttpHeaders headers = {{"Content-Type", "text/event-stream"}};
    QList<QByteArray> chunks;
    Ending ending = Ending::Complete;
    std::optional<Error> refusal; //!< instead of an answer: the request fails with it
};

//! One request under way. Each verb is delivered at once, inside the call.
class FakeExchange
{
public:
    FakeExchange(HttpRequest request, HttpReader &reader, Completion<HttpHead>::Resolver resolver);

    const HttpRequest &request() const { return m_request; }
    //! Neither ended nor dropped by its task.
    bool isOpen() const { return m_reader != nullptr; }

    void answer(int status, HttpHeaders headers = {{"Content-Type", "text/event-stream"}});
    //! Answers 200 first when nothing was answered yet.
    void send(QByteArrayView chunk);
    void end();
    void cut();
    void fail(Error error);
    void play(const FakeAnswer &answer);

private:
    friend class FakeTransport;
    void finish(Result<HttpHead> result);

    HttpRequest m_request;
    HttpReader *m_reader;
    Completion<HttpHead>::Resolver m_resolve;
    HttpHead m_head;
    std::optional<Error> m_held; // a stop that came while the reader was at work
    bool m_isReading = false;
};

//! An HttpTransport without a network: answers from a list, or by hand through last(). Single thread.
class FakeTransport final : public HttpTransport
{
public:
    //! Queued answers are played whole, one per request, as soon as the request is sent.
    void enqueue(FakeAnswer answer) { m_answers.push_back(std::move(answer)); }

    Task<Result<HttpHead>> send(HttpRequest request, HttpReader &reader, StopToken stop) override;

    //! Every request so far, in the order it was sent.
    const QList<HttpRequest> &requests() const { return m_requests; }
    //! The exchange of the nth request; valid as long as the transport.
    FakeExchange &exchange(qsizetype index) { return *m_exchanges.at(std::size_t(index)); }
    FakeExchange &last() { return *m_exchanges.back(); }

private:
    QList<HttpRequest> m_requests;
    std::vector<std::shared_ptr<FakeExchange>> m_exchanges;
    std::deque<FakeAnswer> m_answers;
};

} // namespace typeshift
