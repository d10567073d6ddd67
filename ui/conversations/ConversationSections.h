// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/workbench/ConversationRecord.h>

#include <QList>

#include <array>

namespace typeshift::ui {

//! The parts of the list, in the order of the design: what needs somebody, what runs, the rest by day. // DESIGN 0.1
enum class Section { NeedsYou, Running, Interrupted, Today, Yesterday, Earlier };

inline constexpr int sectionCount = int(Section::Earlier) + 1;

//! Where a conversation stands at this moment.
Section sectionOf(const ConversationRecord &record, const QDate &today);

//! Sorts many conversations by day without turning each time into a local date.
class DaySections
{
public:
    explicit DaySections(const QDate &today);
    Section sectionOf(const ConversationRecord &record) const;

private:
    QDateTime m_today;
    QDateTime m_yesterday;
};

//! The conversations in sections, newest first in each, as rows: a header for every section that is not empty, then
//! its conversations. A value without signals; the model announces.
class ConversationSections
{
public:
    //! A row of the list: the header of a section, or a conversation of it.
    struct Place {
        Section section = Section::Today;
        qsizetype index = -1; //!< in the section; -1 is its header
    };

    void fill(QList<ConversationRecord> records, const QDate &today);
    const QList<ConversationRecord> &in(Section section) const { return m_sections[std::size_t(section)]; }
    //! Where a record belongs among those of its section.
    qsizetype placeFor(Section section, const ConversationRecord &record) const;
    void insert(Section section, qsizetype index, ConversationRecord record);
    void replace(Section section, qsizetype index, ConversationRecord record);
    void remove(Section section, qsizetype index);

    int rowCount() const;
    Place at(int row) const;
    //! The row of a section's header, or where it would be.
    int headerRow(Section section) const;
    int rowOf(Section section, qsizetype index) const { return headerRow(section) + 1 + int(index); }
    //! None when it is not listed.
    std::optional<Place> find(const ConversationId &conversation) const;

private:
    std::array<QList<ConversationRecord>, sectionCount> m_sections;
};

} // namespace typeshift::ui
