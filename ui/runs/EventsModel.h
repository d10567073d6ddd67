// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runs/EventWords.h"

#include <QAbstractTableModel>
#include <QSet>

#include <deque>

namespace typeshift::ui {

class Theme;

//! What the runs did, newest first; the oldest of more than a thousand go. GUI thread.
class EventsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    static constexpr int limit = 1'000;
    enum Column { At, Symbol, Conversation, Text, Tokens, ColumnCount };

    //! All outlive the model.
    EventsModel(RunBoard &board, Clock &clock, const Theme &theme, QHash<QString, QString> providerTitles,
                QObject *parent = nullptr);

    //! What people call a conversation.
    void setTitle(const ConversationId &conversation, const QString &title);
    void clear();
    const RunEvent &runEvent(int row) const { return m_events[std::size_t(row)]; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void add(const BoardedRun &run, const QList<LiveUpdate> &updates);
    void prepend(QList<RunEvent> events);
    bool isFirst(const BoardedRun &run, const ChatUpdate &update);

    Clock &m_clock;
    const Theme &m_theme;
    std::deque<RunEvent> m_events;
    QHash<QString, QString> m_providerTitles;
    QHash<ConversationId, QString> m_titles;
    QSet<ConversationId> m_writing; //!< were in the middle of an answer when this list was made
    QHash<ConversationId, std::pair<QUuid, std::size_t>> m_begun; //!< message and kind of the text that goes on
};

} // namespace typeshift::ui
