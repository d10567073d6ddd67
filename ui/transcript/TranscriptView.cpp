// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "transcript/TranscriptView.h"

#include "theme/Theme.h"
#include "transcript/TranscriptAccessible.h"
#include "transcript/TranscriptModel.h"
#include "transcript/TranscriptParts.h"
#include "transcript/TranscriptSearch.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QScrollBar>
#include <QTimerEvent>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

TranscriptView::TranscriptView(TranscriptModel &model, const Theme &theme,
                               const KSyntaxHighlighting::Repository &repository, QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_parts(std::make_unique<Parts>(*this, model, theme, repository))
{
    TranscriptAccessible::install();
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // A bar that comes and goes would change the width of every row; its range is set while it is silent.
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    setAccessibleName(tr("Transcript"));
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    m_parts->newBlocks = new QToolButton(viewport());
    m_parts->newBlocks->setObjectName(u"newBlocks"_s);
    m_parts->newBlocks->setAccessibleName(tr("Go to the new blocks"));
    m_parts->newBlocks->setCursor(Qt::ArrowCursor);
    m_parts->newBlocks->hide();
    connect(m_parts->newBlocks, &QToolButton::clicked, this, &TranscriptView::scrollToEnd);
    connect(&theme, &Theme::changed, this, [this] {
        m_parts->layout.forgetDocuments();
        m_parts->relayout();
    });
    m_parts->followModel();
    m_parts->layout.reset();
}

TranscriptView::~TranscriptView() = default;

void TranscriptView::setRowWidget(int row, QWidget *widget)
{
    if (widget)
        widget->setParent(viewport());
    m_parts->layout.setWidget(row, widget);
    m_parts->relayout();
}

QWidget *TranscriptView::rowWidget(int row) const
{
    return m_parts->layout.widgetAt(row);
}

int TranscriptView::rowAt(const QPoint &point) const
{
    return m_parts->targetAt(point).row;
}

const TranscriptModel &TranscriptView::model() const
{
    return m_parts->model;
}

void TranscriptView::setSearch(TranscriptSearch *search)
{
    if (m_parts->search)
        m_parts->search->disconnect(this);
    m_parts->search = search;
    if (search) {
        connect(search, &TranscriptSearch::changed, this, [this] { viewport()->update(); });
        connect(search, &TranscriptSearch::currentChanged, this, [this] { m_parts->showSearchHit(); });
        connect(search, &QObject::destroyed, this, [this] { m_parts->search = nullptr; });
    }
    viewport()->update();
}

void TranscriptView::scrollToEnd()
{
    m_parts->isAtEnd = true;
    m_parts->relayout();
}

void TranscriptView::showRow(int row)
{
    m_parts->layout.measure(row);
    const QRect place = m_parts->viewRect(row).adjusted(0, -8, 0, 8);
    const int height = viewport()->height();
    if (place.top() < 0 || place.height() > height)
        verticalScrollBar()->setValue(verticalScrollBar()->value() + place.top());
    else if (place.bottom() > height)
        verticalScrollBar()->setValue(verticalScrollBar()->value() + place.bottom() - height);
}

bool TranscriptView::isAtEnd() const
{
    return m_parts->isAtEnd;
}

QRect TranscriptView::rowRect(int row) const
{
    const QRect place = m_parts->viewRect(row);
    return place.intersects(viewport()->rect()) ? place : QRect();
}

int TranscriptView::currentRow() const
{
    return m_parts->current.row;
}

void TranscriptView::setCurrentRow(int row)
{
    m_parts->markCurrent(row);
    if (m_parts->current.row >= 0)
        showRow(row);
}

void TranscriptView::Parts::markCurrent(int row)
{
    const int before = current.row;
    current = row < 0 || row >= model.rowCount() ? TextPlace{} : TextPlace{model.block(row).id, row, 0};
    if (current.row == before)
        return;
    updateRow(before);
    updateRow(current.row);
    TranscriptAccessible::announceCurrent(view);
    emit view.currentRowChanged(current.row);
}

void TranscriptView::setTextScale(qreal scale)
{
    m_parts->setScale(scale);
}

qreal TranscriptView::textScale() const
{
    return m_parts->layout.scale();
}

QSize TranscriptView::minimumSizeHint() const
{
    return {m_parts->theme.px(320), m_parts->theme.px(120)};
}

bool TranscriptView::event(QEvent *event)
{
    // Ctrl+C and the like belong to the view that has the focus, before a shortcut of the window takes them.
    if (event->type() == QEvent::ShortcutOverride) {
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Copy) || key->matches(QKeySequence::SelectAll)) {
            event->accept();
            return true;
        }
    }
    return QAbstractScrollArea::event(event);
}

