// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/Asking.h"

#include "cli/Following.h"

#include <engine/approval/ExitPlanMode.h>
#include <ui/words/VisibleText.h>

#include <QCoreApplication>
#include <QTextStream>

#include <cstdio>

#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

using namespace Qt::StringLiterals;

namespace typeshift::cli {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("typeshift::cli", text);
}

bool isOnTerminal()
{
#ifdef Q_OS_UNIX
    return isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1;
#else
    return false;
#endif
}

// No run goes on meanwhile, so nothing waits behind this read but the person's own decision.
std::optional<QString> readLine(const QString &question)
{
    std::fputs(question.toUtf8().constData(), stderr);
    std::fflush(stderr);
    QTextStream input(stdin);
    const QString line = input.readLine();
    return line.isNull() ? std::nullopt : std::optional(line.trimmed());
}

ApprovalResponse responseTo(const ApprovalRequest &request, bool isApproved)
{
    ApprovalResponse response;
    response.requestId = request.requestId;
    response.approved = isApproved;
    return response;
}

// Nothing: the person decides later.
std::optional<ApprovalResponse> askAbout(const ApprovalRequest &request)
{
    const bool isPlan = request.planRevision > 0;
    std::fputs((u'\n' + requestText(request) + u'\n').toUtf8().constData(), stderr);
    for (;;) {
        const auto said = readLine(isPlan
                                       ? tr("[y] approve this plan, [a] approve and go on in auto mode, [n REASON] send"
                                            " back, [q] decide later: ")
                                       : tr("[y] approve once, [c] approve for this conversation, [n REASON] reject,"
                                            " [q] decide later: "));
        if (!said || *said == "q"_L1)
            return std::nullopt;
        ApprovalResponse response = responseTo(request, true);
        if (*said == "y"_L1)
            return response;
        if (isPlan && *said == "a"_L1) {
            response.mode = AgentMode::Auto;
            return response;
        }
        if (!isPlan && *said == "c"_L1) {
            response.forConversation = true;
            return response;
        }
        if (said->startsWith("n"_L1) && (said->size() == 1 || said->at(1).isSpace())) {
            response.approved = false;
            response.reason = said->mid(1).trimmed();
            if (!isPlan || !response.reason.isEmpty())
                return response;
            std::fputs(tr("Say why, so that the agent can plan again.\n").toUtf8().constData(), stderr);
        }
    }
}

// Empty: nobody answers now.
QList<ApprovalResponse> answersTo(const QList<ApprovalRequest> &requests, const QString &approve, bool mayAsk)
{
    QList<ApprovalResponse> answers;
    for (const ApprovalRequest &request : requests) {
        if (approve == "once"_L1 || approve == "conversation"_L1) {
            ApprovalResponse response = responseTo(request, true);
            response.forConversation = approve == "conversation"_L1 && request.planRevision == 0;
            answers.append(std::move(response));
        } else if (auto said = mayAsk && approve.isEmpty() ? askAbout(request) : std::nullopt) {
            answers.append(*std::move(said));
        } else {
            return {};
        }
    }
    return answers;
}

void nameOpen(Workplace &workplace, const RunRequest &request, const QList<ApprovalRequest> &open)
{
    if (workplace.output().isJson())
        return; // The request lines are out.
    for (const ApprovalRequest &each : open) {
        workplace.output().remark(
            requestText(each) + u'\n'
            + tr("Answer with: typeshift answer --conversation %1 --request %2 --approve (or --reject REASON)")
                  .arg(request.conversation->toString(), each.requestId));
    }
}

} // namespace

QString requestText(const ApprovalRequest &request)
{
    const auto visible = [](const QString &text) { return ui::visibleText(text).text; };
    if (request.planRevision > 0) {
        return tr("Plan, revision %1:\n%2")
            .arg(QString::number(request.planRevision), visible(ExitPlanMode::planOf(request.call.arguments)));
    }
    return tr("Asks to run %1 with: %2")
        .arg(visible(request.call.name), visible(QString::fromUtf8(request.call.arguments)));
}

Task<ExitCode> answered(Workplace &workplace, AgentHost host, RunRequest request, Result<ChatResponse> result)
{
    request.mode.reset(); // The answers say how the conversation goes on.
    for (;;) {
        if (!result)
            co_return workplace.output().fail(result.error());
        const QList<ApprovalRequest> open = result->approvalRequests();
        if (open.isEmpty())
            co_return ExitCode::Done;
        const QList<ApprovalResponse> answers = answersTo(open, workplace.arguments().value(u"approve"_s),
                                                          isOnTerminal() && !workplace.output().isJson());
        if (answers.isEmpty()) {
            nameOpen(workplace, request, open);
            co_return ExitCode::Asking;
        }
        const RunHandle handle = host.answer(answers, request);
        result = co_await follow(workplace, *handle);
    }
}

} // namespace typeshift::cli
