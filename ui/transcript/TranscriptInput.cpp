// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "transcript/TranscriptParts.h"

#include "transcript/BlockWords.h"
#include "transcript/CodePainter.h"
#include "transcript/TranscriptModel.h"
#include "transcript/TranscriptSearch.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextLayout>
#include <QWheelEvent>

namespace typeshift::ui {

TranscriptView::Parts::Target TranscriptView::Parts::targetAt(const QPoint &point)
{
    const QPoint inContent = point + QPoint(0, offset());
    const int row = layout.rowUnder(inContent);
    if (row < 0)
        return {};
    const QRect place = viewRect(row);
    if (!place.contains(point))
        return {place.isEmpty() ? -1 : row, {}};
    return {row, layout.painter(row).hit(layout.context(row), point - place.topLeft())};
}

//! The nearest place in the text.
TextPlace TranscriptView::Parts::placeOf(const QPoint &point)
{
    if (layout.rows() == 0)
        return {};
    const int row = layout.rowAt(std::clamp(point.y() + offset(), 0, std::max(0, layout.total() - 1)));
    layout.measure(row);
    const QRect place = viewRect(row);
    const RowContext context = layout.context(row);
    const bool isAbove = point.y() < place.top();
    const bool isBelow = point.y() > place.bottom();
    int position = 0;
    if (const auto text = layout.painter(row).text(context)) {
        if (isBelow)
            position = text->document->characterCount() - 1;
        else if (!isAbove)
            position = std::max(0, layout.painter(row).BlockPainter::hit(context, point - place.topLeft()).position);
    } else {
        position = isAbove || point.y() < place.center().y() ? 0 : 1;
    }
    return {context.block.id, row, position};
}

void TranscriptView::Parts::hover(const QPoint &point)
{
    const Target target = view.viewport()->rect().contains(point) ? targetAt(point) : Target{};
    if (target.row != hovered.row) {
        updateRow(hovered.row);
        updateRow(target.row);
    }
    hovered = target;
    switch (target.hit.kind) {
    case RowHit::Kind::None:
        view.viewport()->setCursor(Qt::ArrowCursor);
        return;
    case RowHit::Kind::Text:
        view.viewport()->setCursor(Qt::IBeamCursor);
        return;
    case RowHit::Kind::Link:
    case RowHit::Kind::Toggle:
    case RowHit::Kind::CopyCode:
    case RowHit::Kind::CopyAnswer:
    case RowHit::Kind::Retry:
        view.viewport()->setCursor(Qt::PointingHandCursor);
        return;
    }
}

void TranscriptView::Parts::drag(const QPoint &point)
{
    dragPoint = point;
    const bool isOutside = point.y() < 0 || point.y() > view.viewport()->height();
    if (isOutside && !dragTimer.isActive())
        dragTimer.start(30, &view);
    else if (!isOutside)
        dragTimer.stop();
    selection.extend(placeOf(point));
    view.viewport()->update();
}

void TranscriptView::Parts::activate(const Target &target)
{
    switch (target.hit.kind) {
    case RowHit::Kind::Link:
        emit view.linkActivated(target.hit.link);
        return;
    case RowHit::Kind::Toggle:
        toggle(target.row, !model.isExpanded(target.row));
        return;
    case RowHit::Kind::CopyCode:
        copyCode(target.row);
        return;
    case RowHit::Kind::CopyAnswer:
        copyAnswer(target.row);
        return;
    case RowHit::Kind::Retry:
        emit view.retryRequested();
        return;
    case RowHit::Kind::Text:
    case RowHit::Kind::None:
        return;
    }
}

void TranscriptView::Parts::toggle(int row, bool open)
{
    if (row < 0 || !layout.painter(row).canExpand(layout.context(row)))
        return;
    // Opening at the end keeps what was opened in sight instead of pulling it up.
    isAtEnd = isAtEnd && !open;
    model.setExpanded(row, open);
    for (int piece = row + 1; piece < model.rowCount(); ++piece) {
        const auto *reasoning = model.block(piece).as<Reasoning>();
        if (!reasoning || !reasoning->continued)
            break;
        layout.changeRow(piece);
    }
    relayout();
}

//! The next row with something to see; `row` when there is none.
int TranscriptView::Parts::nextRow(int row, int step)
{
    for (int next = row + step; next >= 0 && next < model.rowCount(); next += step) {
        if (layout.isSeen(next))
            return next;
    }
    return std::clamp(row, -1, model.rowCount() - 1);
}

void TranscriptView::Parts::moveCurrent(int step, bool extend)
{
    isCurrentShown = true;
    const int height = view.viewport()->height();
    if (current.row < 0) {
        view.setCurrentRow(nextRow(step > 0 ? std::max(-1, anchorRow - 1) : model.rowCount(), step));
        return;
    }
    const QRect place = viewRect(current.row);
    QScrollBar *bar = view.verticalScrollBar();
    if (!extend && step > 0 && place.bottom() > height && place.top() < height) { // a long row is read to its end first
        bar->setValue(bar->value() + std::min(height - 40, place.bottom() - height + 16));
        return;
    }
    if (!extend && step < 0 && place.top() < 0 && place.bottom() > 0) {
        bar->setValue(bar->value() - std::min(height - 40, 16 - place.top()));
        return;
    }
    const int next = nextRow(current.row, step);
    if (extend)
        extendTo(next, step);
    else
        selection.clear();
    view.setCurrentRow(next);
    view.viewport()->update();
}

//! Selects whole rows, from the one where it began.
void TranscriptView::Parts::extendTo(int row, int step)
{
    const auto edge = [this](int at, bool isEnd) {
        return TextPlace{model.block(at).id, at, isEnd ? layout.textLength(at) : 0};
    };
    const int start = selection.isStarted() ? selection.anchor().row : current.row;
    if (selection.isEmpty() && step != 0) { // the first step takes the row itself
        selection.start(edge(start, step < 0));
        selection.extend(edge(start, step > 0));
        return;
    }
    selection.start(edge(start, row < start));
    selection.extend(edge(row, row >= start));
}

bool TranscriptView::Parts::scrollCode(int row, int pixels)
{
    if (row < 0 || !model.block(row).as<CodeBlock>() || CodePainter::scrollRange(layout.context(row)) == 0)
        return false;
    layout.setCodeScroll(row, layout.codeScroll(row) + pixels);
    view.viewport()->update();
    return true;
}

void TranscriptView::Parts::showSearchHit()
{
    const int row = search ? search->currentRow() : -1;
    if (row < 0)
        return;
    if (layout.painter(row).canExpand(layout.context(row)) && !model.isExpanded(row))
        toggle(row, true);
    layout.measure(row);
    const RowContext context = layout.context(row);
    int inside = 0;
    if (const auto text = layout.painter(row).text(context)) {
        const auto hits = hitsIn(*text->document);
        if (!hits.isEmpty()) {
            QTextCursor cursor(text->document);
            const TextRange hit = hits[std::min(search->currentInRow(), int(hits.size()) - 1)];
            cursor.setPosition(hit.from);
            const QTextBlock block = cursor.block();
            const QTextLine line = block.layout()->lineForTextPosition(cursor.positionInBlock());
            inside = text->origin.y() + int(block.layout()->position().y() + (line.isValid() ? line.y() : 0));
        }
    }
    const int y = viewRect(row).top() + inside;
    const int height = view.viewport()->height();
    if (y < 40 || y > height - 60)
        view.verticalScrollBar()->setValue(offset() + y - height / 3);
    view.viewport()->update();
}

bool TranscriptView::Parts::press(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        view.copy();
    } else if (event->matches(QKeySequence::SelectAll)) {
        view.selectAll();
    } else if (event->matches(QKeySequence::ZoomIn)
               || (event->key() == Qt::Key_Equal && event->modifiers() & Qt::ControlModifier)) {
        setScale(layout.scale() + 0.1);
    } else if (event->matches(QKeySequence::ZoomOut)) {
        setScale(layout.scale() - 0.1);
    } else if (event->key() == Qt::Key_0 && event->modifiers() & Qt::ControlModifier) {
        setScale(1);
    } else if (event->key() == Qt::Key_Escape && !selection.isEmpty()) {
        selection.clear();
        view.viewport()->update();
    } else {
        return pressMove(event);
    }
    return true;
}

