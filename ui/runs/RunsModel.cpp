// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/RunsModel.h"

#include "runs/EventWords.h"
#include "words/Numbers.h"

#include <QLocale>

using namespace std::chrono_literals;

namespace typeshift::ui {

namespace {

QString modeText(AgentMode mode)
{
    switch (mode) {
    case AgentMode::Plan:
        return RunsModel::tr("Plan");
    case AgentMode::Auto:
        return RunsModel::tr("Auto");
    case AgentMode::Default:
        break;
    }
    return RunsModel::tr("Default");
}

} // namespace

RunsModel::RunsModel(RunBoard &board, Clock &clock, Titles titles, QObject *parent)
    : QAbstractTableModel(parent)
    , m_clock(clock)
    , m_titles(std::move(titles))
{
    for (const BoardedRun &run : board.runs())
        put(run);
    connect(&board, &RunBoard::started, this, &RunsModel::put);
    connect(&board, &RunBoard::changed, this, &RunsModel::put);
    connect(&board, &RunBoard::ended, this, [this](const BoardedRun &run) {
        if (const qsizetype at = find(*run.run.identity.conversation); at >= 0 && m_rows[at].here)
            drop(at);
    });
}

qsizetype RunsModel::find(const ConversationId &conversation) const
{
    const auto found = std::ranges::find(m_rows, conversation, &Row::conversation);
    return found == m_rows.end() ? -1 : std::distance(m_rows.begin(), found);
}

void RunsModel::put(const BoardedRun &run)
{
    const RunIdentity &who = run.run.identity;
    const qsizetype known = find(*who.conversation);
    putRow({.conversation = *who.conversation,
            .title = known < 0 ? QString() : m_rows[known].title,
            .here = run,
            .agent = m_titles.agents.value(who.agent, who.agent),
            .model = who.model,
            .provider = m_titles.providers.value(who.provider, who.provider),
            .startedAt = run.run.startedAt,
            .process = {}});
}

// In the place of the conversation's row, if it has one.
void RunsModel::putRow(Row row)
{
    if (const qsizetype known = find(row.conversation); known >= 0) {
        m_rows[known] = std::move(row);
        emit dataChanged(index(int(known), 0), index(int(known), ColumnCount - 1));
        return;
    }
    beginInsertRows({}, rowCount(), rowCount());
    m_rows.append(std::move(row));
    endInsertRows();
}

void RunsModel::drop(qsizetype at)
{
    beginRemoveRows({}, int(at), int(at));
    m_rows.removeAt(at);
    endRemoveRows();
}

void RunsModel::setElsewhere(const QList<ConversationRecord> &records)
{
    for (qsizetype at = m_rows.size() - 1; at >= 0; --at) {
        const bool isGone = !std::ranges::contains(records, m_rows[at].conversation, &ConversationRecord::id);
        if (!m_rows[at].here && !m_rows[at].asking && isGone)
            drop(at);
    }
    for (const ConversationRecord &record : records)
        putElsewhere(record);
}

void RunsModel::putElsewhere(const ConversationRecord &record)
{
    if (const qsizetype known = find(record.id); known >= 0 && m_rows[known].here)
        return;
    putRow({.conversation = record.id,
            .title = record.title,
            .here = {},
            .agent = m_titles.agents.value(record.agent, record.agent),
            .model = record.model,
            .provider = m_titles.providers.value(record.provider, record.provider),
            .startedAt = {},
            .process = record.process});
}

void RunsModel::setAsking(const QList<Asking> &asking)
{
    for (qsizetype at = m_rows.size() - 1; at >= 0; --at) {
        const bool isGone = !std::ranges::contains(asking, m_rows[at].conversation, &Asking::conversation);
        if (m_rows[at].asking && isGone)
            drop(at);
    }
    for (const Asking &each : asking) {
        const qsizetype known = find(each.conversation);
        if (known >= 0 && (m_rows[known].here || m_rows[known].asking == each))
            continue; // It goes on already: the list that says so is on its way.
        putRow({.conversation = each.conversation,
                .title = each.title,
                .here = {},
                .agent = m_titles.agents.value(each.agent, each.agent),
                .model = each.model,
                .provider = m_titles.providers.value(each.provider, each.provider),
                .startedAt = {},
                .process = {},
                .asking = each});
    }
}

void RunsModel::setTitle(const ConversationId &conversation, const QString &title)
{
    const qsizetype at = find(conversation);
    if (at < 0 || m_rows[at].title == title)
        return;
    m_rows[at].title = title;
    emit dataChanged(index(int(at), Conversation), index(int(at), Conversation));
}

void RunsModel::renewElapsed()
{
    if (!m_rows.isEmpty())
        emit dataChanged(index(0, State), index(rowCount() - 1, Elapsed));
}

qsizetype RunsModel::countHere() const
{
    return std::ranges::count_if(m_rows, [](const Row &row) { return row.here.has_value(); });
}

qsizetype RunsModel::countAsking() const
{
    return std::ranges::count_if(m_rows, [](const Row &row) { return row.asking.has_value(); });
}

Usage RunsModel::usage() const
{
    Usage all;
    for (const Row &row : m_rows) {
        if (row.here)
            all += row.here->usage;
    }
    return all;
}

int RunsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int RunsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString RunsModel::elapsed(const QDateTime &since) const
{
    const auto passed = std::max(std::chrono::milliseconds(since.msecsTo(m_clock.now())), 0ms);
    return elapsedText(std::chrono::duration_cast<std::chrono::seconds>(passed));
}

QString RunsModel::askingText(const Asking &asking)
{
    if (asking.approvals > 0)
        return asking.approvals == 1 ? tr("Waiting for 1 approval")
                                     : tr("Waiting for %n approvals", nullptr, asking.approvals);
    return asking.hasPlan ? tr("Plan to review") : tr("Waiting for approval");
}

QString RunsModel::text(const Row &row, Column column) const
{
    switch (column) {
    case State:
        return row.here  ? activityText(row.here->activity)
            : row.asking ? askingText(*row.asking)
                         : tr("Runs elsewhere");
    case Conversation:
        return row.title.isEmpty() ? tr("Untitled") : row.title;
    case Agent:
        return row.agent;
    case Model:
        return row.model;
    case Mode:
        return row.here ? modeText(row.here->run.mode) : QString();
    case Started:
        return row.startedAt.isValid() ? QLocale().toString(row.startedAt.toLocalTime().time(), QLocale::ShortFormat)
                                       : QString();
    case Elapsed:
        return row.startedAt.isValid() ? elapsed(row.startedAt) : QString();
    case TokensIn:
    case TokensOut: {
        const Usage usage = row.here ? row.here->usage : Usage();
        const std::optional<qint64> count = column == TokensIn ? usage.input : usage.output;
        if (!count)
            return {};
        return row.here->dropped > 0 ? tr("%1+", "at least so many").arg(countText(*count)) : countText(*count);
    }
    default:
        return {};
    }
}

QString RunsModel::detail(const Row &row, Column column) const
{
    if (column == State)
        return row.here  ? activityDetail(row.here->activity, m_clock.now())
            : row.asking ? elapsed(row.asking->since)
                         : QString();
    if (column != Conversation)
        return {};
    return row.here || row.asking ? row.provider
        : row.process.isEmpty()   ? tr("Run by another program")
                                  : tr("Run by %1").arg(row.process);
}

QString RunsModel::stateText(const Row &row) const
{
    const QString behind = detail(row, State);
    return behind.isEmpty() ? text(row, State) : tr("%1, %2").arg(text(row, State), behind);
}

// The row as a whole is said with its conversation. // DESIGN 4.5
QString RunsModel::spoken(const Row &row, Column column) const
{
    if (column == Verbs)
        return row.here ? tr("S steers, Delete stops") : row.asking ? tr("Enter reviews") : tr("Enter opens");
    if (column == State)
        return stateText(row);
    if (column != Conversation)
        return text(row, column);
    QStringList parts{text(row, Conversation), row.here || row.asking ? stateText(row) : detail(row, Conversation)};
    for (const Column each : {Agent, Model, Mode, Elapsed})
        parts.append(text(row, each));
    parts.removeAll(QString());
    return parts.join(tr(", "));
}

QVariant RunsModel::sortKey(const Row &row, Column column) const
{
    // A run that began earlier has gone on longer; of those elsewhere nobody knows, so they count as new.
    if (column == Started || column == Elapsed) {
        const qint64 started = row.startedAt.isValid() ? row.startedAt.toMSecsSinceEpoch()
                                                       : std::numeric_limits<qint64>::max();
        return column == Elapsed ? -started : started;
    }
    if (column == TokensIn)
        return row.here ? row.here->usage.input.value_or(0) : -1;
    if (column == TokensOut)
        return row.here ? row.here->usage.output.value_or(0) : -1;
    return text(row, column).toCaseFolded();
}

QVariant RunsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Row &row = m_rows[index.row()];
    const Column column = Column(index.column());
    if (role == Qt::DisplayRole)
        return text(row, column);
    if (role == sortRole)
        return sortKey(row, column);
    if (role == Qt::TextAlignmentRole)
        return int((column >= Started ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == detailRole)
        return detail(row, column);
    if (role == Qt::AccessibleTextRole)
        return spoken(row, column);
    if (role != Qt::ToolTipRole)
        return {};
    const bool hasLines = column == Conversation;
    return hasLines ? QString(text(row, column) + u'\n' + detail(row, column)) : text(row, column);
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section >= Started ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    switch (Column(section)) {
    case State:
        return tr("State");
    case Conversation:
        return tr("Conversation");
    case Agent:
        return tr("Agent");
    case Model:
        return tr("Model");
    case Mode:
        return tr("Mode");
    case Started:
        return tr("Started");
    case Elapsed:
        return tr("Elapsed");
    case TokensIn:
        return tr("Tokens in");
    case TokensOut:
        return tr("Out");
    default:
        return role == Qt::AccessibleTextRole ? tr("Actions") : QString();
    }
}

} // namespace typeshift::ui
