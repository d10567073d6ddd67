// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/HttpTransport.h"
#include "http/ServerSentEvents.h"
#include "providers/openai/ChatAnswer.h"
#include "providers/openai/ChunkPattern.h"

namespace typeshift {

//! Reads the answer to one request, whatever the server makes of it: events, a whole completion, an error in any
//! shape, a page of HTML. Decided by the status and the first byte, not by the content type. // 4.0 SSE 8
class ChatAnswerReader final : public HttpReader
{
public:
    //! `run` outlives it. `done` is called once [DONE] came: nothing more is expected, though the connection may stay.
    ChatAnswerReader(RunContext &run, const QString &host, ChatAnswer::ThinkTagMode thinkTags,
                     std::function<void()> done);

    Result<> head(const HttpHead &head) override;
    Result<> data(QByteArrayView bytes) override;

    //! The request ended as `sent` says: the response, or why there is none. Reports calls and usage of a whole one.
    Result<ChatResponse> finish(const Result<HttpHead> &sent, const WireNames &names);
    //! Something of the answer came: another request would repeat it.
    bool hasAnswer() const { return m_form == Form::Events || m_form == Form::Json; }

private:
    enum class Form { Unknown, Refusal, Events, Json, Page };

    Result<> takeEvent(const ServerSentEvent &event);
    Result<> takeObject(const QJsonObject &object, QByteArrayView json);
    Result<> keep(QByteArrayView bytes);
    Result<> fail(Error error);
    Error problem(Error::Kind kind, const QString &message) const;
    Result<> finishWhole();
    Result<> finishEvents();
    std::optional<Error> cutShort(const Error &error) const;

    RunContext &m_run;
    ChatAnswer m_answer;
    std::function<void()> m_done;
    HttpHead m_head;
    Form m_form = Form::Unknown;
    ServerSentEvents m_events;
    ServerSentEvents::Sink m_sink;
    ChunkPattern m_pattern;
    QByteArray m_body; // of everything but events; of those the beginning
    bool m_hasEvents = false;
    std::optional<Error> m_failure;
};

} // namespace typeshift
