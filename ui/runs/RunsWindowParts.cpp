// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
//
// How the Live runs window is put together.
#include "runs/EventsModel.h"
#include "runs/RunFilters.h"
#include "runs/RunsWindow.h"
#include "runs/SteerPanel.h"
#include "theme/Theme.h"
#include "widgets/KeyHintButton.h"
#include "widgets/SearchField.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QTreeView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

//! Keeps the outermost cells off the edges, where the rows' background goes.
class EventDelegate final : public QStyledItemDelegate
{
public:
    EventDelegate(const Theme &theme, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_theme(theme)
    {
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, m_theme.colour(Token::AccentSoft));
        QStyleOptionViewItem inner = option;
        const bool isRightToLeft = option.direction == Qt::RightToLeft;
        if (index.column() == (isRightToLeft ? EventsModel::Tokens : EventsModel::At))
            inner.rect.adjust(m_theme.px(12), 0, 0, 0);
        if (index.column() == (isRightToLeft ? EventsModel::At : EventsModel::Tokens))
            inner.rect.adjust(0, 0, -m_theme.px(12), 0);
        QStyledItemDelegate::paint(painter, inner, index);
    }

private:
    const Theme &m_theme;
};

} // namespace

void RunsWindow::build()
{
    const Theme &theme = m_parts.theme;
    setMinimumSize(theme.px(880), theme.px(480));
    resize(theme.px(1'440), theme.px(868));
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *below = new QSplitter(Qt::Horizontal);
    below->addWidget(buildEvents());
    below->addWidget(m_panel);
    below->setStretchFactor(0, 1);
    below->setSizes({theme.px(960), theme.px(480)});
    below->setChildrenCollapsible(false);
    auto *halves = new QSplitter(Qt::Vertical);
    halves->addWidget(buildTable());
    halves->addWidget(below);
    halves->setStretchFactor(0, 3);
    halves->setStretchFactor(1, 2);
    halves->setSizes({theme.px(480), theme.px(320)});
    halves->setChildrenCollapsible(false);
    column->addWidget(buildTop());
    column->addWidget(halves, 1);
    setCentralWidget(page);
    auto *hint = new QLabel(tr("Enter opens, S steers, Delete stops the selected run"));
    hint->setFont(theme.font(TextStyle::Small));
    hint->setContentsMargins(0, 0, theme.px(12), 0);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->setAccessibleName(tr("Status"));
    statusBar()->addPermanentWidget(hint);
    const auto addKey = [this](const QString &text, const QKeySequence &key, auto &&then) {
        auto *action = new QAction(text, this);
        action->setShortcut(key);
        connect(action, &QAction::triggered, this, then);
        addAction(action);
    };
    addKey(tr("Close"), QKeySequence::Close, [this] { close(); });
    addKey(tr("Filter"), QKeySequence::Find, [this] { m_filter->setFocus(Qt::ShortcutFocusReason); });
}

QWidget *RunsWindow::buildTop()
{
    const Theme &theme = m_parts.theme;
    auto *top = new QWidget;
    auto *row = new QHBoxLayout(top);
    row->setContentsMargins(theme.px(16), theme.px(8), theme.px(16), theme.px(8));
    row->setSpacing(theme.px(24));
    m_filter->setFixedWidth(theme.px(320));
    m_counts->setFont(theme.font(TextStyle::Body));
    m_stopAll->setAccessibleName(tr("Stop all"));
    for (const auto &[scope, text] :
         {std::pair{RunScope::All, tr("All states")}, std::pair{RunScope::Asking, tr("Waiting for you")},
          std::pair{RunScope::Answering, tr("Thinking, writing")}, std::pair{RunScope::Calling, tr("Calling a tool")},
          std::pair{RunScope::Retrying, tr("Trying again")}, std::pair{RunScope::Elsewhere, tr("Elsewhere")}})
        m_whichRuns->addItem(text, int(scope));
    m_whichRuns->setAccessibleName(tr("Which runs"));
    m_together->setFont(theme.font(TextStyle::Small));
    m_together->setForegroundRole(QPalette::PlaceholderText);
    auto *filters = new QHBoxLayout;
    filters->setSpacing(theme.px(8));
    filters->addWidget(m_filter);
    filters->addWidget(m_whichRuns);
    row->addLayout(filters);
    row->addWidget(m_counts);
    row->addStretch(1);
    row->addWidget(m_together);
    row->addWidget(m_stopAll);
    connect(m_whichRuns, &QComboBox::currentIndexChanged, this, [this] {
        static_cast<RunFilter *>(m_shownRuns)->setScope(RunScope(m_whichRuns->currentData().toInt()));
        renew();
    });
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &words) {
        static_cast<RunFilter *>(m_shownRuns)->setWords(words);
        renew();
    });
    return top;
}

