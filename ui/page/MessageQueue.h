// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "page/Desk.h"

#include <engine/async/TaskScope.h>
#include <engine/base/StrongId.h>
#include <engine/chat/Message.h>

#include <QObject>

namespace typeshift::ui {

//! A message that a person sent and that no entry of the conversation holds yet.
struct QueuedMessage {
    enum class Stage {
        Saving,   //!< its row is being written
        Waiting,  //!< goes to the run that goes on, or starts the next one
        HandedIn, //!< a run has it and has not taken it yet
        Held,     //!< somebody writes it anew: nothing takes it
        Kept,     //!< left by a run that is gone, perhaps by a crash: goes when a person says so
    };

    Message message;
    Stage stage = Stage::Saving;
    Stage before = Stage::Waiting; //!< while it is held: what it was
    bool isSaved = false;

    bool operator==(const QueuedMessage &) const = default;
};

//! What was sent to a working agent, first in first out, until the store has it. Written before a run gets it, so it is
//! back after a crash; a run that ends too early leaves it for the next one. // T20, 2.4.2, 2.4.10
class MessageQueue final : public QObject
{
    Q_OBJECT

public:
    //! The desk outlives the queue.
    explicit MessageQueue(Desk &desk, QObject *parent = nullptr);

    //! Reads what an earlier program left in a conversation.
    void open(ConversationId conversation);
    //! Leaves out what another program has stored or taken back meanwhile, then announces checked().
    void check();
    void add(ConversationId conversation, const QString &text);
    //! Takes one out of the run's hands to write it anew; false when the run was faster.
    bool hold(const QUuid &uid);
    //! The words of one that is held, as they are at the moment.
    void setText(const QUuid &uid, const QString &text);
    //! Writes down the words of those that are held, as far as they are.
    void saveHeld();
    //! Saves what was written anew and puts it back into its place; without a word it goes.
    void release(const QUuid &uid);
    //! Takes one back; false when the run was faster.
    bool remove(const QUuid &uid);
    //! The store has it.
    void drop(const QUuid &uid);

    //! Hands the run what waits, in order. Before the run is stopped also what is not saved yet: the run stores it.
    void handIn(bool alsoUnsaved = false);
    //! The next one as a new run's input; the run has it from here on. None when nothing may go.
    std::optional<Message> takeFirst();
    //! The run is over: what it had and did not store is kept.
    void runEnded();

    const QList<QueuedMessage> &messages() const { return m_messages; }
    //! Whether something goes to a run without anybody saying so again.
    bool hasWaiting() const;
    //! Whether something is being written that goes to a run then.
    bool isSaving() const;

signals:
    void changed();
    //! Something may go to a run now.
    void ready();
    void checked();

private:
    QueuedMessage *find(const QUuid &uid);
    void takeBackBehindWaiting();

    Desk &m_desk;
    std::optional<ConversationId> m_conversation;
    QList<QueuedMessage> m_messages;
    TaskScope m_tasks;
};

} // namespace typeshift::ui
