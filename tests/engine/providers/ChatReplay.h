// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ChatRequest.h"
#include "providers/openai/ChatAnswer.h"

#include <QJsonObject>

namespace typeshift {

//! A recorded or authored answer and what should be understood of it.
struct ChatStream {
    QString name;
    QByteArray bytes;
    int status = 200;
    QByteArray contentType;
    ChatAnswer::ThinkTagMode thinkTags = ChatAnswer::ThinkTagMode::Ignored;
    QJsonObject expectation;
};

//! All streams of a folder that have an expectation; lines of *.chunks.txt get their framing back.
QList<ChatStream> chatStreams(const QString &folder);

enum class Ending { Complete, Cut };

//! What a host sees of one answer.
struct Replayed {
    QString text;
    QString reasoning;
    QList<FunctionCall> calls;
    QList<QUuid> messages; //!< uids of everything reported
    Usage usage;
    Result<ChatResponse> response;
};

//! Sends the bytes in pieces that end at `cuts` through a client. The last piece ends the answer.
Replayed replay(const ChatStream &stream, QByteArrayView bytes, const QList<qsizetype> &cuts, Ending ending);

//! What is wrong with it, for a failing test; empty when all is as expected.
QString differences(const Replayed &replayed, const QJsonObject &expectation);
//! Faults that no answer may have, whatever its stream: updates and response that disagree, calls beside an error.
QString inconsistencies(const Replayed &replayed);

} // namespace typeshift
