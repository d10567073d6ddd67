// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The scenes in which something waits for a person.
#include "Scenes.h"

#include "approval/ApprovalCard.h"
#include "approval/ApprovalDialog.h"
#include "page/ConversationPage.h"
#include "page/PageApprovals.h"
#include "plan/PlanReview.h"
#include "widgets/MessageBar.h"
#include "window/Actions.h"

#include <QDialog>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace typeshift {

namespace {

const QString rules = QStringLiteral("refunds:\n  currency: EUR\n  approver: billing\n\n  days: 60\n\n\nlimits:\n"
                                     "  halden-freight:\n    currency: EUR\n    auto_limit: %1\n%2    approver: "
                                     "billing-leads\n    window_days: 60\n");
const QString plan = QStringLiteral(
    "## Move the webhooks to the v2 API\n\nAll 14 subscriptions on v2 before v1 ends on 30 November, without losing an "
    "event.\n\n### What I found\n\n- 14 subscriptions use v1. For 11 of them v2 sends the same body.\n- 3 differ: "
    "`appointment.moved`, `invoice.settled`, `patient.merged`. v2 sends ids, not records.\n- The signature header "
    "changes from `X-Sig` to `X-Signature-256`.\n\n### Steps\n\n1. Add a v2 receiver next to v1 in "
    "`hooks/receiver.py`, with the new signature check.\n2. Write adapters for the 3 changed events, tested with "
    "recorded bodies.\n3. Subscribe to v2 in staging%1, and compare for 24 hours.\n4. Switch production one event at a "
    "time. v1 stays on for %2.\n5. Remove v1 once no event has come in for 7 days.\n\n```python\ndef verify(body: "
    "bytes, header: str) -> bool:\n    mac = hmac.new(SECRET_V2, body, sha256).hexdigest()\n    return "
    "hmac.compare_digest(f\"sha256={mac}\", header)\n```\n\n### Risks\n\n- While both are on, an event can arrive "
    "twice. The adapter drops repeats by event id.\n- Step 4 needs the production key. I will ask for it then.\n");

FunctionCall callOf(const QString &callId, const QString &tool, const QByteArray &arguments)
{
    return {.callId = callId, .name = tool, .arguments = arguments, .problem = {}, .raw = {}, .unknown = {}};
}

ApprovalRequest requestFor(const FunctionCall &call, int planRevision = 0)
{
    return {.requestId = u"request "_s + call.callId, .call = call, .planRevision = planRevision, .unknown = {}};
}

FunctionCall planCall(const QString &callId, const QString &markdown)
{
    return callOf(callId, u"exit_plan_mode"_s,
                  QJsonDocument(QJsonObject{{u"plan"_s, markdown}}).toJson(QJsonDocument::Compact));
}

ui::ApprovalDetails describe(const QString &tool)
{
    ui::ApprovalDetails details;
    if (tool == "edit_file"_L1) {
        details.evidence = ui::FileEdit{
            u"config/refund_rules.yaml"_s, rules.arg(u"5000"_s, QString()),
            rules.arg(u"20000"_s, u"    limit_note: \"duplicate charge, order 48213\"\n"_s)};
    } else if (tool == "run_command"_L1) {
        details.evidence = ui::ShellCommand{
            u"psql \"$BILLING_DB\" --single-transaction \\\n  -c \"UPDATE payments SET status = 'voided'\n      WHERE "
            "order_id = 48213 \u202eAND id <> 91844\""_s,
            {{u"Folder"_s, u"~/work/billing"_s}, {u"Time limit"_s, u"60 s"_s}}};
        details.risk = {true, u"Changes production data. What it voids cannot be taken back from here."_s};
    } else {
        details.risk = {true, u"Moves money: €184.50 leaves the account. Its key makes a repeat harmless."_s};
    }
    return details;
}

Task<ui::ApprovalDetails> detailsOf(QString tool)
{
    co_return describe(tool);
}

ui::Approval approvalOf(const FunctionCall &call, std::optional<ui::ApprovalClosing> closing)
{
    const ui::ApprovalDetails details = describe(call.name);
    return {.request = requestFor(call),
            .evidence = closing ? ui::Evidence() : details.evidence,
            .risk = closing ? ui::Risk() : details.risk,
            .words = {},
            .closing = std::move(closing),
            .check = {}};
}

const FunctionCall edit = callOf(QStringLiteral("c1"), QStringLiteral("edit_file"),
                                 R"({"path":"config/refund_rules.yaml"})");
const FunctionCall command = callOf(QStringLiteral("c2"), QStringLiteral("run_command"), R"({"command":"psql"})");
const FunctionCall payment = callOf(
    QStringLiteral("c3"), QStringLiteral("http_request"),
    R"({"method":"POST","url":"https://api.payrail.example/v1/refunds","headers":{"Idempotency-Key":"refund-48213-1"},)"
    R"("body":{"charge":"ch_91845","amount":18450,"currency":"EUR","reason":"duplicate","notify_customer":true}})");

} // namespace

