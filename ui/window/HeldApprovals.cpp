// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "window/HeldApprovals.h"

#include "approval/ApprovalWords.h"
#include "widgets/Announcer.h"
#include "words/ErrorText.h"

#include <engine/hosting/Engine.h>
#include <engine/storage/Store.h>

#include <algorithm>

namespace typeshift::ui {

HeldApprovals::HeldApprovals(const Desk &desk, QWidget &window)
    : m_desk(desk)
    , m_window(window)
{
}

void HeldApprovals::show(const ConversationRecord &record)
{
    m_record = record;
    m_taken.clear();
    delete m_dialog;
    m_dialog = new StandingApprovals(
        m_desk.theme, m_desk.clock,
        m_desk.readOnlyReason ? StandingApprovals::Access::ReadOnly : StandingApprovals::Access::Full, &m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_dialog->setConversation(record.title);
    connect(m_dialog, &StandingApprovals::revokeRequested, this, &HeldApprovals::revoke);
    m_dialog->open();
    renew();
}

void HeldApprovals::renew()
{
    if (!m_dialog)
        return;
    m_tasks.start(m_desk.store.loadConversation(m_record.id),
                  [this, conversation = m_record.id](Result<QList<StoredEntry>> entries) {
                      if (!m_dialog || conversation != m_record.id)
                          return;
                      if (!entries)
                          return m_dialog->say(errorLine(entries.error()));
                      QList<HeldApproval> held = heldApprovals(*entries);
                      held.removeIf([this](const HeldApproval &each) { return m_taken.contains(each); });
                      m_dialog->setApprovals(held);
                  });
}

void HeldApprovals::revoke(const QString &tool)
{
    auto host = m_desk.engine.host(m_record.agent);
    const QList<Agent> agents = m_desk.engine.agents();
    if (!host && !agents.isEmpty())
        host = m_desk.engine.host(agents.constFirst().name()); // Whoever asks: the approval is the conversation's.
    if (!host || m_revoking || !m_dialog)
        return;
    const QList<HeldApproval> &held = m_dialog->approvals();
    const auto taken = std::ranges::find(held, tool, &HeldApproval::tool);
    if (taken == held.end())
        return;
    m_dialog->say({});
    m_revoking = host->revoke(
        tool, {.conversation = m_record.id, .settings = {}, .provider = {}, .model = {}, .mode = {}, .stream = {}});
    connect(m_revoking.get(), &Run::finished, this,
            [this, approval = *taken](const Result<ChatResponse> &result) { finish(approval, result); });
}

void HeldApprovals::finish(const HeldApproval &taken, const Result<ChatResponse> &result)
{
    m_revoking.reset();
    if (!result) {
        if (m_dialog)
            m_dialog->say(errorLine(result.error()));
        m_desk.announcer.announce(errorLine(result.error()), Announcer::Tone::Assertive);
        return;
    }
    m_taken.append(taken); // A run that goes on stores it with its next step.
    m_desk.announcer.announce(tr("%1 asks again from now on.").arg(visibleLine(taken.tool, 80)));
    renew();
}

} // namespace typeshift::ui
