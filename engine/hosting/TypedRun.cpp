// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "hosting/TypedRun.h"

#include "tools/ToolBinding.h"

#include <algorithm>
#include <ranges>

using namespace Qt::StringLiterals;

namespace typeshift::detail {

namespace {

// Every member is required, and one that may be absent may be null instead: so providers hold a model to a schema.
// A map, which says of no member that it is required, can be in no strict schema.
QJsonObject strictSchema(QJsonObject schema, bool &isStrict)
{
    if (schema.contains("items"_L1))
        schema["items"_L1] = strictSchema(schema["items"_L1].toObject(), isStrict);
    if (schema["type"_L1] != "object"_L1)
        return schema;
    if (schema["additionalProperties"_L1] != false || !schema.contains("required"_L1))
        isStrict = false;
    const QJsonArray required = schema["required"_L1].toArray();
    QJsonObject properties = schema["properties"_L1].toObject();
    const QStringList names = properties.keys();
    for (const QString &name : names) {
        QJsonObject member = strictSchema(properties[name].toObject(), isStrict);
        if (!required.contains(name))
            member = nullable(std::move(member));
        properties[name] = member;
    }
    schema["properties"_L1] = properties;
    schema["required"_L1] = QJsonArray::fromStringList(names);
    return schema;
}

} // namespace

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

AnswerForm answerForm(const QJsonObject &schema)
{
    bool isStrict = true;
    const QJsonObject strict = strictSchema(schema, isStrict);
    return {.schema = writeJson(isStrict ? strict : schema), .isStrict = isStrict};
}

QString withAnswerForm(const QString &instructions, const AnswerForm &form)
{
    const QString demand = u"Your final answer is one JSON value of this schema, and nothing else:\n"_s
        + QString::fromUtf8(form.schema);
    return instructions.isEmpty() ? demand : QString(instructions + u"\n\n"_s + demand);
}

Error answerProblem(const QByteArray &text, const QString &problem)
{
    Error error(Error::Kind::Protocol, u"the answer is not what was asked for: %1"_s.arg(problem));
    error.facts.raw = QString::fromUtf8(text);
    return error;
}

} // namespace typeshift::detail
