// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transcript/Block.h"

#include <QBasicTimer>
#include <QObject>

namespace typeshift::ui {

class TranscriptModel;

//! Finds a text in the rows of a transcript, ignoring case, without laying out a row. Works in slices from the event
//! loop, so that no length of conversation stalls the window. GUI thread.
class TranscriptSearch final : public QObject
{
    Q_OBJECT

public:
    enum class Direction { Forwards, Backwards };

    explicit TranscriptSearch(TranscriptModel &model, QObject *parent = nullptr);

    //! Starts anew; empty ends the search. The first hit at or after `fromRow` becomes the current one.
    void setText(const QString &text, int fromRow = 0);
    //! The next hit, round at the ends.
    void step(Direction direction);

    const QString &text() const { return m_text; }
    qsizetype count() const { return m_hits.size(); }
    //! From 0; -1 for none.
    qsizetype current() const { return m_current; }
    //! The row of the current hit, -1 for none.
    int currentRow() const;
    //! Which hit of its row the current one is, from 0.
    int currentInRow() const;
    bool isSearching() const { return m_timer.isActive(); }

signals:
    //! Count, current hit or both are others.
    void changed();
    //! Another hit is current: bring it in sight.
    void currentChanged();

protected:
    void timerEvent(QTimerEvent *event) override;

private:
    struct Hit {
        RowId id;
        int row; //!< where it was last
        int inRow;
    };

    void searchRows(int first, int last);
    void followInsertion(int first, int last);

    TranscriptModel &m_model;
    QString m_text;
    QList<Hit> m_hits;
    qsizetype m_current = -1;
    int m_nextRow = 0;
    int m_fromRow = 0;
    QBasicTimer m_timer;
};

} // namespace typeshift::ui
