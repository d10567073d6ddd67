// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "approval/Approval.h"
#include "page/Desk.h"

#include <engine/async/TaskScope.h>
#include <engine/base/StrongId.h>
#include <engine/chat/Content.h>

#include <QPointer>
#include <QWidget>

namespace typeshift::ui {

class ApprovalCard;
class ApprovalDecisions;
class ApprovalDialog;
class ConversationSession;
class MessageBar;
class PlanReview;
struct ApprovalDesk;

//! What waits for a person in the conversation that is shown: the card above the composer, and the windows it opens.
//! Never takes the focus. // T13
class PageApprovals final : public QWidget
{
    Q_OBJECT

public:
    //! The desk outlives it.
    explicit PageApprovals(Desk &desk, QWidget *parent = nullptr);
    ~PageApprovals() override;

    //! Shows what is open in the session, or hides. Decisions that were not sent stay while their requests are open.
    void present(const ConversationSession &session);
    //! The answers did not reach the store: they can be sent again.
    void unlock();
    bool isWaiting() const { return !m_open.isEmpty(); }
    //! Puts the focus on the card, or on the plan's button. // F8
    void takeFocus();
    //! Opens the dialog, or the plan.
    void review();
    QList<QWidget *> tabStops() const;

signals:
    //! Everything that was decided, at once.
    void answered(const QList<typeshift::ApprovalResponse> &responses);
    //! Escape on the card, or it went while it had the focus.
    void left();

private:
    void describe(const QList<Approval> &approvals);
    void presentPlan(const ConversationSession &session);
    void reviewPlan();

    Desk &m_desk;
    std::optional<ConversationId> m_conversation;
    QList<ApprovalRequest> m_open;
    QString m_agent;     //!< as people call it
    QString m_agentName; //!< as the engine does
    QString m_title;
    QString m_model;
    ApprovalDecisions *m_decisions;
    ApprovalCard *m_card;
    MessageBar *m_planBar;
    QPointer<ApprovalDialog> m_dialog;
    QPointer<PlanReview> m_plan;
    TaskScope m_tasks; // Last: what is under way goes first.
};

} // namespace typeshift::ui
