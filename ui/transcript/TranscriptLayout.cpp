// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "transcript/TranscriptLayout.h"

#include "theme/Theme.h"
#include "transcript/CodePainter.h"
#include "transcript/LinePainters.h"
#include "transcript/TranscriptModel.h"

namespace typeshift::ui {

namespace {

constexpr int columnMaximum = 892;
constexpr int columnEdge = 24;

} // namespace

TranscriptLayout::TranscriptLayout(const TranscriptModel &model, const Theme &theme,
                                   const KSyntaxHighlighting::Repository &repository)
    : m_model(model)
    , m_look{theme, repository}
{
}

void TranscriptLayout::setViewport(int width, Qt::LayoutDirection direction)
{
    if (width == m_width && direction == m_direction)
        return;
    m_width = width;
    m_direction = direction;
    m_heights.forgetAll();
}

void TranscriptLayout::setScale(qreal scale)
{
    m_scale = scale;
    m_look.scale = scale;
    forgetDocuments();
}

void TranscriptLayout::forgetDocuments()
{
    m_documents.clear();
    m_heights.forgetAll();
}

void TranscriptLayout::reset()
{
    const int rows = m_model.rowCount();
    QList<int> estimates;
    estimates.reserve(rows);
    const int width = columnWidth();
    const int line = scaledLine(m_look.theme, TextStyle::Reading, m_scale);
    for (int row = 0; row < rows; ++row)
        estimates.append(estimatedHeight(m_model.block(row), width, line));
    m_heights.reset(estimates);
    for (auto widget = m_widgets.begin(); widget != m_widgets.end();) {
        if (m_model.rowOf(widget.key()) >= 0) {
            ++widget;
            continue;
        }
        if (*widget)
            (*widget)->deleteLater();
        widget = m_widgets.erase(widget);
    }
}

void TranscriptLayout::insertRows(int first, int last)
{
    QList<int> estimates;
    const int line = scaledLine(m_look.theme, TextStyle::Reading, m_scale);
    for (int row = first; row <= last; ++row)
        estimates.append(estimatedHeight(m_model.block(row), columnWidth(), line));
    m_heights.insert(first, estimates);
    forgetAround(first - 1);
    forgetAround(last + 1);
}

void TranscriptLayout::removeRows(int first, int last)
{
    m_heights.remove(first, last - first + 1);
    forgetAround(first - 1);
    forgetAround(first);
}

void TranscriptLayout::changeRow(int row)
{
    m_heights.forget(row);
    forgetAround(row + 1);
}

void TranscriptLayout::forgetAround(int row)
{
    if (row >= 0 && row < rows())
        m_heights.forget(row);
}

int TranscriptLayout::bodyHeight(int row) const
{
    const RowContext shown = context(row);
    QWidget *widget = widgetAt(row);
    if (widget && !shown.block.as<ErrorBar>())
        return shown.widgetHeight;
    return painterFor(shown.block).height(shown);
}

void TranscriptLayout::measure(int row)
{
    if (m_heights.isMeasured(row))
        return;
    const RowContext shown = context(row);
    m_heights.set(row, std::max(0, gapBefore(shown) + bodyHeight(row)));
}

int TranscriptLayout::total() const
{
    return m_heights.total() + (rows() > 0 ? m_look.theme.px(20) : 0);
}

QRect TranscriptLayout::contentRect(int row) const
{
    const int gap = gapBefore(context(row));
    const int body = gap < 0 ? bodyHeight(row) : m_heights.at(row) - gap;
    return {columnLeft(), m_heights.top(row) + gap, columnWidth(), std::max(0, body)};
}

int TranscriptLayout::rowUnder(const QPoint &point)
{
    const int row = m_heights.rowAt(point.y());
    if (row < 0)
        return -1;
    if (row + 1 < rows() && m_model.block(row).as<AssistantHeader>() && m_model.block(row + 1).as<Reasoning>()) {
        const int words = HeaderPainter::textWidth(context(row), m_model.block(row));
        const int across = m_direction == Qt::LeftToRight ? point.x() - columnLeft()
                                                          : columnLeft() + columnWidth() - point.x();
        if (across >= words && contentRect(row + 1).contains(point))
            return row + 1;
    }
    return row;
}

bool TranscriptLayout::isSeen(int row)
{
    measure(row);
    const auto *reasoning = m_model.block(row).as<Reasoning>();
    return m_heights.at(row) > 0 || (reasoning && !reasoning->continued);
}

RowContext TranscriptLayout::context(int row) const
{
    const Block &block = m_model.block(row);
    const Block *before = row > 0 ? &m_model.block(row - 1) : nullptr;
    const Block *after = row + 1 < m_model.rowCount() ? &m_model.block(row + 1) : nullptr;
    const auto *reasoning = block.as<Reasoning>();
    int widgetHeight = 0;
    if (QWidget *widget = widgetAt(row)) {
        const int room = block.as<ErrorBar>() ? columnWidth() - m_look.theme.px(52) : columnWidth();
        widgetHeight = widget->hasHeightForWidth() ? widget->heightForWidth(room) : widget->sizeHint().height();
    }
    // Pieces of a long reasoning open with its first row.
    int opener = row;
    while (reasoning && opener > 0 && m_model.block(opener).as<Reasoning>()
           && m_model.block(opener).as<Reasoning>()->continued)
        --opener;
    return {.block = block,
            .before = before,
            .after = after,
            .look = m_look,
            .documents = m_documents,
            .above = [this, row](int rows) { return row < rows ? nullptr : &m_model.block(row - rows); },
            .revision = m_model.revision(row),
            .width = columnWidth(),
            .direction = m_direction,
            .authorTitle = m_model.authorTitle(before && reasoning ? *before : block),
            .widgetHeight = widgetHeight,
            .scroll = block.as<CodeBlock>() ? codeScroll(row) : 0,
            .isExpanded = m_model.isExpanded(opener),
            .isStreaming = row == m_model.streamingRow()};
}

const BlockPainter &TranscriptLayout::painter(int row) const
{
    return painterFor(m_model.block(row));
}

int TranscriptLayout::textLength(int row) const
{
    const auto text = painter(row).text(context(row));
    return text ? text->document->characterCount() - 1 : 1;
}

RowId TranscriptLayout::codeRoot(int row) const
{
    while (row > 0 && m_model.block(row).as<CodeBlock>() && m_model.block(row).as<CodeBlock>()->continued)
        --row;
    return m_model.block(row).id;
}

int TranscriptLayout::codeScroll(int row) const
{
    return m_scrolls.isEmpty() ? 0 : m_scrolls.value(codeRoot(row));
}

void TranscriptLayout::setCodeScroll(int row, int scroll)
{
    m_scrolls.insert(codeRoot(row), std::clamp(scroll, 0, CodePainter::scrollRange(context(row))));
}

void TranscriptLayout::setWidget(int row, QWidget *widget)
{
    dropWidget(m_model.block(row).id);
    if (widget)
        m_widgets.insert(m_model.block(row).id, widget);
    changeRow(row);
}

QWidget *TranscriptLayout::widgetAt(int row) const
{
    return m_widgets.isEmpty() ? nullptr : m_widgets.value(m_model.block(row).id).data();
}

void TranscriptLayout::dropWidget(const RowId &id)
{
    if (QWidget *widget = m_widgets.take(id)) {
        widget->hide();
        widget->deleteLater();
    }
}

int TranscriptLayout::columnWidth() const
{
    const int edge = m_look.theme.px(columnEdge);
    return std::max(120, std::min(m_width - 2 * edge, m_look.theme.px(columnMaximum)));
}

int TranscriptLayout::columnLeft() const
{
    return std::max(m_look.theme.px(8), (m_width - columnWidth()) / 2);
}

} // namespace typeshift::ui
