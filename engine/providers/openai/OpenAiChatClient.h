// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ChatClient.h"
#include "http/HttpTransport.h"
#include "providers/EndpointAddress.h"
#include "providers/openai/ChatAnswer.h"
#include "providers/openai/ChatRequestWriter.h"

#include <QHash>

namespace typeshift {

//! A server that speaks OpenAI's Chat Completions, and how to get in.
struct OpenAiEndpoint {
    EndpointAddress address;
    QByteArray key;           //!< empty: no Authorization is sent. Never part of an error.
    HttpHeaders headers = {}; //!< further ones: OpenAI-Organization, HTTP-Referer …
    HttpTimeouts timeouts = {};
    ChatAnswer::ThinkTagMode thinkTags = ChatAnswer::ThinkTagMode::Ignored;
    bool allowHttp2 = true;
};

//! OpenAI's Chat Completions and everything that calls itself compatible. Shared between runs; what it learns about
//! the server (no streaming, other parameter names) it remembers as long as it lives. // providers 4.1
//! Text and reasoning of the answer are reported as they arrive, joined per received piece, under the uid of the
//! message that the response will hold; an answer that is not streamed is reported in one piece. Calls and usage are
//! reported once the answer has proved its end. On any error the reported deltas are all there is of the answer: calls
//! of a step that broke off never come out.
//! Errors: those of HttpTransport; Auth, RateLimit, Overloaded, Refused, ContextLength from the server's own words;
//! Protocol for what is no answer; IncompleteStream for an answer without its end.
class OpenAiChatClient final : public ChatClient
{
public:
    OpenAiChatClient(std::shared_ptr<HttpTransport> transport, OpenAiEndpoint endpoint);

    Task<Result<ChatResponse>> respond(ChatRequest request, RunContext &run) override;

private:
    struct Attempt {
        Result<ChatResponse> response;
        bool hasAnswer = false;
    };
    Task<Attempt> ask(const ChatRequest &request, ChatCapabilities capabilities, RunContext &run);
    HttpRequest httpRequest(QByteArray body, bool isStreamed) const;
    Error withoutKey(Error error) const;

    std::shared_ptr<HttpTransport> m_transport;
    OpenAiEndpoint m_endpoint;
    QHash<QString, ChatCapabilities> m_learnt; // by model
};

} // namespace typeshift
