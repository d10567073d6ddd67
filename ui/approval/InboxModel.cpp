// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/InboxModel.h"

#include "words/Numbers.h"
#include "words/VisibleText.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

void InboxModel::setEntries(QList<InboxEntry> entries, const QDateTime &now)
{
    std::ranges::stable_sort(entries, {}, &InboxEntry::since);
    m_now = now;
    if (entries == m_entries) {
        if (!entries.isEmpty())
            emit dataChanged(index(0), index(int(entries.size()) - 1));
        return;
    }
    beginResetModel();
    m_entries = std::move(entries);
    endResetModel();
}

std::optional<ConversationId> InboxModel::next(const std::optional<ConversationId> &from, int step) const
{
    if (m_entries.isEmpty())
        return std::nullopt;
    const qsizetype count = m_entries.size();
    const auto here = std::ranges::find_if(m_entries,
                                           [&](const InboxEntry &entry) { return entry.conversation == from; });
    if (here == m_entries.end())
        return m_entries[step > 0 ? 0 : count - 1].conversation;
    return m_entries[(here - m_entries.begin() + step % count + count) % count].conversation;
}

int InboxModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_entries.size());
}

QString InboxModel::stateOf(const InboxEntry &entry) const
{
    QStringList parts;
    if (entry.approvals > 0)
        parts.append(entry.approvals == 1 ? tr("1 approval") : tr("%n approvals", nullptr, entry.approvals));
    if (entry.hasPlan)
        parts.append(tr("plan to review"));
    if (parts.isEmpty())
        parts.append(tr("needs approval")); // How much is not read yet.
    if (entry.isRisky)
        parts.append(tr("risky"));
    return parts.join(u", "_s);
}

QVariant InboxModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const InboxEntry &entry = m_entries[index.row()];
    const QString title = entry.title.isEmpty() ? tr("Untitled") : visibleText(entry.title, LineBreaks::Marked).text;
    const QString waits = durationText(std::chrono::milliseconds(std::max<qint64>(0, entry.since.msecsTo(m_now))));
    switch (role) {
    case Qt::DisplayRole:
        return u"%1\n%2 · %3 · %4"_s.arg(title, stateOf(entry), entry.agent, waits);
    case Qt::AccessibleTextRole:
        return tr("%1, needs you, %2, %3, waiting %4").arg(title, stateOf(entry), entry.agent, waits);
    default:
        return {};
    }
}

} // namespace typeshift::ui
