// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/Message.h"
#include "providers/JsonText.h"
#include "providers/openai/ChatRequestWriter.h"

#include <QSet>

namespace typeshift {

//! Writes the messages of one request, in the order that servers accept.
class ChatMessageWriter
{
public:
    ChatMessageWriter(JsonWriter &json, const ChatRequestForm &form, WireNames &names);

    void write(const QString &instructions, const QList<Message> &messages);

private:
    void writeInstructions(const QString &text);
    void writeUser(const QList<Content> &contents);
    void writeAssistant(const Message &message, const QSet<QString> &answered);
    void writeCalls(const QList<FunctionCall> &calls);
    void writeExtraContent(const QJsonObject &raw);
    void writeReasoning(const Message &message);
    void writeResults(const Message &message);
    void writeImagesOfResults();
    void beginMessage(QLatin1StringView role);

    JsonWriter &m_json;
    const ChatRequestForm &m_form;
    WireNames &m_names;
    QSet<QString> m_open;          // calls that wait for their tool message
    QList<Content> m_resultImages; // pictures that tools gave, for the next user message
    bool m_isAfterTool = false;
    bool m_isCurrentTurn = false; // behind the last message of the user
};

} // namespace typeshift
