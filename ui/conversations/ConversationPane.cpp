// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/ConversationPane.h"

#include "conversations/ConversationDelegate.h"
#include "conversations/ConversationList.h"
#include "theme/Theme.h"
#include "widgets/KeyHintButton.h"
#include "widgets/LivePulse.h"
#include "widgets/SearchField.h"

#include <engine/workbench/ConversationCatalog.h>

#include <QContextMenuEvent>
#include <QLabel>
#include <QTimerEvent>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {
constexpr int minuteMilliseconds = 60'000;
constexpr int secondMilliseconds = 1'000;
constexpr int leaseMilliseconds = 5'000;
} // namespace

ConversationPane::ConversationPane(const Parts &parts, QWidget *parent)
    : QWidget(parent)
    , m_catalog(parts.catalog)
    , m_board(parts.board)
    , m_theme(parts.theme)
    , m_pulse(parts.pulse)
    , m_model(parts.clock)
    , m_pages(parts.catalog, m_model)
    , m_new(new KeyHintButton(m_theme, tr("New conversation"), tr("Ctrl+N")))
    , m_search(new SearchField(m_theme, tr("Search conversations"), tr("Ctrl+Shift+F")))
    , m_list(new ConversationList(m_model, m_theme))
    , m_empty(new QLabel)
{
    setAccessibleName(tr("Side bar"));
    m_new->setSymbol(u"list-add"_s);
    m_new->setSpread(true);
    m_new->setAccessibleName(tr("New conversation"));
    m_search->setObjectName(u"conversations.search"_s);
    buildList();
    m_empty->setWordWrap(true);
    m_empty->setTextFormat(Qt::RichText);
    m_empty->setAlignment(Qt::AlignTop | Qt::AlignLeading);
    m_empty->setContentsMargins(m_theme.px(16), m_theme.px(12), m_theme.px(12), 0);

    auto *top = new QVBoxLayout;
    top->setContentsMargins(m_theme.px(12), m_theme.px(12), m_theme.px(12), m_theme.px(4));
    top->setSpacing(m_theme.px(8));
    top->addWidget(m_new);
    top->addWidget(m_search);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_empty);
    column->addWidget(m_list, 1);

    connect(m_new, &QPushButton::clicked, this, &ConversationPane::newRequested);
    connect(m_search, &QLineEdit::textChanged, this, qOverload<>(&ConversationPane::refresh));
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        focusList();
        step(1);
    });
    connectSources();
    m_minuteTimer.start(minuteMilliseconds, Qt::VeryCoarseTimer, this);
    showEmptyText();
    refresh();
}

void ConversationPane::connectSources()
{
    connect(&m_pages, &ConversationPages::listed, this, &ConversationPane::tellListed);
    connect(&m_pages, &ConversationPages::failed, this, &ConversationPane::failed);
    // Queued: a record must not change under the task that announces it.
    connect(
        &m_catalog, &ConversationCatalog::changed, this,
        [this](const ConversationId &conversation) { refresh(conversation); }, Qt::QueuedConnection);
    for (const BoardedRun &run : m_board.runs())
        m_model.setLive(run);
    connect(&m_board, &RunBoard::started, this, [this](const BoardedRun &run) {
        m_model.setLive(run);
        if (!m_model.indexOf(*run.run.identity.conversation).isValid())
            return refresh(*run.run.identity.conversation);
        tellListed();
    });
    connect(&m_board, &RunBoard::changed, &m_model, &ConversationModel::setLive);
    connect(&m_board, &RunBoard::ended, this, [this](const BoardedRun &run) {
        m_model.endLive(*run.run.identity.conversation);
        refresh(*run.run.identity.conversation); // How it ended is in the store.
    });
    connect(&m_pulse, &LivePulse::beat, this, &ConversationPane::repaintRunning);
    connect(&m_theme, &Theme::changed, m_list, &QListView::doItemsLayout);
    connect(&m_theme, &Theme::changed, this, &ConversationPane::showEmptyText);
}

ConversationPane::~ConversationPane()
{
    if (m_isBeating)
        m_pulse.release();
}

void ConversationPane::buildList()
{
    auto *delegate = new ConversationDelegate(m_model, m_theme, m_pulse, m_list);
    m_list->setItemDelegate(delegate);
    m_list->setAccessibleName(tr("Conversations"));
    m_list->setObjectName(u"conversations.list"_s);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMouseTracking(true);
    m_list->viewport()->setAutoFillBackground(false);
    m_list->setBackgroundRole(QPalette::Window);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->installEventFilter(this);
    connect(delegate, &ConversationDelegate::resumeRequested, this, &ConversationPane::resumeRequested);
    connect(m_list, &QListView::clicked, this, &ConversationPane::openIndex);
    connect(m_list, &QListView::activated, this, &ConversationPane::openIndex);
    connect(m_list, &QWidget::customContextMenuRequested, this, [this](const QPoint &position) {
        const QModelIndex under = m_list->indexAt(position);
        const QModelIndex index = under.isValid() ? under : m_list->currentIndex();
        if (const ConversationRecord *record = m_model.record(index))
            emit menuRequested(
                record->id,
                m_list->viewport()->mapToGlobal(under.isValid() ? position : m_list->visualRect(index).center()));
    });
}

