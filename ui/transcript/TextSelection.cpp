// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "transcript/TextSelection.h"

#include "transcript/TranscriptModel.h"

namespace typeshift::ui {

void TextSelection::start(const TextPlace &place)
{
    m_anchor = place;
    m_end = place;
    m_isStarted = true;
}

void TextSelection::extend(const TextPlace &place)
{
    if (!m_isStarted)
        start(place);
    m_end = place;
}

void TextSelection::clear()
{
    *this = {};
}

bool TextSelection::isForwards() const
{
    return m_anchor.row < m_end.row || (m_anchor.row == m_end.row && m_anchor.position <= m_end.position);
}

void TextSelection::follow(const TranscriptModel &model)
{
    if (!m_isStarted)
        return;
    m_anchor.row = model.rowOf(m_anchor.id, m_anchor.row);
    m_end.row = model.rowOf(m_end.id, m_end.row);
    if (m_anchor.row < 0 || m_end.row < 0)
        clear();
}

std::optional<TextRange> TextSelection::rangeIn(int row, int length) const
{
    if (isEmpty() || row < first().row || row > last().row)
        return {};
    const int from = row == first().row ? first().position : 0;
    const int to = row == last().row ? std::min(last().position, length) : length;
    if (from >= to)
        return {};
    return TextRange{from, to};
}

} // namespace typeshift::ui
