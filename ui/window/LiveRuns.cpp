// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "window/LiveRuns.h"

#include "conversations/ConversationModel.h"
#include "page/OpenConversations.h"
#include "page/ProviderTitles.h"
#include "runs/RunsWindow.h"

#include <engine/workbench/ConversationCatalog.h>
#include <engine/workbench/RunBoard.h>

namespace typeshift::ui {

LiveRuns::LiveRuns(const Parts &parts)
    : m_parts(parts)
{
}

LiveRuns::~LiveRuns()
{
    delete m_window.data(); // It borrows the board.
}

void LiveRuns::show()
{
    if (!m_window)
        build();
    m_window->show();
    m_window->raise();
    m_window->activateWindow();
}

void LiveRuns::close()
{
    if (m_window)
        m_window->close();
}

void LiveRuns::setElsewhere(const QList<ConversationRecord> &records)
{
    m_elsewhere = records;
    if (m_window)
        m_window->setElsewhere(records);
}

void LiveRuns::setAsking(const QList<InboxEntry> &waiting)
{
    m_asking.clear();
    for (const InboxEntry &entry : waiting) {
        if (const auto *record = m_parts.listed.record(m_parts.listed.indexOf(entry.conversation)))
            m_asking.append({.conversation = entry.conversation,
                             .title = entry.title,
                             .agent = record->agent,
                             .model = record->model,
                             .provider = record->provider,
                             .approvals = entry.approvals,
                             .hasPlan = entry.hasPlan,
                             .since = entry.since});
    }
    if (m_window)
        m_window->setAsking(m_asking);
}

RunsWindow *LiveRuns::window() const
{
    return m_window;
}

void LiveRuns::build()
{
    const auto steer = [this](const ConversationId &conversation, const QString &text) {
        return m_parts.conversations.steer(conversation, text);
    };
    const Desk &desk = m_parts.desk;
    m_window = new RunsWindow({.board = m_parts.board,
                               .catalog = desk.catalog,
                               .clock = desk.clock,
                               .theme = desk.theme,
                               .pulse = desk.pulse,
                               .announcer = desk.announcer,
                               .titles = {.agents = m_parts.agentTitles, .providers = desk.providerTitles.all()},
                               .steer = steer});
    connect(m_window, &RunsWindow::openRequested, this, &LiveRuns::openRequested);
    connect(m_window, &RunsWindow::textLeft, this, &LiveRuns::textLeft);
    connect(m_window, &RunsWindow::activated, this, &LiveRuns::activated);
    connect(m_window, &RunsWindow::stopRequested, this, [this](const ConversationId &conversation) {
        if (ConversationSession *session = m_parts.conversations.find(conversation))
            session->stop();
    });
    m_window->setElsewhere(m_elsewhere);
    m_window->setAsking(m_asking);
}

} // namespace typeshift::ui