void ConversationPane::openIndex(const QModelIndex &index)
{
    const ConversationRecord *record = m_model.record(index);
    if (!record || record->id == m_current)
        return;
    emit opened(record->id);
}

void ConversationPane::refresh()
{
    m_pages.read(m_search->text().trimmed());
}

void ConversationPane::renew()
{
    m_pages.renew();
}

void ConversationPane::refresh(const ConversationId &conversation)
{
    m_pages.readOne(conversation);
}

void ConversationPane::tellListed()
{
    setCurrent(m_current);
    showEmptyText();
    followRunning();
    emit listed();
}

void ConversationPane::setCurrent(std::optional<ConversationId> conversation)
{
    m_current = conversation;
    const QModelIndex index = conversation ? m_model.indexOf(*conversation) : QModelIndex();
    if (m_list->currentIndex() == index && m_list->selectionModel()->isSelected(index))
        return;
    if (index.isValid()) {
        m_list->setCurrentIndex(index);
    } else {
        m_list->selectionModel()->clear();
    }
}

std::optional<ConversationRecord> ConversationPane::currentRecord() const
{
    const ConversationRecord *record = m_model.record(m_list->currentIndex());
    return record ? std::optional(*record) : std::nullopt;
}

void ConversationPane::step(int direction)
{
    const QModelIndex next = m_model.neighbour(m_current ? m_model.indexOf(*m_current) : QModelIndex(), direction);
    if (next.isValid())
        openIndex(next);
}

void ConversationPane::setClosed(bool isClosed)
{
    m_isClosed = isClosed;
    m_new->setEnabled(!isClosed);
    m_search->setEnabled(!isClosed);
    m_list->setFocusPolicy(isClosed ? Qt::NoFocus : Qt::StrongFocus);
    showEmptyText();
}

QWidget *ConversationPane::firstField() const
{
    return m_list;
}

bool ConversationPane::isSearching() const
{
    return !m_search->text().trimmed().isEmpty();
}

void ConversationPane::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void ConversationPane::focusList()
{
    m_list->setFocus(Qt::ShortcutFocusReason);
}

void ConversationPane::showEmptyText()
{
    const bool isEmpty = m_model.rowCount() == 0;
    const bool isSearch = !m_search->text().trimmed().isEmpty();
    m_empty->setVisible(isEmpty);
    if (!isEmpty)
        return;
    const QString headline = isSearch ? tr("No conversation of this title") : tr("No conversations yet");
    const QString body = isSearch ? tr("Escape in the field shows all of them.")
        : m_isClosed              ? tr("They appear here as soon as a model is set up. Those that need you come first.")
                                  : tr("They appear here as soon as one begins. Those that need you come first.");
    m_empty->setText(
        u"<p style='margin:0 0 4px 0;font-weight:600'>%1</p><p style='margin:0;line-height:120%;color:%3'>%2</p>"_s.arg(
            headline.toHtmlEscaped(), body.toHtmlEscaped(), m_theme.colour(Token::Text2).name()));
}

void ConversationPane::followRunning()
{
    const bool anyRuns = isVisible() && m_model.count(Section::Running) > 0;
    // Of another process nothing is told: a lease ends without a word. Runs of this one are never asked for.
    const bool asks = anyRuns && !m_model.elsewhere().isEmpty();
    if (asks != m_leaseTimer.isActive()) {
        if (asks)
            m_leaseTimer.start(leaseMilliseconds, Qt::CoarseTimer, this);
        else
            m_leaseTimer.stop();
    }
    if (anyRuns == m_isBeating)
        return;
    m_isBeating = anyRuns;
    if (anyRuns) {
        m_pulse.retain();
        m_secondTimer.start(secondMilliseconds, Qt::CoarseTimer, this); // With reduced motion nothing else beats.
    } else {
        m_pulse.release();
        m_secondTimer.stop();
    }
}

void ConversationPane::repaintRunning()
{
    const auto [first, last] = m_list->shownRows();
    for (int row = first; row <= last; ++row) {
        const QModelIndex index = m_model.index(row);
        if (const ConversationRecord *record = m_model.record(index);
            record && record->state == ConversationState::Running)
            m_list->update(index);
    }
}

void ConversationPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    followRunning();
}

void ConversationPane::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    followRunning();
}

void ConversationPane::timerEvent(QTimerEvent *event)
{
    if (event->timerId() == m_minuteTimer.timerId()) {
        m_model.renewTimes();
    } else if (event->timerId() == m_secondTimer.timerId()) {
        repaintRunning();
    } else if (event->timerId() == m_leaseTimer.timerId()) {
        for (const ConversationRecord &record : m_model.elsewhere())
            refresh(record.id);
    } else {
        QWidget::timerEvent(event);
    }
}

bool ConversationPane::eventFilter(QObject *watched, QEvent *event)
{
    // Enter opens on every platform; activated() depends on the style.
    if (watched == m_list && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            openIndex(m_list->currentIndex());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace typeshift::ui
