// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/TestDesk.h"

#include "approval/ApprovalDecisions.h"
#include "window/MainWindow.h"

namespace typeshift {

//! A window with stored conversations as somebody's day would leave them, and a model that is told what to say.
class Scenes
{
public:
    ui::MainWindow &window() { return *m_window; }
    TestDesk &desk() { return m_desk; }

    //! A list with conversations of several days.
    void storeDay();
    //! Each shows one screen; false when it did not come about in time.
    bool showStored();
    //! A run that asks, with all that the inspector tells of it.
    bool showInspector();
    bool showRunning();
    //! After showRunning(): what was sent to the agent that works.
    bool showQueue();
    bool showKeptQueue();
    //! Several runs at once, in the list; they go on until the scenes are gone.
    bool startRuns();
    //! The Live runs window over them.
    bool showLiveRuns();
    bool showError();
    bool showInterrupted();
    bool showEmpty();
    bool showFirstRun();
    bool showKeyRefused();

    //! Two conversations that wait: three calls to approve, and the second revision of a plan.
    void storeWaiting();
    //! The conversation with the calls, its card above the composer.
    bool showCard();
    //! After showCard(): the dialog, on the call of this tool.
    bool showApproval(const QString &tool);
    //! A dialog in which somebody else answered one call, and the agent went on without another.
    bool showClosed();
    bool showPlan();
    //! The list of all that waits, over the status bar.
    bool showInbox();
    //! The dialog that was shown last.
    QWidget &dialog() { return *m_dialog; }

private:
    ConversationId begin(const QString &title, std::chrono::minutes ago);
    void append(const ConversationId &conversation, QList<Message> messages, bool endsRun = false);
    Message said(Role role, QList<Content> contents);
    ConversationId storeInvoices();
    ConversationId storeRefund();
    ConversationId storeWebhooks();

    TestDesk m_desk;
    ConversationId m_invoices;
    ConversationId m_interrupted;
    ConversationId m_refund;
    ConversationId m_webhooks;
    std::unique_ptr<ui::MainWindow> m_window;
    ui::ApprovalDecisions m_decisions; //!< of showClosed()
    QPointer<QWidget> m_dialog;
    std::vector<RunHandle> m_runs;
};

} // namespace typeshift
