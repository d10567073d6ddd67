// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "page/PageApprovals.h"

#include "approval/ApprovalCard.h"
#include "approval/ApprovalDialog.h"
#include "page/ConversationSession.h"
#include "plan/PlanReview.h"
#include "theme/Theme.h"
#include "widgets/Announcer.h"
#include "widgets/KeyHintButton.h"
#include "widgets/MessageBar.h"
#include "words/Numbers.h"

#include <QTimerEvent>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace typeshift::ui {

namespace {

bool isPlan(const ApprovalRequest &request)
{
    return request.planRevision > 0;
}

} // namespace

PageApprovals::PageApprovals(Desk &desk, QWidget *parent)
    : QWidget(parent)
    , m_desk(desk)
    , m_decisions(new ApprovalDecisions(this))
    , m_card(new ApprovalCard({desk.theme, desk.repository, desk.clock, desk.announcer}, *m_decisions))
    , m_planBar(new MessageBar(desk.theme, MessageBar::Severity::Attention))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, desk.theme.px(8));
    column->setSpacing(desk.theme.px(8));
    column->addWidget(m_card);
    column->addWidget(m_planBar);
    KeyHintButton *open = m_planBar->addAction(tr("Review the plan…"));
    connect(open, &QPushButton::clicked, this, &PageApprovals::reviewPlan);
    connect(m_decisions, &ApprovalDecisions::answered, this, &PageApprovals::answered);
    connect(m_card, &ApprovalCard::reviewRequested, this, &PageApprovals::review);
    connect(m_card, &ApprovalCard::left, this, &PageApprovals::left);
    connect(m_card, &ApprovalCard::focusLost, this, &PageApprovals::left);
    m_planBar->hide();
    hide();
}

PageApprovals::~PageApprovals()
{
    delete m_dialog; // They borrow the decisions.
    delete m_plan;
}

void PageApprovals::present(const ConversationSession &session)
{
    m_agent = session.agentTitle();
    m_title = session.record().title;
    m_model = session.choice().model;
    if (m_conversation != session.id())
        change(session);
    const QList<ApprovalRequest> open = session.openRequests();
    m_plans = session.waiting().plans();
    const bool isRead = session.phase() != ConversationSession::Phase::Loading;
    if (open == m_open) {
        if (open.isEmpty())
            m_isOnItsWay = !isRead;
        if (open.isEmpty() && isRead)
            giveWantedFocus();
        return;
    }
    m_isOnItsWay = true;
    const bool isNew = !open.isEmpty() && m_open.isEmpty();
    m_open = open;
    m_agentName = session.agentName();
    QList<Approval> approvals;
    for (const ApprovalRequest &request : open) {
        if (!isPlan(request))
            approvals.append(Approval{.request = request,
                                      .evidence = {},
                                      .risk = {},
                                      .words = session.waiting().words(request.requestId),
                                      .closing = {},
                                      .check = {}});
    }
    m_since = session.waiting().since();
    setVisible(!open.isEmpty());
    tellWaiting();
    m_tasks.clear();
    presentPlan();
    if (m_desk.describeCall && !approvals.isEmpty())
        describe(approvals);
    else
        showApprovals(approvals);
    if (approvals.isEmpty() && m_dialog)
        m_dialog->close();
    if (isNew)
        m_desk.announcer.announce(approvals.isEmpty() ? tr("A plan is ready.") : tr("Needs your approval."),
                                  Announcer::Tone::Assertive);
}

// Another conversation: what was decided in the one before waits for its return.
void PageApprovals::change(const ConversationSession &session)
{
    if (const auto unsent = m_decisions->unsent(); m_conversation && !unsent.isEmpty())
        m_unsent.insert(*m_conversation, unsent);
    m_conversation = session.id();
    delete m_dialog; // They are about the conversation before.
    delete m_plan;
    m_tasks.clear();
    m_open.clear();
    m_decisions->setApprovals({});
    m_wantsFocus = false;
    presentPlan();
    m_secondTimer.stop();
    hide();
}

void PageApprovals::tellWaiting()
{
    if (m_open.isEmpty() || !m_since.isValid())
        return m_secondTimer.stop();
    const auto passed = std::max(std::chrono::milliseconds(m_since.msecsTo(m_desk.clock.now())), 0ms);
    const QString words = passed < 1h ? elapsedText(std::chrono::duration_cast<std::chrono::seconds>(passed))
                                      : durationText(passed);
    m_card->setWaiting(tr("waiting %1").arg(words));
    if (!m_secondTimer.isActive())
        m_secondTimer.start(1s, Qt::CoarseTimer, this);
}

