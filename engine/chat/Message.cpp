// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "chat/Message.h"

namespace typeshift {

QString Message::text() const
{
    QString joined;
    for (const Content &content : contents) {
        if (const auto *part = std::get_if<TextContent>(&content))
            joined += part->text;
    }
    return joined;
}

QList<FunctionCall> Message::calls() const
{
    QList<FunctionCall> found;
    for (const Content &content : contents) {
        if (const auto *call = std::get_if<FunctionCall>(&content))
            found.append(*call);
    }
    return found;
}

Message userMessage(const QString &text)
{
    Message message;
    message.contents.append(TextContent{.text = text, .unknown = {}});
    return message;
}

} // namespace typeshift
