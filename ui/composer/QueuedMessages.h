// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <QUuid>
#include <QWidget>

class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace typeshift::ui {

class KeyHintButton;
class QueuedMessageRow;
class Theme;

//! A message above the composer.
struct QueuedText {
    QUuid uid;
    QString text;
    QStringList attachments;
    bool isHeld = false; //!< it is being written anew

    bool operator==(const QueuedText &) const = default;
};

//! What was sent to the agent and has not gone in yet, a row for each message: it can be written anew in its place and
//! taken back. Hidden when there is none. Rows stay while what they show changes, so that the focus does. Where there
//! is no room for all of them (setMaximumHeight()) they scroll, and what has the focus is seen. // DESIGN 2
class QueuedMessages final : public QWidget
{
    Q_OBJECT

public:
    //! What becomes of the messages if nobody does anything.
    enum class Fate {
        GoIn,    //!< before the next model call
        NextRun, //!< the run is being stopped or has ended: they begin another one
        NotSent, //!< nothing runs: they wait for a person
    };

    //! The theme outlives the widget.
    explicit QueuedMessages(const Theme &theme, QWidget *parent = nullptr);

    void present(const QList<QueuedText> &messages, Fate fate, const QString &recipient);
    //! What Tab stops at, in order.
    QList<QWidget *> tabStops() const;

signals:
    void editRequested(const QUuid &uid);
    void textChanged(const QUuid &uid, const QString &text);
    //! What was written anew is ready.
    void editFinished(const QUuid &uid);
    void removeRequested(const QUuid &uid);
    //! Begin a run with them.
    void sendRequested();
    //! Rows came or went: what Tab stops at is different.
    void rowsChanged();
    //! The row with the focus went: whoever comes next gets it.
    void focusLost();

private:
    void removeRow(qsizetype index);
    QueuedMessageRow *addRow(const QUuid &uid);

    const Theme &m_theme;
    QLabel *m_title;
    KeyHintButton *m_send;
    QScrollArea *m_area;
    QVBoxLayout *m_column; //!< of the rows
    QList<QueuedMessageRow *> m_rows;
};

} // namespace typeshift::ui
