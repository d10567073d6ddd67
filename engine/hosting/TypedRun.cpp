// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "hosting/TypedRun.h"

#include <algorithm>
#include <ranges>

using namespace Qt::StringLiterals;

namespace typeshift::detail {

QByteArray answerText(const ChatResponse &response)
{
    QString text;
    const auto answers = response.messages | std::views::reverse;
    const auto last = std::ranges::find(answers, Role::Assistant, &Message::role);
    if (last != answers.end()) {
        for (const Content &content : last->contents) {
            if (const auto *part = std::get_if<TextContent>(&content))
                text += part->text;
        }
    }
    text = text.trimmed();
    if (text.startsWith("```"_L1) && text.endsWith("```"_L1) && text.contains(u'\n'))
        text = text.sliced(text.indexOf(u'\n')).chopped(3).trimmed();
    return text.toUtf8();
}

Error answerProblem(const QByteArray &text, const QString &problem)
{
    Error error(Error::Kind::Protocol, u"the answer is not what was asked for: %1"_s.arg(problem));
    error.facts.raw = QString::fromUtf8(text);
    return error;
}

} // namespace typeshift::detail
