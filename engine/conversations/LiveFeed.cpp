// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/LiveFeed.h"

#include <QMetaObject>

namespace typeshift {

namespace {

bool waits(const ChatUpdate &update)
{
    return std::holds_alternative<TextDelta>(update) || std::holds_alternative<ReasoningDelta>(update)
        || std::holds_alternative<UsageUpdate>(update);
}

template<typename Delta>
bool joinDelta(ChatUpdate &waiting, const ChatUpdate &next)
{
    auto *first = std::get_if<Delta>(&waiting);
    const auto *second = std::get_if<Delta>(&next);
    if (!first || !second || first->message != second->message)
        return false;
    first->text += second->text;
    return true;
}

// Joins two updates of the same message and kind; false when they are not. // 2.11.3
bool join(LiveUpdate &waiting, quint64 run, const ChatUpdate &next)
{
    if (waiting.run != run)
        return false;
    if (auto *first = std::get_if<UsageUpdate>(&waiting.update)) {
        const auto *second = std::get_if<UsageUpdate>(&next);
        if (second)
            first->usage += second->usage;
        return second != nullptr;
    }
    return joinDelta<TextDelta>(waiting.update, next) || joinDelta<ReasoningDelta>(waiting.update, next);
}

} // namespace

ConversationWatch::ConversationWatch(std::weak_ptr<LiveFeeds> feeds, ConversationId conversation, qsizetype limit)
    : m_feeds(std::move(feeds))
    , m_conversation(std::move(conversation))
    , m_limit(limit)
{
}

ConversationWatch::~ConversationWatch()
{
    if (const auto feeds = m_feeds.lock())
        feeds->remove(m_conversation, this);
}

QList<LiveUpdate> ConversationWatch::take()
{
    m_isAnnounced = false;
    return std::exchange(m_updates, {});
}

void ConversationWatch::add(const LiveUpdate &update)
{
    m_updates.append(update);
    if (m_updates.size() > m_limit) {
        const int dropped = m_updates.takeFirst().dropped + 1;
        m_updates.first().dropped += dropped;
    }
    if (!std::exchange(m_isAnnounced, true))
        QMetaObject::invokeMethod(this, &ConversationWatch::available, Qt::QueuedConnection);
}

LiveFeeds::LiveFeeds(Clock &clock, RealtimeTrackingOptions options)
    : m_clock(clock)
    , m_options(options)
{
}

LiveFeeds::~LiveFeeds() = default;

void LiveFeeds::publish(const ConversationId &conversation, quint64 run, const ChatUpdate &update)
{
    const auto found = m_feeds.find(conversation);
    if (found == m_feeds.end())
        return;
    Feed &feed = *found;
    if (!waits(update)) {
        flush(feed);
        feed.waiting = LiveUpdate{run, update};
        flush(feed);
        return;
    }
    if (!feed.waiting || !join(*feed.waiting, run, update)) {
        flush(feed);
        feed.waiting = LiveUpdate{run, update};
    }
    if (!feed.published || m_clock.elapsed() - *feed.published >= m_options.publishInterval) {
        flush(feed);
        feed.published = m_clock.elapsed();
    } else {
        flushLater();
    }
}

void LiveFeeds::flush(const ConversationId &conversation)
{
    if (const auto feed = m_feeds.find(conversation); feed != m_feeds.end())
        flush(*feed);
}

std::unique_ptr<ConversationWatch> LiveFeeds::watch(ConversationId conversation)
{
    Feed &feed = m_feeds[conversation];
    flush(feed); // What was produced before belongs to those who watched then. // 2.11.10
    std::unique_ptr<ConversationWatch> made(
        new ConversationWatch(weak_from_this(), conversation, m_options.maxPendingUpdates));
    feed.watches.append(made.get());
    return made;
}

void LiveFeeds::flush(Feed &feed)
{
    if (!feed.waiting)
        return;
    const LiveUpdate update = *std::exchange(feed.waiting, std::nullopt);
    for (ConversationWatch *watch : std::as_const(feed.watches))
        watch->add(update);
}

// One timer for all conversations; waiting text never stays longer than the interval. // 2.11.4
void LiveFeeds::flushLater()
{
    if (std::exchange(m_isFlushDue, true))
        return;
    m_clock.callAfter(m_options.publishInterval, &m_timer, [this] {
        m_isFlushDue = false;
        for (Feed &feed : m_feeds) {
            if (!feed.waiting)
                continue;
            flush(feed);
            feed.published = m_clock.elapsed();
        }
    });
}

void LiveFeeds::remove(const ConversationId &conversation, ConversationWatch *watch)
{
    const auto feed = m_feeds.find(conversation);
    if (feed == m_feeds.end())
        return;
    feed->watches.removeOne(watch);
    if (feed->watches.isEmpty())
        m_feeds.erase(feed);
}

} // namespace typeshift