QWidget *RunsWindow::buildTable()
{
    const Theme &theme = m_parts.theme;
    m_table = new QTreeView;
    m_shownRuns->setSourceModel(m_runs);
    m_shownRuns->setSortRole(RunsModel::sortRole);
    m_table->setModel(m_shownRuns);
    auto *delegate = new RunDelegate(theme, m_parts.pulse, m_table);
    m_table->setItemDelegate(delegate);
    m_table->setAccessibleName(tr("Runs"));
    m_table->setObjectName(u"runs.table"_s);
    m_table->setRootIsDecorated(false);
    m_table->setItemsExpandable(false);
    m_table->setUniformRowHeights(true);
    m_table->setAllColumnsShowFocus(true);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setIndentation(0);
    m_table->setMouseTracking(true);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(RunsModel::Elapsed, Qt::DescendingOrder);
    m_table->installEventFilter(this);
    QHeaderView *header = m_table->header();
    header->setStretchLastSection(false);
    header->setSectionsMovable(false);
    header->setSectionResizeMode(RunsModel::Conversation, QHeaderView::Stretch);
    for (const auto &[section, width] :
         {std::pair{RunsModel::Mode, 72}, std::pair{RunsModel::Started, 80}, std::pair{RunsModel::Elapsed, 96},
          std::pair{RunsModel::TokensIn, 96}, std::pair{RunsModel::TokensOut, 80}})
        header->resizeSection(section, theme.px(width));
    header->resizeSection(RunsModel::Verbs, delegate->verbsWidth());
    header->setSectionResizeMode(RunsModel::Verbs, QHeaderView::Fixed);
    connect(delegate, &RunDelegate::requested, this, &RunsWindow::perform);
    connect(m_table, &QTreeView::doubleClicked, this,
            [this](const QModelIndex &index) { perform(RunDelegate::Verb::Open, index); });

    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setAutoFillBackground(true);
    m_empty->setBackgroundRole(QPalette::Base);
    m_tablePages = new QStackedWidget;
    m_tablePages->addWidget(m_table);
    m_tablePages->addWidget(m_empty);
    return m_tablePages;
}

