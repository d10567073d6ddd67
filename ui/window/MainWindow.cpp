// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "window/MainWindow.h"

#include "conversations/ConversationPane.h"
#include "page/ConversationPage.h"
#include "page/ProviderTitles.h"
#include "providers/FirstRunPage.h"
#include "runs/RunsWindow.h"
#include "theme/Theme.h"
#include "widgets/Announcer.h"
#include "window/Actions.h"
#include "window/AwayNotices.h"
#include "window/ConversationVerbs.h"
#include "window/HeldApprovals.h"
#include "window/Inbox.h"
#include "window/InspectorDock.h"
#include "window/LiveRuns.h"
#include "window/StatusLine.h"
#include "words/ErrorText.h"

#include <engine/hosting/Engine.h>
#include <engine/workbench/ConversationCatalog.h>
#include <engine/workbench/RunBoard.h>

#include <QApplication>
#include <QCloseEvent>
#include <QMenuBar>
#include <QSplitter>
#include <QStackedWidget>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {
constexpr int sideBarWidth = 288;
constexpr int foldsBelow = 900;
constexpr int messageMilliseconds = 8'000;

void bringToFront(QWidget &window)
{
    if (window.isMinimized())
        window.showNormal();
    window.show();
    window.raise();
    window.activateWindow();
}
} // namespace

MainWindow::MainWindow(Desk &desk, const ProviderDesk &providers, ConversationArchive &archive,
                       const WindowMemory &memory)
    : m_desk(desk)
    , m_providerDesk(providers)
    , m_memory(memory)
    , m_actions(new Actions(*this, desk.theme))
    , m_splitter(new QSplitter)
    , m_board(std::make_unique<RunBoard>(desk.engine.tracker(), desk.clock))
    , m_pane(new ConversationPane({desk.catalog, *m_board, desk.clock, desk.theme, desk.pulse}))
    , m_pages(new QStackedWidget)
    , m_page(new ConversationPage(desk))
    , m_verbs(new ConversationVerbs(*this, desk.catalog, archive,
                                    desk.readOnlyReason ? ConversationVerbs::Access::ReadOnly
                                                        : ConversationVerbs::Access::Full))
    , m_status(new StatusLine(desk.theme, desk.pulse))
    , m_liveRuns(std::make_unique<LiveRuns>(
          LiveRuns::Parts{desk, *m_board, m_page->conversations(), m_pane->model(), agentTitles()}))
    , m_inbox(std::make_unique<Inbox>(Inbox::Parts{desk, m_pane->model(), *m_page}))
    , m_notices(std::make_unique<AwayNotices>(desk, *m_board, [this] { return isWatched(); }))
    , m_approvals(std::make_unique<HeldApprovals>(desk, *this))
{
    desk.announcer.setSpeaker(this);
    build();
    connectActions();
    connectParts();
    connectRuns();
    connectNotices();
    m_pane->model().setAgentTitles(agentTitles());
    m_inbox->setAgentTitles(agentTitles());
    const auto renewProviders = [this] { m_pane->model().setProviderTitles(m_desk.providerTitles.all()); };
    connect(&desk.providerTitles, &ProviderTitles::changed, this, renewProviders);
    renewProviders();
    m_memory.restore(*this, *m_splitter);
    m_inspector = new InspectorDock(*this, {m_desk, *m_page, *m_actions, m_memory});
    renew();
    m_page->focusComposer();
    chooseFirstPage();
}

MainWindow::~MainWindow() = default;

