// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "inspector/RunView.h"

#include "approval/CodeView.h"
#include "inspector/TimelineDelegate.h"
#include "inspector/TimelineWords.h"
#include "theme/Theme.h"
#include "widgets/LiveDot.h"
#include "words/Numbers.h"

#include <QFrame>
#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QSplitter>
#include <QTimerEvent>
#include <QTreeView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace typeshift::ui {

namespace {

constexpr auto beat = 1s;
constexpr int edge = 16;

void setColour(QLabel &label, const QColor &colour)
{
    QPalette palette = label.palette();
    palette.setColor(QPalette::WindowText, colour);
    label.setPalette(palette);
}

QFrame *makeLine()
{
    auto *line = new QFrame;
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Midlight);
    line->setFixedHeight(1);
    return line;
}

} // namespace

RunView::RunView(const Parts &parts, QWidget *parent)
    : QWidget(parent)
    , m_theme(parts.theme)
    , m_model(new RunTimelineModel(parts.clock, this))
    , m_symbol(new QLabel)
    , m_dot(new LiveDot(parts.theme, parts.pulse))
    , m_state(new QLabel)
    , m_elapsed(new QLabel)
    , m_facts(nullptr)
    , m_timeline(new QTreeView)
    , m_details(new StepDetails(parts.theme, parts.repository, parts.names))
    , m_clock(parts.clock)
{
    setAccessibleName(tr("Run"));
    build();
    connect(m_model, &RunTimelineModel::renewed, this, &RunView::renew);
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] { m_isFollowing = true; });
    connect(&m_theme, &Theme::changed, this, &RunView::renewLook);
    renewLook();
    renew();
}

void RunView::build()
{
    buildTimeline();
    auto *halves = new QSplitter(Qt::Vertical);
    halves->addWidget(m_timeline);
    halves->addWidget(m_details);
    halves->setStretchFactor(0, 3);
    halves->setStretchFactor(1, 1);
    halves->setSizes({m_theme.px(440), m_theme.px(176)});
    halves->setChildrenCollapsible(false);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildHead());
    column->addWidget(makeLine());
    column->addWidget(m_facts = buildFacts());
    column->addWidget(halves, 1);
}

QWidget *RunView::buildHead()
{
    m_state->setTextFormat(Qt::PlainText);
    m_state->setObjectName(u"inspector.state"_s);
    m_elapsed->setTextFormat(Qt::PlainText);
    m_elapsed->setObjectName(u"inspector.elapsed"_s);
    m_dot->setAccessibleName(tr("Running"));
    auto *head = new QWidget;
    head->setMinimumHeight(m_theme.px(44));
    auto *row = new QHBoxLayout(head);
    row->setContentsMargins(m_theme.px(edge), m_theme.px(4), m_theme.px(edge), m_theme.px(4));
    row->setSpacing(m_theme.px(8));
    row->addWidget(m_symbol);
    row->addWidget(m_dot);
    row->addWidget(m_state, 1);
    row->addWidget(m_elapsed);
    return head;
}

QWidget *RunView::buildFacts()
{
    auto *facts = new QWidget;
    auto *grid = new QGridLayout(facts);
    grid->setContentsMargins(m_theme.px(edge), m_theme.px(10), m_theme.px(edge), m_theme.px(10));
    grid->setHorizontalSpacing(m_theme.px(12));
    grid->setVerticalSpacing(0);
    const std::array<QString, FactCount> names{tr("Model calls"), tr("Tool calls"), tr("Tokens in"), tr("Cached"),
                                               tr("Tokens out")};
    for (int fact = 0; fact < FactCount; ++fact) {
        auto *name = m_names[std::size_t(fact)] = new QLabel(names[std::size_t(fact)]);
        auto *value = m_values[std::size_t(fact)] = new QLabel;
        value->setTextFormat(Qt::PlainText);
        name->setBuddy(value);
        const int row = fact / 2 * 3;
        grid->addWidget(name, row, fact % 2);
        grid->addWidget(value, row + 1, fact % 2);
        if (fact + 1 < FactCount)
            grid->setRowMinimumHeight(row + 2, m_theme.px(6));
    }
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    return facts;
}

void RunView::buildTimeline()
{
    m_timeline->setModel(m_model);
    m_timeline->setItemDelegate(new TimelineDelegate(*m_model, m_theme, m_timeline));
    m_timeline->setAccessibleName(tr("Timeline"));
    m_timeline->setObjectName(u"inspector.timeline"_s);
    m_timeline->setRootIsDecorated(false);
    m_timeline->setItemsExpandable(false);
    m_timeline->setUniformRowHeights(true);
    m_timeline->setAllColumnsShowFocus(true);
    m_timeline->setFrameShape(QFrame::NoFrame);
    m_timeline->setIndentation(0);
    m_timeline->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_timeline->setMinimumHeight(m_theme.px(96));
    QHeaderView *header = m_timeline->header();
    header->setStretchLastSection(false);
    header->setSectionsMovable(false);
    header->setMinimumSectionSize(m_theme.px(40));
    header->setSectionResizeMode(QHeaderView::Fixed);
    header->setSectionResizeMode(RunTimelineModel::Step, QHeaderView::Stretch);
    connect(m_timeline->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        m_isFollowing = m_timeline->currentIndex().row() == m_model->rowCount() - 1;
        showStep();
    });
    const auto open = [this](const QModelIndex &index) {
        if (const RowId row = m_model->step(index.row()).row; row != RowId())
            emit rowRequested(row);
    };
    connect(m_timeline, &QTreeView::clicked, this, open);
    connect(m_timeline, &QTreeView::activated, this, open);
}

