// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/Commands.h"
#include "cli/Interruption.h"
#include "cli/SteeringFile.h"

#include <engine/async/Completion.h>
#include <engine/chat/MessageJson.h>
#include <engine/workbench/ConversationCatalog.h>

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QMimeDatabase>

using namespace Qt::StringLiterals;

namespace typeshift::cli {

namespace {

// Prints a run's updates as they come.
class RunPrinter
{
public:
    explicit RunPrinter(Output &output)
        : m_output(output)
    {
    }

    void print(const ChatUpdate &update) { std::visit(*this, update); }

    void operator()(const TextDelta &delta) { printDelta(delta.message, delta.text, u"text"_s); }
    void operator()(const ReasoningDelta &delta) { printDelta(delta.message, delta.text, u"reasoning"_s); }
    void operator()(const CallUpdate &) { }
    void operator()(const ResultUpdate &) { }
    void operator()(const RequestUpdate &) { }
    void operator()(const ModeUpdate &) { }
    void operator()(const UsageUpdate &) { }
    void operator()(const RetryUpdate &retry)
    {
        if (m_output.isJson()) {
            m_output.json({{u"type"_s, u"retry"_s},
                           {u"attempt"_s, retry.attempt},
                           {u"delayMs"_s, qint64(retry.delay.count())},
                           {u"error"_s, Codec<Error>::encode(retry.error)}});
        } else {
            m_output.remark(
                QCoreApplication::translate("typeshift::cli", "Asking again in %1 s: %2")
                    .arg(QString::number(double(retry.delay.count()) / 1000, 'f', 1), retry.error.facts.message));
        }
    }
    void operator()(const StoredUpdate &update)
    {
        if (m_output.isJson()) {
            // The entry as the store holds it, byte for byte.
            m_output.line("{\"type\":\"stored\",\"sequence\":" + QByteArray::number(update.stored.sequence)
                          + ",\"entry\":" + update.stored.entry.serialize() + '}');
        }
    }
    void operator()(const StoreFailedUpdate &update)
    {
        m_output.remark(QCoreApplication::translate("typeshift::cli", "A step could not be stored: %1")
                            .arg(update.error.facts.message));
    }

    void end(const Result<ChatResponse> &result)
    {
        if (!m_output.isJson()) {
            if (m_hasText)
                m_output.text(u"\n"_s);
            return;
        }
        if (!result)
            return; // The error line is the last one.
        m_output.json({{u"type"_s, u"end"_s},
                       {u"text"_s, result->text()},
                       {u"model"_s, result->model},
                       {u"usage"_s, Codec<Usage>::encode(result->usage)}});
    }

private:
    void printDelta(const QUuid &message, const QString &text, const QString &kind)
    {
        if (m_output.isJson()) {
            m_output.json({{u"type"_s, u"delta"_s},
                           {u"kind"_s, kind},
                           {u"message"_s, message.toString(QUuid::WithoutBraces)},
                           {u"text"_s, text}});
        } else if (kind == "text"_L1) {
            m_hasText = true;
            m_output.text(text);
        }
    }

    Output &m_output;
    bool m_hasText = false;
};

// Waits for a run's end with its updates printed; the first interruption stops it.
Task<Result<ChatResponse>> follow(Workplace &workplace, Run &run)
{
    Completion<ChatResponse> ended;
    const auto resolve = ended.resolver();
    RunPrinter printer(workplace.output());
    QObject receiver;
    QObject::connect(&run, &Run::updated, &receiver, [&](const ChatUpdate &update) {
        printer.print(update);
        if (!workplace.output().isReaderThere())
            run.cancel();
    });
    QObject::connect(&run, &Run::finished, &receiver,
                     [resolve](const Result<ChatResponse> &result) { resolve(result); });
    Interruption interruption;
    QObject::connect(&interruption, &Interruption::requested, &run, &Run::cancel);
    auto result = co_await std::move(ended);
    printer.end(result);
    co_return result;
}

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

// The agent, model and ids that the command line asks for, and the opened parts to run them on.
Task<Result<RunRequest>> prepare(Workplace &workplace)
{
    const Arguments &arguments = workplace.arguments();
    if (auto opened = co_await workplace.open(OpenMode::ReadWrite); !opened)
        co_return failure(opened.error());
    if (auto built = workplace.buildEngine(); !built)
        co_return failure(built.error());
    auto request = co_await workplace.chosenModel();
    if (!request)
        co_return request;
    request->stream = arguments.isStreamed;
    if (arguments.has(u"conversation"_s)) {
        const auto id = conversationIdOf(arguments.value(u"conversation"_s));
        if (!id)
            co_return failure(id.error());
        request->conversation = *id;
    }
    if (arguments.has(u"settings"_s)) {
        request->settings = SettingsId::fromString(arguments.value(u"settings"_s));
        if (!request->settings)
            co_return failure(Error::Kind::InvalidInput, u"--settings needs an id"_s);
    }
    co_return request;
}

Result<AgentHost> hostOf(Workplace &workplace)
{
    const QString name = workplace.arguments().value(u"agent"_s);
    const auto host = workplace.engine().host(name.isEmpty() ? u"assistant"_s : name);
    if (!host)
        return failure(Error::Kind::InvalidInput, u"there is no agent “%1”"_s.arg(name));
    return *host;
}

} // namespace

Task<ExitCode> run(Workplace &workplace)
{
    const auto input = inputOf(workplace.arguments());
    if (!input)
        co_return workplace.output().fail(input.error());
    const auto request = co_await prepare(workplace);
    if (!request)
        co_return workplace.output().fail(request.error());
    const auto host = hostOf(workplace);
    if (!host)
        co_return workplace.output().fail(host.error());
    const auto steering = steeringOf(workplace, *request);
    if (!steering)
        co_return workplace.output().fail(steering.error());
    if (request->conversation) {
        const auto noted = co_await workplace.workbench().catalog->noteInput({.conversation = *request->conversation,
                                                                              .agent = host->agent().name(),
                                                                              .provider = request->provider,
                                                                              .model = request->model,
                                                                              .text = input->text(),
                                                                              .settings = request->settings});
        if (!noted)
            co_return workplace.output().fail(noted.error());
    }
    const RunHandle handle = host->run(*input, *request);
    if (*steering)
        (*steering)->follow(*handle);
    const auto result = co_await follow(workplace, *handle);
    if (*steering) {
        for (const QString &line : (*steering)->refused())
            workplace.output().remark(
                QCoreApplication::translate("typeshift::cli", "The run had ended, so this was not sent: %1").arg(line));
    }
    co_return result ? ExitCode::Done : workplace.output().fail(result.error());
}

Task<ExitCode> resume(Workplace &workplace)
{
    if (!workplace.arguments().has(u"conversation"_s))
        co_return workplace.output().fail(Error(Error::Kind::InvalidInput, u"resume needs --conversation ID"_s));
    const auto request = co_await prepare(workplace);
    if (!request)
        co_return workplace.output().fail(request.error());
    const auto host = hostOf(workplace);
    if (!host)
        co_return workplace.output().fail(host.error());
    const RunHandle handle = host->resume(*request);
    const auto result = co_await follow(workplace, *handle);
    co_return result ? ExitCode::Done : workplace.output().fail(result.error());
}

} // namespace typeshift::cli
