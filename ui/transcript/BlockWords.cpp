// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "transcript/BlockWords.h"

#include "markdown/MarkdownPieces.h"
#include "words/ErrorText.h"
#include "words/Numbers.h"

#include <engine/base/Overloaded.h>

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Transcript)
};

QString valueText(const QJsonValue &value)
{
    if (value.isString())
        return value.toString();
    if (value.isObject() || value.isArray()) {
        const QJsonDocument document = value.isObject() ? QJsonDocument(value.toObject())
                                                        : QJsonDocument(value.toArray());
        return QString::fromUtf8(document.toJson(QJsonDocument::Compact));
    }
    return value.toVariant().toString();
}

QString firstLine(const QString &text)
{
    return text.left(400).section(u'\n', 0, 0, QString::SectionSkipEmpty).trimmed();
}

QString toolState(const ToolRow &row)
{
    switch (row.state) {
    case ToolRow::State::Running:
        return Words::tr("running");
    case ToolRow::State::Done:
        return Words::tr("done");
    case ToolRow::State::Failed:
        return Words::tr("failed");
    case ToolRow::State::WithoutResult:
        return Words::tr("without result");
    case ToolRow::State::Waiting:
        return Words::tr("waits for approval");
    case ToolRow::State::Rejected:
        return Words::tr("rejected");
    case ToolRow::State::EffectUnknown:
        return Words::tr("cut off, effect unknown");
    }
    return {};
}

} // namespace

QString reasoningLine(const Reasoning &reasoning)
{
    QString facts;
    if (reasoning.duration && reasoning.duration->count() > 0)
        facts = durationText(std::chrono::duration_cast<std::chrono::milliseconds>(*reasoning.duration));
    if (reasoning.tokens && *reasoning.tokens > 0)
        facts += (facts.isEmpty() ? QString() : u" · "_s) + Words::tr("%1 tokens").arg(countText(*reasoning.tokens));
    return facts.isEmpty() ? Words::tr("Reasoning") : Words::tr("Reasoning, %1").arg(facts);
}

QString footerLine(const Footer &footer)
{
    QStringList parts{footer.modelCalls == 1 ? Words::tr("1 model call")
                                             : Words::tr("%1 model calls").arg(footer.modelCalls)};
    if (footer.usage.input) {
        QString in = Words::tr("%1 in").arg(countText(*footer.usage.input));
        if (footer.usage.cacheRead.value_or(0) > 0)
            in += u' ' + Words::tr("(%1 cached)").arg(countText(*footer.usage.cacheRead));
        parts.append(in);
    }
    if (footer.usage.output)
        parts.append(Words::tr("%1 out").arg(countText(*footer.usage.output)));
    if (footer.duration)
        parts.append(durationText(*footer.duration));
    return parts.join(u" · "_s);
}

QString summaryLine(const SummaryDivider &summary)
{
    return summary.messages > 1 ? Words::tr("Summary of %1 earlier messages").arg(QLocale().toString(summary.messages))
                                : Words::tr("Summary of earlier messages");
}

QString cutLine(const Cut &cut)
{
    return cut.reason == Cut::Reason::Stopped ? Words::tr("You stopped the answer here. Everything above is stored.")
                                              : Words::tr("The answer broke off here. Everything above is stored.");
}

QString noticeLine(const Notice &notice)
{
    if (notice.kind == Notice::Kind::StoreFailed)
        return Words::tr("A step could not be stored. The run goes on. %1").arg(errorLine(notice.error));
    return Words::tr("%1 Next try in %2, retry %3.")
        .arg(errorText(notice.error).headline, durationText(notice.delay), QString::number(notice.attempt));
}

QString argumentsLine(const FunctionCall &call)
{
    const auto document = QJsonDocument::fromJson(call.arguments);
    if (!document.isObject())
        return QString::fromUtf8(call.arguments.left(400)).simplified();
    const QJsonObject object = document.object();
    QStringList parts;
    for (auto member = object.begin(); member != object.end(); ++member) {
        const QString value = valueText(member.value()).left(200).simplified();
        parts.append(object.size() == 1 ? value : QString(member.key() + u": "_s + value));
    }
    return parts.join(u", "_s).left(400);
}

