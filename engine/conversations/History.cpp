// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/History.h"

#include <QHash>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

using Place = std::pair<qsizetype, qsizetype>; // message, content

// Calls and results that found each other. A result answers the nearest earlier unanswered call with its id: ids may
// repeat in old or imported data. // 2.2.4
QSet<Place> answeredPairs(const QList<Message> &messages)
{
    QSet<Place> answered;
    QHash<QString, QList<Place>> open;
    for (qsizetype i = 0; i < messages.size(); ++i) {
        const QList<Content> &contents = messages.at(i).contents;
        for (qsizetype k = 0; k < contents.size(); ++k) {
            if (const auto *call = std::get_if<FunctionCall>(&contents.at(k))) {
                open[call->callId].append({i, k});
            } else if (const auto *result = std::get_if<FunctionResult>(&contents.at(k))) {
                QList<Place> &calls = open[result->callId];
                if (calls.isEmpty())
                    continue;
                answered.insert(calls.takeLast());
                answered.insert({i, k});
            }
        }
    }
    return answered;
}

bool isSeenByModels(const Content &content, bool isAnswered)
{
    if (std::holds_alternative<FunctionCall>(content) || std::holds_alternative<FunctionResult>(content))
        return isAnswered;
    return !std::holds_alternative<ErrorContent>(content) && !std::holds_alternative<UsageContent>(content)
        && !std::holds_alternative<ApprovalRequest>(content) && !std::holds_alternative<ApprovalResponse>(content);
}

// Tools that ran side by side were stored as they ended; a model sees the results, which are the last message, in the
// order of the calls. // 2.0.8
void sortByCalls(QList<Message> &messages)
{
    QStringList ids;
    auto each = messages.crbegin() + 1;
    while (each != messages.crend() && each->role == Role::User)
        ++each;
    for (; each != messages.crend() && each->role == Role::Assistant; ++each) {
        QStringList calls;
        for (const Content &content : each->contents) {
            if (const auto *call = std::get_if<FunctionCall>(&content))
                calls.append(call->callId);
        }
        ids = calls + ids;
    }
    const auto place = [&ids](const Content &content) {
        const auto *result = std::get_if<FunctionResult>(&content);
        const qsizetype found = result ? ids.indexOf(result->callId) : -1;
        return found < 0 ? ids.size() : found;
    };
    std::ranges::stable_sort(messages.last().contents, {}, place);
}

// The entries' messages. The results of a round were stored one by one under one uid. // 2.1.3
QList<Message> joined(const QList<StoredEntry> &entries)
{
    QList<Message> all;
    for (const StoredEntry &stored : entries) {
        for (const Message &message : stored.entry.messages) {
            const bool goesOn = message.role == Role::Tool && !message.uid.isNull() && !all.isEmpty()
                && all.constLast().role == Role::Tool && all.constLast().uid == message.uid;
            if (goesOn) {
                all.last().contents += message.contents;
                sortByCalls(all);
            } else {
                all.append(message);
            }
        }
    }
    return all;
}

// Input that came with a person's answers was stored before the results of the calls that they let run. // 2.6.16
QList<Message> withResultsBehindCalls(QList<Message> messages)
{
    for (qsizetype i = 1; i < messages.size(); ++i) {
        if (messages.at(i).role != Role::Tool || messages.at(i - 1).role != Role::User)
            continue;
        qsizetype place = i;
        while (place > 0 && messages.at(place - 1).role == Role::User)
            --place;
        if (place > 0)
            messages.move(i, place);
    }
    return messages;
}

bool hasMoreThanReasoning(const Message &message)
{
    for (const Content &content : message.contents) {
        const auto *text = std::get_if<TextContent>(&content);
        if (text ? !text->text.isEmpty() : !std::holds_alternative<ReasoningContent>(content))
            return true;
    }
    return false;
}

} // namespace

QList<Message> historyOf(const QList<StoredEntry> &entries, const AnsweredCalls &kept)
{
    return seenByModels(joined(entries), kept);
}

QList<Message> seenByModels(const QList<Message> &messages, const AnsweredCalls &kept)
{
    const QList<Message> all = withResultsBehindCalls(messages);
    const auto isKept = [&kept](const Message &message, const Content &content) {
        const auto *call = std::get_if<FunctionCall>(&content);
        return call && message.uid == kept.message && std::ranges::any_of(kept.calls, [call](const DecidedCall &each) {
                   return each.call.callId == call->callId;
               });
    };

    const QSet<Place> answered = answeredPairs(all);
    QList<Message> history;
    history.reserve(all.size());
    for (qsizetype i = 0; i < all.size(); ++i) {
        Message message = all.at(i); // Shares its contents unless something is left out.
        qsizetype place = 0;
        const auto isLeftOut = [&](const Content &content) {
            return !isSeenByModels(content, answered.contains({i, place++}) || isKept(all.at(i), content));
        };
        const QList<Content> &contents = all.at(i).contents;
        if (std::any_of(contents.begin(), contents.end(), isLeftOut)) {
            place = 0;
            message.contents.removeIf(isLeftOut);
        }
        if (hasMoreThanReasoning(message))
            history.append(std::move(message));
    }
    return history;
}

void markCut(Message &message)
{
    message.unknown[u"finish"_s] = u"interrupted"_s;
}

bool isCut(const Message &message)
{
    return message.unknown.value("finish"_L1).toString() == "interrupted"_L1;
}

QList<Message> withoutCutAnswer(QList<Message> history)
{
    while (!history.isEmpty() && isCut(history.constLast()))
        history.removeLast();
    return history;
}

std::optional<AgentMode> modeOf(const QList<StoredEntry> &entries)
{
    for (auto stored = entries.crbegin(); stored != entries.crend(); ++stored) {
        if (stored->entry.mode)
            return stored->entry.mode;
    }
    return std::nullopt;
}

QList<StandingApproval> standingApprovalsOf(const QList<StoredEntry> &entries)
{
    for (auto stored = entries.crbegin(); stored != entries.crend(); ++stored) {
        if (stored->entry.standingApprovals)
            return *stored->entry.standingApprovals;
    }
    return {};
}

int planRevisionOf(const QList<StoredEntry> &entries)
{
    int revision = 0;
    for (const StoredEntry &stored : entries) {
        for (const Message &message : stored.entry.messages) {
            for (const Content &content : message.contents) {
                if (const auto *request = std::get_if<ApprovalRequest>(&content))
                    revision = std::max(revision, request->planRevision);
            }
        }
    }
    return revision;
}

const ConversationEntry *lastStep(const QList<StoredEntry> &entries)
{
    for (auto stored = entries.crbegin(); stored != entries.crend(); ++stored) {
        const ConversationEntry &entry = stored->entry;
        if (!entry.messages.isEmpty() || !entry.standingApprovals || entry.isSummary)
            return &entry;
    }
    return nullptr;
}

bool isInterrupted(const QList<StoredEntry> &entries)
{
    return !entries.isEmpty() && !entries.constLast().entry.endsRun;
}

} // namespace typeshift
