// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "approval/Approval.h"

#include <QHash>
#include <QObject>

namespace typeshift::ui {

//! The open requests of one run with what was decided about each. Nothing leaves it before send(): until then every
//! decision can be undone. Each decision names its request, so one that is gone is never answered. // DESIGN 4.3.7, T18
class ApprovalDecisions final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    //! What was decided or written about an open request and not sent.
    struct Unsent {
        ApprovalRequest request;
        std::optional<Decision> decision;
        std::optional<QByteArray> arguments;
        QString reason;
        bool operator==(const Unsent &) const = default;
    };

    //! The requests as they stand now. Decisions of those that are still open, with the same call, are kept.
    void setApprovals(const QList<Approval> &approvals);
    //! For whoever shows other requests in the meantime: what restore() gives back.
    QList<Unsent> unsent() const;
    //! Only what belongs to requests that are open, with the same call, and may still be decided so.
    void restore(const QList<Unsent> &unsent);
    //! False when the request is not open, when it is being sent, or when it may not be decided so: a risky one for the
    //! conversation, or changed arguments that the tool does not take.
    bool decide(const QString &requestId, const Decision &decision);
    void undo(const QString &requestId);
    //! Arguments to run with instead of the proposed ones; none puts those back. // 2.6, decided 12
    void edit(const QString &requestId, const std::optional<QByteArray> &arguments);
    //! A reason that is being written; it counts only once it is part of a decision.
    void noteReason(const QString &requestId, const QString &text);
    QString notedReason(const QString &requestId) const { return m_reasons.value(requestId); }
    //! Hands out what was decided, once; false when there is nothing to send.
    bool send();
    //! The answers did not arrive: they can be changed and sent again.
    void unlock();

    const QList<Approval> &approvals() const { return m_approvals; }
    //! Null for one that is not known.
    const Approval *find(const QString &requestId) const;
    std::optional<Decision> decision(const QString &requestId) const;
    std::optional<QByteArray> edited(const QString &requestId) const;
    //! What is wrong with the changed arguments; none when they are right, or nothing was changed.
    std::optional<QString> problem(const QString &requestId) const;
    //! Open ones only.
    int openCount() const;
    int decidedCount() const { return int(m_decisions.size()); }
    //! The next open request without a decision, from the one given on and around; empty for none.
    QString nextUndecided(const QString &from = {}) const;
    bool isSending() const { return m_isSending; }
    static bool mayCoverConversation(const Approval &approval);

signals:
    void changed();
    //! One that was open here was closed by somebody else, or passed by.
    void closedElsewhere(const QString &requestId);
    //! All answers of the set, at once.
    void answered(const QList<typeshift::ApprovalResponse> &responses);

private:
    QList<Approval> m_approvals;
    QHash<QString, Decision> m_decisions;
    QHash<QString, QByteArray> m_edits;
    QHash<QString, QString> m_reasons;
    bool m_isSending = false;
};

} // namespace typeshift::ui
