// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "page/Desk.h"
#include "providers/ProviderDesk.h"
#include "window/FoldersDialog.h"
#include "window/PaneWalk.h"
#include "window/WindowMemory.h"

#include <engine/async/TaskScope.h>
#include <engine/chat/ChatRequest.h>
#include <engine/workbench/ConversationRecord.h>

#include <QMainWindow>
#include <QPointer>

class QSplitter;
class QStackedWidget;

namespace typeshift {
class ConversationArchive;
class RunBoard;
} // namespace typeshift

namespace typeshift::ui {

class Actions;
class AwayNotices;
class ConversationPage;
class ConversationPane;
class ConversationSession;
class ConversationVerbs;
class FirstRunPage;
class HeldApprovals;
class Inbox;
class InspectorDock;
class LiveRuns;
class RunsWindow;
class StatusLine;

//! The frame of the program: side bar, page, menus and status bar. What a page does is in the page.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    //! What the window is given outlives it.
    MainWindow(Desk &desk, const ProviderDesk &providers, ConversationArchive &archive, const WindowMemory &memory);
    ~MainWindow() override;

    void open(std::optional<ConversationId> conversation);
    //! Shows it with the focus on what it waits with for a person.
    void openToAnswer(const ConversationId &conversation);
    //! Shows where models are set up; on a fresh machine it looks for an Ollama.
    void showProviders(bool isFirstRun);
    //! Lets the person choose the folders that the coder reaches.
    void offerFolders(FolderDesk folders);
    //! Opens the Live runs window, or brings it to the front.
    void showRuns();
    //! Null before showRuns() was called.
    RunsWindow *runs() const;
    ConversationPage &page() { return *m_page; }
    Actions &actions() { return *m_actions; }

signals:
    //! The window with the agents is wanted.
    void agentsRequested();
    //! The window was closed: end the runs and quit.
    void closed();

protected:
    void closeEvent(QCloseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void build();
    void connectActions();
    void connectParts();
    void connectRuns();
    void tellCounts();
    QHash<QString, QString> agentTitles() const;
    void chooseFirstPage();
    void renew();
    void enableActions();
    void noteRun(ConversationSession &session, const Result<ChatResponse> &result);
    void resume(const ConversationId &conversation);
    QList<Pane> panes() const;
    void say(const Error &error);
    void connectNotices();
    bool isWatched() const;
    std::optional<ConversationRecord> shownRecord() const;

    Desk &m_desk;
    ProviderDesk m_providerDesk;
    WindowMemory m_memory;
    std::optional<FolderDesk> m_folders; //!< none: there is no coder
    Actions *m_actions;
    QSplitter *m_splitter;
    std::unique_ptr<RunBoard> m_board;
    ConversationPane *m_pane;
    QStackedWidget *m_pages;
    ConversationPage *m_page;
    ConversationVerbs *m_verbs;
    StatusLine *m_status;
    InspectorDock *m_inspector = nullptr;
    std::unique_ptr<LiveRuns> m_liveRuns;
    std::unique_ptr<Inbox> m_inbox;
    std::unique_ptr<AwayNotices> m_notices;
    std::unique_ptr<HeldApprovals> m_approvals;
    QPointer<FirstRunPage> m_providers;
    bool m_isFirstRun = false;
    bool m_wantsSideBar = true;
    TaskScope m_tasks;
};

} // namespace typeshift::ui