void PageApprovals::timerEvent(QTimerEvent *event)
{
    if (event->timerId() == m_secondTimer.timerId())
        tellWaiting();
    else
        QWidget::timerEvent(event);
}

// The requests are shown once all is known about them: what somebody decides about does not change under the hand.
void PageApprovals::describe(const QList<Approval> &approvals)
{
    const auto described = std::make_shared<QList<Approval>>(approvals);
    const auto left = std::make_shared<qsizetype>(approvals.size());
    for (qsizetype i = 0; i < approvals.size(); ++i) {
        m_tasks.start(m_desk.describeCall(approvals.at(i).request, m_agentName, *m_conversation),
                      [this, i, described, left](ApprovalDetails details) {
                          Approval &approval = (*described)[i];
                          approval.evidence = std::move(details.evidence);
                          approval.risk = std::move(details.risk);
                          approval.check = std::move(details.check);
                          if (--*left == 0)
                              showApprovals(*described);
                      });
    }
}

void PageApprovals::showApprovals(const QList<Approval> &approvals)
{
    m_decisions->setApprovals(approvals);
    if (m_conversation && !approvals.isEmpty())
        m_decisions->restore(m_unsent.take(*m_conversation));
    m_isOnItsWay = false;
    giveWantedFocus();
}

void PageApprovals::presentPlan()
{
    const auto plan = std::ranges::find_if(m_open, isPlan);
    m_planBar->setVisible(plan != m_open.end());
    if (plan != m_open.end())
        m_planBar->setMessage(tr("%1 has a plan for you to review.").arg(m_agent),
                              tr("Nothing is changed before you approve it."), u"view-task"_s);
    if (m_plan)
        m_plan->setRevisions(plan == m_open.end() ? QList<PlanRevision>() : m_plans);
}

void PageApprovals::unlock()
{
    m_decisions->unlock();
}

bool PageApprovals::takeFocus()
{
    const QWidget *focused = window()->focusWidget();
    auto *plan = m_planBar->isVisible() ? m_planBar->findChild<KeyHintButton *>() : nullptr;
    const bool isOnCard = focused && (focused == m_card || m_card->isAncestorOf(focused));
    const bool isOnPlan = plan && focused == plan;
    if (m_card->isVisible() && !isOnCard && !isOnPlan) {
        m_card->takeFocus();
        return true;
    }
    if (!plan || isOnPlan)
        return false;
    plan->setFocus(Qt::ShortcutFocusReason);
    return true;
}

void PageApprovals::takeFocusOnceShown()
{
    if (takeFocus() || !m_isOnItsWay)
        return;
    m_wantsFocus = true;
    m_focusBefore = window()->focusWidget();
}

void PageApprovals::giveWantedFocus()
{
    if (!std::exchange(m_wantsFocus, false) || window()->focusWidget() != m_focusBefore)
        return;
    if (!takeFocus() && m_open.isEmpty())
        emit foundNothing();
}

void PageApprovals::review()
{
    if (m_decisions->openCount() == 0)
        return reviewPlan();
    if (!m_dialog) {
        m_dialog = new ApprovalDialog({m_desk.theme, m_desk.repository, m_desk.clock, m_desk.announcer}, *m_decisions,
                                      window());
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    m_dialog->setScene({.agent = m_agent, .conversation = m_title, .details = m_model, .mode = {}, .ran = {}});
    m_dialog->open();
}

void PageApprovals::reviewPlan()
{
    const auto plan = std::ranges::find_if(m_open, isPlan);
    if (plan == m_open.end())
        return;
    delete m_plan;
    m_plan = new PlanReview({m_desk.theme, m_desk.repository, m_desk.clock, m_desk.announcer}, window());
    m_plan->setAttribute(Qt::WA_DeleteOnClose);
    m_plan->setScene(m_agent, m_title, m_model);
    m_plan->setRevisions(m_plans);
    connect(m_plan, &PlanReview::answered, this,
            [this](const ApprovalResponse &response) { emit answered({response}); });
    m_plan->open();
}

QList<QWidget *> PageApprovals::tabStops() const
{
    QList<QWidget *> stops = m_card->tabStops();
    if (auto *button = m_planBar->findChild<KeyHintButton *>())
        stops.append(button);
    return stops;
}

} // namespace typeshift::ui
