// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "approval/ApprovalDecisions.h"
#include "page/Desk.h"
#include "plan/PlanRevision.h"

#include <engine/async/TaskScope.h>
#include <engine/base/StrongId.h>
#include <engine/chat/Content.h>

#include <QBasicTimer>
#include <QDateTime>
#include <QPointer>
#include <QWidget>

namespace typeshift::ui {

class ApprovalCard;
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

    //! Shows what is open in the session, or hides. Decisions that were not sent stay while their requests are open,
    //! also while another conversation is shown.
    void present(const ConversationSession &session);
    //! The answers did not reach the store: they can be sent again.
    void unlock();
    bool isWaiting() const { return !m_open.isEmpty(); }
    //! Puts the focus on the card, then on the plan's button; false when it is on the last of them, or nothing waits.
    //! // F8
    bool takeFocus();
    //! The same as soon as what waits can be seen, unless somebody goes elsewhere before.
    void takeFocusOnceShown();
    //! Opens the dialog, or the plan.
    void review();
    QList<QWidget *> tabStops() const;

signals:
    //! Everything that was decided, at once.
    void answered(const QList<typeshift::ApprovalResponse> &responses);
    //! Escape on the card, or it went while it had the focus.
    void left();
    //! takeFocusOnceShown() found nothing that waits.
    void foundNothing();

protected:
    void timerEvent(QTimerEvent *event) override;

private:
    void tellWaiting();
    void change(const ConversationSession &session);
    void describe(const QList<Approval> &approvals);
    void showApprovals(const QList<Approval> &approvals);
    void presentPlan();
    void giveWantedFocus();
    void reviewPlan();

    Desk &m_desk;
    std::optional<ConversationId> m_conversation;
    QList<ApprovalRequest> m_open;
    QList<PlanRevision> m_plans;
    QDateTime m_since; //!< of the oldest request, UTC
    //! By conversation, of those that are not shown.
    QHash<ConversationId, QList<ApprovalDecisions::Unsent>> m_unsent;
    QString m_agent;     //!< as people call it
    QString m_agentName; //!< as the engine does
    QString m_title;
    QString m_model;
    ApprovalDecisions *m_decisions;
    ApprovalCard *m_card;
    MessageBar *m_planBar;
    QPointer<ApprovalDialog> m_dialog;
    QPointer<PlanReview> m_plan;
    bool m_isOnItsWay = false; //!< what waits is still being read
    bool m_wantsFocus = false;
    QPointer<QWidget> m_focusBefore; //!< where it was when the card was asked to take it
    QBasicTimer m_secondTimer;
    TaskScope m_tasks; // Last: what is under way goes first.
};

} // namespace typeshift::ui
