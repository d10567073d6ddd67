// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/RunsWindow.h"

#include "runs/EventsModel.h"
#include "runs/RunFilters.h"
#include "runs/SteerPanel.h"
#include "theme/Theme.h"
#include "widgets/Announcer.h"
#include "widgets/KeyHintButton.h"
#include "widgets/LivePulse.h"
#include "widgets/SearchField.h"
#include "words/Numbers.h"

#include <engine/workbench/ConversationCatalog.h>

#include <QCheckBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QTimerEvent>
#include <QTreeView>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {
constexpr int secondMilliseconds = 1'000;
} // namespace

RunsWindow::RunsWindow(const Parts &parts)
    : m_parts(parts)
    , m_runs(new RunsModel(parts.board, parts.clock, parts.titles, this))
    , m_shownRuns(new RunFilter(this))
    , m_events(new EventsModel(parts.board, parts.clock, parts.theme, parts.titles.providers, this))
    , m_shownEvents(new EventFilter(this))
    , m_filter(new SearchField(parts.theme, tr("Filter by conversation, agent or model"), tr("Ctrl+F")))
    , m_whichRuns(new QComboBox)
    , m_counts(new QLabel)
    , m_together(new QLabel)
    , m_stopAll(new KeyHintButton(parts.theme, tr("Stop all…"), {}))
    , m_tablePages(nullptr)
    , m_table(nullptr)
    , m_empty(new QLabel)
    , m_whichEvents(new QComboBox)
    , m_eventKinds(new QComboBox)
    , m_follow(new QCheckBox(tr("Follow")))
    , m_eventTable(nullptr)
    , m_panel(new SteerPanel(parts.theme))
{
    setObjectName(u"runsWindow"_s);
    setWindowTitle(tr("Live runs — Typeshift Workbench"));
    setAttribute(Qt::WA_DeleteOnClose);
    build();
    connectBoard();
    for (const BoardedRun &run : m_parts.board.runs())
        readTitle(*run.run.identity.conversation);
    renew();
    m_table->setFocus();
}

RunsWindow::~RunsWindow()
{
    if (m_isBeating)
        m_parts.pulse.release();
}

void RunsWindow::connectBoard()
{
    RunBoard &board = m_parts.board;
    connect(&board, &RunBoard::started, this, [this](const BoardedRun &run) {
        if (m_ended == run.run.identity.conversation)
            m_ended.reset(); // It goes on.
        readTitle(*run.run.identity.conversation);
        renew();
    });
    connect(&board, &RunBoard::changed, this, [this](const BoardedRun &run) {
        if (const auto *row = current(); row && row->conversation == run.run.identity.conversation)
            showPanel();
        renewTotals();
    });
    connect(&board, &RunBoard::ended, this, [this](const BoardedRun &run) {
        if (m_panel->shown() != run.run.identity.conversation)
            leave(*run.run.identity.conversation);
        renew();
    });
    connect(&board, &RunBoard::updated, this, [this](const BoardedRun &run, const QList<LiveUpdate> &updates) {
        const auto *row = current();
        if (!row || row->conversation != run.run.identity.conversation)
            return;
        for (const LiveUpdate &update : updates) {
            if (const auto *text = std::get_if<TextDelta>(&update.update))
                m_panel->addWords(text->text);
        }
    });
    connect(&m_parts.catalog, &ConversationCatalog::changed, this, &RunsWindow::readTitle, Qt::QueuedConnection);
    connect(&m_parts.pulse, &LivePulse::beat, this, [this] {
        for (int row = 0; row < m_shownRuns->rowCount(); ++row)
            m_table->update(m_shownRuns->index(row, RunsModel::State));
    });
    // A run that does something else now may come into the filter, or leave it.
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(m_shownRuns, signal, this, &RunsWindow::renew, Qt::QueuedConnection);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &, const QModelIndex &before) { chooseRow(before); });
    connect(m_panel, &SteerPanel::openRequested, this, [this] {
        const ConversationId conversation = *m_panel->shown();
        if (m_ended)
            leave(*std::exchange(m_ended, std::nullopt));
        emit openRequested(conversation);
        renew();
    });
    connect(m_panel, &SteerPanel::stopRequested, this,
            [this] { perform(RunDelegate::Verb::Stop, m_table->currentIndex()); });
    connect(m_panel, &SteerPanel::sendRequested, this, &RunsWindow::send);
    connect(m_stopAll, &QPushButton::clicked, this, &RunsWindow::askToStopAll);
}

