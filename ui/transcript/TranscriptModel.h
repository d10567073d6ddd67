// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "markdown/MarkdownPieces.h"
#include "transcript/Block.h"
#include "transcript/BlocksOf.h"

#include <engine/chat/ChatUpdate.h>

#include <QAbstractListModel>
#include <QBasicTimer>
#include <QElapsedTimer>
#include <QHash>
#include <QSet>

namespace typeshift::ui {

//! The rows of one conversation, one per block. Follows a run by its updates: deltas are announced at most every
//! 33 ms, and only the last row is made anew. Rows keep their id when what streamed becomes what is stored. GUI thread.
class TranscriptModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    explicit TranscriptModel(QObject *parent = nullptr);

    //! Shows another conversation, or the same one loaded again.
    void setEntries(const QList<StoredEntry> &entries);
    //! Older entries, in front of the ones that are there.
    void prependEntries(const QList<StoredEntry> &entries);
    //! Whatever a run of this conversation tells, in its order.
    void apply(const ChatUpdate &update);
    //! The run is over: what waits is announced, calls without a result will not get one.
    void finishRun();
    //! What people see for an agent's name; the name itself otherwise.
    void setAuthorTitles(const QHash<QString, QString> &titles);
    //! What people see for a provider's name in the words of an error; for rows that are made from now on.
    void setProviderTitles(const QHash<QString, QString> &titles) { m_providerTitles = titles; }
    //! Who answers before the first entry says so: the author of what streams.
    void setLiveAuthor(const QString &author) { m_liveAuthor = author; }

    int rowCount(const QModelIndex &parent = {}) const override;
    //! Plain text as DisplayRole, what a screen reader says as AccessibleTextRole.
    QVariant data(const QModelIndex &index, int role) const override;
    const Block &block(int row) const { return m_rows[row]; }
    //! Counts the changes of a row, so that a cache knows an old one.
    int revision(int row) const { return m_revisions.value(m_rows[row].id); }
    //! -1 when there is no such row; quick when it is at or near `hint`.
    int rowOf(const RowId &id, int hint = -1) const;
    QString authorTitle(const Block &block) const;
    //! The row that grows at this moment, -1 when nothing streams.
    int streamingRow() const;

    //! Whether the reader opened a row; kept per row, so per conversation.
    bool isExpanded(int row) const { return m_expanded.contains(m_rows[row].id); }
    void setExpanded(int row, bool expanded);

    static constexpr int announceMilliseconds = 33;

protected:
    void timerEvent(QTimerEvent *event) override;

private:
    //! One text or reasoning of the message that arrives.
    struct Part {
        RowId first;
        bool isReasoning = false;
        QString text; //!< of reasoning
        MarkdownSplitter splitter;
        qsizetype announcedPieces = 0; //!< closed pieces that have their final rows
        int rows = 0;
    };

    QList<Block> made(const QList<StoredEntry> &entries, Activity activity, qsizetype cut = 0) const;
    void append(const QUuid &message, const QString &text, bool isReasoning);
    void takeStored(const StoredEntry &stored);
    void announce();
    void announcePart(Part &part);
    void dropNotices();
    void addNotice(const Notice &notice);
    QList<Block> streamedBlocks() const;
    QList<Block> reasoningOf(const Part &part) const;
    std::optional<std::chrono::seconds> reasoningDuration(const QUuid &message) const;
    void replaceFrom(int first, const QList<Block> &blocks);
    void replaceTail();
    void endStream();

    QList<Block> m_rows;
    QHash<RowId, int> m_revisions; //!< of the rows that changed
    QList<StoredEntry> m_tail;     //!< entries of the run that goes on, or of the last one while its calls are open
    int m_tailRow = 0;             //!< where their rows start
    qsizetype m_cut = 0;           //!< how many of them are of a run that was cut off, before the one that goes on
    QUuid m_streaming;             //!< the message that arrives
    QDateTime m_streamStarted;
    QList<Part> m_parts;
    QList<Block> m_streamedCalls;
    QList<Block> m_notices;
    QSet<RowId> m_expanded;
    QHash<QString, QString> m_titles;
    QHash<QString, QString> m_providerTitles;
    QString m_liveAuthor;
    QBasicTimer m_timer;
    QElapsedTimer m_lastAnnounced;
    QElapsedTimer m_reasoningTime;
    QHash<QUuid, std::chrono::seconds> m_reasoningDurations;
    Activity m_activity = Activity::Settled;
    bool m_isDirty = false;
};

} // namespace typeshift::ui
