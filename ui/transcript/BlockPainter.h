// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transcript/DocumentCache.h"

#include <QPoint>
#include <QUrl>

#include <functional>

class QPainter;

namespace typeshift::ui {

//! All that a painter may know of its row. Lives for one call.
struct RowContext {
    const Block &block;
    const Block *before = nullptr;
    const Block *after = nullptr;
    DocumentLook look;
    DocumentCache &documents;
    //! The row so many above this one, from 1; null beyond the first.
    std::function<const Block *(int)> above;
    int revision = 0;
    int width = 0; //!< of the column, in pixels
    Qt::LayoutDirection direction = Qt::LeftToRight;
    QString authorTitle;  //!< of a header, or of the header right above
    int widgetHeight = 0; //!< of the real widget inside the row, 0 without one
    int scroll = 0;       //!< how far code is scrolled sideways
    bool isExpanded = false;
    bool isStreaming = false;

    const Theme &theme() const { return look.theme; }
    //! A size of the design at the theme's font and the reader's text size.
    int px(int designPixels) const;
    QFont font(TextStyle style) const { return scaledFont(look.theme, style, look.scale); }
    int line(TextStyle style) const { return scaledLine(look.theme, style, look.scale); }
    //! A rectangle of the row drawn left to right, where it belongs in this direction.
    QRect placed(const QRect &rectangle) const;
};

//! A range of characters in a row's document.
struct TextRange {
    int from = 0;
    int to = 0;
};

//! What is special about a row at the moment it is painted.
struct RowState {
    std::optional<TextRange> selected; //!< of the document
    bool isSelected = false;           //!< the row as a whole
    QList<TextRange> hits;
    int currentHit = -1;
    bool isHovered = false;
    bool isCurrent = false; //!< shown as the reader's place
    bool isCopied = false;  //!< its code or answer went to the clipboard just now
    int spin = 0;           //!< degrees
    QRect visible;          //!< what of the row is seen, in its own coordinates
};

struct RowHit {
    enum class Kind { None, Text, Link, Toggle, CopyCode, CopyAnswer, Retry };

    Kind kind = Kind::None;
    int position = -1; //!< in the document, when there is one
    QUrl link;
};

//! A row's document and where it stands in the row.
struct RowText {
    MarkdownDocument *document = nullptr;
    QPoint origin;
};

//! Lays out, paints and answers hits for one kind of block. Keeps nothing between calls. All coordinates are the
//! row's own: 0, 0 is its left upper corner.
class BlockPainter
{
public:
    BlockPainter() = default;
    BlockPainter(const BlockPainter &) = delete;
    BlockPainter &operator=(const BlockPainter &) = delete;
    virtual ~BlockPainter() = default;

    virtual int height(const RowContext &row) const = 0;
    virtual void paint(QPainter &painter, const RowContext &row, const RowState &state) const = 0;
    //! Text under the point, unless the kind knows better.
    virtual RowHit hit(const RowContext &row, const QPoint &point) const;
    //! What of the row can be selected by character; none for rows that are selected as a whole.
    virtual std::optional<RowText> text(const RowContext &row) const;
    //! Where a real widget stands inside the row; empty: it takes the row's whole place.
    virtual QRect widgetPlace(const RowContext &row) const;
    //! Whether opening and closing the row means anything.
    virtual bool canExpand(const RowContext &row) const;
};

//! The painter for a block's kind; lives as long as the program.
const BlockPainter &painterFor(const Block &block);

//! Pixels between a row and the one above, of its own height. A line of reasoning stands beside the header above it,
//! so its distance is negative.
int gapBefore(const RowContext &row);

//! Height without layout, good enough for the scroll bar. `width` in pixels, `line` the line distance.
int estimatedHeight(const Block &block, int width, int line);

//! The document's letters with selection and hits, clipped to what is seen.
void paintText(QPainter &painter, const RowContext &row, const RowText &text, const RowState &state);
//! One line, elided at its end.
void paintLine(QPainter &painter, const QRect &place, const QFont &font, const QColor &colour, const QString &text,
               Qt::Alignment alignment, Qt::LayoutDirection direction);
//! A frame of one pixel with the design's corners, filled. `sides` leaves out the lines between joined rows.
enum class FrameSides { All, OpenBelow, OpenAbove, OpenBoth };
void paintFrame(QPainter &painter, const QRect &place, const QColor &fill, const QColor &line,
                FrameSides sides = FrameSides::All);
FrameSides frameSides(bool isJoinedAbove, bool isJoinedBelow);

} // namespace typeshift::ui