void RunsWindow::setElsewhere(const QList<ConversationRecord> &records)
{
    m_runs->setElsewhere(records);
    renew();
}

void RunsWindow::setAsking(const QList<RunsModel::Asking> &asking)
{
    m_runs->setAsking(asking);
    renew();
}

// The number of runs is another.
void RunsWindow::renew()
{
    const qsizetype here = m_runs->countHere();
    const qsizetype asking = m_runs->countAsking();
    const qsizetype elsewhere = m_runs->rowCount() - here - asking;
    QStringList counts{tr("<b>%n running</b>", nullptr, int(here))};
    if (elsewhere > 0)
        counts.append(tr("%n elsewhere", nullptr, int(elsewhere)));
    if (asking > 0)
        counts.append(asking == 1 ? tr("1 needs you") : tr("%1 need you").arg(QLocale().toString(asking)));
    m_counts->setText(counts.join(tr(", ")));
    m_stopAll->setEnabled(here > 0);
    m_tablePages->setCurrentIndex(m_shownRuns->rowCount() > 0 ? 0 : 1);
    const bool isFiltered = m_runs->rowCount() > 0;
    m_empty->setText(u"<b>%1</b><br>%2"_s.arg(
        isFiltered ? tr("No run is like this") : tr("Nothing runs"),
        isFiltered ? tr("Another filter shows the others.")
                   : tr("A run appears here as soon as it begins, whichever conversation it belongs to.")));
    renewTotals();
    if (!m_table->currentIndex().isValid() && m_shownRuns->rowCount() > 0 && !m_ended)
        m_table->setCurrentIndex(m_shownRuns->index(0, 0));
    const bool beats = here > 0;
    if (beats != m_isBeating) {
        m_isBeating = beats;
        if (beats)
            m_parts.pulse.retain();
        else
            m_parts.pulse.release();
    }
    const bool ticks = here + asking > 0;
    if (ticks && !m_secondTimer.isActive())
        m_secondTimer.start(secondMilliseconds, Qt::CoarseTimer, this);
    else if (!ticks)
        m_secondTimer.stop();
    showCurrent();
}

void RunsWindow::renewTotals()
{
    const Usage usage = m_runs->usage();
    m_together->setVisible(usage.input || usage.output);
    m_together->setText(tr("Together: %1 tokens in, %2 out")
                            .arg(countText(usage.input.value_or(0)), countText(usage.output.value_or(0))));
}

// Whoever types for a run that ends at this moment goes on typing in the same place: another run gets no word of it.
void RunsWindow::showPanel()
{
    const auto shown = m_panel->shown();
    if (shown && !m_ended && !m_parts.board.find(*shown) && !m_panel->text().isEmpty()) {
        m_ended = shown;
        m_parts.announcer.announce(tr("This run has ended. What you typed is still here."), Announcer::Tone::Assertive);
    }
    if (m_ended)
        return m_panel->showEnded();
    const RunsModel::Row *row = current();
    m_panel->showRun(row, row ? m_runs->stateText(*row) : QString());
}

// A row that is taken away makes another one the current; what a person chooses ends what was held for them.
void RunsWindow::chooseRow(const QModelIndex &before)
{
    const QModelIndex source = m_shownRuns->mapToSource(before);
    const RunsModel::Row *left = source.isValid() ? &m_runs->row(source.row()) : nullptr;
    const bool isTaken = left && left->here && !m_parts.board.find(left->conversation);
    if (m_ended && !isTaken)
        leave(*std::exchange(m_ended, std::nullopt));
    showCurrent();
}

void RunsWindow::leave(const ConversationId &conversation)
{
    const QString text = m_panel->take(conversation);
    if (text.isEmpty())
        return;
    emit textLeft(conversation, text);
    m_parts.announcer.announce(tr("What you typed is in the draft of its conversation."));
}

const RunsModel::Row *RunsWindow::current() const
{
    const QModelIndex index = m_shownRuns->mapToSource(m_table->currentIndex());
    return index.isValid() ? &m_runs->row(index.row()) : nullptr;
}

void RunsWindow::showCurrent()
{
    showPanel();
    const RunsModel::Row *row = current();
    const bool isOne = m_whichEvents->currentIndex() == 1;
    static_cast<EventFilter *>(m_shownEvents)
        ->setConversation(isOne && row ? std::optional(row->conversation) : std::nullopt);
}

