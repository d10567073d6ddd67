// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/Commands.h"

#include <engine/chat/MessageJson.h>
#include <engine/storage/sql/SqlStore.h>
#include <engine/workbench/ConversationArchive.h>
#include <engine/workbench/ConversationCatalog.h>

#include <QCoreApplication>
#include <QFile>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace typeshift::cli {

namespace {

QString stateName(ConversationState state)
{
    switch (state) {
    case ConversationState::Idle:
        return u"idle"_s;
    case ConversationState::Running:
        return u"running"_s;
    case ConversationState::Asking:
        return u"asking"_s;
    case ConversationState::Interrupted:
        return u"interrupted"_s;
    }
    Q_UNREACHABLE_RETURN({});
}

QJsonObject jsonOf(const ConversationRecord &record)
{
    QJsonObject object{{u"id"_s, record.id.toString()},
                       {u"title"_s, record.title},
                       {u"state"_s, stateName(record.state)},
                       {u"agent"_s, record.agent},
                       {u"provider"_s, record.provider},
                       {u"model"_s, record.model},
                       {u"createdAt"_s, Codec<QDateTime>::encode(record.createdAt)},
                       {u"updatedAt"_s, Codec<QDateTime>::encode(record.updatedAt)}};
    if (record.settings)
        object[u"settings"_s] = record.settings->toString();
    if (record.lastError)
        object[u"lastError"_s] = Codec<Error>::encode(*record.lastError);
    return object;
}

// What a reader of the terminal wants of an entry: who, when, and the words.
QString textOf(const StoredEntry &stored)
{
    const ConversationEntry &entry = stored.entry;
    const QString when = QLocale().toString(entry.at.toLocalTime(), QLocale::ShortFormat);
    QString text;
    for (const Message &message : entry.messages) {
        const QString who = message.author.isEmpty() ? QCoreApplication::translate("typeshift::cli", "You")
                                                     : message.author;
        QString words = message.text();
        for (const FunctionCall &call : message.calls())
            words += u"\n[%1 %2]"_s.arg(call.name, QString::fromUtf8(call.arguments));
        if (!words.isEmpty())
            text += u"%1, %2\n%3\n\n"_s.arg(who, when, words.trimmed());
    }
    if (const auto error = entry.error())
        text +=
            QCoreApplication::translate("typeshift::cli", "[the run ended early: %1]\n\n").arg(error->facts.message);
    return text;
}

} // namespace

Result<ConversationId> conversationIdOf(const QString &text)
{
    if (const auto id = ConversationId::fromString(text))
        return *id;
    return failure(
        Error::Kind::InvalidInput,
        u"“%1” is not a conversation id; it looks like %2"_s.arg(text, u"01901234-5678-7abc-8def-0123456789ab"_s));
}

Task<ExitCode> conversations(Workplace &workplace)
{
    Output &output = workplace.output();
    if (auto opened = co_await workplace.open(OpenMode::ReadOnly); !opened)
        co_return output.fail(opened.error());
    const auto records = co_await workplace.workbench().catalog->list(
        {.title = workplace.arguments().value(u"search"_s)});
    if (!records)
        co_return output.fail(records.error());
    for (const ConversationRecord &record : *records) {
        if (output.isJson()) {
            output.json(jsonOf(record));
        } else {
            output.text(
                u"%1  %2  %3\n"_s.arg(record.id.toString(), stateName(record.state).leftJustified(11), record.title));
        }
    }
    co_return ExitCode::Done;
}

Task<ExitCode> show(Workplace &workplace)
{
    Output &output = workplace.output();
    const auto id = conversationIdOf(workplace.arguments().positional.value(0));
    if (!id)
        co_return output.fail(id.error());
    if (auto opened = co_await workplace.open(OpenMode::ReadOnly); !opened)
        co_return output.fail(opened.error());
    const auto entries = co_await workplace.workbench().store->loadConversation(*id);
    if (!entries)
        co_return output.fail(entries.error());
    if (entries->isEmpty())
        co_return output.fail(Error(Error::Kind::InvalidInput, u"there is no conversation %1"_s.arg(id->toString())));
    for (const StoredEntry &stored : *entries) {
        if (output.isJson())
            output.line(stored.entry.serialize());
        else
            output.text(textOf(stored));
    }
    co_return ExitCode::Done;
}

Task<ExitCode> exportConversation(Workplace &workplace)
{
    Output &output = workplace.output();
    const auto id = conversationIdOf(workplace.arguments().positional.value(0));
    if (!id)
        co_return output.fail(id.error());
    if (auto opened = co_await workplace.open(OpenMode::ReadOnly); !opened)
        co_return output.fail(opened.error());
    ConversationArchive &archive = *workplace.workbench().archive;
    if (workplace.arguments().isMarkdown) {
        const auto markdown = co_await archive.exportMarkdown(*id);
        if (!markdown)
            co_return output.fail(markdown.error());
        output.text(*markdown);
    } else {
        const auto lines = co_await archive.exportJsonLines(*id);
        if (!lines)
            co_return output.fail(lines.error());
        output.text(QString::fromUtf8(*lines));
    }
    co_return output.isReaderThere() ? ExitCode::Done : ExitCode::Failed;
}

Task<ExitCode> importConversation(Workplace &workplace)
{
    Output &output = workplace.output();
    QFile file(workplace.arguments().positional.value(0));
    if (!file.open(QIODevice::ReadOnly))
        co_return output.fail(Error(Error::Kind::InvalidInput, u"%1: %2"_s.arg(file.fileName(), file.errorString())));
    if (auto opened = co_await workplace.open(OpenMode::ReadWrite); !opened)
        co_return output.fail(opened.error());
    const auto place = workplace.arguments().isNewConversation ? ConversationArchive::Place::NewConversation
                                                               : ConversationArchive::Place::SameConversation;
    const auto report = co_await workplace.workbench().archive->importJsonLines(file.readAll(), place);
    if (!report)
        co_return output.fail(report.error());
    if (output.isJson()) {
        output.json({{u"conversation"_s, report->conversation.toString()},
                     {u"imported"_s, report->imported},
                     {u"skipped"_s, report->skipped}});
    } else {
        output.text(QCoreApplication::translate("typeshift::cli", "%1: %2 entries imported, %3 were there already\n")
                        .arg(report->conversation.toString(), QString::number(report->imported),
                             QString::number(report->skipped)));
    }
    co_return ExitCode::Done;
}

} // namespace typeshift::cli
