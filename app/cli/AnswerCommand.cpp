// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/Asking.h"
#include "cli/Commands.h"
#include "cli/Following.h"

#include <engine/approval/DecisionLog.h>
#include <engine/conversations/History.h>
#include <engine/conversations/OpenRequests.h>
#include <engine/storage/sql/SqlStore.h>
#include <engine/workbench/ConversationCatalog.h>
#include <ui/words/VisibleText.h>

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace typeshift::cli {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("typeshift::cli", text);
}

// The decision of the command line, for any request; `mode` is what a plan's run goes on in.
Result<ApprovalResponse> decisionOf(const Arguments &arguments, std::optional<AgentMode> mode)
{
    ApprovalResponse response;
    const int given = int(arguments.has(u"approve"_s)) + int(arguments.has(u"approve-for-conversation"_s))
        + int(arguments.has(u"reject"_s));
    if (given != 1) {
        return failure(Error::Kind::InvalidInput,
                       u"answer needs one of --approve, --approve-for-conversation and --reject REASON"_s);
    }
    response.approved = !arguments.has(u"reject"_s);
    response.forConversation = arguments.has(u"approve-for-conversation"_s);
    response.reason = arguments.value(u"reject"_s);
    if (arguments.has(u"arguments"_s))
        response.editedArguments = arguments.value(u"arguments"_s).toUtf8();
    response.mode = mode;
    return response;
}

// One answer for each --request, or for the only open one.
Result<QList<ApprovalResponse>> answersOf(const Arguments &arguments, std::optional<AgentMode> mode,
                                          const QList<StoredEntry> &entries)
{
    auto decision = decisionOf(arguments, mode);
    if (!decision)
        return failure(decision.error());
    QStringList requests = arguments.requests;
    const QList<ApprovalRequest> open = OpenRequests(entries).open();
    if (requests.isEmpty() && open.size() == 1)
        requests = {open.constFirst().requestId};
    if (requests.isEmpty()) {
        return failure(Error::Kind::InvalidInput,
                       u"%1 requests are open: name them with --request ID, see `typeshift show`"_s.arg(open.size()));
    }
    QList<ApprovalResponse> answers;
    for (const QString &request : std::as_const(requests)) {
        decision->requestId = request;
        answers.append(*decision);
    }
    return answers;
}

QString decisionText(const Decision &decision)
{
    const QString asked = requestText(decision.request);
    if (!decision.response)
        return tr("%1  open (%2)\n%3\n\n")
            .arg(decision.askedAt.toLocalTime().toString(Qt::ISODate), decision.request.requestId, asked);
    const QString who = decision.response->rule.isEmpty()
        ? Codec<Decider>::encode(decision.response->decidedBy).toString()
        : decision.response->rule;
    return tr("%1  %2 by %3\n%4\n\n")
        .arg(decision.decidedAt.toLocalTime().toString(Qt::ISODate),
             decision.response->approved ? tr("approved") : tr("rejected"), ui::visibleText(who).text, asked);
}

Task<Result<QList<StoredEntry>>> load(Workplace &workplace, QString text, OpenMode mode)
{
    const auto id = conversationIdOf(text);
    if (!id)
        co_return failure(id.error());
    if (auto opened = co_await workplace.open(mode); !opened)
        co_return failure(opened.error());
    auto entries = co_await workplace.workbench().store->loadConversation(*id);
    if (entries && entries->isEmpty())
        co_return failure(Error::Kind::InvalidInput, u"there is no conversation %1"_s.arg(id->toString()));
    co_return entries;
}

} // namespace

Task<ExitCode> answer(Workplace &workplace)
{
    Output &output = workplace.output();
    if (!workplace.arguments().has(u"conversation"_s))
        co_return output.fail(Error(Error::Kind::InvalidInput, u"answer needs --conversation ID"_s));
    auto prepared = co_await prepare(workplace);
    if (!prepared)
        co_return output.fail(prepared.error());
    RunRequest &request = prepared->request;
    const auto entries = co_await workplace.workbench().store->loadConversation(*request.conversation);
    if (!entries)
        co_return output.fail(entries.error());
    const auto answers = answersOf(workplace.arguments(), request.mode, *entries);
    if (!answers)
        co_return output.fail(answers.error());
    request.mode.reset(); // It belongs to the plan's approval.
    const RunHandle handle = prepared->host.answer(*answers, request);
    auto result = co_await follow(workplace, *handle);
    co_return co_await answered(workplace, prepared->host, request, std::move(result));
}

Task<ExitCode> decisions(Workplace &workplace)
{
    const auto entries = co_await load(workplace, workplace.arguments().positional.value(0), OpenMode::ReadOnly);
    if (!entries)
        co_return workplace.output().fail(entries.error());
    const QList<Decision> log = decisionsOf(*entries);
    if (workplace.output().isJson()) {
        workplace.output().text(QString::fromUtf8(decisionLines(log)));
    } else {
        for (const Decision &each : log)
            workplace.output().text(decisionText(each));
    }
    co_return ExitCode::Done;
}

Task<ExitCode> approvals(Workplace &workplace)
{
    Output &output = workplace.output();
    const Arguments &arguments = workplace.arguments();
    const bool revokes = arguments.has(u"revoke"_s);
    const auto entries = co_await load(workplace, arguments.positional.value(0),
                                       revokes ? OpenMode::ReadWrite : OpenMode::ReadOnly);
    if (!entries)
        co_return output.fail(entries.error());
    if (!revokes) {
        for (const StandingApproval &each : standingApprovalsOf(*entries)) {
            if (output.isJson())
                output.json({{u"tool"_s, each.tool}});
            else
                output.text(ui::visibleText(each.tool).text + u'\n');
        }
        co_return ExitCode::Done;
    }
    if (auto built = workplace.buildEngine(); !built)
        co_return output.fail(built.error());
    const auto host = hostOf(workplace, {});
    if (!host)
        co_return output.fail(host.error());
    RunRequest request;
    request.conversation = conversationIdOf(arguments.positional.value(0)).value_or(ConversationId());
    const RunHandle handle = host->revoke(arguments.value(u"revoke"_s), request);
    const auto revoked = co_await follow(workplace, *handle);
    co_return revoked ? ExitCode::Done : output.fail(revoked.error());
}

} // namespace typeshift::cli
