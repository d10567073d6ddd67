// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runs/EventWords.h"

#include <QSortFilterProxyModel>

namespace typeshift::ui {

//! What the runs of a list do.
enum class RunScope { All, Asking, Answering, Calling, Retrying, Elsewhere };

//! The runs of a scope whose conversation, agent or model holds the words.
class RunFilter final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit RunFilter(QObject *parent = nullptr);
    void setWords(const QString &words);
    void setScope(RunScope scope);

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    QString m_words;
    RunScope m_scope = RunScope::All;
};

//! Which kinds of events a list shows.
enum class EventScope { All, Runs, Models, Tools, Inputs, Problems };

//! The events of one conversation, or of all, and of some kinds.
class EventFilter final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setConversation(std::optional<ConversationId> conversation);
    void setScope(EventScope scope);

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    std::optional<ConversationId> m_conversation;
    EventScope m_scope = EventScope::All;
};

} // namespace typeshift::ui
