// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "window/AwayNotices.h"

#include "approval/ApprovalWords.h"
#include "page/ConversationSession.h"
#include "widgets/DesktopNotifier.h"

#include <engine/workbench/RunBoard.h>

#include <algorithm>

namespace typeshift::ui {

namespace {
constexpr qsizetype mostTitle = 120;
constexpr qsizetype mostAgent = 60;
} // namespace

AwayNotices::AwayNotices(const Desk &desk, const RunBoard &board, std::function<bool()> isWatched)
    : m_desk(desk)
    , m_isWatched(std::move(isWatched))
{
    connect(&board, &RunBoard::started, this, [this](const BoardedRun &run) {
        m_startedAt.insert(*run.run.identity.conversation, run.run.startedAt);
        withdraw(*run.run.identity.conversation); // It goes on: what was said of it is over.
    });
    if (desk.notifier)
        connect(desk.notifier, &DesktopNotifier::opened, this, &AwayNotices::openRequested);
}

void AwayNotices::noteRun(const ConversationSession &session, const Result<ChatResponse> &result)
{
    if (!session.id())
        return;
    const QDateTime startedAt = m_startedAt.take(*session.id());
    const QString text = textFor(session, result, startedAt);
    if (text.isEmpty() || !m_desk.notifier || !m_isEnabled || m_isWatched())
        return;
    const QString title = session.record().title;
    m_desk.notifier->show({.conversation = *session.id(),
                           .title = title.isEmpty() ? tr("Untitled") : visibleLine(title, mostTitle),
                           .text = text});
}

QString AwayNotices::textFor(const ConversationSession &session, const Result<ChatResponse> &result,
                             const QDateTime &startedAt) const
{
    const QString agent = visibleLine(session.agentTitle(), mostAgent);
    if (!result)
        return result.error().kind == Error::Kind::Cancelled ? QString() : tr("The run of %1 failed.").arg(agent);
    const QList<ApprovalRequest> open = session.openRequests();
    const bool isAnyCall = std::ranges::any_of(open, [](const auto &request) { return request.planRevision == 0; });
    if (isAnyCall)
        return tr("%1 needs your approval.").arg(agent);
    if (!open.isEmpty())
        return tr("%1 has a plan for you to review.").arg(agent);
    const bool wasLong = startedAt.isValid()
        && std::chrono::milliseconds(startedAt.msecsTo(m_desk.clock.now())) > longRun;
    return wasLong ? tr("%1 has finished.").arg(agent) : QString();
}

void AwayNotices::withdraw(const ConversationId &conversation)
{
    if (m_desk.notifier)
        m_desk.notifier->withdraw(conversation);
}

} // namespace typeshift::ui
