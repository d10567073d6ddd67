// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/ConversationModel.h"

#include "words/ErrorText.h"
#include "words/Numbers.h"

#include <QLocale>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace typeshift::ui {

ConversationModel::ConversationModel(Clock &clock, QObject *parent)
    : QAbstractListModel(parent)
    , m_clock(clock)
    , m_today(clock.now().toLocalTime().date())
{
}

void ConversationModel::setRecords(QList<ConversationRecord> records)
{
    beginResetModel();
    m_today = m_clock.now().toLocalTime().date();
    for (ConversationRecord &record : records) {
        if (m_live.contains(record.id))
            record = asItStands(std::move(record));
    }
    m_sections.fill(std::move(records), m_today);
    endResetModel();
}

void ConversationModel::append(QList<ConversationRecord> records)
{
    std::array<QList<ConversationRecord>, sectionCount> parts;
    const DaySections days(m_today);
    for (ConversationRecord &record : records) {
        ConversationRecord known = m_live.contains(record.id) ? asItStands(std::move(record)) : std::move(record);
        const Section section = days.sectionOf(known);
        parts[std::size_t(section)].append(std::move(known));
    }
    for (int section = 0; section < sectionCount; ++section)
        appendTo(Section(section), std::move(parts[std::size_t(section)]));
}

void ConversationModel::appendTo(Section section, QList<ConversationRecord> records)
{
    // What came or moved while the page was read is listed already.
    const QList<ConversationRecord> &listed = m_sections.in(section);
    while (!records.isEmpty() && !listed.isEmpty()
           && m_sections.placeFor(section, records.constFirst()) < listed.size()) {
        if (const ConversationRecord first = records.takeFirst(); !m_sections.find(first.id))
            update(first);
    }
    if (records.isEmpty())
        return;
    const int row = m_sections.headerRow(section) + (listed.isEmpty() ? 0 : int(listed.size()) + 1);
    const int header = listed.isEmpty() ? 1 : 0;
    beginInsertRows({}, row, row + header + int(records.size()) - 1);
    for (ConversationRecord &record : records)
        m_sections.insert(section, listed.size(), std::move(record));
    endInsertRows();
    announceHeader(section);
}

// A run of this process is known to the moment; what the database said may be older.
ConversationRecord ConversationModel::asItStands(ConversationRecord record) const
{
    if (m_live.contains(record.id)) {
        record.state = ConversationState::Running;
        record.lastError.reset();
    }
    return record;
}

void ConversationModel::setLive(const BoardedRun &run)
{
    const ConversationId conversation = *run.run.identity.conversation;
    m_live.insert(conversation, run);
    const auto place = m_sections.find(conversation);
    if (!place)
        return;
    const ConversationRecord record = m_sections.in(place->section)[place->index];
    if (record.state != ConversationState::Running)
        return update(record);
    const QModelIndex changed = index(m_sections.rowOf(place->section, place->index));
    emit dataChanged(changed, changed);
}

void ConversationModel::endLive(const ConversationId &conversation)
{
    m_live.remove(conversation);
}

const BoardedRun *ConversationModel::live(const ConversationId &conversation) const
{
    const auto found = m_live.constFind(conversation);
    return found == m_live.cend() ? nullptr : &*found;
}

QList<ConversationRecord> ConversationModel::elsewhere() const
{
    QList<ConversationRecord> records = m_sections.in(Section::Running);
    records.removeIf([this](const ConversationRecord &record) { return m_live.contains(record.id); });
    return records;
}

void ConversationModel::update(const ConversationRecord &read)
{
    const ConversationRecord record = asItStands(read);
    const Section section = sectionOf(record, m_today);
    const auto place = m_sections.find(record.id);
    if (!place)
        return insertRecord(record, section);
    const ConversationRecord &old = m_sections.in(place->section)[place->index];
    if (old == record && place->section == section)
        return;
    if (place->section == section && old.updatedAt == record.updatedAt) {
        m_sections.replace(section, place->index, record);
        const QModelIndex changed = index(m_sections.rowOf(section, place->index));
        emit dataChanged(changed, changed);
        return;
    }
    moveRecord(*place, record, section);
}

void ConversationModel::remove(const ConversationId &conversation)
{
    if (const auto place = m_sections.find(conversation))
        removeAt(*place);
}

