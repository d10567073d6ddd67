// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QBasicTimer>
#include <QPlainTextEdit>

namespace typeshift::ui {

//! Where a message is typed: one to eight lines high, plain text only. Enter sends, Shift+Enter starts a line, and an
//! input method's composition never sends. Takes millions of letters without a stall: long lines are kept in short
//! pieces and large pastes come in slices. // T7, 37
class MessageEdit final : public QPlainTextEdit
{
    Q_OBJECT

public:
    static constexpr int mostLines = 8;

    explicit MessageEdit(QWidget *parent = nullptr);

    //! What was typed and pasted, all of it, also while a paste still comes in.
    QString message() const;
    //! Replaces everything; the cursor goes to the end.
    void setMessage(const QString &text);
    //! Takes `sent` off the beginning and keeps what was typed behind it since.
    void removeSent(const QString &sent);
    bool isComposing() const { return m_isComposing; }

signals:
    void sendRequested();
    void messageChanged();
    void focusChanged(bool hasFocus);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void inputMethodEvent(QInputMethodEvent *event) override;
    void insertFromMimeData(const QMimeData *source) override;
    QMimeData *createMimeDataFromSelection() const override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void timerEvent(QTimerEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void insertLong(const QString &text);
    void insertSlice();
    void flush();
    void fitHeight();

    QString m_waiting; //!< what of a large paste is not in the document yet
    qsizetype m_waitingFrom = 0;
    QTextCursor m_place;
    QBasicTimer m_timer;
    bool m_isComposing = false;
};

} // namespace typeshift::ui
