// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "transcript/TranscriptSearch.h"

#include "transcript/BlockWords.h"
#include "transcript/TranscriptModel.h"

#include <QElapsedTimer>
#include <QTimerEvent>

namespace typeshift::ui {

namespace {

constexpr int sliceMilliseconds = 6;
constexpr int rowsBetweenLooks = 64;

} // namespace

TranscriptSearch::TranscriptSearch(TranscriptModel &model, QObject *parent)
    : QObject(parent)
    , m_model(model)
{
    connect(&model, &QAbstractItemModel::modelReset, this, [this] { setText(m_text, m_fromRow); });
    connect(&model, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex &, int first, int last) { followInsertion(first, last); });
    connect(&model, &QAbstractItemModel::rowsRemoved, this, [this] {
        if (!m_text.isEmpty())
            setText(m_text, std::max(0, currentRow()));
    });
    connect(&model, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex &first, const QModelIndex &last) {
        if (m_text.isEmpty() || first.row() >= m_nextRow)
            return;
        m_hits.removeIf([&](const Hit &hit) { return hit.row >= first.row() && hit.row <= last.row(); });
        searchRows(first.row(), last.row());
        m_current = std::min(m_current, m_hits.size() - 1);
        emit changed();
    });
}

void TranscriptSearch::setText(const QString &text, int fromRow)
{
    m_text = text;
    m_hits.clear();
    m_current = -1;
    m_nextRow = 0;
    m_fromRow = fromRow;
    if (m_text.isEmpty())
        m_timer.stop();
    else
        m_timer.start(0, this);
    emit changed();
}

void TranscriptSearch::timerEvent(QTimerEvent *event)
{
    if (event->timerId() != m_timer.timerId())
        return;
    QElapsedTimer slice;
    slice.start();
    const int rows = m_model.rowCount();
    while (m_nextRow < rows && slice.elapsed() < sliceMilliseconds) {
        const int last = std::min(rows, m_nextRow + rowsBetweenLooks) - 1;
        searchRows(m_nextRow, last);
        m_nextRow = last + 1;
    }
    if (m_nextRow >= rows)
        m_timer.stop();
    bool isFirst = false;
    for (qsizetype hit = m_hits.size() - 1; m_current < 0 && hit >= 0; --hit) {
        const bool isNearest = m_hits[hit].row >= m_fromRow && (hit == 0 || m_hits[hit - 1].row < m_fromRow);
        if (isNearest || (hit == 0 && !m_timer.isActive())) {
            m_current = hit;
            isFirst = true;
        }
    }
    emit changed();
    if (isFirst)
        emit currentChanged();
}

//! Adds the hits of these rows where they belong.
void TranscriptSearch::searchRows(int first, int last)
{
    const auto place = std::lower_bound(m_hits.begin(), m_hits.end(), first,
                                        [](const Hit &hit, int row) { return hit.row < row; });
    qsizetype at = place - m_hits.begin();
    for (int row = first; row <= last; ++row) {
        const Block &block = m_model.block(row);
        const QString text = plainText(block);
        int inRow = 0;
        for (qsizetype found = text.indexOf(m_text, 0, Qt::CaseInsensitive); found >= 0;
             found = text.indexOf(m_text, found + m_text.size(), Qt::CaseInsensitive))
            m_hits.insert(at++, Hit{block.id, row, inRow++});
    }
}

void TranscriptSearch::followInsertion(int first, int last)
{
    if (m_text.isEmpty())
        return;
    const int count = last - first + 1;
    for (Hit &hit : m_hits) {
        if (hit.row >= first)
            hit.row += count;
    }
    if (first > m_nextRow)
        return;
    m_nextRow += count;
    const qsizetype before = m_hits.size();
    searchRows(first, last);
    const qsizetype added = m_hits.size() - before;
    if (m_current >= 0 && added > 0 && m_hits[m_current].row < first + count && m_hits[m_current].row >= first)
        m_current += added;
    emit changed();
}

void TranscriptSearch::step(Direction direction)
{
    if (m_hits.isEmpty())
        return;
    const qsizetype step = direction == Direction::Forwards ? 1 : -1;
    m_current = m_current < 0 ? 0 : (m_current + step + m_hits.size()) % m_hits.size();
    emit changed();
    emit currentChanged();
}

int TranscriptSearch::currentRow() const
{
    return m_current < 0 ? -1 : m_hits[m_current].row;
}

int TranscriptSearch::currentInRow() const
{
    return m_current < 0 ? 0 : m_hits[m_current].inRow;
}

} // namespace typeshift::ui
