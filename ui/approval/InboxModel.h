// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/base/StrongId.h>

#include <QAbstractListModel>
#include <QDateTime>

namespace typeshift::ui {

//! A conversation that waits for somebody's word.
struct InboxEntry {
    ConversationId conversation;
    QString title;
    QString agent;
    int approvals = 0; //!< open requests that are no plan
    bool hasPlan = false;
    bool isRisky = false; //!< one of them at least
    QDateTime since;      //!< UTC, of the oldest request
    bool operator==(const InboxEntry &) const = default;
};

//! All conversations with open requests, the longest waiting first. // F8
class InboxModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;

    //! What waits now; `now` in UTC, for how long. The same entries again change only their times.
    void setEntries(QList<InboxEntry> entries, const QDateTime &now);
    const QList<InboxEntry> &entries() const { return m_entries; }
    //! The conversation behind this one in the list, from the end to the start; the first without one. // F8
    std::optional<ConversationId> next(const std::optional<ConversationId> &from, int step = 1) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    QString stateOf(const InboxEntry &entry) const;

    QList<InboxEntry> m_entries;
    QDateTime m_now;
};

} // namespace typeshift::ui