void ConversationModel::insertRecord(const ConversationRecord &record, Section section)
{
    const qsizetype place = m_sections.placeFor(section, record);
    const bool isFirst = m_sections.in(section).isEmpty();
    const int row = isFirst ? m_sections.headerRow(section) : m_sections.rowOf(section, place);
    beginInsertRows({}, row, isFirst ? row + 1 : row); // The first one brings its header.
    m_sections.insert(section, place, record);
    endInsertRows();
    announceHeader(section);
}

void ConversationModel::removeAt(ConversationSections::Place place)
{
    const bool isLast = m_sections.in(place.section).size() == 1;
    const int row = m_sections.rowOf(place.section, place.index);
    beginRemoveRows({}, isLast ? row - 1 : row, row);
    m_sections.remove(place.section, place.index);
    endRemoveRows();
    announceHeader(place.section);
}

void ConversationModel::moveRecord(ConversationSections::Place from, const ConversationRecord &record, Section section)
{
    // Between sections a header may come or go with it; inside one it is a plain move that keeps the selection.
    const bool bringsHeader = from.section != section && m_sections.in(section).isEmpty();
    const bool takesHeader = from.section != section && m_sections.in(from.section).size() == 1;
    if (bringsHeader || takesHeader) {
        removeAt(from);
        return insertRecord(record, section);
    }
    const int source = m_sections.rowOf(from.section, from.index);
    const int target = m_sections.rowOf(section, m_sections.placeFor(section, record));
    const bool moves = target != source && target != source + 1;
    if (moves)
        beginMoveRows({}, source, source, {}, target);
    m_sections.remove(from.section, from.index);
    m_sections.insert(section, m_sections.placeFor(section, record), record);
    if (moves)
        endMoveRows();
    const QModelIndex changed = indexOf(record.id);
    emit dataChanged(changed, changed);
    announceHeader(from.section);
    announceHeader(section);
}

void ConversationModel::announceHeader(Section section)
{
    if (m_sections.in(section).isEmpty())
        return;
    const QModelIndex header = index(m_sections.headerRow(section));
    emit dataChanged(header, header);
}

void ConversationModel::setAgentTitles(const QHash<QString, QString> &titles)
{
    m_agentTitles = titles;
    renewTimes();
}

void ConversationModel::renewTimes()
{
    const QDate today = m_clock.now().toLocalTime().date();
    if (today == m_today) {
        if (rowCount() > 0)
            emit dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    QList<ConversationRecord> all;
    for (int section = 0; section < sectionCount; ++section)
        all += m_sections.in(Section(section));
    setRecords(std::move(all));
}

void ConversationModel::setProviderTitles(const QHash<QString, QString> &titles)
{
    m_providerTitles = titles;
    renewTimes();
}

const ConversationRecord *ConversationModel::record(const QModelIndex &index) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return nullptr;
    const auto place = m_sections.at(index.row());
    return place.index < 0 ? nullptr : &m_sections.in(place.section)[place.index];
}

QModelIndex ConversationModel::indexOf(const ConversationId &conversation) const
{
    const auto place = m_sections.find(conversation);
    return place ? index(m_sections.rowOf(place->section, place->index)) : QModelIndex();
}

QModelIndex ConversationModel::neighbour(const QModelIndex &from, int direction) const
{
    int row = from.isValid() ? from.row() + direction : direction > 0 ? 0 : rowCount() - 1;
    while (row >= 0 && row < rowCount() && !record(index(row)))
        row += direction;
    return row >= 0 && row < rowCount() ? index(row) : QModelIndex();
}

QList<ConversationId> ConversationModel::idsIn(Section section) const
{
    QList<ConversationId> ids;
    for (const ConversationRecord &record : m_sections.in(section))
        ids.append(record.id);
    return ids;
}

QList<ConversationId> ConversationModel::newerThan(const QDateTime &time) const
{
    QList<ConversationId> ids;
    for (int section = 0; section < sectionCount; ++section) {
        for (const ConversationRecord &record : m_sections.in(Section(section))) {
            if (time.isValid() && record.updatedAt <= time)
                break; // Newest first.
            ids.append(record.id);
        }
    }
    return ids;
}

QString ConversationModel::sectionTitle(Section section)
{
    switch (section) {
    case Section::NeedsYou:
        return tr("NEEDS YOU");
    case Section::Running:
        return tr("RUNNING");
    case Section::Interrupted:
        return tr("INTERRUPTED");
    case Section::Today:
        return tr("TODAY");
    case Section::Yesterday:
        return tr("YESTERDAY");
    case Section::Earlier:
        break;
    }
    return tr("EARLIER");
}

