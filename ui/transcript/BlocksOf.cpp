// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "transcript/BlocksOf.h"

#include <QHash>
#include <QSet>

#include <algorithm>

namespace typeshift::ui {

namespace {

QString textOf(const FunctionResult &result)
{
    QStringList texts;
    for (const auto &part : result.contents) {
        if (const auto *text = std::get_if<TextContent>(&part))
            texts.append(text->text);
        else if (const auto *file = std::get_if<FileContent>(&part))
            texts.append(file->name);
    }
    return texts.join(u'\n');
}

//! Walks entries in their order and keeps what a row needs to know of those before it.
class BlockMaker
{
public:
    BlockMaker(Activity activity, qsizetype entries)
        : m_activity(activity)
    {
        m_blocks.reserve(entries * 2); // A question, a header and an answer, a footer: more than entries, seldom twice.
    }

    void add(const StoredEntry &stored)
    {
        const ConversationEntry &entry = stored.entry;
        if (entry.isSummary) {
            addSummary(stored);
            return;
        }
        // All calls of a run are answered before anybody says something else, unless it was cut off.
        if (!entry.endsRun && saysSomething(entry))
            cutOff();
        bool hasAnswer = false;
        for (const Message &message : entry.messages) {
            ++m_messages;
            if (message.role == Role::User) {
                takeAnswers(message);
                addInput(message, entry.at);
            } else if (message.role == Role::Assistant) {
                hasAnswer = addAnswer(message, entry) || hasAnswer;
                takeDecisions(message);
            } else if (message.role == Role::Tool) {
                addResults(message);
            }
        }
        if (hasAnswer || entry.usage)
            ++m_footer.modelCalls;
        if (entry.usage)
            m_footer.usage += *entry.usage;
        if (entry.endsRun)
            endRun(stored);
    }

    //! The run was cut off here: what it left open gets no result. Requests are answered later, by a person.
    void cutOff()
    {
        for (auto open = m_open.begin(); open != m_open.end();) {
            if (open->isRequest || open->hasEnded) {
                ++open;
                continue;
            }
            rowOf(*open).state = ToolRow::State::EffectUnknown;
            open = m_open.erase(open);
        }
    }

    QList<Block> take()
    {
        if (m_activity == Activity::Settled)
            settleCalls();
        return std::move(m_blocks);
    }

private:
    struct OpenCall {
        qsizetype row = 0;
        bool isRequest = false; //!< waits for somebody's word
        bool hasEnded = false;  //!< the run it belongs to
        std::optional<bool> isApproved = std::nullopt;
    };

    static bool isOfApproval(const Content &content)
    {
        return std::holds_alternative<ApprovalRequest>(content) || std::holds_alternative<ApprovalResponse>(content);
    }

    static bool saysSomething(const ConversationEntry &entry)
    {
        return std::ranges::any_of(entry.messages, [](const Message &message) {
            return message.role != Role::Tool && !std::ranges::all_of(message.contents, isOfApproval);
        });
    }

    ToolRow &rowOf(const OpenCall &call) { return std::get<ToolRow>(m_blocks[call.row].content); }

    // Whether the message answers a request.
    bool noteResponses(const Message &message)
    {
        bool answers = false;
        for (const Content &content : message.contents) {
            const auto *response = std::get_if<ApprovalResponse>(&content);
            const auto open = response ? m_open.find(m_requests.value(response->requestId)) : m_open.end();
            if (open == m_open.end())
                continue;
            open->isApproved = response->approved;
            answers = true;
        }
        return answers;
    }

    // Where rules, standing approvals or the mode decided everything, the run goes on by itself. // 2.6.5
    void takeDecisions(const Message &message)
    {
        noteResponses(message);
        const auto waits = [](const OpenCall &call) { return call.isRequest && !call.hasEnded && !call.isApproved; };
        if (std::ranges::any_of(m_open, waits))
            return;
        for (OpenCall &open : m_open) {
            if (!open.isRequest || open.hasEnded)
                continue;
            open.isRequest = false;
            rowOf(open).state = ToolRow::State::Running;
        }
    }

