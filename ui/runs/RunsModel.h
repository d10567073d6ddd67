// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/workbench/ConversationRecord.h>
#include <engine/workbench/RunBoard.h>

#include <QAbstractTableModel>

namespace typeshift::ui {

//! What goes on, a row a run: those of this process as the board has them, those of other processes as their leases
//! tell, with no more than who and since when. GUI thread.
class RunsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { State, Conversation, Agent, Model, Mode, Started, Elapsed, TokensIn, TokensOut, Verbs, ColumnCount };
    static constexpr int sortRole = Qt::UserRole;
    //! What stands behind the state, and below the title.
    static constexpr int detailRole = Qt::UserRole + 1;

    //! A run that ended with questions for a person.
    struct Asking {
        ConversationId conversation;
        QString title;
        QString agent; //!< the engine's names
        QString model;
        QString provider;
        int approvals = 0; //!< 0 when it is not known yet, or when only a plan waits
        bool hasPlan = false;
        QDateTime since; //!< UTC, of the oldest question
        bool operator==(const Asking &) const = default;
    };

    //! A line of the table.
    struct Row {
        ConversationId conversation;
        QString title;
        std::optional<BoardedRun> here; //!< none: another process runs it, or it waits for a person
        QString agent;                  //!< as people call it
        QString model;
        QString provider;                            //!< as people call it
        QDateTime startedAt;                         //!< UTC; invalid for another process: only its last input is known
        QString process;                             //!< another process, as its lease says
        std::optional<Asking> asking = std::nullopt; //!< it runs no more: it waits for a person
    };

    //! What people see for names.
    struct Titles {
        QHash<QString, QString> agents;
        QHash<QString, QString> providers;
    };

    //! Both outlive the model.
    RunsModel(RunBoard &board, Clock &clock, Titles titles, QObject *parent = nullptr);

    //! What other processes run at this moment.
    void setElsewhere(const QList<ConversationRecord> &records);
    //! What waits for a person at this moment.
    void setAsking(const QList<Asking> &asking);
    void setTitle(const ConversationId &conversation, const QString &title);
    //! The seconds went on.
    void renewElapsed();
    const Row &row(int index) const { return m_rows[index]; }
    qsizetype countHere() const;
    qsizetype countAsking() const;
    //! What all model calls of the runs here used so far.
    Usage usage() const;
    //! State and detail of it in one line.
    QString stateText(const Row &row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void put(const BoardedRun &run);
    void drop(qsizetype at);
    qsizetype find(const ConversationId &conversation) const;
    void putElsewhere(const ConversationRecord &record);
    void putRow(Row row);
    static QString askingText(const Asking &asking);
    QString text(const Row &row, Column column) const;
    QString detail(const Row &row, Column column) const;
    QString spoken(const Row &row, Column column) const;
    QVariant sortKey(const Row &row, Column column) const;
    QString elapsed(const QDateTime &since) const;

    Clock &m_clock;
    Titles m_titles;
    QList<Row> m_rows;
};

} // namespace typeshift::ui
