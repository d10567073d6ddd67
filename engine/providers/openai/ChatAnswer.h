// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ChatRequest.h"
#include "chat/RunContext.h"
#include "providers/ToolCallAssembler.h"
#include "providers/openai/ThinkTags.h"

#include <QJsonArray>
#include <QJsonObject>

namespace typeshift {

class WireNames;

//! An answer while it comes in: fed with the objects of the wire, it reports what they bring and ends as the response.
//! Deltas wait until flush(), so that what came in one piece is reported once.
class ChatAnswer
{
public:
    enum class ThinkTagMode { Ignored, Split };

    //! Takes the message's uid from `run`, which outlives it. `host` is written into what only it gets back.
    ChatAnswer(RunContext &run, QString host, ThinkTagMode thinkTags);

    //! A chunk, or a whole completion; `json` is its text.
    void take(const QJsonObject &object, QByteArrayView json);
    //! A delta of text alone, or of reasoning alone under `member`.
    void takeText(const QString &text);
    void takeReasoning(const QString &text, QLatin1StringView member);
    //! [DONE] came.
    void markDone() { m_isDone = true; }
    //! Reports what waits.
    void flush();

    //! A finish reason or [DONE] was seen: the answer is whole. // 4.0 End of stream
    bool hasProof() const { return m_isDone || !m_finish.isEmpty(); }
    bool isDone() const { return m_isDone; }
    //! The finish reason "error": the provider gave up without saying why.
    bool isBroken() const { return m_finish == QLatin1StringView("error"); }

    //! Flushes, reports calls and usage, and gives the response. Only with proof, or of a whole completion.
    ChatResponse finish(const WireNames &names);

private:
    void takeChoice(const QJsonObject &choice, QByteArrayView json);
    void takeMessage(const QJsonObject &message, QByteArrayView json);
    void takeContentParts(const QJsonArray &parts);
    void takeReasoningOf(const QJsonObject &message);
    void takeDetails(const QJsonArray &details);
    void takeCalls(const QJsonArray &calls, QByteArrayView json);
    void addText(const QString &text);
    void addReasoning(const QString &text);
    ReasoningContent &reasoningContent();
    void addRawReasoning();
    FinishReason finishReason(bool hasCalls) const;

    RunContext &m_run;
    QString m_host;
    ThinkTagMode m_thinkTagMode;
    ThinkTags m_thinkTags;
    Message m_message;
    QString m_waitingText;
    QString m_waitingReasoning;
    QLatin1StringView m_reasoningMember;
    QJsonArray m_reasoningDetails;
    QJsonObject m_extraContent; // of the message, beside that of its calls
    ToolCallAssembler m_calls;
    Usage m_usage;
    QString m_model;
    QString m_responseId;
    QString m_finish;
    bool m_isDone = false;
};

//! Usage as OpenAI-like servers count it, in our terms. // 4.0 Usage
Usage normalisedUsage(const QJsonObject &usage);

} // namespace typeshift
