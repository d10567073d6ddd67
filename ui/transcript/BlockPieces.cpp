// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "transcript/BlocksOf.h"

#include <engine/conversations/OpenRequests.h>

#include <QSet>

namespace typeshift::ui {

namespace {

constexpr qsizetype pieceSize = 6'000;

} // namespace

QStringList plainPieces(const QString &text)
{
    QStringList pieces;
    qsizetype from = 0;
    while (text.size() - from > pieceSize) {
        qsizetype cut = text.lastIndexOf(u'\n', from + pieceSize - 1);
        const bool isLine = cut > from;
        if (!isLine)
            cut = from + pieceSize;
        pieces.append(text.mid(from, cut - from));
        from = cut + (isLine ? 1 : 0);
    }
    pieces.append(text.mid(from));
    return pieces;
}

QList<Block> textBlocks(const QString &markdown, const RowId &first)
{
    QList<Block> blocks;
    RowId id = first;
    QList<MarkdownPiece> pieces = markdownPieces(markdown);
    blocks.reserve(pieces.size());
    for (MarkdownPiece &piece : pieces) {
        blocks.append(blockOf(std::move(piece), id));
        ++id.piece;
    }
    return blocks;
}

QList<Block> reasoningBlocks(const QString &text, const RowId &first)
{
    QList<Block> blocks;
    RowId id = first;
    for (const QStringList pieces = plainPieces(text); const QString &piece : pieces) {
        blocks.append({id, Reasoning{piece, {}, {}, id.piece > 0}});
        ++id.piece;
    }
    return blocks;
}

Block blockOf(MarkdownPiece piece, const RowId &id)
{
    if (piece.kind == MarkdownPiece::Kind::Code) {
        return {id,
                CodeBlock{std::move(piece.source), std::move(piece.language), std::move(piece.title), piece.continued,
                          piece.continues}};
    }
    return {id, Prose{std::move(piece.source), piece.continued}};
}

bool hasOpenCalls(const QList<StoredEntry> &entries)
{
    QSet<QString> open;
    for (const StoredEntry &stored : entries) {
        for (const Message &message : stored.entry.messages) {
            for (const Content &content : message.contents) {
                if (const auto *call = std::get_if<FunctionCall>(&content))
                    open.insert(call->callId);
                else if (const auto *result = std::get_if<FunctionResult>(&content))
                    open.remove(result->callId);
            }
        }
    }
    return !open.isEmpty();
}

qsizetype beginOfOpenRun(const QList<StoredEntry> &entries)
{
    const auto beginOfRun = [&entries](qsizetype end) {
        while (end > 0 && !entries[end - 1].entry.endsRun && !entries[end - 1].entry.isSummary)
            --end;
        return end;
    };
    const qsizetype from = beginOfRun(entries.size());
    const bool mayAsk = from > 0 && from == entries.size();
    return mayAsk && !OpenRequests(entries).open().isEmpty() ? beginOfRun(from - 1) : from;
}

bool hasNewInput(const ConversationEntry &entry)
{
    if (entry.isSummary)
        return false;
    bool hasWords = false;
    for (const Message &message : entry.messages) {
        if (message.role != Role::User)
            continue;
        for (const Content &content : message.contents) {
            if (std::holds_alternative<ApprovalResponse>(content))
                return false;
            hasWords = true;
        }
    }
    return hasWords;
}

qsizetype beginOfLastRun(const QList<StoredEntry> &entries)
{
    qsizetype begin = 0;
    bool hasEnded = true;
    QSet<QString> open;
    for (qsizetype i = 0; i < entries.size(); ++i) {
        const ConversationEntry &entry = entries[i].entry;
        // Input while calls are open: the run before was cut off, for a run takes none then. // 2.4.3
        if ((hasEnded || !open.isEmpty()) && hasNewInput(entry)) {
            begin = i;
            open.clear();
        }
        for (const Message &message : entry.messages) {
            for (const Content &content : message.contents) {
                if (const auto *call = std::get_if<FunctionCall>(&content))
                    open.insert(call->callId);
                else if (const auto *result = std::get_if<FunctionResult>(&content))
                    open.remove(result->callId);
            }
        }
        const bool isStep = !entry.messages.isEmpty() || entry.endsRun;
        hasEnded = isStep ? entry.endsRun : hasEnded;
        if (hasEnded)
            open.clear();
    }
    return begin;
}

} // namespace typeshift::ui
