// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "page/MessageQueue.h"

#include <engine/hosting/Engine.h>
#include <engine/workbench/QueuedInputs.h>

#include <algorithm>

namespace typeshift::ui {

namespace {

using Stage = QueuedMessage::Stage;

bool mayGo(const QueuedMessage &queued)
{
    return queued.stage == Stage::Waiting || queued.stage == Stage::Kept;
}

// The words become these; what else was attached stays.
void replaceText(Message &message, const QString &text)
{
    message.contents.removeIf([](const Content &each) { return std::holds_alternative<TextContent>(each); });
    if (!text.isEmpty())
        message.contents.prepend(TextContent{.text = text, .unknown = {}});
}

} // namespace

MessageQueue::MessageQueue(Desk &desk, QObject *parent)
    : QObject(parent)
    , m_desk(desk)
{
}

void MessageQueue::open(ConversationId conversation)
{
    m_conversation = conversation;
    m_tasks.start(m_desk.queuedInputs.waiting(conversation), [this](Result<QList<Message>> waiting) {
        if (!waiting)
            return;
        m_messages.removeIf([](const QueuedMessage &each) { return each.stage == Stage::Kept; });
        QList<QueuedMessage> restored;
        for (const Message &message : std::as_const(*waiting)) {
            if (!find(message.uid))
                restored.append({message, Stage::Kept, Stage::Kept, true});
        }
        m_messages = restored + m_messages;
        emit changed();
    });
}

void MessageQueue::check()
{
    m_tasks.start(m_desk.queuedInputs.waiting(*m_conversation), [this](Result<QList<Message>> waiting) {
        if (waiting) {
            m_messages.removeIf([&](const QueuedMessage &each) {
                return each.isSaved && each.stage != Stage::Held
                    && !std::ranges::contains(*waiting, each.message.uid, &Message::uid);
            });
        }
        emit changed();
        emit checked();
    });
}

void MessageQueue::add(ConversationId conversation, const QString &text)
{
    m_conversation = conversation;
    const Message message = m_desk.queuedInputs.newInput(text);
    m_messages.append({message, Stage::Saving, Stage::Waiting, false});
    emit changed();
    m_tasks.start(m_desk.queuedInputs.add(conversation, message), [this, uid = message.uid](Result<> added) {
        QueuedMessage *queued = find(uid);
        if (!queued)
            return;
        // Not written, it still is here and goes to the run, which stores it.
        queued->isSaved = added.has_value();
        if (queued->stage == Stage::Saving)
            queued->stage = Stage::Waiting;
        emit changed();
        emit ready();
    });
}

bool MessageQueue::hold(const QUuid &uid)
{
    QueuedMessage *queued = find(uid);
    if (!queued || queued->stage == Stage::Held)
        return false;
    if (queued->stage == Stage::HandedIn && !m_desk.engine.tracker().withdraw(*m_conversation, uid))
        return false;
    queued->before = queued->stage == Stage::Kept ? Stage::Kept : Stage::Waiting;
    queued->stage = Stage::Held;
    emit changed();
    return true;
}

void MessageQueue::setText(const QUuid &uid, const QString &text)
{
    QueuedMessage *queued = find(uid);
    if (queued && queued->stage == Stage::Held)
        replaceText(queued->message, text);
}

void MessageQueue::saveHeld()
{
    for (const QueuedMessage &each : std::as_const(m_messages)) {
        if (each.stage == Stage::Held)
            m_tasks.start(m_desk.queuedInputs.change(*m_conversation, each.message), [](Result<>) { });
    }
}

void MessageQueue::release(const QUuid &uid)
{
    QueuedMessage *queued = find(uid);
    if (!queued || queued->stage != Stage::Held)
        return;
    queued->stage = queued->before;
    const bool isEmpty = queued->message.text().trimmed().isEmpty()
        && std::ranges::all_of(queued->message.contents,
                               [](const Content &each) { return std::holds_alternative<TextContent>(each); });
    if (isEmpty) {
        drop(uid);
        return;
    }
    m_tasks.start(m_desk.queuedInputs.change(*m_conversation, queued->message), [](Result<>) { });
    emit changed();
    emit ready();
}

bool MessageQueue::remove(const QUuid &uid)
{
    const QueuedMessage *queued = find(uid);
    if (!queued)
        return false;
    if (queued->stage == Stage::HandedIn && !m_desk.engine.tracker().withdraw(*m_conversation, uid))
        return false;
    drop(uid);
    return true;
}

void MessageQueue::drop(const QUuid &uid)
{
    if (m_messages.removeIf([&](const QueuedMessage &each) { return each.message.uid == uid; }) == 0)
        return;
    // Behind its add(), so also one that is still being written goes.
    m_tasks.start(m_desk.queuedInputs.remove(*m_conversation, uid), [](Result<>) { });
    emit changed();
}

// What goes back into its place stands before those that were sent after it. // 2.4.6
void MessageQueue::takeBackBehindWaiting()
{
    bool isBehind = false;
    for (QueuedMessage &each : m_messages) {
        isBehind = isBehind || mayGo(each);
        if (isBehind && each.stage == Stage::HandedIn
            && m_desk.engine.tracker().withdraw(*m_conversation, each.message.uid))
            each.stage = Stage::Waiting;
    }
}

void MessageQueue::handIn(bool alsoUnsaved)
{
    if (!m_conversation)
        return;
    takeBackBehindWaiting();
    bool isChanged = false;
    for (QueuedMessage &each : m_messages) {
        const bool goes = mayGo(each) || (alsoUnsaved && each.stage == Stage::Saving);
        if (!goes)
            continue;
        if (!m_desk.engine.tracker().trySteer(*m_conversation, each.message))
            break;
        each.stage = Stage::HandedIn;
        isChanged = true;
    }
    if (isChanged)
        emit changed();
}

std::optional<Message> MessageQueue::takeFirst()
{
    const auto first = std::ranges::find_if(m_messages, mayGo);
    if (first == m_messages.end())
        return std::nullopt;
    first->stage = Stage::HandedIn;
    emit changed();
    return first->message;
}

void MessageQueue::runEnded()
{
    for (QueuedMessage &each : m_messages) {
        if (each.stage == Stage::HandedIn)
            each.stage = Stage::Kept;
    }
    emit changed();
}

bool MessageQueue::hasWaiting() const
{
    return std::ranges::contains(m_messages, Stage::Waiting, &QueuedMessage::stage);
}

bool MessageQueue::isSaving() const
{
    return std::ranges::contains(m_messages, Stage::Saving, &QueuedMessage::stage);
}

QueuedMessage *MessageQueue::find(const QUuid &uid)
{
    const auto found = std::ranges::find(m_messages, uid, [](const QueuedMessage &each) { return each.message.uid; });
    return found == m_messages.end() ? nullptr : &*found;
}

} // namespace typeshift::ui
