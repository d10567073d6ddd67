// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Completion.h"
#include "chat/ClientProvider.h"

#include <QStringList>

#include <deque>

namespace typeshift {

//! One answer of a ScriptedModel, piece by piece. Flat chain.
class ScriptedAnswer
{
public:
    ScriptedAnswer &text(QString piece);
    ScriptedAnswer &reasoning(QString piece);
    ScriptedAnswer &call(QString tool, QByteArray arguments, QString callId = {});
    ScriptedAnswer &usage(Usage usage);
    ScriptedAnswer &finish(FinishReason reason);
    //! Stops here until ScriptedModel::goOn(), or until the run is stopped.
    ScriptedAnswer &pause();
    //! Breaks off here; what came before was reported.
    ScriptedAnswer &fail(Error error);

private:
    friend class ScriptedModel;
    struct Pause {
    };
    using Piece = std::variant<TextContent, ReasoningContent, FunctionCall, Usage, FinishReason, Pause, Error>;
    QList<Piece> m_pieces;
};

//! A model that says what the test tells it, in the order told, and remembers what it was asked. It is its own
//! provider: any provider and model name leads to it. Make it with std::make_shared, or let it outlive the engine.
class ScriptedModel final : public ChatClient, public ClientProvider, public std::enable_shared_from_this<ScriptedModel>
{
public:
    //! The next answer in full.
    ScriptedModel &answers(ScriptedAnswer answer);
    //! The next answer is this text in one piece.
    ScriptedModel &says(const QString &text);
    //! The next answer is this text in pieces.
    ScriptedModel &streams(const QStringList &pieces);
    //! The next answer is one call; without an id it gets "call_1", "call_2" …
    ScriptedModel &asksFor(const QString &tool, const QByteArray &arguments, const QString &callId = {});
    //! The next answer fails before anything of it arrived.
    ScriptedModel &fails(Error error);
    //! From now on there is no client: every client() answers with this.
    ScriptedModel &hasNoClient(Error error);

    //! Everything that was asked, in order; the number of requests is the number of model calls.
    const QList<ChatRequest> &requests() const { return m_requests; }
    const ChatRequest &lastRequest() const { return m_requests.constLast(); }
    //! Provider and model of every client() so far.
    const QList<std::pair<QString, QString>> &clientsAskedFor() const { return m_clientsAskedFor; }
    //! How many calls wait at a pause.
    qsizetype pausedCalls() const { return qsizetype(m_paused.size()); }
    bool isPaused() const { return !m_paused.empty(); }
    //! Lets the call go on that waits longest. Call it from the test, not from a coroutine.
    void goOn();
    //! Answers nobody has asked for yet.
    qsizetype answersLeft() const { return m_answers.size(); }

    Task<Result<ChatResponse>> respond(ChatRequest request, RunContext &run) override;
    Task<Result<std::shared_ptr<ChatClient>>> client(QString provider, QString model) override;

private:
    Task<Result<>> pauseHere(RunContext &run);

    QList<ScriptedAnswer> m_answers;
    QList<ChatRequest> m_requests;
    QList<std::pair<QString, QString>> m_clientsAskedFor;
    std::deque<std::pair<int, Completion<>::Resolver>> m_paused;
    std::optional<Error> m_noClient;
    int m_calls = 0;
    int m_pauses = 0;
};

} // namespace typeshift