bool TranscriptView::Parts::pressMove(QKeyEvent *event)
{
    const bool isShift = event->modifiers() & Qt::ShiftModifier;
    const bool isControl = event->modifiers() & Qt::ControlModifier;
    const bool isMirrored = view.layoutDirection() == Qt::RightToLeft;
    QScrollBar *bar = view.verticalScrollBar();
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
        moveCurrent(event->key() == Qt::Key_Up ? -1 : 1, isShift);
        return true;
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const bool isForwards = (event->key() == Qt::Key_Right) != isMirrored;
        if (isControl)
            scrollCode(current.row, event->key() == Qt::Key_Right ? 60 : -60);
        else
            toggle(current.row, isForwards);
        return true;
    }
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (current.row >= 0 && model.block(current.row).as<Footer>())
            copyAnswer(current.row);
        else if (current.row >= 0)
            toggle(current.row, !model.isExpanded(current.row));
        return true;
    case Qt::Key_Home:
    case Qt::Key_End: {
        isCurrentShown = true;
        const bool isHome = event->key() == Qt::Key_Home;
        const int row = isHome ? nextRow(-1, 1) : nextRow(model.rowCount(), -1);
        if (isShift && current.row >= 0)
            extendTo(row, 0);
        view.setCurrentRow(row);
        bar->setValue(isHome ? 0 : bar->maximum());
        return true;
    }
    case Qt::Key_PageUp:
        bar->triggerAction(QAbstractSlider::SliderPageStepSub);
        return true;
    case Qt::Key_PageDown:
        bar->triggerAction(QAbstractSlider::SliderPageStepAdd);
        return true;
    default:
        return false;
    }
}

