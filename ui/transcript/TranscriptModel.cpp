// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "transcript/TranscriptModel.h"

#include "transcript/BlockWords.h"

#include <QTimerEvent>

namespace typeshift::ui {

TranscriptModel::TranscriptModel(QObject *parent)
    : QAbstractListModel(parent)
{
}

//! The rows of these entries, with names as people know them.
QList<Block> TranscriptModel::made(const QList<StoredEntry> &entries, Activity activity, qsizetype cut) const
{
    QList<Block> blocks = blocksOf(entries, activity, cut);
    for (Block &block : blocks) {
        if (auto *bar = std::get_if<ErrorBar>(&block.content))
            bar->context.provider = m_providerTitles.value(bar->context.provider, bar->context.provider);
    }
    return blocks;
}

void TranscriptModel::setEntries(const QList<StoredEntry> &entries)
{
    beginResetModel();
    endStream();
    m_notices.clear();
    m_activity = Activity::Settled;
    m_revisions.clear();
    m_rows = made(entries, Activity::Settled);
    // The rows of the last run may still change: its calls may get results, and so may those that it asked a person
    // for.
    m_tail = entries.mid(beginOfOpenRun(entries));
    m_tailRow = int(m_rows.size() - blocksOf(m_tail).size());
    endResetModel();
}

void TranscriptModel::prependEntries(const QList<StoredEntry> &entries)
{
    QList<Block> blocks = made(entries, Activity::Settled);
    if (blocks.isEmpty())
        return;
    beginInsertRows({}, 0, int(blocks.size()) - 1);
    const int count = int(blocks.size());
    blocks.append(std::exchange(m_rows, {}));
    m_rows = std::move(blocks);
    m_tailRow += count;
    endInsertRows();
}

void TranscriptModel::apply(const ChatUpdate &update)
{
    // A new run begins behind one that never ended.
    if (std::exchange(m_activity, Activity::Live) == Activity::Settled)
        m_cut = m_tail.isEmpty() || m_tail.constLast().entry.endsRun ? 0 : m_tail.size();
    if (const auto *text = std::get_if<TextDelta>(&update)) {
        append(text->message, text->text, false);
    } else if (const auto *reasoning = std::get_if<ReasoningDelta>(&update)) {
        append(reasoning->message, reasoning->text, true);
    } else if (const auto *call = std::get_if<CallUpdate>(&update)) {
        dropNotices();
        announce();
        const RowId id{call->message, RowId::Part::Call, m_streamedCalls.size(), 0};
        if (m_streaming != call->message)
            m_streamStarted = QDateTime::currentDateTimeUtc();
        m_streaming = call->message;
        m_streamedCalls.append({id, ToolRow{call->call, ToolRow::State::Running, {}}});
        replaceTail();
    } else if (const auto *retry = std::get_if<RetryUpdate>(&update)) {
        addNotice({Notice::Kind::Retry, retry->error, retry->attempt, retry->delay});
    } else if (const auto *failed = std::get_if<StoreFailedUpdate>(&update)) {
        addNotice({Notice::Kind::StoreFailed, failed->error, 0, {}});
    } else if (const auto *stored = std::get_if<StoredUpdate>(&update)) {
        takeStored(stored->stored);
    }
}

void TranscriptModel::finishRun()
{
    announce();
    m_activity = Activity::Settled;
    dropNotices();
    replaceTail();
    if (!m_tail.isEmpty() && m_tail.constLast().entry.endsRun && !hasOpenCalls(m_tail)) {
        m_tail.clear();
        m_tailRow = int(m_rows.size());
    }
}

void TranscriptModel::setAuthorTitles(const QHash<QString, QString> &titles)
{
    m_titles = titles;
    for (int row = 0; row < m_rows.size(); ++row) {
        if (m_rows[row].as<AssistantHeader>()) {
            ++m_revisions[m_rows[row].id];
            emit dataChanged(index(row), index(row));
        }
    }
}

void TranscriptModel::append(const QUuid &message, const QString &text, bool isReasoning)
{
    dropNotices();
    if (message != m_streaming) {
        announce();
        endStream();
        m_streaming = message;
        m_streamStarted = QDateTime::currentDateTimeUtc();
    }
    if (m_parts.isEmpty() || m_parts.constLast().isReasoning != isReasoning) {
        announce();
        if (isReasoning)
            m_reasoningTime.start();
        qint64 ordinal = 0;
        for (const Part &part : std::as_const(m_parts))
            ordinal += part.isReasoning == isReasoning ? 1 : 0;
        Part part;
        part.first = {message, isReasoning ? RowId::Part::Reasoning : RowId::Part::Text, ordinal, 0};
        part.isReasoning = isReasoning;
        m_parts.append(part);
    }
    Part &part = m_parts.last();
    if (isReasoning) {
        part.text += text;
        m_reasoningDurations[message] = std::chrono::seconds(m_reasoningTime.elapsed() / 1000);
    } else {
        part.splitter.append(text);
    }
    m_isDirty = true;
    const qint64 since = m_lastAnnounced.isValid() ? m_lastAnnounced.elapsed() : announceMilliseconds;
    if (since >= announceMilliseconds)
        announce();
    else if (!m_timer.isActive())
        m_timer.start(int(announceMilliseconds - since), Qt::PreciseTimer, this);
}

void TranscriptModel::timerEvent(QTimerEvent *event)
{
    if (event->timerId() == m_timer.timerId())
        announce();
}

void TranscriptModel::announce()
{
    m_timer.stop();
    if (!m_isDirty)
        return;
    m_isDirty = false;
    m_lastAnnounced.start();
    Part &part = m_parts.last();
    if (part.rows == 0)
        replaceTail(); // a new part: a header may come with it
    else
        announcePart(part);
}

//! Makes the last row of a part anew, and the rows that follow from it; what is closed stays as it is.
void TranscriptModel::announcePart(Part &part)
{
    const int end = int(m_rows.size() - m_notices.size() - m_streamedCalls.size());
    const int first = end - part.rows;
    QList<Block> blocks;
    RowId id = part.first;
    if (part.isReasoning) {
        blocks = reasoningOf(part);
        part.rows = int(blocks.size());
        replaceFrom(first, blocks + m_streamedCalls + m_notices);
        return;
    }
    const QList<MarkdownPiece> &closed = part.splitter.closed();
    const QList<MarkdownPiece> open = part.splitter.open();
    id.piece = int(part.announcedPieces);
    for (qsizetype i = part.announcedPieces; i < closed.size(); ++i, ++id.piece)
        blocks.append(blockOf(closed[i], id));
    for (const MarkdownPiece &piece : open) {
        blocks.append(blockOf(piece, id));
        ++id.piece;
    }
    const int from = first + int(part.announcedPieces);
    part.announcedPieces = closed.size();
    part.rows = id.piece;
    blocks.append(m_streamedCalls);
    blocks.append(m_notices);
    replaceFrom(from, blocks);
}

QList<Block> TranscriptModel::reasoningOf(const Part &part) const
{
    QList<Block> blocks = reasoningBlocks(part.text, part.first);
    std::get<Reasoning>(blocks.first().content).duration = reasoningDuration(part.first.message);
    return blocks;
}

std::optional<std::chrono::seconds> TranscriptModel::reasoningDuration(const QUuid &message) const
{
    const auto duration = m_reasoningDurations.value(message);
    return duration.count() > 0 ? std::optional(duration) : std::nullopt;
}

QList<Block> TranscriptModel::streamedBlocks() const
{
    QList<Block> blocks;
    for (const Part &part : m_parts) {
        if (part.isReasoning) {
            blocks.append(reasoningOf(part));
            continue;
        }
        RowId id = part.first;
        QList<MarkdownPiece> pieces = part.splitter.closed();
        pieces.append(part.splitter.open());
        for (const MarkdownPiece &piece : pieces) {
            blocks.append(blockOf(piece, id));
            ++id.piece;
        }
    }
    blocks.append(m_streamedCalls);
    return blocks;
}

void TranscriptModel::takeStored(const StoredEntry &stored)
{
    announce();
    m_tail.append(stored);
    for (const Message &message : stored.entry.messages) {
        if (message.uid == m_streaming)
            endStream();
    }
    replaceTail();
    if (stored.entry.endsRun && !hasOpenCalls(m_tail)) {
        m_tail.clear();
        m_tailRow = int(m_rows.size() - m_notices.size());
    }
}

void TranscriptModel::endStream()
{
    m_timer.stop();
    m_isDirty = false;
    m_streaming = {};
    m_parts.clear();
    m_streamedCalls.clear();
}

//! Everything behind the last run that is over, made from its entries and from what streams.
void TranscriptModel::replaceTail()
{
    QList<Block> blocks = made(m_tail, m_activity, m_cut);
    for (Block &block : blocks) {
        auto *reasoning = std::get_if<Reasoning>(&block.content);
        if (reasoning && !reasoning->continued && block.id.ordinal == 0)
            reasoning->duration = reasoningDuration(block.id.message);
    }
    const QList<Block> streamed = streamedBlocks();
    if (!streamed.isEmpty()) {
        bool hasHeader = false; // the author's header stands above unless a person spoke last
        for (auto block = blocks.crbegin(); block != blocks.crend() && !block->as<UserText>() && !hasHeader; ++block)
            hasHeader = block->as<AssistantHeader>() != nullptr;
        if (!hasHeader) {
            const QString author = m_liveAuthor.isEmpty() && !m_tail.isEmpty() ? m_tail.constLast().entry.agent
                                                                               : m_liveAuthor;
            blocks.append({{m_streaming, RowId::Part::Header, 0, 0}, AssistantHeader{author, m_streamStarted}});
        }
        blocks.append(streamed);
    }
    for (Part &part : m_parts) {
        part.announcedPieces = part.isReasoning ? 0 : part.splitter.closed().size();
        part.rows = part.isReasoning ? int(reasoningOf(part).size())
                                     : int(part.announcedPieces + part.splitter.open().size());
    }
    blocks.append(m_notices);
    replaceFrom(m_tailRow, blocks);
}

//! Makes the rows from `first` on these blocks with as few changes as their ids allow.
void TranscriptModel::replaceFrom(int first, const QList<Block> &blocks)
{
    const int oldEnd = int(m_rows.size());
    int same = 0;
    while (first + same < oldEnd && same < blocks.size() && m_rows[first + same].id == blocks[same].id)
        ++same;
    int tail = 0;
    while (tail < blocks.size() - same && tail < oldEnd - first - same
           && m_rows[oldEnd - 1 - tail].id == blocks[blocks.size() - 1 - tail].id)
        ++tail;
    const auto change = [this](int row, const Block &block) {
        if (m_rows[row] == block)
            return;
        m_rows[row] = block;
        ++m_revisions[m_rows[row].id];
        emit dataChanged(index(row), index(row));
    };
    for (int i = 0; i < same; ++i)
        change(first + i, blocks[i]);
    const int removed = oldEnd - first - same - tail;
    if (removed > 0) {
        beginRemoveRows({}, first + same, first + same + removed - 1);
        for (int i = 0; i < removed; ++i)
            ++m_revisions[m_rows[first + same + i].id]; // It may come back with other words.
        m_rows.remove(first + same, removed);
        endRemoveRows();
    }
    const int inserted = int(blocks.size()) - same - tail;
    if (inserted > 0) {
        beginInsertRows({}, first + same, first + same + inserted - 1);
        for (int i = 0; i < inserted; ++i)
            m_rows.insert(first + same + i, blocks[same + i]);
        endInsertRows();
    }
    for (int i = 0; i < tail; ++i)
        change(int(m_rows.size()) - tail + i, blocks[blocks.size() - tail + i]);
}

void TranscriptModel::dropNotices()
{
    if (m_notices.isEmpty())
        return;
    const int first = int(m_rows.size() - m_notices.size());
    m_notices.clear();
    replaceFrom(first, {});
}

void TranscriptModel::addNotice(const Notice &notice)
{
    announce();
    if (notice.kind == Notice::Kind::Retry)
        dropNotices();
    const Block block{{m_streaming, RowId::Part::Notice, m_notices.size(), 0}, notice};
    m_notices.append(block);
    replaceFrom(int(m_rows.size()), {block});
}

int TranscriptModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant TranscriptModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Block &block = m_rows[index.row()];
    if (role == Qt::DisplayRole)
        return plainText(block);
    if (role == Qt::AccessibleTextRole)
        return accessibleText(block, authorTitle(block));
    return {};
}

int TranscriptModel::rowOf(const RowId &id, int hint) const
{
    for (int near = std::max(0, hint - 4); hint >= 0 && near < std::min(hint + 5, int(m_rows.size())); ++near) {
        if (m_rows[near].id == id)
            return near;
    }
    for (int row = int(m_rows.size()) - 1; row >= 0; --row) {
        if (m_rows[row].id == id)
            return row;
    }
    return -1;
}

QString TranscriptModel::authorTitle(const Block &block) const
{
    const auto *header = block.as<AssistantHeader>();
    return header ? m_titles.value(header->author, header->author) : QString();
}

int TranscriptModel::streamingRow() const
{
    if (m_parts.isEmpty() || !m_streamedCalls.isEmpty())
        return -1;
    return int(m_rows.size() - m_notices.size()) - 1;
}

void TranscriptModel::setExpanded(int row, bool expanded)
{
    if (isExpanded(row) == expanded)
        return;
    const RowId id = m_rows[row].id;
    if (expanded)
        m_expanded.insert(id);
    else
        m_expanded.remove(id);
    emit dataChanged(index(row), index(row));
}

} // namespace typeshift::ui
