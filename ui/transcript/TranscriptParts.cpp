// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "transcript/TranscriptParts.h"

#include "theme/Theme.h"
#include "transcript/BlockWords.h"
#include "transcript/TranscriptModel.h"
#include "transcript/TranscriptSearch.h"

#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyle>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

TranscriptView::Parts::Parts(TranscriptView &transcript, TranscriptModel &rows, const Theme &colours,
                             const KSyntaxHighlighting::Repository &repository)
    : view(transcript)
    , model(rows)
    , theme(colours)
    , layout(rows, colours, repository)
{
}

void TranscriptView::Parts::followModel()
{
    QObject::connect(&model, &QAbstractItemModel::modelReset, &view, [this] {
        layout.reset();
        selection.clear();
        isAtEnd = true;
        newCount = 0;
        current = {};
        followIds();
        relayout();
    });
    QObject::connect(&model, &QAbstractItemModel::dataChanged, &view,
                     [this](const QModelIndex &first, const QModelIndex &last) {
                         for (int row = first.row(); row <= last.row(); ++row)
                             layout.changeRow(row);
                         relayout();
                     });
    QObject::connect(&model, &QAbstractItemModel::rowsInserted, &view,
                     [this](const QModelIndex &, int first, int last) {
                         layout.insertRows(first, last);
                         const int count = last - first + 1;
                         if (first <= anchorRow && !isAtEnd)
                             anchorRow += count;
                         else if (!isAtEnd)
                             newCount += count;
                         followIds();
                         relayout();
                     });
    QObject::connect(&model, &QAbstractItemModel::rowsRemoved, &view, [this](const QModelIndex &, int first, int last) {
        layout.removeRows(first, last);
        if (last < anchorRow)
            anchorRow -= last - first + 1;
        else if (first <= anchorRow)
            anchorRow = std::max(0, first - 1);
        newCount = std::max(0, newCount - (last - first + 1));
        followIds();
        relayout();
    });
}

//! Rows moved: what is kept by id finds its row again.
void TranscriptView::Parts::followIds()
{
    selection.follow(model);
    if (current.row >= 0)
        current.row = model.rowOf(current.id, current.row);
    hovered = {};
    pressed = {};
    const auto widgets = layout.widgets();
    for (auto widget = widgets.begin(); widget != widgets.end(); ++widget) {
        if (model.rowOf(widget.key()) < 0)
            layout.dropWidget(widget.key());
    }
}

int TranscriptView::Parts::offset() const
{
    return view.verticalScrollBar()->value();
}

QRect TranscriptView::Parts::viewRect(int row) const
{
    return layout.contentRect(row).translated(0, -offset());
}

void TranscriptView::Parts::measureFromEnd(int height)
{
    int filled = 0;
    for (int row = layout.rows() - 1; row >= 0 && filled < height; --row) {
        layout.measure(row);
        filled += layout.height(row);
    }
}

void TranscriptView::Parts::measureFromPlace(int height)
{
    if (layout.rows() == 0)
        return;
    anchorRow = std::clamp(anchorRow, 0, layout.rows() - 1);
    int filled = -anchorPixels;
    for (int row = anchorRow; row < layout.rows() && filled < height; ++row) {
        layout.measure(row);
        filled += layout.height(row);
    }
}

//! Lays out just the rows that cover the viewport; the reader's place stays where it is, or at the end.
void TranscriptView::Parts::relayout()
{
    if (isLayingOut)
        return;
    isLayingOut = true;
    QScrollBar *bar = view.verticalScrollBar();
    const int height = view.viewport()->height();
    layout.setViewport(view.viewport()->width(), view.layoutDirection());
    for (int pass = 0; pass < 4; ++pass) {
        const int before = layout.total();
        if (isAtEnd)
            measureFromEnd(height);
        else
            measureFromPlace(height);
        const int maximum = std::max(0, layout.total() - height);
        int y = maximum;
        if (!isAtEnd && layout.rows() > 0) {
            y = layout.top(anchorRow) + anchorPixels;
            if (y >= maximum) { // what follows is shorter than the viewport
                measureFromEnd(height);
                y = std::max(0, layout.total() - height);
            }
        }
        const QSignalBlocker blocker(bar);
        bar->setPageStep(height);
        bar->setSingleStep(theme.px(24));
        bar->setRange(0, std::max(0, layout.total() - height));
        bar->setValue(y);
        if (layout.total() == before)
            break;
    }
    // Whoever sees the end is at the end, however the view came there.
    isAtEnd = isAtEnd || offset() >= bar->maximum();
    if (isAtEnd) {
        newCount = 0;
        placeAt(offset());
    }
    shownValue = bar->value();
    placeWidgets();
    showNewBlocks();
    isLayingOut = false;
    view.viewport()->update();
}

//! Takes the place from a height of the content.
void TranscriptView::Parts::placeAt(int y)
{
    anchorRow = std::max(0, layout.rowAt(y));
    anchorPixels = layout.rows() > 0 ? y - layout.top(anchorRow) : 0;
}

//! The reader scrolled. Short ways are walked over measured rows, so that text moves by just these pixels.
void TranscriptView::Parts::scrollBy(int pixels)
{
    QScrollBar *bar = view.verticalScrollBar();
    isAtEnd = bar->value() >= bar->maximum() && pixels >= 0;
    if (layout.rows() == 0)
        return;
    if (std::abs(pixels) > 3 * view.viewport()->height()) {
        placeAt(bar->value());
    } else {
        anchorPixels += pixels;
        while (anchorPixels < 0 && anchorRow > 0) {
            layout.measure(--anchorRow);
            anchorPixels += layout.height(anchorRow);
        }
        anchorPixels = std::max(0, anchorPixels);
        layout.measure(anchorRow);
        while (anchorRow + 1 < layout.rows() && anchorPixels >= layout.height(anchorRow)) {
            anchorPixels -= layout.height(anchorRow);
            layout.measure(++anchorRow);
        }
    }
    if (bar->value() == 0 && pixels < 0) {
        anchorRow = 0;
        anchorPixels = 0;
    }
    relayout();
}