void TranscriptView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_parts->isCurrentShown = false;
    m_parts->pressed = m_parts->targetAt(event->position().toPoint());
    m_parts->markCurrent(m_parts->pressed.row);
    const TextPlace place = m_parts->placeOf(event->position().toPoint());
    if (event->modifiers() & Qt::ShiftModifier && m_parts->selection.isStarted())
        m_parts->selection.extend(place);
    else if (place.row >= 0)
        m_parts->selection.start(place);
    m_parts->isDragging = place.row >= 0;
    viewport()->update();
}

void TranscriptView::mouseMoveEvent(QMouseEvent *event)
{
    if (m_parts->isDragging && event->buttons() & Qt::LeftButton)
        m_parts->drag(event->position().toPoint());
    else
        m_parts->hover(event->position().toPoint());
}

void TranscriptView::mouseReleaseEvent(QMouseEvent *event)
{
    m_parts->dragTimer.stop();
    m_parts->isDragging = false;
    const Parts::Target target = m_parts->targetAt(event->position().toPoint());
    const Parts::Target pressed = std::exchange(m_parts->pressed, {});
    if (event->button() == Qt::LeftButton && m_parts->selection.isEmpty() && target.row == pressed.row
        && target.hit.kind == pressed.hit.kind && target.row >= 0)
        m_parts->activate(target);
}

void TranscriptView::mouseDoubleClickEvent(QMouseEvent *event)
{
    const Parts::Target target = m_parts->targetAt(event->position().toPoint());
    if (target.row < 0)
        return;
    if (target.hit.kind == RowHit::Kind::Toggle || target.hit.kind == RowHit::Kind::CopyCode) {
        mousePressEvent(event);
        return;
    }
    const auto text = m_parts->layout.painter(target.row).text(m_parts->layout.context(target.row));
    if (!text || target.hit.position < 0)
        return;
    QTextCursor cursor(text->document);
    cursor.setPosition(target.hit.position);
    cursor.select(QTextCursor::WordUnderCursor);
    const RowId id = m_parts->model.block(target.row).id;
    m_parts->selection.start({id, target.row, cursor.selectionStart()});
    m_parts->selection.extend({id, target.row, cursor.selectionEnd()});
    viewport()->update();
}

void TranscriptView::wheelEvent(QWheelEvent *event)
{
    const QPoint delta = event->pixelDelta().isNull() ? event->angleDelta() / 2 : event->pixelDelta();
    const bool isSideways = std::abs(delta.x()) > std::abs(delta.y()) || event->modifiers() & Qt::ShiftModifier;
    const int row = m_parts->targetAt(event->position().toPoint()).row;
    if (isSideways && m_parts->scrollCode(row, -(delta.x() != 0 ? delta.x() : delta.y()))) {
        event->accept();
        return;
    }
    if (event->modifiers() & Qt::ControlModifier) {
        m_parts->setScale(m_parts->layout.scale() + (delta.y() > 0 ? 0.1 : -0.1));
        event->accept();
        return;
    }
    QAbstractScrollArea::wheelEvent(event);
}

void TranscriptView::keyPressEvent(QKeyEvent *event)
{
    if (!m_parts->press(event))
        event->ignore();
}

} // namespace typeshift::ui
