// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "inspector/TimelineWords.h"

#include "approval/ApprovalWords.h"
#include "words/ErrorText.h"
#include "words/Numbers.h"

#include <QCoreApplication>
#include <QLocale>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace typeshift::ui {

namespace {

constexpr qsizetype longestName = 80;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(typeshift::ui::TimelineWords)
};

QString clockText(const QDateTime &at)
{
    return QLocale().toString(at.toLocalTime().time(), u"HH:mm"_s);
}

qint64 sizeOf(const FunctionResult &result)
{
    qint64 bytes = 0;
    for (const auto &part : result.contents) {
        if (const auto *text = std::get_if<TextContent>(&part))
            bytes += text->text.toUtf8().size();
        else if (const auto *image = std::get_if<ImageContent>(&part))
            bytes += image->data.size();
        else if (const auto *file = std::get_if<FileContent>(&part))
            bytes += file->data.size();
    }
    return bytes;
}

QString firstLineOf(const FunctionResult &result)
{
    for (const auto &part : result.contents) {
        if (const auto *text = std::get_if<TextContent>(&part); text && !text->text.isEmpty())
            return visibleLine(text->text.left(400).section(u'\n', 0, 0, QString::SectionSkipEmpty).trimmed());
    }
    return {};
}

QString withReason(const QString &words, const QString &reason)
{
    return reason.isEmpty() ? words : Words::tr("%1: %2", "decision and its reason").arg(words, visibleLine(reason));
}

QString personText(const ApprovalResponse &response, const QDateTime &at)
{
    const QString clock = clockText(at);
    if (!response.approved)
        return withReason(Words::tr("Rejected by you at %1").arg(clock), response.reason);
    if (response.forConversation)
        return Words::tr("Approved by you at %1 for this conversation").arg(clock);
    if (response.editedArguments)
        return Words::tr("Approved by you at %1 with changed arguments").arg(clock);
    return Words::tr("Approved by you at %1").arg(clock);
}

QString plainText(bool isReadOnly)
{
    return isReadOnly ? Words::tr("Ran without asking: read only") : Words::tr("Ran without asking: needs no approval");
}

QString responseText(const ApprovalResponse &response, const QDateTime &at, bool isReadOnly)
{
    switch (response.decidedBy) {
    case Decider::Person:
        return personText(response, at);
    case Decider::Rule:
        return response.approved
            ? Words::tr("Approved by the rule “%1”").arg(visibleLine(response.rule))
            : withReason(Words::tr("Rejected by the rule “%1”").arg(visibleLine(response.rule)), response.reason);
    case Decider::StandingApproval:
        return Words::tr("Ran without asking: approved before for this conversation");
    case Decider::AutoMode:
        return Words::tr("Ran without asking: auto mode");
    case Decider::Plain:
        break;
    }
    return plainText(isReadOnly);
}

} // namespace

QString stateText(RunStanding state)
{
    switch (state) {
    case RunStanding::None:
        return Words::tr("No run yet");
    case RunStanding::Running:
        return Words::tr("Running");
    case RunStanding::Waiting:
        return Words::tr("Waiting for your approval");
    case RunStanding::Finished:
        return Words::tr("Finished");
    case RunStanding::Failed:
        return Words::tr("Failed");
    case RunStanding::Stopped:
        return Words::tr("Stopped");
    case RunStanding::Interrupted:
        return Words::tr("Interrupted");
    case RunStanding::Elsewhere:
        return Words::tr("Running in another program");
    }
    return {};
}

Token stateColour(RunStanding state)
{
    switch (state) {
    case RunStanding::Running:
        return Token::Live;
    case RunStanding::Waiting:
        return Token::Att;
    case RunStanding::Failed:
        return Token::Dan;
    case RunStanding::None:
    case RunStanding::Finished:
    case RunStanding::Stopped:
    case RunStanding::Interrupted:
    case RunStanding::Elsewhere:
        break;
    }
    return Token::Text2;
}

QString stateSymbol(RunStanding state)
{
    switch (state) {
    case RunStanding::None:
        return u"help-about"_s;
    case RunStanding::Running:
        return {};
    case RunStanding::Waiting:
        return u"dialog-warning"_s;
    case RunStanding::Finished:
        return u"checkmark"_s;
    case RunStanding::Failed:
        return u"data-error"_s;
    case RunStanding::Stopped:
        return u"media-playback-stop"_s;
    case RunStanding::Interrupted:
        return u"network-disconnect"_s;
    case RunStanding::Elsewhere:
        return u"computer"_s;
    }
    return {};
}

