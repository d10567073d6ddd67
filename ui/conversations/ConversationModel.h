// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "conversations/ConversationSections.h"

#include <engine/base/Clock.h>
#include <engine/workbench/RunBoard.h>

#include <QAbstractListModel>
#include <QHash>

namespace typeshift::ui {

//! The conversations as a list with section headers, which can't be selected and which the arrow keys skip. Changes
//! of one conversation move its row, so that a selection stays. GUI thread.
class ConversationModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    //! The clock outlives the model.
    explicit ConversationModel(Clock &clock, QObject *parent = nullptr);

    void setRecords(QList<ConversationRecord> records);
    //! More records, older than all that are listed: a further page.
    void append(QList<ConversationRecord> records);
    //! A record that came or changed.
    void update(const ConversationRecord &record);
    void remove(const ConversationId &conversation);
    //! A run of this process began or went on: its row stands under Running, whatever was read. // 2.11.11
    void setLive(const BoardedRun &run);
    //! It ended. The row stays until its record is read again.
    void endLive(const ConversationId &conversation);
    //! Null when no run of this process works on it.
    const BoardedRun *live(const ConversationId &conversation) const;
    //! What another process works on, as far as it was read. // D46
    QList<ConversationRecord> elsewhere() const;
    //! What people see for agents' names.
    void setAgentTitles(const QHash<QString, QString> &titles);
    //! What people see for a provider's name in the words of an error.
    void setProviderTitles(const QHash<QString, QString> &titles);
    //! The day or the minute is another: renews what is said about times.
    void renewTimes();

    //! Null on a header.
    const ConversationRecord *record(const QModelIndex &index) const;
    QModelIndex indexOf(const ConversationId &conversation) const;
    //! The next conversation in this direction (1 or -1), skipping headers; invalid at the end.
    QModelIndex neighbour(const QModelIndex &from, int direction) const;
    qsizetype count(Section section) const { return m_sections.in(section).size(); }
    QList<ConversationId> idsIn(Section section) const;
    //! Those whose last input is younger; all for an invalid time.
    QList<ConversationId> newerThan(const QDateTime &time) const;

    //! The header's title, upper case as translators want it. // DESIGN 1.2
    static QString sectionTitle(Section section);
    //! Second line of a row: "Assistant · qwen3:32b · 18.4k", "Run by typeshift 4711 on desk", "Cut off at 03:12".
    QString detail(const ConversationRecord &record) const;
    //! When it was used; of what runs here: how long it has been running.
    QString timeText(const ConversationRecord &record) const;
    ConversationSections::Place place(int row) const { return m_sections.at(row); }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    void insertRecord(const ConversationRecord &record, Section section);
    void removeAt(ConversationSections::Place place);
    void moveRecord(ConversationSections::Place from, const ConversationRecord &record, Section section);
    QString accessibleText(const ConversationRecord &record) const;
    QString cutOffText(const ConversationRecord &record) const;
    void announceHeader(Section section);
    void appendTo(Section section, QList<ConversationRecord> records);
    ConversationRecord asItStands(ConversationRecord record) const;

    Clock &m_clock;
    ConversationSections m_sections;
    QHash<QString, QString> m_agentTitles;
    QHash<QString, QString> m_providerTitles;
    QHash<ConversationId, BoardedRun> m_live;
    QDate m_today;
};

} // namespace typeshift::ui
