// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "window/InspectorDock.h"

#include "inspector/Inspector.h"
#include "page/ConversationPage.h"
#include "page/ProviderTitles.h"
#include "theme/Theme.h"
#include "window/Actions.h"

#include <engine/hosting/Engine.h>

#include <QResizeEvent>
#include <QStyle>

#include <algorithm>

namespace typeshift::ui {

namespace {

constexpr int narrowBelow = 1'180;

Going goingOf(const ConversationSession &session)
{
    return session.isWorking() ? Going::Here : session.runsElsewhere() ? Going::Elsewhere : Going::Over;
}

} // namespace

InspectorDock::InspectorDock(QMainWindow &window, const Parts &parts)
    : QObject(&window)
    , m_window(window)
    , m_desk(parts.desk)
    , m_page(parts.page)
    , m_action(parts.actions[Verb::Inspector])
    , m_memory(parts.memory)
    , m_kept(parts.memory.inspector())
    , m_isNarrow(window.width() < parts.desk.theme.px(narrowBelow))
{
    m_page.addTool(m_action);
    connect(&m_action, &QAction::triggered, this, &InspectorDock::setOpen);
    connect(&parts.actions[Verb::InspectRun], &QAction::triggered, this, [this] {
        setOpen(true);
        m_inspector->setCurrentTab(0);
        if (m_inspector->isFloating())
            m_inspector->activateWindow();
        m_inspector->run().takeFocus();
    });
    connect(&m_page, &ConversationPage::shownChanged, this, &InspectorDock::follow);
    window.installEventFilter(this);
    follow();
}

InspectorDock::~InspectorDock() = default;

void InspectorDock::keep() const
{
    InspectorMemory kept = m_kept;
    if (m_inspector) {
        kept.tab = m_inspector->currentTab();
        kept.isFloating = m_inspector->isFloating();
        if (kept.isFloating)
            kept.geometry = m_inspector->saveGeometry();
        else if (const Qt::DockWidgetArea area = m_window.dockWidgetArea(m_inspector); area != Qt::NoDockWidgetArea) {
            kept.area = area;
            if (m_inspector->isVisible())
                kept.width = m_inspector->width();
        }
    }
    m_memory.keep(kept);
}

QWidget *InspectorDock::pane() const
{
    return m_inspector && !m_inspector->isFloating() ? m_inspector.data() : nullptr;
}

bool InspectorDock::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == &m_window && event->type() == QEvent::Resize)
        takeWidth(static_cast<QResizeEvent *>(event)->size().width() < m_desk.theme.px(narrowBelow));
    return QObject::eventFilter(watched, event);
}

void InspectorDock::takeWidth(bool isNarrow)
{
    if (std::exchange(m_isNarrow, isNarrow) != isNarrow) {
        m_isOpenOver = false; // A narrow window starts with it closed.
        place();
    } else if (isNarrow && m_inspector && m_inspector->isVisible() && !m_inspector->isFloating()) {
        // Once the window has laid out what is under it.
        QMetaObject::invokeMethod(this, &InspectorDock::place, Qt::QueuedConnection);
    }
}

void InspectorDock::setOpen(bool isOpen)
{
    const bool hadFocus = m_inspector && m_inspector->isAncestorOf(m_window.focusWidget());
    const bool isOver = m_isNarrow && !(m_inspector && m_inspector->isFloating());
    (isOver ? m_isOpenOver : m_kept.isWanted) = isOpen;
    if (isOpen && !m_inspector)
        make();
    place();
    if (hadFocus && !isOpen)
        m_page.focusComposer();
}

void InspectorDock::toggleFloating()
{
    const bool isFloating = m_inspector->isFloating();
    if (isFloating && m_isNarrow) {
        m_isOpenOver = true;
    } else if (!isFloating) {
        m_kept.isWanted = true;
        m_isOpenOver = false;
    }
    // Only what stands in the window can be taken out of it, and it goes back to where it was taken from.
    if (m_window.dockWidgetArea(m_inspector) == Qt::NoDockWidgetArea)
        m_window.addDockWidget(Qt::DockWidgetArea(m_kept.area), m_inspector);
    m_inspector->setFloating(!isFloating);
    place();
}

bool InspectorDock::isWanted() const
{
    if (m_inspector && m_inspector->isFloating())
        return m_kept.isWanted;
    if (m_isNarrow && !(m_kept.isFloating && !m_inspector))
        return m_isOpenOver;
    const bool hasSomething = m_inspector || m_page.session().isWorking() || !m_page.session().lastRun().isEmpty();
    return m_kept.isWanted && hasSomething;
}