ConversationId Scenes::storeRefund()
{
    const ConversationId id = begin(u"Refund for order 48213"_s, 7min);
    append(id,
           {said(Role::User, {TextContent{.text = u"Order 48213 was charged twice. Refund the second charge."_s}})});
    append(id,
           {said(Role::Assistant,
                 {TextContent{.text = u"€184.50 is over the automatic limit of €50, so I raise it, void the duplicate "
                                      "payment and refund the second charge to the customer's card."_s},
                  edit, command, payment})});
    append(id, {said(Role::Assistant, {requestFor(edit), requestFor(command), requestFor(payment)})});
    append(id, {}, true);
    return id;
}

ConversationId Scenes::storeWebhooks()
{
    const ConversationId id = begin(u"Migrate webhooks to the v2 API"_s, 21min);
    const FunctionCall first = planCall(u"p1"_s, plan.arg(QString(), u"48 hours"_s));
    const FunctionCall second = planCall(u"p2"_s, plan.arg(u" for the 11 equal events first"_s, u"7 days"_s));
    append(id, {said(Role::User, {TextContent{.text = u"Plan how we move our webhooks to v2."_s}})});
    append(id, {said(Role::Assistant, {first})});
    append(id, {said(Role::Assistant, {requestFor(first, 1)})});
    append(id, {}, true);
    ApprovalResponse back;
    back.requestId = requestFor(first).requestId;
    back.reason = u"48 hours is too short, the clinics close over the weekend. And start staging with the equal "
                  "events."_s;
    append(id, {said(Role::User, {back})});
    append(id, {said(Role::Assistant, {second})});
    append(id, {said(Role::Assistant, {requestFor(second, 2)})});
    append(id, {}, true);
    return id;
}

void Scenes::storeWaiting()
{
    m_webhooks = storeWebhooks();
    m_refund = storeRefund();
    m_desk.clock.offset = 0ms;
    m_desk.desk->describeCall = [](const ApprovalRequest &request, const QString &, const ConversationId &) {
        return detailsOf(request.call.name);
    };
}

bool Scenes::showCard()
{
    if (!showStored())
        return false;
    m_window->open(m_refund);
    return QTest::qWaitFor([this] { return m_window->findChild<ui::ApprovalCard *>()->isVisible(); });
}

bool Scenes::showApproval(const QString &tool)
{
    auto *shown = qobject_cast<ui::ApprovalDialog *>(m_dialog);
    if (!shown) {
        delete m_dialog;
        m_window->findChild<ui::PageApprovals *>()->review();
        shown = m_window->findChild<ui::ApprovalDialog *>();
        m_dialog = shown;
    }
    if (!shown)
        return false;
    for (const FunctionCall &call : {edit, command, payment}) {
        if (call.name == tool)
            shown->choose(requestFor(call).requestId);
    }
    return QTest::qWaitForWindowExposed(shown);
}

bool Scenes::showClosed()
{
    delete m_dialog;
    using Closing = ui::ApprovalClosing;
    const FunctionCall mail = callOf(u"c4"_s, u"send_email"_s, R"({"to":"finance@halden.example"})");
    const FunctionCall query = callOf(u"c5"_s, u"query_db"_s, R"({"sql":"select 1"})");
    m_decisions.setApprovals(
        {approvalOf(edit, std::nullopt), approvalOf(payment, std::nullopt),
         approvalOf(mail, Closing{Closing::Kind::Answered, true, u"Ada Lindqvist"_s, m_desk.clock.now()}),
         approvalOf(query, Closing{Closing::Kind::PassedBy, false, {}, {}})});
    auto *shown = new ui::ApprovalDialog({m_desk.appearance.theme(), m_desk.repository, m_desk.clock, m_desk.announcer},
                                         m_decisions, m_window.get());
    m_dialog = shown;
    shown->setScene({.agent = u"Assistant"_s,
                     .conversation = u"Refund for order 48213"_s,
                     .details = u"qwen3:32b"_s,
                     .mode = u"Default"_s,
                     .ran = {{u"get_order"_s, u"48213"_s, u"0.3 s"_s}}});
    shown->choose(requestFor(mail).requestId);
    shown->open();
    return QTest::qWaitForWindowExposed(shown);
}

bool Scenes::showPlan()
{
    delete m_dialog;
    m_window->open(m_webhooks);
    const auto review = [this] {
        m_window->findChild<ui::PageApprovals *>()->review();
        m_dialog = m_window->findChild<ui::PlanReview *>();
        return m_dialog != nullptr;
    };
    return QTest::qWaitFor([this] { return !m_window->page().session().openRequests().isEmpty(); })
        && QTest::qWaitFor(review) && QTest::qWaitForWindowExposed(m_dialog);
}

bool Scenes::showInbox()
{
    m_window->actions()[ui::Verb::Needs].trigger();
    const auto dialogs = m_window->findChildren<QDialog *>();
    m_dialog = dialogs.isEmpty() ? nullptr : dialogs.constLast();
    return m_dialog && QTest::qWaitForWindowExposed(m_dialog);
}

} // namespace typeshift
