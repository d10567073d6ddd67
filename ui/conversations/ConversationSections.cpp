// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/ConversationSections.h"

namespace typeshift::ui {

namespace {

bool isNewer(const ConversationRecord &one, const ConversationRecord &other)
{
    return one.updatedAt != other.updatedAt ? one.updatedAt > other.updatedAt : one.id > other.id;
}

} // namespace

DaySections::DaySections(const QDate &today)
    : m_today(today.startOfDay().toUTC())
    , m_yesterday(today.addDays(-1).startOfDay().toUTC())
{
}

Section DaySections::sectionOf(const ConversationRecord &record) const
{
    switch (record.state) {
    case ConversationState::Asking:
        return Section::NeedsYou;
    case ConversationState::Running:
        return Section::Running;
    case ConversationState::Interrupted:
        return Section::Interrupted;
    case ConversationState::Idle:
        break;
    }
    if (record.updatedAt >= m_today)
        return Section::Today;
    return record.updatedAt >= m_yesterday ? Section::Yesterday : Section::Earlier;
}

Section sectionOf(const ConversationRecord &record, const QDate &today)
{
    return DaySections(today).sectionOf(record);
}

void ConversationSections::fill(QList<ConversationRecord> records, const QDate &today)
{
    for (QList<ConversationRecord> &section : m_sections)
        section.clear();
    const DaySections days(today);
    for (ConversationRecord &record : records)
        m_sections[std::size_t(days.sectionOf(record))].append(std::move(record));
    for (QList<ConversationRecord> &section : m_sections) {
        if (!std::ranges::is_sorted(std::as_const(section), isNewer))
            std::ranges::sort(section, isNewer);
    }
}

qsizetype ConversationSections::placeFor(Section section, const ConversationRecord &record) const
{
    const QList<ConversationRecord> &list = in(section);
    return std::distance(list.cbegin(), std::lower_bound(list.cbegin(), list.cend(), record, isNewer));
}

void ConversationSections::insert(Section section, qsizetype index, ConversationRecord record)
{
    m_sections[std::size_t(section)].insert(index, std::move(record));
}

void ConversationSections::replace(Section section, qsizetype index, ConversationRecord record)
{
    m_sections[std::size_t(section)][index] = std::move(record);
}

void ConversationSections::remove(Section section, qsizetype index)
{
    m_sections[std::size_t(section)].removeAt(index);
}

int ConversationSections::rowCount() const
{
    qsizetype rows = 0;
    for (const QList<ConversationRecord> &section : m_sections)
        rows += section.isEmpty() ? 0 : section.size() + 1;
    return int(rows);
}

ConversationSections::Place ConversationSections::at(int row) const
{
    qsizetype rest = row;
    for (int section = 0; section < sectionCount; ++section) {
        const qsizetype size = m_sections[std::size_t(section)].size();
        if (size == 0)
            continue;
        if (rest <= size)
            return {Section(section), rest - 1};
        rest -= size + 1;
    }
    return {};
}

int ConversationSections::headerRow(Section section) const
{
    qsizetype rows = 0;
    for (int before = 0; before < int(section); ++before) {
        const qsizetype size = m_sections[std::size_t(before)].size();
        rows += size == 0 ? 0 : size + 1;
    }
    return int(rows);
}

std::optional<ConversationSections::Place> ConversationSections::find(const ConversationId &conversation) const
{
    for (int section = 0; section < sectionCount; ++section) {
        const QList<ConversationRecord> &list = m_sections[std::size_t(section)];
        for (qsizetype i = 0; i < list.size(); ++i) {
            if (list[i].id == conversation)
                return Place{Section(section), i};
        }
    }
    return std::nullopt;
}

} // namespace typeshift::ui
