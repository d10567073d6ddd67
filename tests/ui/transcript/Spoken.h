// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/chat/ChatUpdate.h>

#include <QTimeZone>

//! Conversations for the transcript's tests, in its own words.
namespace typeshift::spoken {

inline QUuid uid(int number)
{
    return QUuid(0x01900000, 0, 0x7000, 0x80, 0, 0, 0, uchar(number >> 24), uchar(number >> 16), uchar(number >> 8),
                 uchar(number));
}

inline QDateTime at(int seconds)
{
    return QDateTime(QDate(2025, 10, 20), QTime(14, 1), QTimeZone::UTC).addSecs(seconds);
}

inline StoredEntry entry(qint64 sequence, Message message, std::optional<Usage> usage = {})
{
    StoredEntry stored;
    stored.sequence = sequence;
    stored.entry.agent = QStringLiteral("assistant");
    stored.entry.at = at(int(sequence));
    stored.entry.messages = {std::move(message)};
    stored.entry.usage = usage;
    return stored;
}

inline StoredEntry says(qint64 sequence, const QString &text)
{
    Message message = userMessage(text);
    message.uid = uid(int(sequence));
    return entry(sequence, message);
}

inline Message answer(qint64 sequence, QList<Content> contents)
{
    Message message;
    message.uid = uid(int(sequence));
    message.role = Role::Assistant;
    message.author = QStringLiteral("assistant");
    message.contents = std::move(contents);
    return message;
}

inline StoredEntry answers(qint64 sequence, QList<Content> contents)
{
    Usage usage;
    usage.input = 93'100;
    usage.output = 900;
    usage.reasoning = 640;
    return entry(sequence, answer(sequence, std::move(contents)), usage);
}

inline TextContent text(const QString &words)
{
    return {words, {}};
}

inline FunctionCall call(const QString &id, const QString &name, const QByteArray &arguments)
{
    return {id, name, arguments, {}, {}};
}

inline StoredEntry results(qint64 sequence, const QString &callId, const QString &words, bool isError = false)
{
    Message message;
    message.uid = uid(int(sequence));
    message.role = Role::Tool;
    message.contents = {FunctionResult{callId, {TextContent{words, {}}}, isError, {}}};
    return entry(sequence, message);
}

//! Requests for these calls, as "r-" and the call's id; those of `decided` are approved with them.
inline StoredEntry asks(qint64 sequence, const QStringList &callIds, const QStringList &decided = {})
{
    Message message;
    message.uid = uid(int(sequence));
    message.role = Role::Assistant;
    for (const QString &id : callIds) {
        ApprovalRequest request;
        request.requestId = QStringLiteral("r-") + id;
        request.call.callId = id;
        message.contents.append(request);
        if (decided.contains(id)) {
            ApprovalResponse response;
            response.requestId = request.requestId;
            response.approved = true;
            message.contents.append(response);
        }
    }
    return entry(sequence, message);
}

//! A person's answer to the request for a call.
inline StoredEntry decides(qint64 sequence, const QString &callId, bool isApproved)
{
    Message message;
    message.uid = uid(int(sequence));
    ApprovalResponse response;
    response.requestId = QStringLiteral("r-") + callId;
    response.approved = isApproved;
    message.contents = {response};
    return entry(sequence, message);
}

inline StoredEntry ends(qint64 sequence, std::optional<Error> error = {})
{
    Message message;
    message.uid = uid(int(sequence));
    message.role = Role::Assistant;
    if (error)
        message.contents = {ErrorContent{*error, {}}};
    StoredEntry stored = entry(sequence, message);
    if (!error)
        stored.entry.messages.clear();
    stored.entry.endsRun = true;
    return stored;
}

} // namespace typeshift::spoken
