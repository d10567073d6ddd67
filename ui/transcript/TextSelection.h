// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transcript/BlockPainter.h"

namespace typeshift::ui {

class TranscriptModel;

//! A place in the transcript's text: a row, and a position in its document. A row that is selected as a whole has
//! the positions 0 (before it) and 1 (behind it).
struct TextPlace {
    RowId id;
    int row = -1; //!< where the row was last
    int position = 0;

    bool operator==(const TextPlace &) const = default;
};

//! What is selected, from one place to another across rows. Rows are known by their ids, so the selection holds while
//! text streams in and rows come and go. A value. // T4
class TextSelection
{
public:
    void start(const TextPlace &place);
    void extend(const TextPlace &place);
    void clear();
    bool isEmpty() const { return !m_isStarted || m_anchor == m_end; }
    bool isStarted() const { return m_isStarted; }
    const TextPlace &anchor() const { return m_anchor; }
    const TextPlace &end() const { return m_end; }
    //! The earlier and the later end.
    const TextPlace &first() const { return isForwards() ? m_anchor : m_end; }
    const TextPlace &last() const { return isForwards() ? m_end : m_anchor; }

    //! Finds its rows again after the model changed; empty when one is gone.
    void follow(const TranscriptModel &model);
    //! What of a row is selected, whose document has positions 0 to `length`; none when nothing is.
    std::optional<TextRange> rangeIn(int row, int length) const;

private:
    bool isForwards() const;

    TextPlace m_anchor;
    TextPlace m_end;
    bool m_isStarted = false;
};

} // namespace typeshift::ui
