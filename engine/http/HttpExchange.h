// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Completion.h"
#include "http/Deadlines.h"
#include "http/HttpTransport.h"

#include <QObject>

namespace typeshift {

//! One request under way, whatever carries it: hands the answer to its reader, watches the limits and answers the
//! waiting task once. Lives in the frame of that task. What comes while the reader is at work, a stop above all, waits
//! until the reader has returned: the reader may live in a frame that the answer would end.
class HttpExchange : public QObject
{
public:
    HttpExchange(HttpRequest request, HttpReader &reader, Clock &clock, Completion<HttpHead>::Resolver resolver);

    //! Ends the request with an error and lets go of the connection.
    void fail(Error error);

protected:
    //! Stops what is still under way, in silence. Also called when all is over.
    virtual void letGo() = 0;

    HttpRequest &request() { return m_request; }
    const HttpHead &head() const { return m_head; }
    bool isAnswered() const { return m_head.status != 0; }
    bool isFinished() const { return m_isFinished; }
    Deadlines &deadlines() { return m_deadlines; }

    //! Both return whether the request goes on. If not, the reason is kept: the transport calls finish() as soon as
    //! it may.
    [[nodiscard]] bool takeHead(HttpHead head);
    [[nodiscard]] bool takeData(QByteArrayView bytes);
    //! Answers the task: with the reason kept, else with `error`, else with the head. Nothing of this object may be
    //! touched afterwards.
    void finish(std::optional<Error> error = {});
    bool hasFailed() const { return m_failure.has_value(); }

    //! An error with the host that was asked and the status, if one came. Never a header. // qt-network 7
    Error error(Error::Kind kind, const QString &message, const QString &code = {}) const;

private:
    HttpRequest m_request;
    HttpReader &m_reader;
    Deadlines m_deadlines;
    Completion<HttpHead>::Resolver m_resolve;
    HttpHead m_head;
    std::optional<Error> m_failure;
    bool m_isReading = false;
    bool m_isFinished = false;
};

} // namespace typeshift