QString stepText(const TimelineStep &step)
{
    const auto *model = step.modelCall();
    const QString name = model ? Words::tr("Model call %1").arg(QLocale().toString(model->number))
                               : visibleLine(step.toolCall()->call.name, longestName);
    switch (step.state) {
    case StepState::Running:
    case StepState::Done:
        break;
    case StepState::Waiting:
        return Words::tr("%1, waits", "a call that waits for approval").arg(name);
    case StepState::Failed:
        return Words::tr("%1 failed").arg(name);
    case StepState::Stopped:
        return Words::tr("%1 stopped").arg(name);
    case StepState::Rejected:
        return Words::tr("%1, rejected").arg(name);
    case StepState::PassedBy:
        return Words::tr("%1, passed by").arg(name);
    case StepState::WithoutResult:
        return Words::tr("%1, no result").arg(name);
    case StepState::EffectUnknown:
        return Words::tr("%1, effect unknown").arg(name);
    }
    return name;
}

Token stepColour(const TimelineStep &step)
{
    switch (step.state) {
    case StepState::Running:
        return step.since.isValid() ? Token::Live : Token::Text2; // Those behind it have not begun.
    case StepState::Waiting:
    case StepState::EffectUnknown:
        return Token::Att;
    case StepState::Failed:
        return Token::Dan;
    case StepState::Done:
        return Token::Text;
    case StepState::Stopped:
    case StepState::Rejected:
    case StepState::PassedBy:
    case StepState::WithoutResult:
        break;
    }
    return Token::Text2;
}

Token markColour(StepState state)
{
    switch (state) {
    case StepState::Running:
        return Token::LiveMark;
    case StepState::Waiting:
    case StepState::EffectUnknown:
        return Token::AttMark;
    case StepState::Failed:
        return Token::DanMark;
    case StepState::Done:
    case StepState::Stopped:
    case StepState::Rejected:
    case StepState::PassedBy:
    case StepState::WithoutResult:
        break;
    }
    return Token::Text2;
}

QString atText(const TimelineStep &step)
{
    return step.at ? elapsedText(std::chrono::duration_cast<std::chrono::seconds>(*step.at)) : QString();
}

QString timeText(const TimelineStep &step, const QDateTime &now)
{
    if (step.duration)
        return durationText(*step.duration);
    const bool counts = step.state == StepState::Running || step.state == StepState::Waiting;
    if (!counts || !step.since.isValid())
        return {};
    const auto passed = std::max(std::chrono::milliseconds(step.since.msecsTo(now)), 0ms);
    return elapsedText(std::chrono::duration_cast<std::chrono::seconds>(passed));
}

QString tokensText(const TimelineStep &step)
{
    const auto *model = step.modelCall();
    if (!model || (!model->usage.input && !model->usage.output))
        return {};
    return countText(model->usage.input.value_or(0) + model->usage.output.value_or(0));
}

QString spokenText(const TimelineStep &step, const QDateTime &now)
{
    QStringList parts{stepText(step)};
    if (step.state == StepState::Running && step.since.isValid())
        parts.append(Words::tr("running"));
    if (const QString at = atText(step); !at.isEmpty())
        parts.append(Words::tr("at %1", "a time since the run began").arg(at));
    parts.append(timeText(step, now));
    if (const QString tokens = tokensText(step); !tokens.isEmpty())
        parts.append(Words::tr("%1 tokens").arg(tokens));
    parts.removeAll(QString());
    return parts.join(Words::tr(", "));
}

QString decisionText(const TimelineStep &step, bool isReadOnly)
{
    const auto *tool = step.toolCall();
    if (!tool)
        return {};
    const auto &decision = tool->decision;
    if (step.state == StepState::PassedBy)
        return Words::tr("Passed by: the agent went on without it");
    if (decision && !decision->response)
        return Words::tr("Waits for your approval since %1").arg(clockText(decision->askedAt));
    if (step.state == StepState::Waiting)
        return Words::tr("Waits with the call that needs your approval"); // 2.6.2
    if (decision)
        return responseText(*decision->response, decision->decidedAt, isReadOnly);
    return step.state == StepState::WithoutResult ? Words::tr("The run ended before it was answered")
                                                  : plainText(isReadOnly);
}

QString resultText(const TimelineStep &step)
{
    const auto *tool = step.toolCall();
    if (!tool)
        return {};
    if (tool->result && tool->result->isError)
        return firstLineOf(*tool->result);
    if (step.state == StepState::EffectUnknown)
        return Words::tr("Its run was cut off: nobody can tell what it did. It is not run again.");
    if (!tool->result || step.state == StepState::Rejected)
        return {};
    const qint64 bytes = sizeOf(*tool->result);
    return bytes == 0 ? Words::tr("Answered with nothing") : Words::tr("Answered with %1").arg(sizeText(bytes));
}

QString endText(const TimelineStep &step, const QString &providerTitle)
{
    const auto *model = step.modelCall();
    if (!model)
        return {};
    if (step.state == StepState::Running)
        return Words::tr("The model is at work");
    if (model->error)
        return errorText(*model->error, {.provider = providerTitle, .model = model->model}).headline;
    if (step.state == StepState::Failed)
        return Words::tr("Broke off");
    if (model->calls == 1)
        return Words::tr("Asked for 1 tool call");
    if (model->calls > 1)
        return Words::tr("Asked for %1 tool calls").arg(QLocale().toString(model->calls));
    return Words::tr("Answered");
}

} // namespace typeshift::ui
