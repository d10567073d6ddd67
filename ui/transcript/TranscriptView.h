// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractScrollArea>
#include <QUrl>

#include <memory>

namespace KSyntaxHighlighting {
class Repository;
}

namespace typeshift::ui {

class Theme;
class TranscriptModel;
class TranscriptSearch;

//! The conversation as one scrolling column. Only rows that are seen are ever laid out; the reader's place is kept as
//! a row and the pixels into it, and the end is followed only from the end. Idle, it does nothing. // T1-T4, 40
class TranscriptView final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    //! All three outlive the view.
    TranscriptView(TranscriptModel &model, const Theme &theme, const KSyntaxHighlighting::Repository &repository,
                   QWidget *parent = nullptr);
    ~TranscriptView() override;

    //! Keeps a real widget over its row: inside the frame of an error bar, in place of any other row. The view takes
    //! it over; null, or a row that goes, deletes it.
    void setRowWidget(int row, QWidget *widget);
    //! The widget of the row; null without one.
    QWidget *rowWidget(int row) const;
    //! Hits of this search are marked and its current hit is scrolled to; null for none.
    void setSearch(TranscriptSearch *search);

    void scrollToEnd();
    //! Scrolls as little as needed.
    void showRow(int row);
    bool isAtEnd() const;
    //! Where the row stands in the viewport; empty when it is not seen.
    QRect rowRect(int row) const;
    //! The row at a point of the viewport; -1 for none.
    int rowAt(const QPoint &point) const;
    const TranscriptModel &model() const;

    int currentRow() const;
    //! Moves the reader's mark and scrolls to it; -1 for none.
    void setCurrentRow(int row);

    //! 0.5 to 3; 1 is the theme's size. // 4.1
    void setTextScale(qreal scale);
    qreal textScale() const;

    void selectAll();
    //! What Ctrl+C copies: markdown of the selected rows, or of the current row when nothing is selected.
    QString selectedMarkdown() const;
    void copy();

    QSize minimumSizeHint() const override;

signals:
    void linkActivated(const QUrl &url);
    void currentRowChanged(int row);
    void textScaleChanged(qreal scale);
    //! The stopped answer at the end shall be made again.
    void retryRequested();
    //! Something went to the clipboard; say so politely. // 4.5
    void copied();

protected:
    bool event(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void timerEvent(QTimerEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Parts;

    std::unique_ptr<Parts> m_parts;
};

} // namespace typeshift::ui
