// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Clock.h"
#include "base/StrongId.h"
#include "chat/ChatUpdate.h"

#include <QList>
#include <QObject>

#include <memory>

namespace typeshift {

//! How live updates are published. // D47
struct RealtimeTrackingOptions {
    //! Text, reasoning and usage are joined and published at most so often.
    std::chrono::milliseconds publishInterval{100};
    //! A watcher that falls further behind loses its oldest updates.
    qsizetype maxPendingUpdates = 256;
};

//! One update as a watcher reads it.
struct LiveUpdate {
    quint64 run = 0; //!< LiveRun::number
    ChatUpdate update;
    int dropped = 0; //!< how many updates before this one were lost: read the store again // 2.11.7

    bool operator==(const LiveUpdate &) const = default;
};

class LiveFeeds;

//! Reads one conversation's updates, over any number of runs, from now on. To miss nothing, watch first, then load, and
//! leave out messages whose uid the load had. Delete it to stop, also in a slot of its own signal. // 2.11.8 to 2.11.10
class ConversationWatch final : public QObject
{
    Q_OBJECT

public:
    ~ConversationWatch() override;

    //! What arrived since the last call, in the order of production.
    [[nodiscard]] QList<LiveUpdate> take();

signals:
    //! From the event loop: take() has something. Said once until take() is called.
    void available();

private:
    friend class LiveFeeds;
    ConversationWatch(std::weak_ptr<LiveFeeds> feeds, ConversationId conversation, qsizetype limit);

    void add(const LiveUpdate &update);

    std::weak_ptr<LiveFeeds> m_feeds;
    ConversationId m_conversation;
    qsizetype m_limit;
    QList<LiveUpdate> m_updates;
    int m_dropped = 0;
    bool m_isAnnounced = false;
};

//! Hands the updates of runs to whoever watches their conversation. A run never waits for a watcher. Lives in a
//! shared_ptr; engine's thread. // 2.11
class LiveFeeds : public std::enable_shared_from_this<LiveFeeds>
{
public:
    LiveFeeds(Clock &clock, RealtimeTrackingOptions options);
    ~LiveFeeds();

    void publish(const ConversationId &conversation, quint64 run, const ChatUpdate &update);
    //! A run ended: nothing of it waits any longer. // 2.11.3
    void flush(const ConversationId &conversation);
    std::unique_ptr<ConversationWatch> watch(ConversationId conversation);

private:
    friend class ConversationWatch;
    struct Feed {
        QList<ConversationWatch *> watches;
        std::optional<LiveUpdate> waiting; //!< joined so far, not published yet
        std::optional<std::chrono::milliseconds> published;
    };

    void flush(Feed &feed);
    void flushLater();
    void remove(const ConversationId &conversation, ConversationWatch *watch);

    Clock &m_clock;
    RealtimeTrackingOptions m_options;
    QHash<ConversationId, Feed> m_feeds;
    bool m_isFlushDue = false;
    QObject m_timer;
};

} // namespace typeshift