void InspectorDock::make()
{
    const auto titleOf = [this](const QString &provider) {
        return provider.isEmpty() ? QString() : m_desk.providerTitles.of(provider);
    };
    m_inspector = new Inspector(
        {.theme = m_desk.theme,
         .pulse = m_desk.pulse,
         .clock = m_desk.clock,
         .repository = m_desk.repository,
         .names = {.isReadOnly = [this](const QString &tool) { return isReadOnly(tool); }, .providerTitle = titleOf}},
        &m_window);
    m_inspector->hide();
    connect(m_inspector, &Inspector::floatRequested, this, &InspectorDock::toggleFloating);
    connect(m_inspector, &Inspector::closeRequested, this, [this] { setOpen(false); });
    connect(&m_inspector->run(), &RunView::rowRequested, &m_page, &ConversationPage::showRow);
    m_inspector->setCurrentTab(m_kept.tab);
    if (m_kept.isFloating) {
        m_window.addDockWidget(Qt::DockWidgetArea(m_kept.area), m_inspector);
        m_inspector->setFloating(true);
        m_inspector->restoreGeometry(m_kept.geometry);
    }
}

void InspectorDock::place()
{
    const bool isShown = isWanted();
    m_action.setChecked(isShown);
    if (isShown && !m_inspector)
        make();
    if (!m_inspector)
        return;
    if (!isShown)
        return m_inspector->hide();
    if (m_inspector->isFloating())
        m_inspector->show();
    else if (m_isNarrow)
        placeOver();
    else
        placeBeside();
    feed(goingOf(m_page.session()));
}

void InspectorDock::placeBeside()
{
    const bool isNew = m_window.dockWidgetArea(m_inspector) == Qt::NoDockWidgetArea;
    if (isNew)
        m_window.addDockWidget(Qt::DockWidgetArea(m_kept.area), m_inspector);
    m_inspector->show();
    if (!isNew)
        return;
    m_window.resizeDocks({m_inspector}, {m_kept.width > 0 ? m_kept.width : m_desk.theme.px(Inspector::usualWidth)},
                         Qt::Horizontal);
    orderTabs();
}

// No part of the window's layout: the page under it keeps its place.
void InspectorDock::placeOver()
{
    if (m_window.dockWidgetArea(m_inspector) != Qt::NoDockWidgetArea)
        m_window.removeDockWidget(m_inspector);
    const QRect area = m_window.centralWidget()->geometry();
    const int width = std::min(m_desk.theme.px(Inspector::usualWidth), area.width());
    const QRect edge(area.right() - width + 1, area.top(), width, area.height());
    m_inspector->setGeometry(QStyle::visualRect(m_window.layoutDirection(), area, edge));
    m_inspector->show();
    m_inspector->raise();
    orderTabs();
}

// Behind the page, before the status bar. // DESIGN 4.2
void InspectorDock::orderTabs()
{
    QWidget *before = nullptr;
    for (QWidget *each = m_page.nextInFocusChain(); each != &m_page; each = each->nextInFocusChain()) {
        if (m_page.isAncestorOf(each) && (each->focusPolicy() & Qt::TabFocus))
            before = each;
    }
    const QList<QWidget *> stops = m_inspector->tabStops();
    for (QWidget *stop : stops) {
        if (before)
            QWidget::setTabOrder(before, stop);
        before = stop;
    }
}

void InspectorDock::follow()
{
    ConversationSession &session = m_page.session();
    const bool isOther = m_session != &session;
    if (isOther) {
        if (m_session)
            disconnect(m_session, nullptr, this, nullptr);
        m_session = &session;
        connect(&session, &ConversationSession::updated, this, &InspectorDock::noteUpdate);
    }
    if (!m_inspector && isWanted()) {
        // Not while the window is being made: its first picture does not wait for this.
        QMetaObject::invokeMethod(this, &InspectorDock::place, Qt::QueuedConnection);
        return;
    }
    if (!m_inspector || !m_inspector->isVisible())
        return;
    feed(goingOf(session));
    if (session.phase() == ConversationSession::Phase::Sending)
        m_inspector->run().model().noteStart();
}

void InspectorDock::feed(Going going)
{
    const ConversationSession &session = m_page.session();
    const QList<StoredEntry> &entries = session.lastRun();
    const auto host = entries.isEmpty() ? std::nullopt : m_desk.engine.host(entries.constFirst().entry.agent);
    m_inspector->run().model().show(entries, going, host && host->agent().runOptions().concurrentCalls);
}

void InspectorDock::noteUpdate(const ChatUpdate &update)
{
    if (!m_inspector || !m_inspector->isVisible())
        return;
    if (std::holds_alternative<StoredUpdate>(update))
        feed(Going::Here);
    else if (const auto *retry = std::get_if<RetryUpdate>(&update))
        m_inspector->run().model().noteRetry(*retry);
}

bool InspectorDock::isReadOnly(const QString &tool) const
{
    const QList<StoredEntry> &entries = m_page.session().lastRun();
    const auto host = entries.isEmpty() ? std::nullopt : m_desk.engine.host(entries.constFirst().entry.agent);
    if (!host)
        return false;
    const auto tools = host->agent().tools();
    const auto found = std::ranges::find(tools, tool, [](const auto &each) { return each->declaration().name; });
    return found != tools.end() && (*found)->isReadOnly();
}

} // namespace typeshift::ui
