// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "inspector/RunTimelineModel.h"

#include "inspector/TimelineWords.h"

namespace typeshift::ui {

RunTimelineModel::RunTimelineModel(const Clock &clock, QObject *parent)
    : QAbstractTableModel(parent)
    , m_clock(clock)
{
}

void RunTimelineModel::show(const QList<StoredEntry> &entries, Going going, bool callsSideBySide)
{
    const bool isSameRun = !entries.isEmpty() && !m_record.entries.isEmpty()
        && entries.constFirst().sequence == m_record.entries.constFirst().sequence
        && entries.size() >= m_record.entries.size();
    if (isSameRun && entries.size() == m_record.entries.size() && going == m_record.going)
        return;
    if (isSameRun) {
        m_record.entries = entries;
        m_record.going = going;
        return rebuild();
    }
    const bool wasEmpty = m_record.entries.isEmpty() && entries.isEmpty() && m_record.going == going;
    m_record = {.entries = entries, .going = going, .callsSideBySide = callsSideBySide, .starts = {}, .retries = {}};
    if (wasEmpty)
        return;
    beginResetModel();
    m_timeline = timelineOf(m_record);
    endResetModel();
    emit renewed();
}

void RunTimelineModel::noteStart()
{
    m_record.starts.insert(m_record.entries.size(), m_clock.now());
}

void RunTimelineModel::noteRetry(const RetryUpdate &retry)
{
    if (m_timeline.steps.isEmpty())
        return;
    const auto *call = m_timeline.steps.constLast().modelCall();
    if (!call || m_timeline.steps.constLast().state != StepState::Running)
        return;
    m_record.retries[call->number].append(retry);
    rebuild();
}

void RunTimelineModel::rebuild()
{
    RunTimeline made = timelineOf(m_record);
    replaceSteps(std::exchange(made.steps, {}));
    made.steps = std::move(m_timeline.steps);
    m_timeline = std::move(made);
    emit renewed();
}

void RunTimelineModel::replaceSteps(QList<TimelineStep> steps)
{
    QList<TimelineStep> &old = m_timeline.steps;
    int same = 0;
    while (same < old.size() && same < steps.size() && old[same].isSameStep(steps[same]))
        ++same;
    if (same < old.size()) {
        beginRemoveRows({}, same, int(old.size()) - 1);
        old.remove(same, old.size() - same);
        endRemoveRows();
    }
    for (int row = 0; row < same; ++row) {
        if (old[row] == steps[row])
            continue;
        old[row] = steps[row];
        emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
    }
    if (same < steps.size()) {
        beginInsertRows({}, same, int(steps.size()) - 1);
        old += steps.sliced(same);
        endInsertRows();
    }
}

bool RunTimelineModel::isCounting() const
{
    return m_timeline.state == RunStanding::Running || m_timeline.state == RunStanding::Waiting
        || m_timeline.state == RunStanding::Elsewhere;
}

void RunTimelineModel::renewTimes()
{
    for (int row = 0; row < rowCount(); ++row) {
        if (step(row).since.isValid())
            emit dataChanged(index(row, Time), index(row, Time), {Qt::DisplayRole});
    }
}

int RunTimelineModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_timeline.steps.size());
}

int RunTimelineModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant RunTimelineModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const TimelineStep &shown = step(index.row());
    if (role == Qt::AccessibleTextRole && index.column() == Step)
        return spokenText(shown, m_clock.now()); // DESIGN 4.5
    if (role == Qt::TextAlignmentRole)
        return int((index.column() == Step ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && index.column() == Step)
        return stepText(shown);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    switch (Column(index.column())) {
    case At:
        return atText(shown);
    case Step:
        return stepText(shown);
    case Time:
        return timeText(shown, m_clock.now());
    case Tokens:
        return tokensText(shown);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant RunTimelineModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == At         ? Qt::AlignHCenter
                        : section == Step ? Qt::AlignLeft
                                          : Qt::AlignRight)
                   | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    switch (Column(section)) {
    case At:
        return tr("At");
    case Step:
        return tr("Step");
    case Time:
        return tr("Time");
    case Tokens:
        return tr("Tokens");
    case ColumnCount:
        break;
    }
    return {};
}

} // namespace typeshift::ui
