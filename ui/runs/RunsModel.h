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
    enum Column { State, Conversation, Agent, Model, Started, Elapsed, TokensIn, TokensOut, Verbs, ColumnCount };
    static constexpr int sortRole = Qt::UserRole;

    //! A line of the table.
    struct Row {
        ConversationId conversation;
        QString title;
        std::optional<BoardedRun> here; //!< none: another process runs it
        QString agent;                  //!< as people call it
        QString model;
        QString provider;
        QDateTime startedAt; //!< UTC; invalid for another process: only its last input is known
    };

    //! Both outlive the model.
    RunsModel(RunBoard &board, Clock &clock, QHash<QString, QString> agentTitles, QObject *parent = nullptr);

    //! What other processes run at this moment.
    void setElsewhere(const QList<ConversationRecord> &records);
    void setTitle(const ConversationId &conversation, const QString &title);
    //! The seconds went on.
    void renewElapsed();
    const Row &row(int index) const { return m_rows[index]; }
    qsizetype countHere() const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void put(const BoardedRun &run);
    void drop(qsizetype at);
    qsizetype find(const ConversationId &conversation) const;
    QString text(const Row &row, Column column) const;
    QVariant sortKey(const Row &row, Column column) const;
    QString elapsed(const QDateTime &since) const;

    Clock &m_clock;
    QHash<QString, QString> m_agentTitles;
    QList<Row> m_rows;
};

} // namespace typeshift::ui
