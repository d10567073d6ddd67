// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>

namespace typeshift::ui {

class ApprovalDecisions;

//! The requests of a set as a list: those to answer, below them those that are closed, each under its header.
class RequestModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role {
        RequestIdRole = Qt::UserRole, //!< empty for a header
        NameRole,
        SummaryRole,
        StateRole,   //!< the word at the right
        SymbolRole,  //!< icon of the call
        DecidedRole, //!< int of Decision::Kind; invalid for none
        RiskyRole,
        ClosedRole,
    };

    //! The decisions outlive the model.
    explicit RequestModel(const ApprovalDecisions &decisions, QObject *parent = nullptr);

    //! The row of a request; -1 for none.
    int rowOf(const QString &requestId) const;
    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    struct Row {
        QString header;
        QString requestId;
        QString summary; //!< with the count of changes
        bool operator==(const Row &) const = default;
    };

    void renew();
    QString stateOf(const QString &requestId) const;

    const ApprovalDecisions &m_decisions;
    QList<Row> m_rows;
};

} // namespace typeshift::ui
