// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/RunFilters.h"

#include "runs/EventsModel.h"
#include "runs/RunsModel.h"

namespace typeshift::ui {

namespace {

bool isIn(RunScope scope, const RunsModel::Row &run)
{
    using Kind = RunActivity::Kind;
    if (run.asking)
        return scope == RunScope::All || scope == RunScope::Asking;
    if (scope == RunScope::All || !run.here)
        return scope == RunScope::All || scope == RunScope::Elsewhere;
    switch (run.here->activity.kind) {
    case Kind::Thinking:
    case Kind::Writing:
        return scope == RunScope::Answering;
    case Kind::Calling:
        return scope == RunScope::Calling;
    case Kind::Retrying:
        break;
    }
    return scope == RunScope::Retrying;
}

bool isIn(EventScope scope, const RunEvent &event)
{
    switch (scope) {
    case EventScope::All:
        break;
    case EventScope::Runs:
        return event.kind == EventKind::Run;
    case EventScope::Models:
        return event.kind == EventKind::Model;
    case EventScope::Tools:
        return event.kind == EventKind::Tool;
    case EventScope::Inputs:
        return event.kind == EventKind::Input;
    case EventScope::Problems:
        return event.colour != Token::Text;
    }
    return true;
}

} // namespace

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

void RunFilter::setScope(RunScope scope)
{
    m_scope = scope;
    invalidateRowsFilter();
}

bool RunFilter::filterAcceptsRow(int row, const QModelIndex &) const
{
    const RunsModel::Row &run = static_cast<const RunsModel *>(sourceModel())->row(row);
    const auto holds = [this](const QString &text) { return text.contains(m_words, Qt::CaseInsensitive); };
    return isIn(m_scope, run) && (m_words.isEmpty() || holds(run.title) || holds(run.agent) || holds(run.model));
}

void EventFilter::setConversation(std::optional<ConversationId> conversation)
{
    if (m_conversation == conversation)
        return;
    m_conversation = std::move(conversation);
    invalidateRowsFilter();
}

void EventFilter::setScope(EventScope scope)
{
    m_scope = scope;
    invalidateRowsFilter();
}

bool EventFilter::filterAcceptsRow(int row, const QModelIndex &) const
{
    const RunEvent &event = static_cast<const EventsModel *>(sourceModel())->runEvent(row);
    return isIn(m_scope, event) && (!m_conversation || event.conversation == m_conversation);
}

} // namespace typeshift::ui
