// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/Following.h"

#include "cli/Commands.h"
#include "cli/Interruption.h"

#include <engine/async/Completion.h>
#include <engine/chat/MessageJson.h>
#include <engine/workbench/ConversationCatalog.h>

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace typeshift::cli {

namespace {

// The arguments are the model's own text.
QJsonObject requestLine(const ApprovalRequest &request)
{
    QJsonObject line{{u"type"_s, u"request"_s},
                     {u"requestId"_s, request.requestId},
                     {u"tool"_s, request.call.name},
                     {u"arguments"_s, QString::fromUtf8(request.call.arguments)}};
    if (request.planRevision > 0)
        line[u"planRevision"_s] = request.planRevision;
    return line;
}

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
    void operator()(const RequestUpdate &update)
    {
        if (m_output.isJson())
            m_output.json(requestLine(update.request));
    }
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

Result<RunRequest> requestOf(const Arguments &arguments)
{
    RunRequest request;
    request.stream = arguments.isStreamed;
    if (arguments.has(u"conversation"_s)) {
        const auto id = conversationIdOf(arguments.value(u"conversation"_s));
        if (!id)
            return failure(id.error());
        request.conversation = *id;
    }
    if (arguments.has(u"settings"_s)) {
        request.settings = SettingsId::fromString(arguments.value(u"settings"_s));
        if (!request.settings)
            return failure(Error::Kind::InvalidInput, u"--settings needs an id"_s);
    }
    if (arguments.has(u"mode"_s)) {
        const auto mode = Codec<AgentMode>::decode(arguments.value(u"mode"_s));
        if (!mode)
            return failure(Error::Kind::InvalidInput, u"--mode: "_s + mode.error());
        request.mode = *mode;
    }
    const QString approve = arguments.value(u"approve"_s);
    if (!approve.isEmpty() && !QStringList{u"once"_s, u"conversation"_s, u"none"_s}.contains(approve))
        return failure(Error::Kind::InvalidInput, u"--approve takes once, conversation or none"_s);
    return request;
}

} // namespace

Task<Result<Prepared>> prepare(Workplace &workplace)
{
    const Arguments &arguments = workplace.arguments();
    auto request = requestOf(arguments);
    if (!request)
        co_return failure(request.error());
    if (auto opened = co_await workplace.open(OpenMode::ReadWrite); !opened)
        co_return failure(opened.error());
    if (auto built = workplace.buildEngine(); !built)
        co_return failure(built.error());
    ConversationRecord record;
    if (request->conversation) {
        const auto found = co_await workplace.workbench().catalog->find(*request->conversation);
        if (!found)
            co_return failure(found.error());
        record = found->value_or(ConversationRecord());
    }
    const auto host = hostOf(workplace, arguments.has(u"agent"_s) ? arguments.value(u"agent"_s) : record.agent);
    if (!host)
        co_return failure(host.error());
    // What answered last goes on; an agent that comes new brings the model that it names.
    const bool isNew = record.provider.isEmpty() || record.agent != host->agent().name();
    const bool bringsModel = isNew && !host->agent().provider().isEmpty();
    ModelChoice usual{record.provider, record.model};
    if (bringsModel)
        usual = {host->agent().provider(), host->agent().model()};
    const auto choice = co_await workplace.chosenModel(usual);
    if (!choice)
        co_return failure(choice.error());
    request->provider = choice->provider;
    request->model = choice->model;
    co_return Prepared{*host, *request};
}

Result<AgentHost> hostOf(Workplace &workplace, const QString &name)
{
    const auto host = workplace.engine().host(name.isEmpty() ? u"assistant"_s : name);
    if (!host)
        return failure(Error::Kind::InvalidInput, u"there is no agent “%1”"_s.arg(name));
    return *host;
}

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

} // namespace typeshift::cli
