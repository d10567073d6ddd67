// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/Asking.h"
#include "cli/Commands.h"
#include "cli/Following.h"
#include "cli/SteeringFile.h"

#include <engine/workbench/ConversationCatalog.h>

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QMimeDatabase>

using namespace Qt::StringLiterals;

namespace typeshift::cli {

namespace {

Result<Content> attachment(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return failure(Error::Kind::InvalidInput, u"%1: %2"_s.arg(path, file.errorString()));
    const QByteArray bytes = file.readAll();
    const QString type = QMimeDatabase().mimeTypeForFileNameAndData(path, bytes).name();
    if (type.startsWith("image/"_L1))
        return ImageContent{.data = bytes, .mediaType = type, .unknown = {}};
    return FileContent{.name = QFileInfo(path).fileName(), .mediaType = type, .data = bytes, .unknown = {}};
}

Result<Message> inputOf(const Arguments &arguments)
{
    QString text = arguments.positional.value(0);
    if (arguments.positional.isEmpty()) {
        QFile input;
        if (!input.open(stdin, QIODevice::ReadOnly))
            return failure(Error::Kind::InvalidInput, u"standard input cannot be read"_s);
        text = QString::fromUtf8(input.readAll()).trimmed();
    }
    if (text.isEmpty() && arguments.attachments.isEmpty())
        return failure(Error::Kind::InvalidInput,
                       u"there is nothing to tell the agent: TEXT and standard input are empty"_s);
    Message message = userMessage(text);
    for (const QString &path : arguments.attachments) {
        auto content = attachment(path);
        if (!content)
            return failure(content.error());
        message.contents.append(*std::move(content));
    }
    return message;
}

// Null without --steer-from.
Result<std::unique_ptr<SteeringFile>> steeringOf(Workplace &workplace, const RunRequest &request)
{
    const Arguments &arguments = workplace.arguments();
    if (!arguments.has(u"steer-from"_s))
        return nullptr;
    if (!request.conversation)
        return failure(Error::Kind::InvalidInput, u"--steer-from needs --conversation ID"_s);
    return SteeringFile::open(arguments.value(u"steer-from"_s), workplace.engine());
}

} // namespace

Task<ExitCode> run(Workplace &workplace)
{
    const auto input = inputOf(workplace.arguments());
    if (!input)
        co_return workplace.output().fail(input.error());
    const auto prepared = co_await prepare(workplace);
    if (!prepared)
        co_return workplace.output().fail(prepared.error());
    const AgentHost &host = prepared->host;
    const RunRequest &request = prepared->request;
    const auto steering = steeringOf(workplace, request);
    if (!steering)
        co_return workplace.output().fail(steering.error());
    if (request.conversation) {
        const auto noted = co_await workplace.workbench().catalog->noteInput({.conversation = *request.conversation,
                                                                              .agent = host.agent().name(),
                                                                              .provider = request.provider,
                                                                              .model = request.model,
                                                                              .text = input->text(),
                                                                              .settings = request.settings});
        if (!noted)
            co_return workplace.output().fail(noted.error());
    }
    const RunHandle handle = host.run(*input, request);
    if (*steering)
        (*steering)->follow(*handle);
    auto result = co_await follow(workplace, *handle);
    if (*steering) {
        for (const QString &line : (*steering)->refused())
            workplace.output().remark(
                QCoreApplication::translate("typeshift::cli", "The run had ended, so this was not sent: %1").arg(line));
    }
    co_return co_await answered(workplace, host, request, std::move(result));
}

Task<ExitCode> resume(Workplace &workplace)
{
    if (!workplace.arguments().has(u"conversation"_s))
        co_return workplace.output().fail(Error(Error::Kind::InvalidInput, u"resume needs --conversation ID"_s));
    const auto prepared = co_await prepare(workplace);
    if (!prepared)
        co_return workplace.output().fail(prepared.error());
    const AgentHost &host = prepared->host;
    const RunRequest &request = prepared->request;
    const RunHandle handle = host.resume(request);
    auto result = co_await follow(workplace, *handle);
    co_return co_await answered(workplace, host, request, std::move(result));
}

} // namespace typeshift::cli
