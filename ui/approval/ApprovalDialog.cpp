// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/ApprovalDialog.h"

#include "approval/AnswerGuard.h"
#include "approval/ApprovalDecisions.h"
#include "approval/ApprovalWords.h"
#include "approval/ArgumentsEdit.h"
#include "approval/DecisionRow.h"
#include "approval/EvidenceView.h"
#include "approval/RequestModel.h"
#include "theme/Theme.h"
#include "widgets/Announcer.h"
#include "widgets/KeyHintButton.h"
#include "widgets/MessageBar.h"

#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QPlainTextEdit>
#include <QShortcut>
#include <QStackedWidget>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

void ApprovalDialog::connectParts()
{
    connect(&m_decisions, &ApprovalDecisions::changed, this, &ApprovalDialog::renew);
    connect(&m_decisions, &ApprovalDecisions::closedElsewhere, this, [this](const QString &requestId) {
        const Approval *approval = m_decisions.find(requestId);
        if (approval && approval->closing)
            m_desk.announcer.announce(
                tr("%1: %2").arg(visibleLine(approval->request.call.name, 80), closingLine(*approval->closing)),
                Announcer::Tone::Assertive);
    });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex &index) {
        const QString id = index.data(RequestModel::RequestIdRole).toString();
        if (!id.isEmpty() && id != m_chosen)
            choose(id);
    });
    // The model is made anew when a request closes; the reader's place stays.
    connect(m_model, &RequestModel::modelReset, this, [this] {
        if (const int row = m_model->rowOf(m_chosen); row >= 0)
            m_list->setCurrentIndex(m_model->index(row));
    });
    connect(m_up, &QToolButton::clicked, this, [this] { step(-1); });
    connect(m_down, &QToolButton::clicked, this, [this] { step(1); });
    connect(m_evidence, &EvidenceView::seenChanged, this, [this] {
        if (const Approval *approval = m_decisions.find(m_chosen))
            renewDetail(*approval);
    });
    connect(m_edit, &ArgumentsEdit::argumentsChanged, this, &ApprovalDialog::takeEdit);
    connect(m_row, &DecisionRow::decided, this, &ApprovalDialog::decide);
    connect(m_row, &DecisionRow::undoRequested, this, &ApprovalDialog::undo);
    connect(m_row, &DecisionRow::editRequested, this, &ApprovalDialog::edit);
    connect(m_reason, &QPlainTextEdit::textChanged, this, [this] {
        const auto decision = m_decisions.decision(m_chosen);
        if (decision && decision->kind == Decision::Kind::Reject)
            m_decisions.decide(m_chosen, {Decision::Kind::Reject, m_reason->toPlainText()});
    });
    connect(m_later, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_send, &QPushButton::clicked, this, &ApprovalDialog::send);
    for (const QKeySequence &keys : {QKeySequence(Qt::CTRL | Qt::Key_Return), QKeySequence(Qt::CTRL | Qt::Key_Enter)}) {
        auto *sends = new QShortcut(keys, this);
        sends->setAutoRepeat(false);
        connect(sends, &QShortcut::activated, this, &ApprovalDialog::send);
    }
    auto *undoes = new QShortcut(QKeySequence::Undo, this);
    connect(undoes, &QShortcut::activated, this, [this] { undo(m_chosen); });
    connect(&m_desk.theme, &Theme::changed, this, &ApprovalDialog::renew);
}

// Return presses nothing that has not the focus: a dialog has no default button here. // DESIGN 4.3.2
void ApprovalDialog::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        return event->accept();
    QDialog::keyPressEvent(event);
}

void ApprovalDialog::choose(const QString &requestId)
{
    QString wanted = requestId;
    if (wanted.isEmpty())
        wanted = m_decisions.nextUndecided();
    if (wanted.isEmpty() && !m_decisions.approvals().isEmpty())
        wanted = m_decisions.approvals().constFirst().request.requestId;
    m_chosen = wanted;
    m_isEditing = false;
    m_guard->restart();
    if (const int row = m_model->rowOf(wanted); row >= 0)
        m_list->setCurrentIndex(m_model->index(row));
    renew();
}

void ApprovalDialog::step(int by)
{
    int row = m_list->currentIndex().row() + by;
    while (row >= 0 && row < m_model->rowCount()) {
        const QModelIndex index = m_model->index(row);
        if (index.flags().testFlag(Qt::ItemIsSelectable))
            return m_list->setCurrentIndex(index);
        row += by;
    }
}

void ApprovalDialog::decide(const QString &requestId, Decision::Kind kind)
{
    if (requestId != m_chosen)
        return;
    const bool isReject = kind == Decision::Kind::Reject;
    if (!m_decisions.decide(requestId, {kind, isReject ? m_reason->toPlainText() : QString()}))
        return;
    if (isReject)
        return m_reason->setFocus(Qt::OtherFocusReason);
    if (m_decisions.openCount() == 1)
        return send();
    if (const QString next = m_decisions.nextUndecided(requestId); !next.isEmpty())
        choose(next);
    else
        m_send->setFocus(Qt::OtherFocusReason);
    m_guard->restart();
}

void ApprovalDialog::undo(const QString &requestId)
{
    const bool had = m_reasonArea->isAncestorOf(focusWidget());
    m_decisions.undo(requestId);
    if (had || !focusWidget() || !focusWidget()->isVisible())
        m_list->setFocus(Qt::OtherFocusReason);
}

void ApprovalDialog::edit(const QString &requestId)
{
    const Approval *approval = m_decisions.find(requestId);
    if (!approval || !approval->isOpen())
        return;
    m_isEditing = !m_isEditing;
    if (m_isEditing)
        m_edit->begin(approval->request.call.arguments, m_decisions.edited(requestId));
    renew();
    if (m_isEditing)
        m_edit->setFocus(Qt::OtherFocusReason);
}

