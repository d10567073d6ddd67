// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "page/ConversationPage.h"

#include "composer/Composer.h"
#include "composer/MessageEdit.h"
#include "page/PageApprovals.h"
#include "page/PageHeader.h"
#include "transcript/FindBar.h"
#include "transcript/TranscriptView.h"

namespace typeshift::ui {

namespace {

constexpr qreal zoomStep = 1.1;

} // namespace

QString ConversationPage::title() const
{
    return m_session->record().title.isEmpty() ? tr("New conversation") : m_session->record().title;
}

void ConversationPage::focusComposer()
{
    m_composer->edit().setFocus(Qt::ShortcutFocusReason);
}

void ConversationPage::focusTranscript()
{
    m_view->setFocus(Qt::ShortcutFocusReason);
}

bool ConversationPage::focusApproval()
{
    return m_approvals->isWaiting() && m_approvals->takeFocus();
}

void ConversationPage::focusApprovalOnceShown()
{
    m_approvals->takeFocusOnceShown();
}

void ConversationPage::chooseNextMode()
{
    m_header->chooseNextMode();
}

void ConversationPage::showRow(const RowId &row)
{
    if (const int at = m_session->model().rowOf(row); at >= 0)
        m_view->setCurrentRow(at);
}

void ConversationPage::addTool(QAction &action)
{
    m_header->addTool(action);
    orderTabs();
}

void ConversationPage::find()
{
    m_findBar->open();
}

void ConversationPage::selectTranscript()
{
    m_view->setFocus(Qt::ShortcutFocusReason);
    m_view->selectAll();
}

void ConversationPage::stop()
{
    m_session->stop();
}

void ConversationPage::retry()
{
    if (m_session->hasRefusedMessage())
        m_session->send(m_composer->edit().message());
    else
        m_session->retry();
}

void ConversationPage::resume()
{
    m_session->resume();
}

void ConversationPage::zoom(int step)
{
    m_view->setTextScale(step == 0 ? 1 : m_view->textScale() * (step > 0 ? zoomStep : 1 / zoomStep));
}

QList<QWidget *> ConversationPage::panes() const
{
    return {m_header, m_view, m_composer};
}

} // namespace typeshift::ui
