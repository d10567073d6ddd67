// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "conversations/ConversationTracker.h"

#include <QHash>
#include <QObject>

#include <memory>
#include <vector>

namespace typeshift {

//! What a run does at this moment, as far as its updates tell.
struct RunActivity {
    enum class Kind {
        Thinking, //!< the model has been asked and has not begun to answer
        Writing,
        Calling, //!< a tool works
        Retrying,
    };
    Kind kind = Kind::Thinking;
    QString tool;                      //!< Calling: the tool that was asked for last and has not answered
    int attempt = 0;                   //!< Retrying: 1 for the first retry
    std::chrono::milliseconds delay{}; //!< Retrying: how long it waits, from `since`
    QDateTime since;                   //!< UTC

    bool operator==(const RunActivity &) const = default;
};

//! A run of this process that goes on, with what is known of it so far.
struct BoardedRun {
    LiveRun run;
    RunActivity activity;
    Usage usage;     //!< of all its model calls so far
    int dropped = 0; //!< updates that this board missed: the usage is then at least this

    //! All that was read and written.
    qint64 tokens() const { return usage.input.value_or(0) + usage.output.value_or(0); }
    bool operator==(const BoardedRun &) const = default;
};

//! Follows the runs of this process for whoever shows them: one RunWatch, and a ConversationWatch for each run. Never
//! asks and never waits: all it knows was told to it. Without realtime tracking there are runs but no figures. Lives on
//! the engine's thread and must not outlive the engine. // D54, 2.11.11
class RunBoard final : public QObject
{
    Q_OBJECT

public:
    //! The clock outlives the board.
    RunBoard(ConversationTracker tracker, Clock &clock, QObject *parent = nullptr);
    ~RunBoard() override;

    //! In the order of their starts.
    QList<BoardedRun> runs() const;
    //! Null when no run of it goes on here. Good until the next event.
    const BoardedRun *find(const ConversationId &conversation) const;
    qsizetype count() const { return qsizetype(m_rows.size()); }

signals:
    void started(const typeshift::BoardedRun &run);
    //! Its end is stored.
    void ended(const typeshift::BoardedRun &run);
    //! Activity or usage are others.
    void changed(const typeshift::BoardedRun &run);
    //! Everything that was told of a run, in order; before changed() about it.
    void updated(const typeshift::BoardedRun &run, const QList<typeshift::LiveUpdate> &updates);

private:
    struct Row {
        BoardedRun boarded;
        std::unique_ptr<ConversationWatch> watch;
        QList<QPair<QString, QString>> calls; //!< id and tool of calls without a result
    };

    Row *rowOf(const ConversationId &conversation) const;
    void takeRuns();
    void takeUpdates(const ConversationId &conversation);
    void begin(const LiveRun &run);
    void end(const ConversationId &conversation);
    void note(Row &row, const LiveUpdate &update);

    ConversationTracker m_tracker;
    Clock &m_clock;
    std::unique_ptr<RunWatch> m_runs;
    std::vector<std::unique_ptr<Row>> m_rows;
};

} // namespace typeshift
