// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Scenes.h"

#include "page/ConversationPage.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace typeshift {

namespace {

FunctionCall callOf(const QString &callId, const QString &tool, const QByteArray &arguments)
{
    return {.callId = callId, .name = tool, .arguments = arguments};
}

FunctionResult resultOf(const QString &callId, const QString &text, bool isError = false)
{
    return {.callId = callId, .contents = {TextContent{.text = text}}, .isError = isError};
}

// One call asks, and the other one of its response waits with it. // 2.6.2
QList<Content> requestsFor(const FunctionCall &plain, const FunctionCall &asked)
{
    ApprovalRequest first;
    first.requestId = u"r-export"_s;
    first.call = plain;
    ApprovalResponse decided;
    decided.requestId = first.requestId;
    decided.approved = true;
    decided.decidedBy = Decider::Plain;
    ApprovalRequest second;
    second.requestId = u"r-edit"_s;
    second.call = asked;
    return {first, decided, second};
}

} // namespace

// The run of design 01, as it stands when it asks.
bool Scenes::showInspector()
{
    const ConversationId id = begin(u"Duplicate invoices after 14 Oct import"_s, 2min);
    std::chrono::milliseconds at = -74s;
    const auto add = [&](std::chrono::milliseconds took, QList<Message> messages, std::optional<Usage> usage = {},
                         bool endsRun = false) {
        at += took;
        ConversationEntry entry;
        m_desk.clock.offset = at;
        entry.agent = u"assistant"_s;
        entry.at = m_desk.clock.now();
        entry.provider = u"ollama"_s;
        entry.model = u"qwen3:32b"_s;
        entry.messages = std::move(messages);
        entry.usage = usage;
        entry.endsRun = endsRun;
        (void)awaitTask(m_desk.workbench->store->appendConversation(id, entry));
    };
    const auto answer = [&](const QString &callId, const QString &text, bool isError = false) {
        return QList<Message>{said(Role::Tool, {resultOf(callId, text, isError)})};
    };
    const QString question =
        u"Finance found 212 invoices twice since that import. Find out why, and stop it before tonight's 22:00 run."_s;
    add(0s, {said(Role::User, {TextContent{.text = question}})});
    add(6'200ms,
        {said(Role::Assistant,
              {callOf(u"i1"_s, u"search_tickets"_s, R"({"text":"duplicate invoice","after":"2026-10-14"})"),
               callOf(u"i2"_s, u"read_log"_s, R"({"path":"import-2026-10-14.log"})"),
               callOf(u"i3"_s, u"query_db"_s, R"({"sql":"select batch, attempt from batches"})")})},
        Usage{.input = 74'000, .cacheRead = 60'000, .output = 500});
    add(600ms, answer(u"i1"_s, u"14 tickets"_s));
    add(1'200ms, answer(u"i2"_s, u"9 batches"_s));
    add(200ms, answer(u"i3"_s, u"Column \"attempt\" does not exist"_s, true));
    add(8'900ms,
        {said(Role::Assistant,
              {callOf(u"i4"_s, u"query_db"_s, R"({"sql":"select batch, tries from batches"})"),
               callOf(u"i5"_s, u"read_file"_s, R"({"path":"importer/retry.py"})")})},
        Usage{.input = 88'700, .cacheRead = 82'000, .output = 700});
    add(400ms, answer(u"i4"_s, u"3 batches"_s));
    add(100ms, answer(u"i5"_s, u"96 lines"_s));
    const FunctionCall exported = callOf(
        u"i6"_s, u"export_rows"_s, R"({"table":"invoices","batches":["B-0931","B-0934","B-0937"],"format":"csv"})");
    const FunctionCall edited = callOf(
        u"i7"_s, u"edit_file"_s,
        R"json({"path":"importer/retry.py","old":"timeout=30)","new":"timeout=30, headers=key)"})json");
    add(11'300ms,
        {said(
            Role::Assistant,
            {TextContent{
                 .text =
                     u"All 212 pairs come from **3 batches over 30 s**. Their retry has no `Idempotency-Key`, so they were booked twice."_s},
             exported, edited})},
        Usage{.input = 93'500, .cacheRead = 89'000, .output = 800});
    add(0s, {said(Role::Assistant, requestsFor(exported, edited))});
    add(0s, {}, {}, true);
    m_desk.clock.offset = 0ms;
    m_window->open(id);
    return QTest::qWaitFor([this] { return m_window->page().session().openRequests().size() == 1; });
}

} // namespace typeshift