QString resultLine(const ToolRow &row)
{
    switch (row.state) {
    case ToolRow::State::Running:
        return Words::tr("running");
    case ToolRow::State::WithoutResult:
        return Words::tr("no result");
    case ToolRow::State::Waiting:
        return Words::tr("waits for approval");
    case ToolRow::State::EffectUnknown:
        return Words::tr("cut off, effect unknown");
    case ToolRow::State::Rejected:
    case ToolRow::State::Done:
    case ToolRow::State::Failed:
        break;
    }
    return firstLine(row.result);
}

QString timeText(const QDateTime &at)
{
    if (!at.isValid())
        return {};
    const QDateTime local = at.toLocalTime();
    QString clock = QLocale().toString(local.time(), u"HH:mm"_s);
    if (local.date() == QDate::currentDate())
        return clock;
    const QString date = QLocale().toString(
        local.date(), local.date().year() == QDate::currentDate().year() ? u"d MMM"_s : u"d MMM yyyy"_s);
    return QString(date + u' ' + clock);
}

QString plainText(const Block &block)
{
    return std::visit(Overloaded{
                          [](const UserText &input) { return input.text; },
                          [](const AssistantHeader &) { return QString(); },
                          [](const Prose &prose) { return withoutMarks(prose.markdown); },
                          [](const CodeBlock &code) { return code.code; },
                          [](const Reasoning &reasoning) { return reasoning.text; },
                          [](const ToolRow &row) {
                              return QString(row.call.name + u' ' + argumentsLine(row.call) + u' ' + resultLine(row));
                          },
                          [](const ErrorBar &bar) { return errorLine(bar.error, bar.context); },
                          [](const Cut &cut) { return cutLine(cut); },
                          [](const Footer &footer) { return footerLine(footer); },
                          [](const SummaryDivider &summary) {
                              return QString(summaryLine(summary) + u'\n' + withoutMarks(summary.text));
                          },
                          [](const Notice &notice) { return noticeLine(notice); },
                      },
                      block.content);
}

QString accessibleText(const Block &block, const QString &authorTitle)
{
    const QString text = plainText(block);
    if (const auto *input = block.as<UserText>()) {
        const QString said = input->attachments.isEmpty()
            ? text
            : QString(text + u' ' + Words::tr("Attached: %1").arg(input->attachments.join(u", "_s)));
        return input->continued ? said : Words::tr("You, %1: %2").arg(timeText(input->at), said);
    }
    if (const auto *header = block.as<AssistantHeader>())
        return Words::tr("%1 answers, %2").arg(authorTitle, timeText(header->at));
    if (const auto *code = block.as<CodeBlock>())
        return Words::tr("Code, %1: %2").arg(code->language.isEmpty() ? Words::tr("plain") : code->language, text);
    if (const auto *reasoning = block.as<Reasoning>())
        return QString(reasoningLine(*reasoning) + u": "_s + text);
    if (const auto *row = block.as<ToolRow>()) {
        return Words::tr("Tool call %1, %2, %3")
            .arg(row->call.name, toolState(*row),
                 row->state == ToolRow::State::Failed ? resultLine(*row) : argumentsLine(row->call));
    }
    return text.isEmpty() ? Words::tr("Empty paragraph") : text;
}

QString markdownSource(const Block &block, const QString &authorTitle)
{
    return std::visit(
        Overloaded{
            [](const UserText &input) { return input.text; },
            [&](const AssistantHeader &) { return QString(u"**"_s + authorTitle + u"**"_s); },
            [](const Prose &prose) { return prose.markdown; },
            [](const CodeBlock &code) {
                const QString words = code.title.isEmpty() ? code.language : QString(code.language + u' ' + code.title);
                const QString fence = code.code.contains(u"```"_s) ? u"````"_s : u"```"_s;
                QString text;
                if (!code.continued)
                    text = fence + words + u'\n';
                text += code.code;
                if (!code.continues)
                    text += u'\n' + fence;
                return text;
            },
            [](const Reasoning &reasoning) {
                return QString(u"> "_s + QString(reasoning.text).replace(u'\n', u"\n> "_s));
            },
            [](const ToolRow &row) {
                return QString(u"`"_s + row.call.name + u"` "_s + argumentsLine(row.call) + u" → "_s + resultLine(row));
            },
            [](const ErrorBar &bar) { return errorText(bar.error, bar.context).headline; },
            [](const Cut &cut) { return cutLine(cut); },
            [](const Footer &) { return QString(); },
            [](const SummaryDivider &summary) { return summary.text; },
            [](const Notice &) { return QString(); },
        },
        block.content);
}

} // namespace typeshift::ui