bool TranscriptView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave)
        m_parts->hover({-1, -1});
    return QAbstractScrollArea::viewportEvent(event);
}

void TranscriptView::paintEvent(QPaintEvent *event)
{
    m_parts->paint(event);
}

void TranscriptView::resizeEvent(QResizeEvent *)
{
    m_parts->relayout();
}

void TranscriptView::scrollContentsBy(int, int)
{
    // Not by the distance that the base class counts: relayout() moves the bar with its signals held back.
    if (const int pixels = verticalScrollBar()->value() - m_parts->shownValue; pixels != 0)
        m_parts->scrollBy(pixels);
}

void TranscriptView::focusInEvent(QFocusEvent *event)
{
    const Qt::FocusReason reason = event->reason();
    if (reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason) {
        m_parts->isCurrentShown = true;
        if (m_parts->current.row < 0 && m_parts->model.rowCount() > 0)
            m_parts->markCurrent(m_parts->isAtEnd ? m_parts->nextRow(m_parts->model.rowCount(), -1)
                                                  : m_parts->anchorRow);
    }
    TranscriptAccessible::announceCurrent(*this);
    viewport()->update();
}

void TranscriptView::focusOutEvent(QFocusEvent *)
{
    viewport()->update();
}

void TranscriptView::timerEvent(QTimerEvent *event)
{
    if (event->timerId() == m_parts->copiedTimer.timerId()) {
        m_parts->copiedTimer.stop();
        m_parts->updateRow(m_parts->model.rowOf(m_parts->copiedRow));
    } else if (event->timerId() == m_parts->spinTimer.timerId()) {
        m_parts->spin = (m_parts->spin + 30) % 360;
        for (int row = m_parts->layout.rowAt(m_parts->offset()); row >= 0 && row < m_parts->layout.rows(); ++row) {
            if (m_parts->viewRect(row).top() > viewport()->height())
                break;
            if (m_parts->model.block(row).as<ToolRow>())
                m_parts->updateRow(row);
        }
    } else if (event->timerId() == m_parts->dragTimer.timerId()) {
        const int y = m_parts->dragPoint.y();
        const int beyond = y < 0 ? y : std::max(0, y - viewport()->height());
        verticalScrollBar()->setValue(verticalScrollBar()->value() + std::clamp(beyond, -60, 60));
        m_parts->drag(m_parts->dragPoint);
    }
}

void TranscriptView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LayoutDirectionChange)
        m_parts->relayout();
    QAbstractScrollArea::changeEvent(event);
}

void TranscriptView::contextMenuEvent(QContextMenuEvent *event)
{
    Parts::Target target;
    QPoint place = event->globalPos();
    if (event->reason() == QContextMenuEvent::Mouse) {
        target = m_parts->targetAt(event->pos());
    } else {
        target.row = m_parts->current.row;
        if (target.row >= 0)
            place = viewport()->mapToGlobal(m_parts->viewRect(target.row).topLeft() + QPoint(16, 16));
    }
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    m_parts->fillMenu(*menu, target);
    menu->popup(place);
}

} // namespace typeshift::ui
