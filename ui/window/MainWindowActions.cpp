// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "window/MainWindow.h"

#include "conversations/ConversationPane.h"
#include "page/ConversationPage.h"
#include "providers/FirstRunPage.h"
#include "window/Actions.h"
#include "window/ConversationVerbs.h"
#include "window/Guide.h"
#include "window/HeldApprovals.h"
#include "window/Inbox.h"

namespace typeshift::ui {

void MainWindow::connectActions()
{
    const auto bind = [this](Verb verb, auto &&slot) { connect(&(*m_actions)[verb], &QAction::triggered, this, slot); };
    bind(Verb::NewConversation, [this] {
        open(std::nullopt);
        m_page->focusComposer();
    });
    bind(Verb::Quit, [this] { close(); });
    bind(Verb::Find, [this] { m_page->find(); });
    bind(Verb::SelectAll, [this] { m_page->selectTranscript(); });
    bind(Verb::FocusComposer, [this] { m_page->focusComposer(); });
    bind(Verb::NextNeed, [this] { m_inbox->step(1); });
    bind(Verb::PreviousNeed, [this] { m_inbox->step(-1); });
    bind(Verb::Needs, [this] { m_inbox->showList(*this); });
    bind(Verb::NextMode, [this] { m_page->chooseNextMode(); });
    bind(Verb::SearchConversations, [this] { m_pane->focusSearch(); });
    bind(Verb::PreviousConversation, [this] { m_pane->step(-1); });
    bind(Verb::NextConversation, [this] { m_pane->step(1); });
    bind(Verb::ExportConversation, [this] {
        if (const auto record = shownRecord())
            m_verbs->exportTo(*record);
    });
    bind(Verb::RenameConversation, [this] {
        if (const auto record = shownRecord())
            m_verbs->rename(*record);
    });
    bind(Verb::StandingApprovals, [this] {
        if (const auto record = shownRecord())
            m_approvals->show(*record);
    });
    bind(Verb::ExportDecisions, [this] {
        if (const auto record = shownRecord())
            m_verbs->exportDecisions(*record);
    });
    bind(Verb::DeleteConversation, [this] {
        if (const auto record = shownRecord())
            m_verbs->remove(*record);
    });
    bind(Verb::Stop, [this] { m_page->stop(); });
    bind(Verb::Retry, [this] { m_page->retry(); });
    bind(Verb::Resume, [this] { m_page->resume(); });
    bind(Verb::LiveRuns, [this] { showRuns(); });
    bind(Verb::NextPane, [this] { stepPane(panes(), focusWidget(), 1); });
    bind(Verb::PreviousPane, [this] { stepPane(panes(), focusWidget(), -1); });
    bind(Verb::ZoomIn, [this] { m_page->zoom(1); });
    bind(Verb::ZoomOut, [this] { m_page->zoom(-1); });
    bind(Verb::ZoomReset, [this] { m_page->zoom(0); });
    bind(Verb::Providers, [this] { showProviders(false); });
    bind(Verb::Agents, [this] { emit agentsRequested(); });
    bind(Verb::Folders, [this] {
        auto *dialog = new FoldersDialog(m_desk.theme, *m_folders, this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->open();
    });
    bind(Verb::Guide, [this] { (new Guide(m_actions->lines(), this))->open(); });
    bind(Verb::About, [this] { showAbout(*this); });
    QAction &sideBar = (*m_actions)[Verb::SideBar];
    sideBar.setChecked(true);
    connect(&sideBar, &QAction::triggered, this, [this](bool wanted) {
        m_wantsSideBar = wanted;
        m_pane->setVisible(wanted);
    });
}

void MainWindow::enableActions()
{
    const ConversationSession &session = m_page->session();
    const bool isIdle = session.phase() == ConversationSession::Phase::Idle;
    const bool hasRecord = shownRecord().has_value();
    const bool isClosed = m_providers && m_isFirstRun; // Nothing can begin before a provider is chosen. // design 09a
    for (const Verb verb : {Verb::NewConversation, Verb::SearchConversations, Verb::PreviousConversation,
                            Verb::NextConversation, Verb::NextNeed, Verb::PreviousNeed, Verb::Needs, Verb::Providers})
        (*m_actions)[verb].setEnabled(!isClosed);
    for (const Verb verb :
         {Verb::Find, Verb::SelectAll, Verb::FocusComposer, Verb::ZoomIn, Verb::ZoomOut, Verb::ZoomReset})
        (*m_actions)[verb].setEnabled(!m_providers);
    (*m_actions)[Verb::Folders].setEnabled(m_folders.has_value());
    (*m_actions)[Verb::Stop].setEnabled(session.phase() == ConversationSession::Phase::Running);
    (*m_actions)[Verb::Retry].setEnabled(session.canRetry() && !m_providers && !m_desk.readOnlyReason);
    (*m_actions)[Verb::Resume].setEnabled(session.isInterrupted() && !m_desk.readOnlyReason);
    for (const Verb verb : {Verb::ExportConversation, Verb::StandingApprovals, Verb::ExportDecisions})
        (*m_actions)[verb].setEnabled(hasRecord);
    (*m_actions)[Verb::RenameConversation].setEnabled(hasRecord && !m_desk.readOnlyReason);
    (*m_actions)[Verb::DeleteConversation].setEnabled(hasRecord && isIdle && !m_desk.readOnlyReason);
}

} // namespace typeshift::ui
