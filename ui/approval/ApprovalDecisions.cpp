// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/ApprovalDecisions.h"

#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

void ApprovalDecisions::setApprovals(const QList<Approval> &approvals)
{
    const QList<Approval> before = std::exchange(m_approvals, approvals);
    QStringList closed;
    for (const Approval &old : before) {
        const QString &id = old.request.requestId;
        const Approval *now = find(id);
        if (now && now->isOpen() && now->request == old.request)
            continue;
        m_decisions.remove(id);
        m_edits.remove(id);
        m_reasons.remove(id);
        if (old.isOpen() && (!now || !now->isOpen()) && !m_isSending)
            closed.append(id);
    }
    if (openCount() == 0)
        m_isSending = false;
    emit changed();
    for (const QString &id : std::as_const(closed))
        emit closedElsewhere(id);
}

QList<ApprovalDecisions::Unsent> ApprovalDecisions::unsent() const
{
    QList<Unsent> all;
    for (const Approval &approval : m_approvals) {
        const QString &id = approval.request.requestId;
        const Unsent each{
            .request = approval.request, .decision = decision(id), .arguments = edited(id), .reason = notedReason(id)};
        if (approval.isOpen() && (each.decision || each.arguments || !each.reason.isEmpty()))
            all.append(each);
    }
    return all;
}

void ApprovalDecisions::restore(const QList<Unsent> &unsent)
{
    for (const Unsent &each : unsent) {
        const QString &id = each.request.requestId;
        const Approval *approval = find(id);
        if (!approval || approval->request != each.request)
            continue;
        noteReason(id, each.reason);
        if (each.arguments)
            edit(id, each.arguments);
        if (each.decision)
            decide(id, *each.decision);
    }
    emit changed();
}

bool ApprovalDecisions::decide(const QString &requestId, const Decision &decision)
{
    const Approval *approval = find(requestId);
    const bool approves = decision.kind != Decision::Kind::Reject;
    if (!approval || !approval->isOpen() || m_isSending || (approves && problem(requestId))
        || (decision.kind == Decision::Kind::Conversation && !mayCoverConversation(*approval)))
        return false;
    m_decisions.insert(requestId, decision);
    emit changed();
    return true;
}

void ApprovalDecisions::undo(const QString &requestId)
{
    if (!m_isSending && m_decisions.remove(requestId))
        emit changed();
}

void ApprovalDecisions::edit(const QString &requestId, const std::optional<QByteArray> &arguments)
{
    const Approval *approval = find(requestId);
    if (!approval || !approval->isOpen() || m_isSending || edited(requestId) == arguments)
        return;
    if (arguments)
        m_edits.insert(requestId, *arguments);
    else
        m_edits.remove(requestId);
    // What was approved before were other arguments.
    if (const auto decided = decision(requestId); decided && decided->kind != Decision::Kind::Reject)
        m_decisions.remove(requestId);
    emit changed();
}

void ApprovalDecisions::noteReason(const QString &requestId, const QString &text)
{
    const Approval *approval = find(requestId);
    if (approval && approval->isOpen())
        m_reasons.insert(requestId, text);
}

bool ApprovalDecisions::send()
{
    if (m_isSending || m_decisions.isEmpty())
        return false;
    QList<ApprovalResponse> responses;
    for (const Approval &approval : std::as_const(m_approvals)) {
        const QString &id = approval.request.requestId;
        const auto decided = decision(id);
        if (!decided || !approval.isOpen())
            continue;
        ApprovalResponse response;
        response.requestId = id;
        response.approved = decided->kind != Decision::Kind::Reject;
        response.reason = response.approved ? QString() : decided->reason.trimmed();
        response.forConversation = decided->kind == Decision::Kind::Conversation;
        if (response.approved)
            response.editedArguments = edited(id);
        responses.append(response);
    }
    m_isSending = true;
    emit changed();
    emit answered(responses);
    return true;
}

void ApprovalDecisions::unlock()
{
    if (std::exchange(m_isSending, false))
        emit changed();
}

const Approval *ApprovalDecisions::find(const QString &requestId) const
{
    const auto found = std::ranges::find(m_approvals, requestId,
                                         [](const Approval &approval) { return approval.request.requestId; });
    return found == m_approvals.end() ? nullptr : &*found;
}

std::optional<Decision> ApprovalDecisions::decision(const QString &requestId) const
{
    const auto found = m_decisions.constFind(requestId);
    return found == m_decisions.constEnd() ? std::nullopt : std::optional(*found);
}

std::optional<QByteArray> ApprovalDecisions::edited(const QString &requestId) const
{
    const auto found = m_edits.constFind(requestId);
    return found == m_edits.constEnd() ? std::nullopt : std::optional(*found);
}

std::optional<QString> ApprovalDecisions::problem(const QString &requestId) const
{
    const auto arguments = edited(requestId);
    const Approval *approval = find(requestId);
    if (!arguments || !approval)
        return std::nullopt;
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(*arguments, &error);
    if (error.error != QJsonParseError::NoError) {
        const auto line = 1 + arguments->first(std::min<qsizetype>(error.offset, arguments->size())).count('\n');
        return tr("Line %1 is no JSON: %2.").arg(QString::number(line), error.errorString());
    }
    if (!document.isObject())
        return tr("The arguments of a call are one JSON object.");
    return approval->check ? approval->check(*arguments) : std::nullopt;
}

int ApprovalDecisions::openCount() const
{
    return int(std::ranges::count_if(m_approvals, &Approval::isOpen));
}

QString ApprovalDecisions::nextUndecided(const QString &from) const
{
    const auto start = std::ranges::find(m_approvals, from,
                                         [](const Approval &approval) { return approval.request.requestId; });
    const qsizetype offset = start == m_approvals.end() ? 0 : start - m_approvals.begin();
    for (qsizetype i = 0; i < m_approvals.size(); ++i) {
        const Approval &approval = m_approvals[(offset + i) % m_approvals.size()];
        if (approval.isOpen() && !m_decisions.contains(approval.request.requestId))
            return approval.request.requestId;
    }
    return {};
}

bool ApprovalDecisions::mayCoverConversation(const Approval &approval)
{
    return !approval.risk.isRisky && approval.request.planRevision == 0;
}

} // namespace typeshift::ui
