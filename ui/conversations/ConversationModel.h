// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "conversations/ConversationSections.h"

#include <engine/base/Clock.h>

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
    //! A record that came or changed.
    void update(const ConversationRecord &record);
    void remove(const ConversationId &conversation);
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
    //! Titles of those that run, for the minute that renews foreign runs.
    QList<ConversationId> idsIn(Section section) const;

    //! The header's title, upper case as translators want it. // DESIGN 1.2
    static QString sectionTitle(Section section);
    //! Second line of a row: "Assistant · qwen3:32b", "Cut off at 03:12", "Failed: …".
    QString detail(const ConversationRecord &record) const;
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
    void announceHeader(Section section);

    Clock &m_clock;
    ConversationSections m_sections;
    QHash<QString, QString> m_agentTitles;
    QHash<QString, QString> m_providerTitles;
    QDate m_today;
};

} // namespace typeshift::ui
