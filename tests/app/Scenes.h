// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/TestDesk.h"

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

private:
    ConversationId begin(const QString &title, std::chrono::minutes ago);
    void append(const ConversationId &conversation, QList<Message> messages, bool endsRun = false);
    Message said(Role role, QList<Content> contents);
    ConversationId storeInvoices();

    TestDesk m_desk;
    ConversationId m_invoices;
    ConversationId m_interrupted;
    std::unique_ptr<ui::MainWindow> m_window;
    std::vector<RunHandle> m_runs;
};

} // namespace typeshift