void TranscriptView::Parts::placeWidgets()
{
    for (auto widget = layout.widgets().begin(); widget != layout.widgets().end(); ++widget) {
        const int row = *widget ? model.rowOf(widget.key(), anchorRow) : -1;
        if (row < 0)
            continue;
        const RowContext context = layout.context(row);
        const QRect place = viewRect(row);
        const QRect inside = layout.painter(row).widgetPlace(context);
        (*widget)->setGeometry(inside.isEmpty() ? place : inside.translated(place.topLeft()));
        (*widget)->setVisible(true);
    }
}

void TranscriptView::Parts::showNewBlocks()
{
    if (newCount == 0) {
        newBlocks->hide();
        return;
    }
    const QString text = newCount == 1 ? tr("1 new block ↓") : tr("%1 new blocks ↓").arg(newCount);
    newBlocks->setText(text);
    newBlocks->setFont(theme.font(TextStyle::Body));
    QPalette palette = view.palette();
    palette.setColor(QPalette::Button, theme.colour(Token::Button));
    palette.setColor(QPalette::ButtonText, theme.colour(Token::AccentText));
    newBlocks->setPalette(palette);
    const QSize size = newBlocks->sizeHint() + QSize(theme.px(16), 0);
    const QSize room = view.viewport()->size();
    newBlocks->setGeometry((room.width() - size.width()) / 2, room.height() - size.height() - theme.px(8), size.width(),
                           size.height());
    newBlocks->show();
    newBlocks->raise();
}

void TranscriptView::Parts::setScale(qreal wanted)
{
    const qreal scale = std::clamp(wanted, 0.5, 3.0);
    if (qFuzzyCompare(scale, layout.scale()))
        return;
    layout.setScale(scale);
    relayout();
    emit view.textScaleChanged(scale);
}

void TranscriptView::Parts::paint(QPaintEvent *event)
{
    QPainter painter(view.viewport());
    painter.fillRect(event->rect(), theme.colour(Token::Base));
    const int height = view.viewport()->height();
    bool isSpinnerSeen = false;
    for (int row = layout.rowAt(offset()); row >= 0 && row < layout.rows(); ++row) {
        if (layout.top(row) - offset() > height)
            break;
        layout.measure(row);
        const RowContext context = layout.context(row);
        const QRect place = viewRect(row);
        const auto *tool = context.block.as<ToolRow>();
        isSpinnerSeen = isSpinnerSeen || (tool && tool->state == ToolRow::State::Running);
        if (place.isEmpty() || !place.adjusted(-4, -4, 4, 4).intersects(event->rect()))
            continue;
        painter.save();
        painter.translate(place.topLeft());
        if (!layout.widgetAt(row) || context.block.as<ErrorBar>())
            layout.painter(row).paint(painter, context, state(row, context, place));
        painter.restore();
        if (isCurrentShown && row == current.row && view.hasFocus()) {
            painter.save();
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(QPen(theme.colour(Token::Accent), 2));
            painter.drawRoundedRect(QRectF(place).adjusted(-5, -2, 5, 2), 4, 4);
            painter.restore();
        }
    }
    spinWhileSeen(isSpinnerSeen);
}

RowState TranscriptView::Parts::state(int row, const RowContext &context, const QRect &place) const
{
    RowState state;
    const auto text = layout.painter(row).text(context);
    const int length = text ? text->document->characterCount() - 1 : 1;
    if (const auto range = selection.rangeIn(row, length)) {
        state.isSelected = !text;
        if (text)
            state.selected = range;
    }
    if (text && search && search->count() > 0) {
        state.hits = hitsIn(*text->document);
        if (row == search->currentRow() && !state.hits.isEmpty())
            state.currentHit = std::min(search->currentInRow(), int(state.hits.size()) - 1);
    }
    state.isHovered = row == hovered.row;
    state.isCurrent = isCurrentShown && row == current.row && view.hasFocus();
    state.isCopied = copiedTimer.isActive() && context.block.id == copiedRow;
    state.spin = spin;
    state.visible = QRect(-place.topLeft(), view.viewport()->size());
    return state;
}

QList<TextRange> TranscriptView::Parts::hitsIn(const MarkdownDocument &document) const
{
    QList<TextRange> hits;
    const QString text = document.toPlainText();
    const int length = int(search->text().size());
    for (qsizetype at = text.indexOf(search->text(), 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(search->text(), at + length, Qt::CaseInsensitive))
        hits.append({int(at), int(at) + length});
    return hits;
}

void TranscriptView::Parts::updateRow(int row)
{
    if (row >= 0 && row < layout.rows())
        view.viewport()->update(viewRect(row).adjusted(-8, -8, 8, 8));
}

//! Runs only while a running call is seen and motion is wanted. // T1, 4.4
void TranscriptView::Parts::spinWhileSeen(bool isSpinnerSeen)
{
    const bool isWanted = isSpinnerSeen
        && view.style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, &view) > 0;
    if (isWanted && !spinTimer.isActive())
        spinTimer.start(80, &view);
    else if (!isWanted)
        spinTimer.stop();
}

} // namespace typeshift::ui
