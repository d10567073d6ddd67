// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/RunFilters.h"

#include "runs/EventsModel.h"
#include "runs/RunsModel.h"

namespace typeshift::ui {

RunFilter::RunFilter(QObject *parent)
    : QSortFilterProxyModel(parent)
{
    setDynamicSortFilter(true);
}

void RunFilter::setWords(const QString &words)
{
    m_words = words.trimmed();
    invalidateRowsFilter();
}

bool RunFilter::filterAcceptsRow(int row, const QModelIndex &) const
{
    const RunsModel::Row &run = static_cast<const RunsModel *>(sourceModel())->row(row);
    const auto holds = [this](const QString &text) { return text.contains(m_words, Qt::CaseInsensitive); };
    return m_words.isEmpty() || holds(run.title) || holds(run.agent) || holds(run.model);
}

void EventFilter::setConversation(std::optional<ConversationId> conversation)
{
    if (m_conversation == conversation)
        return;
    m_conversation = std::move(conversation);
    invalidateRowsFilter();
}

bool EventFilter::filterAcceptsRow(int row, const QModelIndex &) const
{
    const RunEvent &event = static_cast<const EventsModel *>(sourceModel())->event(row);
    return !m_conversation || event.conversation == m_conversation;
}

} // namespace typeshift::ui