void MainWindow::build()
{
    const Theme &theme = m_desk.theme;
    setObjectName(u"mainWindow"_s);
    setMinimumSize(theme.px(720), theme.px(480));
    resize(theme.px(1'440), theme.px(900));
    m_actions->fillMenuBar(*menuBar());
    setStatusBar(m_status);
    m_pages->addWidget(m_page);
    m_pane->setMinimumWidth(theme.px(220));
    m_pane->setMaximumWidth(theme.px(420));
    m_splitter->addWidget(m_pane);
    m_splitter->addWidget(m_pages);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setCollapsible(1, false);
    m_splitter->setSizes({theme.px(sideBarWidth), theme.px(1'440 - sideBarWidth)});
    setCentralWidget(m_splitter);
}

void MainWindow::connectParts()
{
    connect(m_pane, &ConversationPane::newRequested, &(*m_actions)[Verb::NewConversation], &QAction::trigger);
    connect(m_pane, &ConversationPane::opened, this, [this](const ConversationId &id) { open(id); });
    connect(m_pane, &ConversationPane::resumeRequested, this, &MainWindow::resume);
    connect(m_pane, &ConversationPane::menuRequested, this, [this](const ConversationId &id, const QPoint &at) {
        if (const auto *record = m_pane->model().record(m_pane->model().indexOf(id)))
            m_verbs->showMenu(*record, at);
    });
    connect(m_pane, &ConversationPane::listed, m_page, &ConversationPage::refreshRecord);
    connect(m_pane, &ConversationPane::failed, this, &MainWindow::say);
    connect(m_page, &ConversationPage::shownChanged, this, &MainWindow::renew);
    connect(m_page, &ConversationPage::providersRequested, this, [this] { showProviders(false); });
    connect(m_page, &ConversationPage::stored, this, [this](const ConversationId &id) {
        m_pane->refresh(id);
        m_pane->setCurrent(m_page->session().id());
    });
    OpenConversations &conversations = m_page->conversations();
    connect(&conversations, &OpenConversations::runFinished, this,
            [this](ConversationSession *session, const Result<ChatResponse> &result) { noteRun(*session, result); });
    connect(m_verbs, &ConversationVerbs::resumeRequested, this, &MainWindow::resume);
    connect(m_verbs, &ConversationVerbs::failed, this, &MainWindow::say);
    connect(m_verbs, &ConversationVerbs::approvalsRequested, this,
            [this](const ConversationRecord &record) { m_approvals->show(record); });
    connect(m_page, &ConversationPage::menuRequested, this, [this](const QPoint &at) {
        if (const auto record = shownRecord())
            m_verbs->showMenu(*record, at);
    });
    connect(m_verbs, &ConversationVerbs::done, this, [this](const QString &message) {
        m_status->showMessage(message, messageMilliseconds);
        m_desk.announcer.announce(message);
    });
    connect(m_verbs, &ConversationVerbs::removed, this, [this](const ConversationId &id) {
        if (m_page->session().id() == id)
            open(std::nullopt);
    });
}

void MainWindow::connectRuns()
{
    // Queued: after the list has heard it too.
    connect(m_board.get(), &RunBoard::started, this, &MainWindow::tellCounts, Qt::QueuedConnection);
    connect(m_board.get(), &RunBoard::ended, this, &MainWindow::tellCounts, Qt::QueuedConnection);
    connect(m_pane, &ConversationPane::listed, this, &MainWindow::tellCounts);
    connect(m_status, &StatusLine::runsRequested, this, &MainWindow::showRuns);
    connect(m_status, &StatusLine::needsRequested, &(*m_actions)[Verb::Needs], &QAction::trigger);
    connect(m_inbox.get(), &Inbox::openRequested, this, &MainWindow::openToAnswer);
    connect(m_inbox.get(), &Inbox::changed, this, [this] { m_liveRuns->setAsking(m_inbox->model().entries()); });
    connect(m_liveRuns.get(), &LiveRuns::openRequested, this, [this](const ConversationId &conversation) {
        openToAnswer(conversation);
        bringToFront(*this);
    });
    connect(m_liveRuns.get(), &LiveRuns::textLeft, m_page, &ConversationPage::addToDraft);
    connect(m_liveRuns.get(), &LiveRuns::activated, m_pane, &ConversationPane::renew);
}

void MainWindow::connectNotices()
{
    QAction &wanted = (*m_actions)[Verb::Notices];
    wanted.setChecked(m_memory.wantsNotices());
    m_notices->setEnabled(wanted.isChecked());
    connect(&wanted, &QAction::triggered, this, [this](bool areWanted) {
        m_notices->setEnabled(areWanted);
        m_memory.keepNotices(areWanted);
    });
    connect(m_notices.get(), &AwayNotices::openRequested, this, [this](const ConversationId &conversation) {
        openToAnswer(conversation);
        bringToFront(*this);
    });
}

// With one of its dialogs, or the Live runs window.
bool MainWindow::isWatched() const
{
    const QWidget *active = QApplication::activeWindow();
    while (active && active != this && active != m_liveRuns->window())
        active = active->parentWidget();
    return active;
}

void MainWindow::tellCounts()
{
    if (!m_pane->isSearching()) // What is not listed for a search waits all the same.
        m_inbox->renew();
    m_status->setCounts(m_board->count(), m_inbox->model().rowCount());
    m_liveRuns->setElsewhere(m_pane->model().elsewhere());
    m_approvals->renew();
}

QHash<QString, QString> MainWindow::agentTitles() const
{
    QHash<QString, QString> titles;
    for (const Agent &agent : m_desk.engine.agents())
        titles.insert(agent.name(), agent.title());
    return titles;
}

void MainWindow::offerFolders(FolderDesk folders)
{
    m_folders = std::move(folders);
    enableActions();
}

RunsWindow *MainWindow::runs() const
{
    return m_liveRuns->window();
}

void MainWindow::showRuns()
{
    m_liveRuns->show();
}

void MainWindow::chooseFirstPage()
{
    m_tasks.start(m_desk.profiles.list(), [this](Result<QList<ProviderProfile>> profiles) {
        const bool hasProvider = profiles
            && std::ranges::any_of(*profiles, [](const ProviderProfile &each) { return each.name != demoProvider; });
        if (hasProvider || m_desk.readOnlyReason)
            return;
        m_tasks.start(m_desk.catalog.list({.limit = 1}), [this](Result<QList<ConversationRecord>> records) {
            if (records && records->isEmpty() && !m_page->session().id())
                showProviders(true);
        });
    });
}

void MainWindow::open(std::optional<ConversationId> conversation)
{
    if (m_providers) {
        m_providers->deleteLater();
        m_providers.clear();
    }
    m_pages->setCurrentWidget(m_page);
    m_page->open(conversation);
    m_pane->setCurrent(conversation);
    if (conversation)
        m_notices->withdraw(*conversation);
    renew();
}

void MainWindow::openToAnswer(const ConversationId &conversation)
{
    open(conversation);
    m_page->focusApprovalOnceShown();
}

void MainWindow::showProviders(bool isFirstRun)
{
    if (m_providers)
        return;
    m_providers = new FirstRunPage(m_providerDesk,
                                   isFirstRun ? FirstRunPage::Occasion::FirstRun : FirstRunPage::Occasion::Later);
    m_pages->addWidget(m_providers);
    m_pages->setCurrentWidget(m_providers);
    const auto leave = [this] {
        m_providers->deleteLater();
        m_providers.clear();
        m_pages->setCurrentWidget(m_page);
        m_page->focusComposer();
        renew();
    };
    connect(m_providers, &FirstRunPage::dismissed, this, leave);
    connect(m_providers, &FirstRunPage::chosen, this, [this, leave](const ModelChoice &choice) {
        m_page->session().setChoice(choice);
        leave();
    });
    m_isFirstRun = isFirstRun;
    m_providers->detect();
    m_providers->focusList();
    renew();
}

void MainWindow::renew()
{
    const ConversationSession &session = m_page->session();
    // DESIGN 3: “Title — Typeshift Workbench”.
    setWindowTitle(m_providers ? tr("Typeshift Workbench") : tr("%1 — Typeshift Workbench").arg(m_page->title()));
    const bool isClosed = m_providers && m_isFirstRun; // Nothing can begin before a provider is chosen. // design 09a
    m_pane->setClosed(isClosed);
    m_status->setProvider(isClosed ? QString() : session.choice().provider, session.providerTitle());
    enableActions();
}

std::optional<ConversationRecord> MainWindow::shownRecord() const
{
    const ConversationSession &session = m_page->session();
    return session.id() && !session.record().id.isNull() ? std::optional(session.record()) : std::nullopt;
}

void MainWindow::noteRun(ConversationSession &session, const Result<ChatResponse> &result)
{
    m_status->noteAnswer(session.choice().provider, result ? nullptr : &result.error());
    m_notices->noteRun(session, result);
    const QString title = session.record().title;
    if (result)
        m_desk.announcer.announce(tr("Answer ready: %1.").arg(title));
    else if (result.error().kind == Error::Kind::Cancelled)
        m_desk.announcer.announce(tr("Run stopped."));
    else
        m_desk.announcer.announce(errorText(result.error(), {.provider = session.providerTitle()}).headline,
                                  Announcer::Tone::Assertive);
}

void MainWindow::resume(const ConversationId &conversation)
{
    open(conversation);
    m_page->resume();
}

QList<Pane> MainWindow::panes() const
{
    QList<Pane> all{{m_pane, m_pane->firstField()}};
    for (QWidget *part : m_providers ? QList<QWidget *>{m_providers} : m_page->panes())
        all.append({part});
    if (QWidget *inspector = m_inspector->pane())
        all.append({inspector});
    return all;
}

void MainWindow::say(const Error &error)
{
    const QString line = errorLine(error);
    m_status->showMessage(line, messageMilliseconds);
    m_desk.announcer.announce(line, Announcer::Tone::Assertive);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    m_memory.keep(*this, *m_splitter);
    m_inspector->keep();
    m_liveRuns->close();
    event->accept();
    emit closed();
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    // DESIGN 3, screen 1: a narrow window folds the side bar; F9 brings it back.
    const int limit = m_desk.theme.px(foldsBelow);
    const bool wasNarrow = event->oldSize().isValid() && event->oldSize().width() < limit;
    const bool isNarrow = event->size().width() < limit;
    if (wasNarrow == isNarrow && event->oldSize().isValid())
        return;
    const bool isShown = m_wantsSideBar && !isNarrow;
    m_pane->setVisible(isShown);
    (*m_actions)[Verb::SideBar].setChecked(isShown);
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    // Other programs work on the same database.
    if (event->type() != QEvent::ActivationChange || !isActiveWindow() || !m_notices)
        return;
    m_pane->renew();
    if (const auto shown = m_page->session().id())
        m_notices->withdraw(*shown);
}

} // namespace typeshift::ui