void ApprovalDialog::takeEdit()
{
    if (m_isEditing)
        m_decisions.edit(m_chosen, m_edit->changed());
}

void ApprovalDialog::send()
{
    if (m_guard->isOpen() && m_decisions.send())
        accept();
}

void ApprovalDialog::renew()
{
    const Approval *approval = m_decisions.find(m_chosen);
    if (!approval && !m_decisions.approvals().isEmpty())
        return choose();
    setWindowTitle(tr("Approvals: %1").arg(m_scene.conversation));
    m_headline->setFont(m_desk.theme.font(TextStyle::Heading));
    const int open = m_decisions.openCount();
    const QString agent = visibleLine(m_scene.agent, 80);
    m_headline->setText(open == 1 ? tr("%1 asks for an approval").arg(agent)
                                  : tr("%1 asks for %n approvals", nullptr, open).arg(agent));
    m_details->setText(m_scene.details);
    m_mode->setText(m_scene.mode.isEmpty() ? QString() : tr("Mode: %1").arg(m_scene.mode));
    if (approval)
        renewDetail(*approval);
    renewFoot();
}

void ApprovalDialog::renewDetail(const Approval &approval)
{
    const QString &id = approval.request.requestId;
    m_evidence->show(approval); // May tell that more is seen, which comes back here.
    const Theme &theme = m_desk.theme;
    m_name->setText(u"<b>%1</b> &nbsp;<span style='color:%2'>%3</span>"_s.arg(
        visibleMarkup(approval.request.call.name, theme, 80), theme.colour(Token::Text2).name(),
        std::holds_alternative<FileEdit>(approval.evidence) ? summaryOf(approval).toHtmlEscaped() : QString()));
    m_place->setText(approval.isOpen() ? tr("%1 of %2").arg(m_model->rowOf(id)).arg(m_decisions.openCount())
                                       : tr("Closed"));
    m_words->setText(u"“%1”"_s.arg(visibleMarkup(approval.words, theme, 600)));
    m_words->setVisible(!approval.words.isEmpty());
    renewBar(approval);
    m_isEditing = m_isEditing && approval.isOpen();
    m_stack->setCurrentWidget(m_isEditing ? static_cast<QWidget *>(m_edit) : m_evidence);
    const auto problem = m_decisions.problem(id);
    m_problem->setText(problem.value_or(QString()));
    m_problem->setVisible(problem.has_value());
    m_edit->setAccessibleDescription(problem.value_or(QString()));

    const auto decision = m_decisions.decision(id);
    const bool isLocked = !approval.isOpen() || m_decisions.isSending();
    m_row->show(approval,
                {.decided = decision ? std::optional(decision->kind) : std::nullopt,
                 .mayCoverConversation = ApprovalDecisions::mayCoverConversation(approval),
                 .hasShownAll = m_evidence->hasShownAll(),
                 .isEdited = m_decisions.edited(id).has_value(),
                 .hasProblem = problem.has_value(),
                 .isLocked = isLocked});
    const bool isRejected = decision && decision->kind == Decision::Kind::Reject;
    if (isRejected && m_reason->toPlainText() != decision->reason)
        m_reason->setPlainText(decision->reason);
    m_reasonArea->setVisible(isRejected && !isLocked);
    if (!isRejected) {
        const QSignalBlocker quiet(m_reason);
        m_reason->clear();
    }
}

void ApprovalDialog::renewBar(const Approval &approval)
{
    m_bar->setVisible(approval.closing || approval.risk.isRisky);
    if (approval.closing) {
        m_bar->setSeverity(MessageBar::Severity::Information);
        const bool isPassedBy = approval.closing->kind == ApprovalClosing::Kind::PassedBy;
        m_bar->setMessage(tr("%1.").arg(closingLine(*approval.closing)),
                          isPassedBy ? tr("The call did not run. There is nothing left to answer here.")
                                     : tr("There is nothing left to answer here."));
    } else if (approval.risk.isRisky) {
        const qsizetype end = approval.risk.why.indexOf(u". "_s);
        m_bar->setSeverity(MessageBar::Severity::Danger);
        m_bar->setMessage(visibleLine(end < 0 ? approval.risk.why : approval.risk.why.first(end + 1), 400),
                          end < 0 ? QString() : visibleLine(approval.risk.why.sliced(end + 2), 800), u"data-warning"_s);
    }
}

// What is left without an answer is passed by, and that is said before. // 2.6.10
void ApprovalDialog::renewFoot()
{
    const int open = m_decisions.openCount();
    const int decided = m_decisions.decidedCount();
    const int rest = open - decided;
    QString words = tr("%1 of %2 answered. Nothing is sent until you send it.").arg(decided).arg(open);
    if (m_decisions.isSending())
        words = tr("Your answers are on their way.");
    else if (open == 1 && decided == 0)
        words = tr("Approving sends the answer at once.");
    else if (decided > 0 && rest > 0)
        words = (rest == 1 ? tr("%1 of %2 answered. When you send now, the agent goes on without the other one.")
                           : tr("%1 of %2 answered. When you send now, the agent goes on without the %n others.",
                                nullptr, rest))
                    .arg(decided)
                    .arg(open);
    m_count->setText(words);
    m_send->setText(decided > 1 ? tr("Send %n answers", nullptr, decided) : tr("Send 1 answer"));
    m_send->setAccessibleName(m_send->text());
    m_send->setEnabled(decided > 0 && !m_decisions.isSending());
    m_send->setProminent(decided > 0 && rest == 0);
    m_up->setEnabled(m_list->currentIndex().row() > 1);
    m_down->setEnabled(m_list->currentIndex().row() + 1 < m_model->rowCount());
}

} // namespace typeshift::ui