// Without room the title keeps its place, and what the row says least with goes. A screen reader hears all of it.
void RunsWindow::fitColumns()
{
    const Theme &theme = m_parts.theme;
    const bool isNarrow = m_table->width() < theme.px(1'200);
    const bool isSmall = m_table->width() < theme.px(960);
    QHeaderView *header = m_table->header();
    for (const auto &[section, wide, narrow] :
         {std::tuple{RunsModel::State, 240, 176}, std::tuple{RunsModel::Agent, 152, 120},
          std::tuple{RunsModel::Model, 148, 120}})
        header->resizeSection(section, theme.px(isNarrow ? narrow : wide));
    for (const auto section : {RunsModel::Mode, RunsModel::Started})
        header->setSectionHidden(section, isNarrow);
    for (const auto section : {RunsModel::Agent, RunsModel::Model, RunsModel::TokensOut})
        header->setSectionHidden(section, isSmall);
    m_eventTable->setColumnWidth(EventsModel::Conversation, theme.px(isSmall ? 112 : 212));
}

QLayout *RunsWindow::buildEventHead()
{
    const Theme &theme = m_parts.theme;
    auto *title = new QLabel(tr("<b>Events</b>"));
    m_whichEvents->addItems({tr("All runs"), tr("Selected run")});
    m_whichEvents->setAccessibleName(tr("Which events"));
    for (const auto &[scope, text] :
         {std::pair{EventScope::All, tr("All kinds")}, std::pair{EventScope::Runs, tr("Runs")},
          std::pair{EventScope::Models, tr("Model calls")}, std::pair{EventScope::Tools, tr("Tool calls")},
          std::pair{EventScope::Inputs, tr("Input")}, std::pair{EventScope::Problems, tr("Problems")}})
        m_eventKinds->addItem(text, int(scope));
    m_eventKinds->setAccessibleName(tr("Which kinds of events"));
    m_follow->setChecked(true);
    m_follow->setAccessibleName(tr("Follow"));
    auto *clear = new KeyHintButton(theme, tr("Clear"), {});
    clear->setAccessibleName(tr("Clear the events"));
    clear->setSymbol(u"edit-clear-history"_s);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(theme.px(16), theme.px(4), theme.px(16), theme.px(4));
    head->setSpacing(theme.px(8));
    head->addWidget(title);
    head->addWidget(m_eventKinds);
    head->addWidget(m_whichEvents);
    head->addStretch(1);
    head->addWidget(m_follow);
    head->addWidget(clear);
    connect(m_whichEvents, &QComboBox::currentIndexChanged, this, &RunsWindow::showCurrent);
    connect(m_eventKinds, &QComboBox::currentIndexChanged, this, [this] {
        static_cast<EventFilter *>(m_shownEvents)->setScope(EventScope(m_eventKinds->currentData().toInt()));
    });
    connect(clear, &QPushButton::clicked, m_events, &EventsModel::clear);
    return head;
}

QWidget *RunsWindow::buildEvents()
{
    const Theme &theme = m_parts.theme;
    m_eventTable = new QTableView;
    m_shownEvents->setSourceModel(m_events);
    m_eventTable->setModel(m_shownEvents);
    m_eventTable->setItemDelegate(new EventDelegate(theme, m_eventTable));
    m_eventTable->setAccessibleName(tr("Events"));
    m_eventTable->setFrameShape(QFrame::NoFrame);
    m_eventTable->setShowGrid(false);
    m_eventTable->setAlternatingRowColors(true);
    m_eventTable->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_eventTable->setTabKeyNavigation(false);
    m_eventTable->setWordWrap(false);
    m_eventTable->setFont(theme.font(TextStyle::Small));
    m_eventTable->setCornerButtonEnabled(false);
    m_eventTable->verticalHeader()->hide();
    m_eventTable->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_eventTable->verticalHeader()->setDefaultSectionSize(theme.px(24)); // DESIGN 1.1
    m_eventTable->horizontalHeader()->hide();
    m_eventTable->horizontalHeader()->setMinimumSectionSize(theme.px(24));
    m_eventTable->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_eventTable->horizontalHeader()->setSectionResizeMode(EventsModel::Text, QHeaderView::Stretch);
    for (const auto &[section, width] : {std::pair{EventsModel::At, 92}, std::pair{EventsModel::Symbol, 32},
                                         std::pair{EventsModel::Conversation, 212}, std::pair{EventsModel::Tokens, 84}})
        m_eventTable->setColumnWidth(section, theme.px(width));

    auto *panel = new QWidget;
    auto *column = new QVBoxLayout(panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(buildEventHead());
    column->addWidget(m_eventTable, 1);
    connect(m_shownEvents, &QAbstractItemModel::rowsInserted, this, [this] {
        if (m_follow->isChecked())
            m_eventTable->scrollToTop();
    });
    return panel;
}

} // namespace typeshift::ui
