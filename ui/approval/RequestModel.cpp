// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/RequestModel.h"

#include "approval/ApprovalDecisions.h"
#include "approval/ApprovalWords.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

RequestModel::RequestModel(const ApprovalDecisions &decisions, QObject *parent)
    : QAbstractListModel(parent)
    , m_decisions(decisions)
{
    connect(&decisions, &ApprovalDecisions::changed, this, &RequestModel::renew);
    renew();
}

void RequestModel::renew()
{
    QList<Row> rows;
    for (const bool isOpen : {true, false}) {
        bool hasHeader = false;
        for (const Approval &approval : m_decisions.approvals()) {
            if (approval.isOpen() != isOpen)
                continue;
            if (!std::exchange(hasHeader, true))
                rows.append({isOpen ? tr("TO ANSWER") : tr("CLOSED"), {}, {}});
            const QString count = isOpen ? changeCount(approval) : QString();
            const QString summary = isOpen ? summaryOf(approval) : closingLine(*approval.closing);
            rows.append(
                {{}, approval.request.requestId, count.isEmpty() ? summary : QString(summary + u", "_s + count)});
        }
    }
    if (rows != m_rows) {
        beginResetModel();
        m_rows = rows;
        endResetModel();
    } else if (!rows.isEmpty()) {
        emit dataChanged(index(0), index(int(rows.size()) - 1));
    }
}

int RequestModel::rowOf(const QString &requestId) const
{
    const auto found = std::ranges::find(m_rows, requestId, &Row::requestId);
    return requestId.isEmpty() || found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

int RequestModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QString RequestModel::stateOf(const QString &requestId) const
{
    const Approval *approval = m_decisions.find(requestId);
    if (!approval)
        return {};
    if (approval->closing)
        return approval->closing->kind == ApprovalClosing::Kind::PassedBy ? tr("passed by") : tr("elsewhere");
    const auto decision = m_decisions.decision(requestId);
    if (!decision)
        return tr("open");
    switch (decision->kind) {
    case Decision::Kind::Once:
        return tr("Once");
    case Decision::Kind::Conversation:
        return tr("Conversation");
    case Decision::Kind::Reject:
        break;
    }
    return tr("Reject");
}

QVariant RequestModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &row = m_rows[index.row()];
    const Approval *approval = m_decisions.find(row.requestId);
    if (!approval) // A header.
        return role == Qt::DisplayRole || role == Qt::AccessibleTextRole ? row.header : QVariant();
    const QString name = visibleLine(approval->request.call.name, 80);
    switch (role) {
    case RequestIdRole:
        return row.requestId;
    case Qt::DisplayRole:
    case NameRole:
        return name;
    case SummaryRole:
        return row.summary;
    case StateRole:
        return stateOf(row.requestId);
    case SymbolRole:
        return symbolOf(*approval);
    case DecidedRole: {
        const auto decision = m_decisions.decision(row.requestId);
        return decision ? QVariant(int(decision->kind)) : QVariant();
    }
    case RiskyRole:
        return approval->risk.isRisky;
    case ClosedRole:
        return !approval->isOpen();
    case Qt::AccessibleTextRole:
        return approval->risk.isRisky ? tr("%1, risky, %2, %3").arg(name, stateOf(row.requestId), row.summary)
                                      : tr("%1, %2, %3").arg(name, stateOf(row.requestId), row.summary);
    default:
        return {};
    }
}

Qt::ItemFlags RequestModel::flags(const QModelIndex &index) const
{
    if (!index.isValid() || m_rows[index.row()].requestId.isEmpty())
        return Qt::NoItemFlags;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

} // namespace typeshift::ui