    // A person's input decides every request of the run before: what it answers goes on, and so do the calls that were
    // decided then; the rest is passed by. // 2.6.6, 2.6.10
    void takeAnswers(const Message &message)
    {
        const bool answers = noteResponses(message);
        for (auto open = m_open.begin(); open != m_open.end();) {
            if (!open->isRequest || !open->hasEnded) {
                ++open;
                continue;
            }
            const bool goesOn = answers && open->isApproved;
            rowOf(*open).state = goesOn ? ToolRow::State::Running : ToolRow::State::WithoutResult;
            open->isRequest = false;
            open->hasEnded = false;
            open = goesOn ? std::next(open) : m_open.erase(open);
        }
    }

    void addSummary(const StoredEntry &stored)
    {
        SummaryDivider summary{{}, m_messages};
        for (const Message &message : stored.entry.messages)
            summary.text += message.text();
        m_blocks.append({{{}, RowId::Part::Summary, stored.sequence, 0}, summary});
        m_author.reset();
    }

    void addInput(const Message &message, const QDateTime &at)
    {
        UserText input;
        input.at = at;
        for (const Content &content : message.contents) {
            if (const auto *file = std::get_if<FileContent>(&content))
                input.attachments.append(file->name);
            else if (const auto *image = std::get_if<ImageContent>(&content))
                input.attachments.append(image->mediaType);
        }
        const QString text = message.text();
        if (text.isEmpty() && input.attachments.isEmpty())
            return; // approval answers: their call shows them
        const QStringList pieces = plainPieces(text);
        for (int piece = 0; piece < pieces.size(); ++piece) {
            input.text = pieces[piece];
            input.continued = piece > 0;
            input.continues = piece + 1 < pieces.size();
            m_blocks.append({{message.uid, RowId::Part::Input, 0, piece}, input});
            input.attachments.clear();
        }
        m_author.reset();
        if (!m_started.isValid())
            m_started = at;
        m_endsInAnswer = false;
    }

    bool addAnswer(const Message &message, const ConversationEntry &entry)
    {
        int texts = 0;
        int reasonings = 0;
        int calls = 0;
        bool hasAnswer = false;
        for (const Content &content : message.contents) {
            if (const auto *text = std::get_if<TextContent>(&content)) {
                addHeader(message, entry);
                m_blocks.append(textBlocks(text->text, {message.uid, RowId::Part::Text, texts++, 0}));
                m_endsInAnswer = true;
            } else if (const auto *reasoning = std::get_if<ReasoningContent>(&content)) {
                addHeader(message, entry);
                addReasoning(reasoning->text, {message.uid, RowId::Part::Reasoning, reasonings++, 0}, entry);
                m_endsInAnswer = true;
            } else if (const auto *call = std::get_if<FunctionCall>(&content)) {
                addHeader(message, entry);
                addCall(*call, false, {message.uid, RowId::Part::Call, calls++, 0});
            } else if (const auto *request = std::get_if<ApprovalRequest>(&content)) {
                addRequest(*request, {message.uid, RowId::Part::Call, calls++, 0});
                continue;
            } else if (const auto *result = std::get_if<FunctionResult>(&content)) {
                addResult(*result);
                continue;
            } else {
                continue;
            }
            hasAnswer = true;
        }
        return hasAnswer;
    }

    void addHeader(const Message &message, const ConversationEntry &entry)
    {
        const QString author = message.author.isEmpty() ? entry.agent : message.author;
        if (m_author == author)
            return;
        m_author = author;
        m_blocks.append({{message.uid, RowId::Part::Header, 0, 0}, AssistantHeader{author, entry.at}});
    }

    void addReasoning(const QString &text, const RowId &id, const ConversationEntry &entry)
    {
        QList<Block> blocks = reasoningBlocks(text, id);
        for (Block &block : blocks) {
            if (id.ordinal == 0 && entry.usage)
                std::get<Reasoning>(block.content).tokens = entry.usage->reasoning;
        }
        m_blocks.append(blocks);
    }

