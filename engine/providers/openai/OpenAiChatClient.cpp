// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/openai/OpenAiChatClient.h"

#include "providers/openai/ChatAnswerReader.h"

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

constexpr int mostCorrections = 6;
// Some servers say [DONE] and keep the connection; most end it in the same breath, and it can be used again.
constexpr std::chrono::milliseconds patienceAfterDone{2'000};

} // namespace

OpenAiChatClient::OpenAiChatClient(std::shared_ptr<HttpTransport> transport, OpenAiEndpoint endpoint)
    : m_transport(std::move(transport))
    , m_endpoint(std::move(endpoint))
{
}

HttpRequest OpenAiChatClient::httpRequest(QByteArray body, bool isStreamed) const
{
    HttpRequest request;
    request.url = m_endpoint.address.below(u"chat/completions");
    request.headers = m_endpoint.headers;
    request.headers.emplaceBack("Content-Type", "application/json");
    request.headers.emplaceBack("Accept", isStreamed ? "text/event-stream" : "application/json");
    if (!m_endpoint.key.isEmpty())
        request.headers.emplaceBack("Authorization", QByteArray("Bearer " + m_endpoint.key));
    request.body = std::move(body);
    request.timeouts = m_endpoint.timeouts;
    request.allowHttp2 = m_endpoint.allowHttp2;
    return request;
}

// Some servers repeat the key that they refuse.
Error OpenAiChatClient::withoutKey(Error error) const
{
    if (error.facts.host.isEmpty())
        error.facts.host = m_endpoint.address.host();
    if (m_endpoint.key.isEmpty())
        return error;
    const QString key = QString::fromUtf8(m_endpoint.key);
    for (QString *text : {&error.facts.message, &error.facts.raw, &error.facts.code})
        text->replace(key, u"***"_s);
    return error;
}

Task<OpenAiChatClient::Attempt> OpenAiChatClient::ask(const ChatRequest &request, ChatCapabilities capabilities,
                                                      RunContext &run)
{
    const QString host = m_endpoint.address.host();
    const bool isStreamed = request.options.stream && capabilities.stream;
    const ChatRequestForm form{std::move(capabilities), dialectOf(host), host};
    WireNames names(form.dialect.callIdLength);
    HttpRequest http = httpRequest(writeChatRequest(request, form, names), isStreamed);

    StopSource enough;
    StopCallback stopped(run.stop(), [&enough] { enough.requestStop(); });
    QObject patience;
    ChatAnswerReader reader(run, host, m_endpoint.thinkTags, [&run, &patience, &enough] {
        run.clock().callAfter(patienceAfterDone, &patience, [&enough] { enough.requestStop(); });
    });
    const auto sent = co_await m_transport->send(std::move(http), reader, enough.token());
    auto response = reader.finish(sent, names);
    co_return Attempt{std::move(response), reader.hasAnswer()};
}

Task<Result<ChatResponse>> OpenAiChatClient::respond(ChatRequest request, RunContext &run)
{
    ChatCapabilities capabilities = m_learnt.value(request.model, guessedCapabilities(request.model));
    for (int correction = 0;; ++correction) {
        Attempt attempt = co_await ask(request, capabilities, run);
        if (attempt.response) {
            if (correction > 0)
                m_learnt.insert(request.model, capabilities);
            co_return std::move(attempt.response);
        }
        const auto corrected = correctedCapabilities(capabilities, attempt.response.error());
        if (!corrected || attempt.hasAnswer || correction == mostCorrections)
            co_return std::unexpected(withoutKey(attempt.response.error()));
        capabilities = *corrected;
    }
}

} // namespace typeshift
