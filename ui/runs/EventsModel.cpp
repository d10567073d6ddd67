// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/EventsModel.h"

#include "theme/Theme.h"
#include "words/Numbers.h"

#include <QLocale>

#include <algorithm>

namespace typeshift::ui {

EventsModel::EventsModel(RunBoard &board, Clock &clock, const Theme &theme, QHash<QString, QString> providerTitles,
                         QObject *parent)
    : QAbstractTableModel(parent)
    , m_clock(clock)
    , m_theme(theme)
    , m_providerTitles(std::move(providerTitles))
{
    QList<RunEvent> before;
    const QList<BoardedRun> runs = board.runs();
    for (const BoardedRun &run : runs) {
        before.append(startedEvent(run));
        if (run.activity.kind != RunActivity::Kind::Writing)
            continue;
        before.append(answerEvent(run));
        m_writing.insert(*run.run.identity.conversation);
    }
    std::ranges::stable_sort(before, {}, &RunEvent::at);
    prepend(std::move(before));
    connect(&board, &RunBoard::started, this, [this](const BoardedRun &run) { prepend({startedEvent(run)}); });
    connect(&board, &RunBoard::updated, this, &EventsModel::add);
    connect(&board, &RunBoard::ended, this, [this](const BoardedRun &run) {
        m_begun.remove(*run.run.identity.conversation);
        m_writing.remove(*run.run.identity.conversation);
    });
}

void EventsModel::setTitle(const ConversationId &conversation, const QString &title)
{
    m_titles.insert(conversation, title);
    if (!m_events.empty())
        emit dataChanged(index(0, Conversation), index(rowCount() - 1, Conversation));
}

void EventsModel::clear()
{
    beginResetModel();
    m_events.clear();
    endResetModel();
}

bool EventsModel::isFirst(const BoardedRun &run, const ChatUpdate &update)
{
    QUuid message;
    if (const auto *text = std::get_if<TextDelta>(&update))
        message = text->message;
    else if (const auto *reasoning = std::get_if<ReasoningDelta>(&update))
        message = reasoning->message;
    else
        return true;
    const std::pair begun(message, update.index());
    auto &known = m_begun[*run.run.identity.conversation];
    const bool goesOn = m_writing.remove(*run.run.identity.conversation); // since before this list
    return std::exchange(known, begun) != begun && !goesOn;
}

void EventsModel::add(const BoardedRun &run, const QList<LiveUpdate> &updates)
{
    const QString provider = m_providerTitles.value(run.run.identity.provider, run.run.identity.provider);
    QList<RunEvent> events;
    for (const LiveUpdate &update : updates)
        events += eventsOf(run, update, isFirst(run, update.update), provider, m_clock.now());
    prepend(std::move(events));
}

// In the order of production; the last one ends up first.
void EventsModel::prepend(QList<RunEvent> events)
{
    if (events.size() > limit)
        events = events.last(limit);
    if (events.isEmpty())
        return;
    beginInsertRows({}, 0, int(events.size()) - 1);
    for (RunEvent &event : events)
        m_events.push_front(std::move(event));
    endInsertRows();
    if (m_events.size() <= limit)
        return;
    beginRemoveRows({}, limit, rowCount() - 1);
    m_events.resize(limit);
    endRemoveRows();
}

int EventsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_events.size());
}

int EventsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant EventsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const RunEvent &event = m_events[std::size_t(index.row())];
    const Column column = Column(index.column());
    const Token quiet = event.colour == Token::Text ? Token::Text2 : event.colour;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        if (column == At)
            return QLocale().toString(event.at.toLocalTime().time(), tr("HH:mm:ss", "time of an event"));
        if (column == Conversation)
            return m_titles.value(event.conversation);
        if (column == Text)
            return event.text;
        return column == Tokens && event.tokens ? countText(*event.tokens) : QString();
    case Qt::DecorationRole:
        return column == Symbol ? QVariant(m_theme.icon(event.symbol, quiet)) : QVariant();
    case Qt::ForegroundRole:
        return m_theme.colour(column == Text ? event.colour : Token::Text2);
    case Qt::TextAlignmentRole:
        return int((column == Tokens ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::AccessibleTextRole:
        return column == Text ? tr("%1, %2").arg(m_titles.value(event.conversation), event.text) : QVariant();
    default:
        return {};
    }
}

QVariant EventsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case At:
        return tr("Time");
    case Conversation:
        return tr("Conversation");
    case Text:
        return tr("Event");
    case Tokens:
        return tr("Tokens");
    default:
        return {};
    }
}

} // namespace typeshift::ui