    void addCall(const FunctionCall &call, bool isRequest, const RowId &id)
    {
        m_open.insert(call.callId, {m_blocks.size(), isRequest, false});
        m_blocks.append({id, ToolRow{call, ToolRow::State::Running, {}}});
        m_endsInAnswer = false;
    }

    // Its call stands above, in the response that made it.
    void addRequest(const ApprovalRequest &request, const RowId &id)
    {
        if (!m_open.contains(request.call.callId))
            addCall(request.call, true, id);
        m_requests.insert(request.requestId, request.call.callId);
        OpenCall &open = m_open[request.call.callId];
        open.isRequest = true;
        rowOf(open).state = ToolRow::State::Waiting;
    }

    void addResults(const Message &message)
    {
        for (const Content &content : message.contents) {
            if (const auto *result = std::get_if<FunctionResult>(&content))
                addResult(*result);
        }
        m_endsInAnswer = false;
    }

    void addResult(const FunctionResult &result)
    {
        const auto at = m_open.constFind(result.callId);
        if (at == m_open.constEnd())
            return;
        ToolRow &row = rowOf(*at);
        const bool isRejected = !at->isApproved.value_or(true);
        row.state = isRejected ? ToolRow::State::Rejected
            : result.isError   ? ToolRow::State::Failed
                               : ToolRow::State::Done;
        row.result = textOf(result);
        m_open.erase(at);
    }

    void endRun(const StoredEntry &stored)
    {
        const auto error = stored.entry.error();
        const auto id = [&](RowId::Part part) { return RowId{{}, part, stored.sequence, 0}; };
        const bool isStopped = error && error->kind == Error::Kind::Cancelled;
        if (error && (m_endsInAnswer || isStopped)) {
            m_blocks.append({id(RowId::Part::Cut), Cut{isStopped ? Cut::Reason::Stopped : Cut::Reason::BrokeOff}});
        }
        if (error && !isStopped)
            m_blocks.append({id(RowId::Part::Error),
                             ErrorBar{*error, {stored.entry.provider, stored.entry.model, m_endsInAnswer}}});
        if (m_footer.modelCalls > 0 && (!error || isStopped)) {
            if (m_started.isValid() && stored.entry.at.isValid())
                m_footer.duration = std::chrono::milliseconds(std::max<qint64>(0, m_started.msecsTo(stored.entry.at)));
            m_blocks.append({id(RowId::Part::Footer), m_footer});
        }
        for (OpenCall &open : m_open)
            open.hasEnded = true;
        m_footer = {};
        m_started = {};
        m_author.reset();
        m_endsInAnswer = false;
    }

    void settleCalls()
    {
        cutOff();
        for (const OpenCall &open : std::as_const(m_open)) {
            if (!open.isRequest)
                rowOf(open).state = ToolRow::State::WithoutResult;
        }
    }

    Activity m_activity;
    QList<Block> m_blocks;
    QHash<QString, OpenCall> m_open;    //!< calls without a result, by their ids
    QHash<QString, QString> m_requests; //!< which call an approval request is about
    std::optional<QString> m_author;    //!< whose header stands above
    Footer m_footer;
    QDateTime m_started;
    qsizetype m_messages = 0;
    bool m_endsInAnswer = false; //!< nothing came after the last text: an error cut it
};

} // namespace

QList<Block> blocksOf(const QList<StoredEntry> &entries, Activity activity, qsizetype cut)
{
    BlockMaker maker(activity, entries.size());
    for (qsizetype i = 0; i < entries.size(); ++i) {
        if (i > 0 && i == cut)
            maker.cutOff();
        maker.add(entries[i]);
    }
    if (cut > 0 && cut == entries.size())
        maker.cutOff();
    return maker.take();
}

} // namespace typeshift::ui