void RunView::renew()
{
    const RunTimeline &timeline = m_model->timeline();
    const bool isRunning = timeline.state == RunStanding::Running;
    const bool hasRun = timeline.state != RunStanding::None;
    const QString symbol = stateSymbol(timeline.state);
    const Token colour = stateColour(timeline.state);
    m_state->setText(stateText(timeline.state));
    setColour(*m_state, m_theme.colour(colour));
    m_symbol->setVisible(!symbol.isEmpty());
    if (!symbol.isEmpty()) {
        const int size = m_theme.px(16);
        m_symbol->setPixmap(m_theme.icon(symbol, colour).pixmap(QSize(size, size), devicePixelRatioF()));
    }
    m_dot->setVisible(isRunning);
    m_elapsed->setVisible(hasRun);
    m_facts->setVisible(hasRun);
    renewFacts();
    renewElapsed();
    followNewest();
    showStep();
    count();
}

void RunView::renewFacts()
{
    const RunTimeline &timeline = m_model->timeline();
    const QLocale locale;
    const Usage usage = timeline.usage();
    const auto tokens = [](const std::optional<qint64> &count) { return count ? countText(*count) : tr("unknown"); };
    setFact(ModelCalls, locale.toString(timeline.modelCalls()));
    const int failed = timeline.failedToolCalls();
    setFact(ToolCalls,
            failed == 0 ? locale.toString(timeline.toolCalls())
                        : tr("%1, %2 failed").arg(locale.toString(timeline.toolCalls()), locale.toString(failed)));
    setFact(TokensIn, tokens(usage.input));
    const bool hasShare = usage.cacheRead && usage.input.value_or(0) > 0;
    setFact(Cached,
            hasShare ? tr("%1, %2 %", "tokens, and their part of all that was read")
                           .arg(countText(*usage.cacheRead),
                                locale.toString(qRound(100.0 * double(*usage.cacheRead) / double(*usage.input))))
                     : tokens(usage.cacheRead));
    setFact(TokensOut, tokens(usage.output));
}

void RunView::setFact(Fact fact, const QString &value)
{
    QLabel &label = *m_values[std::size_t(fact)];
    label.setText(value);
    label.setAccessibleName(tr("%1: %2").arg(m_names[std::size_t(fact)]->text(), value));
}

void RunView::renewElapsed()
{
    const auto elapsed = m_model->timeline().elapsed(m_clock.now());
    m_elapsed->setText(elapsedText(std::chrono::duration_cast<std::chrono::seconds>(elapsed)));
    m_elapsed->setAccessibleName(tr("Elapsed: %1").arg(m_elapsed->text()));
}

// A run that goes on never takes a step from under a reader's eyes. // DESIGN 4.2
void RunView::followNewest()
{
    if (!m_isFollowing || m_model->rowCount() == 0)
        return;
    const QModelIndex newest = m_model->index(m_model->rowCount() - 1, RunTimelineModel::Step);
    m_timeline->setCurrentIndex(newest);
    m_isFollowing = true;
    m_timeline->scrollTo(newest);
}

void RunView::showStep()
{
    const QModelIndex current = m_timeline->currentIndex();
    m_details->show(current.isValid() ? std::optional(m_model->step(current.row())) : std::nullopt);
}

void RunView::count()
{
    const bool counts = isVisible() && m_model->isCounting();
    if (counts == m_second.isActive())
        return;
    if (counts)
        m_second.start(beat, Qt::CoarseTimer, this); // The pulse stands still with reduced motion; time does not.
    else
        m_second.stop();
}

void RunView::timerEvent(QTimerEvent *event)
{
    if (event->timerId() != m_second.timerId())
        return QWidget::timerEvent(event);
    renewElapsed();
    m_model->renewTimes();
}

void RunView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    renewElapsed();
    count();
}

void RunView::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    count();
}

void RunView::takeFocus()
{
    if (!m_timeline->currentIndex().isValid() && m_model->rowCount() > 0)
        followNewest();
    m_timeline->setFocus(Qt::ShortcutFocusReason);
}

QList<QWidget *> RunView::tabStops() const
{
    return {m_timeline, &m_details->arguments()};
}

void RunView::renewLook()
{
    QFont state = m_theme.font(TextStyle::Body);
    state.setWeight(QFont::DemiBold);
    m_state->setFont(state);
    m_elapsed->setFont(m_theme.font(TextStyle::Body));
    setColour(*m_elapsed, m_theme.colour(Token::Text2));
    QFont value = m_theme.font(TextStyle::Body);
    value.setWeight(QFont::Medium);
    for (int fact = 0; fact < FactCount; ++fact) {
        m_names[std::size_t(fact)]->setFont(m_theme.font(TextStyle::Caption));
        setColour(*m_names[std::size_t(fact)], m_theme.colour(Token::Text2));
        m_values[std::size_t(fact)]->setFont(value);
    }
    QHeaderView *header = m_timeline->header();
    header->setFont(m_theme.font(TextStyle::Caption));
    const QFontMetrics figures(m_theme.font(TextStyle::Small));
    header->resizeSection(RunTimelineModel::At, static_cast<TimelineDelegate *>(m_timeline->itemDelegate())->atWidth());
    header->resizeSection(RunTimelineModel::Time, figures.horizontalAdvance(u"00 h 00"_s) + m_theme.px(16));
    header->resizeSection(RunTimelineModel::Tokens, figures.horizontalAdvance(u"000.0k"_s) + m_theme.px(20));
    renew();
}

} // namespace typeshift::ui