void RunsWindow::readTitle(const ConversationId &conversation)
{
    m_tasks.start(m_parts.catalog.find(conversation),
                  [this, conversation](Result<std::optional<ConversationRecord>> found) {
                      if (!found || !*found)
                          return;
                      m_runs->setTitle(conversation, (*found)->title);
                      m_events->setTitle(conversation, (*found)->title);
                      if (const auto *row = current(); row && row->conversation == conversation)
                          showPanel();
                  });
}

void RunsWindow::perform(RunDelegate::Verb verb, const QModelIndex &index)
{
    const QModelIndex source = m_shownRuns->mapToSource(index);
    if (!source.isValid())
        return;
    const RunsModel::Row row = m_runs->row(source.row());
    switch (verb) {
    case RunDelegate::Verb::Open:
        emit openRequested(row.conversation);
        break;
    case RunDelegate::Verb::Stop:
        if (row.here)
            emit stopRequested(row.conversation);
        break;
    case RunDelegate::Verb::Steer:
        m_table->setCurrentIndex(index);
        if (m_ended)
            leave(*std::exchange(m_ended, std::nullopt));
        showCurrent();
        if (row.here)
            m_panel->focusText();
        break;
    }
}

void RunsWindow::send()
{
    const auto conversation = m_panel->shown();
    const QString text = m_panel->text();
    if (!conversation || m_ended || !m_parts.board.find(*conversation) || text.isEmpty())
        return;
    if (!m_parts.steer(*conversation, text)) {
        // Nothing is lost: the text stays where it was typed.
        const QString words = tr("This run takes no input at the moment. The text is still here.");
        m_panel->say(words);
        m_parts.announcer.announce(words, Announcer::Tone::Assertive);
        return;
    }
    m_panel->clearText();
    m_panel->say(tr("Sent. The agent reads it before its next step."));
    m_parts.announcer.announce(tr("Sent to the running agent."));
}

void RunsWindow::ask(const QString &question, const QString &verb, std::function<void()> then)
{
    auto *box = new QMessageBox(QMessageBox::Question, tr("Live runs"), question, QMessageBox::NoButton, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("What has arrived is kept and stored."));
    QPushButton *stop = box->addButton(verb, QMessageBox::AcceptRole);
    QPushButton *keep = box->addButton(tr("Let it run"), QMessageBox::RejectRole);
    box->setDefaultButton(keep); // Enter that was meant for something else stops nothing.
    box->setEscapeButton(keep);
    connect(stop, &QPushButton::clicked, this, std::move(then));
    box->open();
}

void RunsWindow::askToStop()
{
    const RunsModel::Row *row = current();
    if (!row || !row->here)
        return;
    ask(tr("Stop the run of “%1”?").arg(row->title), tr("Stop the run"),
        [this, conversation = row->conversation] { emit stopRequested(conversation); });
}

void RunsWindow::askToStopAll()
{
    const qsizetype count = m_runs->countHere();
    const QString question = count == 1 ? tr("Stop the run?") : tr("Stop all %1 runs?").arg(QLocale().toString(count));
    ask(question, tr("Stop all runs"), [this] {
        for (const BoardedRun &run : m_parts.board.runs())
            emit stopRequested(*run.run.identity.conversation);
    });
}

void RunsWindow::timerEvent(QTimerEvent *event)
{
    if (event->timerId() == m_secondTimer.timerId()) {
        m_runs->renewElapsed();
        showPanel();
    } else {
        QMainWindow::timerEvent(event);
    }
}

void RunsWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ActivationChange && isActiveWindow())
        emit activated();
}

void RunsWindow::closeEvent(QCloseEvent *event)
{
    for (const ConversationId &conversation : m_panel->unsent())
        leave(conversation);
    QMainWindow::closeEvent(event);
}

bool RunsWindow::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_table && event->type() == QEvent::Resize)
        fitColumns();
    if (watched != m_table || event->type() != QEvent::KeyPress)
        return QMainWindow::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    if (key->modifiers() & ~Qt::KeypadModifier)
        return false;
    switch (key->key()) { // DESIGN 4.1
    case Qt::Key_Return:
    case Qt::Key_Enter:
        perform(RunDelegate::Verb::Open, m_table->currentIndex());
        return true;
    case Qt::Key_S:
        perform(RunDelegate::Verb::Steer, m_table->currentIndex());
        return true;
    case Qt::Key_Delete:
        askToStop();
        return true;
    default:
        return false;
    }
}

} // namespace typeshift::ui
