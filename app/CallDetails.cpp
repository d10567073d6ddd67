// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "CallDetails.h"

#ifdef Q_OS_UNIX
#include "toolsets/Toolsets.h"
#include "toolsets/files/FileTools.h"
#include "toolsets/shell/CommandRisk.h"
#endif

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("typeshift::CallDetails", text);
}

QJsonObject argumentsOf(const FunctionCall &call)
{
    return QJsonDocument::fromJson(call.arguments).object();
}

#ifdef Q_OS_UNIX
QString wordsOf(toolsets::CommandRisk risk)
{
    using enum toolsets::CommandRisk;
    switch (risk) {
    case Deletes:
        return tr("It may delete or overwrite something for good.");
    case Sends:
        return tr("It may send something to another machine.");
    case BecomesRoot:
        return tr("It asks for more rights.");
    case LeavesFolder:
        return tr("It names a place outside of the chosen folder.");
    case Hides:
        return tr("It runs text that cannot be read here.");
    }
    Q_UNREACHABLE_RETURN({});
}
#endif

ui::ShellCommand commandOf(const QJsonObject &arguments)
{
    ui::ShellCommand command{.command = arguments.value("command"_L1).toString(), .facts = {}};
    for (auto member = arguments.begin(); member != arguments.end(); ++member) {
        if (member.key() != "command"_L1)
            command.facts.append({member.key(), member->toVariant().toString()});
    }
    return command;
}

} // namespace

Task<ui::ApprovalDetails> CallDetails::of(ApprovalRequest request, QString agent, ConversationId conversation) const
{
    ui::ApprovalDetails details;
    details.check = checkOf(request.call.name, agent);
    details.evidence = co_await evidenceOf(request.call, agent, conversation);
#ifdef Q_OS_UNIX
    if (const auto *command = std::get_if<ui::ShellCommand>(&details.evidence)) {
        QStringList why;
        for (const toolsets::CommandRisk risk : toolsets::risksOf(command->command, m_tools.folders))
            why.append(wordsOf(risk));
        details.risk = {.isRisky = !why.isEmpty(), .why = why.join(u' ')};
    }
#endif
    co_return details;
}

Task<ui::Evidence> CallDetails::evidenceOf(FunctionCall call, QString agent, ConversationId conversation) const
{
#ifdef Q_OS_UNIX
    const QJsonObject arguments = argumentsOf(call);
    if (call.name == "run_command"_L1)
        co_return commandOf(arguments);
    if (m_tools.files && (call.name == "write_file"_L1 || call.name == "edit_file"_L1)) {
        const std::shared_ptr<toolsets::FileTools> files = m_tools.files;
        RunIdentity identity;
        identity.agent = agent;
        identity.conversation = conversation;
        const auto change = co_await toolsets::previewOf(*files, call.name, arguments, toolsets::readerOf(identity));
        if (change)
            co_return ui::FileEdit{
                .path = change->path, .before = change->before.value_or(QString()), .after = change->after};
    }
#endif
    co_return ui::PlainArguments();
}

// The tool itself says what it takes. // T19
ui::CheckArguments CallDetails::checkOf(const QString &tool, const QString &agent) const
{
    const auto host = m_engine->host(agent);
    if (!host)
        return {};
    for (const std::shared_ptr<Tool> &each : host->agent().tools()) {
        if (each->declaration().name != tool)
            continue;
        return [each](const QByteArray &text) -> std::optional<QString> {
            const QJsonDocument parsed = QJsonDocument::fromJson(text);
            if (!parsed.isObject())
                return tr("The arguments must be a JSON object.");
            return each->problemOf(parsed.object()).transform([](const Error &error) { return error.facts.message; });
        };
    }
    return {};
}

} // namespace typeshift
