// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transcript/TextSelection.h"
#include "transcript/TranscriptLayout.h"
#include "transcript/TranscriptView.h"

#include <QBasicTimer>
#include <QToolButton>

class QMenu;

namespace typeshift::ui {

class TranscriptModel;
class TranscriptSearch;

//! The inside of a TranscriptView: its place, its marks and what follows the model. Private to the room.
struct TranscriptView::Parts {
    Parts(TranscriptView &transcript, TranscriptModel &rows, const Theme &colours,
          const KSyntaxHighlighting::Repository &repository);

    // Place
    void followModel();
    void relayout();
    void measureFromEnd(int height);
    void measureFromPlace(int height);
    void scrollBy(int pixels);
    void placeAt(int y);
    int offset() const; //!< the content's y at the top of the viewport
    QRect viewRect(int row) const;
    void placeWidgets();
    void showNewBlocks();
    void followIds();
    void setScale(qreal wanted);

    // Painting
    void paint(QPaintEvent *event);
    RowState state(int row, const RowContext &context, const QRect &place) const;
    QList<TextRange> hitsIn(const MarkdownDocument &document) const;
    void updateRow(int row);
    void spinWhileSeen(bool isSpinnerSeen);

    // Input
    struct Target {
        int row = -1;
        RowHit hit;
    };
    Target targetAt(const QPoint &point);
    TextPlace placeOf(const QPoint &point);
    void hover(const QPoint &point);
    void drag(const QPoint &point);
    void activate(const Target &target);
    void toggle(int row, bool open);
    void moveCurrent(int step, bool extend);
    void extendTo(int row, int step);
    int nextRow(int row, int step);
    bool scrollCode(int row, int pixels);
    void showSearchHit();
    void markCurrent(int row);
    bool press(QKeyEvent *event);
    bool pressMove(QKeyEvent *event);
    void fillMenu(QMenu &menu, const Target &target);

    // Copying
    QString markdownOf(int row, const TextRange &range) const;
    QString codeOf(int row) const;
    void copyText(const QString &text);
    QString answerOf(int row) const; //!< what stands above a footer, up to what was asked
    void copyCode(int row);
    void copyAnswer(int row);

    TranscriptView &view;
    TranscriptModel &model;
    const Theme &theme;
    TranscriptLayout layout;
    TextSelection selection;
    TranscriptSearch *search = nullptr;
    QToolButton *newBlocks = nullptr;

    int anchorRow = 0;    //!< the row at the top of the viewport
    int anchorPixels = 0; //!< how far it is scrolled out
    bool isAtEnd = true;
    int shownValue = 0; //!< of the scroll bar, when the rows were placed last
    bool isLayingOut = false;
    int newCount = 0;

    TextPlace current; //!< the reader's row
    bool isCurrentShown = false;
    Target hovered;
    Target pressed;
    bool isDragging = false;
    QPoint dragPoint;
    QBasicTimer dragTimer;
    RowId copiedRow; //!< whose code or answer went to the clipboard last
    QBasicTimer copiedTimer;
    QBasicTimer spinTimer;
    int spin = 0;
};

} // namespace typeshift::ui