QString ConversationModel::detail(const ConversationRecord &record) const
{
    if (record.state == ConversationState::Interrupted)
        return cutOffText(record);
    if (record.state == ConversationState::Asking)
        return tr("Needs approval");
    const bool hasFailed = record.lastError && record.lastError->kind != Error::Kind::Cancelled
        && record.state == ConversationState::Idle;
    if (hasFailed) {
        QString headline = errorText(*record.lastError,
                                     {.provider = m_providerTitles.value(record.provider, record.provider),
                                      .model = record.model})
                               .headline;
        if (headline.endsWith(u'.'))
            headline.chop(1);
        return headline;
    }
    if (const BoardedRun *run = live(record.id)) {
        const RunIdentity &who = run->run.identity;
        QStringList parts{m_agentTitles.value(who.agent, who.agent), who.model};
        if (run->tokens() > 0)
            parts.append(run->dropped > 0 ? tr("%1+").arg(countText(run->tokens())) : countText(run->tokens()));
        parts.removeAll(QString());
        return parts.join(tr(" · "));
    }
    const QString agent = m_agentTitles.value(record.agent, record.agent);
    if (record.state == ConversationState::Running)
        return record.process.isEmpty() ? tr("Run by another program") : tr("Run by %1").arg(record.process);
    return record.model.isEmpty() ? agent : tr("%1 · %2").arg(agent, record.model);
}

QString ConversationModel::cutOffText(const ConversationRecord &record) const
{
    const QDateTime now = m_clock.now();
    const QString time = rowTimeText(record.cutOffAt.isValid() ? record.cutOffAt : record.updatedAt, now);
    if (!record.cutOffAt.isValid())
        return tr("Cut off, begun %1").arg(time);
    const qint64 days = record.cutOffAt.toLocalTime().date().daysTo(now.toLocalTime().date());
    if (record.cutOffAt.msecsTo(now) < 60'000)
        return tr("Cut off just now");
    return days == 0 ? tr("Cut off at %1", "a time of day").arg(time)
        : days == 1  ? tr("Cut off yesterday at %1", "a time of day").arg(time)
                     : tr("Cut off on %1", "a date").arg(time);
}

QString ConversationModel::timeText(const ConversationRecord &record) const
{
    if (const BoardedRun *run = live(record.id)) {
        const auto elapsed = std::chrono::milliseconds(run->run.startedAt.msecsTo(m_clock.now()));
        return elapsedText(std::chrono::duration_cast<std::chrono::seconds>(std::max(elapsed, 0ms)));
    }
    return rowTimeText(record.updatedAt, m_clock.now());
}

QString ConversationModel::accessibleText(const ConversationRecord &record) const
{
    QStringList parts{record.title.isEmpty() ? tr("Untitled") : record.title};
    if (record.state == ConversationState::Running)
        parts.append(tr("running"));
    if (record.state == ConversationState::Running && !live(record.id))
        parts.append(m_agentTitles.value(record.agent, record.agent)); // The row has no room for both.
    parts.append(detail(record));
    if (record.state != ConversationState::Interrupted)
        parts.append(timeText(record));
    return parts.join(tr(", "));
}

int ConversationModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_sections.rowCount();
}

QVariant ConversationModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const ConversationRecord *found = record(index);
    if (!found) {
        const auto section = m_sections.at(index.row()).section;
        if (role == Qt::DisplayRole)
            return sectionTitle(section);
        if (role == Qt::AccessibleTextRole)
            return tr("%1, %n conversation(s)", nullptr, int(count(section))).arg(sectionTitle(section));
        return {};
    }
    switch (role) {
    case Qt::DisplayRole:
        return found->title.isEmpty() ? tr("Untitled") : found->title;
    case Qt::AccessibleTextRole:
        return accessibleText(*found);
    case Qt::ToolTipRole: // A name of a process may be longer than the side bar is wide.
        return found->state == ConversationState::Running && !live(found->id) ? detail(*found) : QString();
    case Qt::AccessibleDescriptionRole:
        return found->state == ConversationState::Interrupted ? tr("Resume with Ctrl+R") : QString();
    default:
        return {};
    }
}

Qt::ItemFlags ConversationModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    return record(index) ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren
                         : Qt::ItemNeverHasChildren;
}

} // namespace typeshift::ui
