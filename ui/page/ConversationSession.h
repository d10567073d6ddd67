// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "page/Desk.h"
#include "page/MessageQueue.h"
#include "page/WaitingRequests.h"
#include "transcript/TranscriptModel.h"

#include <engine/async/TaskScope.h>
#include <engine/hosting/AgentHost.h>
#include <engine/workbench/ConversationRecord.h>
#include <engine/workbench/ProviderProfiles.h>

#include <QObject>

namespace typeshift::ui {

//! One conversation while somebody looks at it or it runs: its rows, its run, and what may be done with it.
class ConversationSession final : public QObject
{
    Q_OBJECT

public:
    enum class Phase {
        Loading,
        Idle,
        Sending, //!< a message or a wish to go on is on its way; nothing of it is stored yet
        Running,
        Stopping, //!< told to stop: the run takes nothing more, its end is being stored
    };

    //! The desk outlives the session. No conversation: one that has not begun.
    ConversationSession(Desk &desk, std::optional<ConversationId> conversation, QObject *parent = nullptr);

    //! Reads the entries and the record; loadFailed() when they can't be read.
    void load();
    //! Reads the record again: renamed, or run by another process.
    void refresh();
    //! New input. While a run works, or while earlier messages wait, it goes into the queue: inputQueued(). // 2.3.15
    void send(const QString &text);
    //! The same for text that was typed elsewhere than in the composer; false when no run takes it. // T20
    bool steer(const QString &text);
    //! Begins a run with what waits in the queue, first in first out. // T20
    void sendQueued();
    void retry();
    //! Goes on with an interrupted run; once the conversation is read, if that is still to come.
    void resume();
    //! Final: what waits is stored with the run's end, and no tool goes on.
    void stop();
    //! Answers what the last run left to answer, all in one, and goes on. // 2.6.8
    void answer(const QList<ApprovalResponse> &responses);
    //! How the agent goes on: from the next run, or from the next step of the one that works. // D52, 2.10.13
    void setMode(AgentMode mode);
    //! Who answers from the next run on, with the model that the agent names, if it names one.
    void setAgent(const QString &name);
    //! Which model answers from the next run on.
    void setChoice(const ModelChoice &choice);

    std::optional<ConversationId> id() const { return m_id; }
    Phase phase() const { return m_phase; }
    bool isBusy() const { return m_phase == Phase::Sending || isWorking(); }
    //! A run has begun and its end is not stored yet.
    bool isWorking() const { return m_phase == Phase::Running || m_phase == Phase::Stopping; }
    MessageQueue &queue() { return m_queue; }
    const MessageQueue &queue() const { return m_queue; }
    TranscriptModel &model() { return m_model; }
    const TranscriptModel &model() const { return m_model; }
    const ConversationRecord &record() const { return m_record; }
    const ModelChoice &choice() const { return m_choice; }
    //! The last run never ended, and nobody runs it.
    bool isInterrupted() const { return m_phase == Phase::Idle && m_record.state == ConversationState::Interrupted; }
    //! Another process works on it.
    bool runsElsewhere() const { return m_phase == Phase::Idle && m_record.state == ConversationState::Running; }
    //! Why the last attempt did not even begin; the transcript shows every other failure.
    const std::optional<Error> &refusal() const { return m_refusal; }
    //! The refused attempt was a message, and its text is not stored.
    bool hasRefusedMessage() const { return m_refusal && !m_sent.isEmpty(); }
    //! The refused attempt was a person's answers: retry() is not for them, they can be sent again where they were
    //! given.
    bool hasRefusedAnswers() const { return m_refusal && m_attempt == Attempt::Answers; }
    const std::optional<Error> &loadError() const { return m_loadError; }
    //! What the last run left for a person to decide; nothing while a run works. // 2.6.13
    //! What is stored of the last run, or of the one that goes on. // beginOfLastRun()
    const QList<StoredEntry> &lastRun() const { return m_lastRun; }
    QList<ApprovalRequest> openRequests() const { return isWorking() ? QList<ApprovalRequest>() : m_waiting.open(); }
    //! What belongs to the open requests: the agent's words, the revisions of the plan.
    const WaitingRequests &waiting() const { return m_waiting; }
    AgentMode mode() const { return m_mode.value_or(m_storedMode); }
    //! Whether the last run ended with an error that retry() may mend.
    bool canRetry() const;
    QString agentName() const;
    //! The agent that answered last, when the program has it no longer and nobody chose another; else empty.
    QString missingAgent() const;
    QString agentTitle() const;
    //! What people call the provider that is chosen.
    QString providerTitle() const;

signals:
    //! Phase, record, choice or refusal are others.
    void changed();
    //! The store has the message. `from` is the conversation it was written in: none when this one began with it.
    void inputStored(std::optional<typeshift::ConversationId> from, const QString &text);
    //! The queue has the message, and its row is being written.
    void inputQueued(const QString &text);
    void runFinished(const typeshift::Result<typeshift::ChatResponse> &result);
    //! The run told something; rows and lastRun() have it.
    void updated(const typeshift::ChatUpdate &update);

private:
    enum class Attempt { Message, Queue, Answers, GoOn };

    void startRun(RunHandle run);
    void follow(const ChatUpdate &update);
    void finish(const Result<ChatResponse> &result);
    void readMode(const QList<StoredEntry> &entries);
    void refuse(const Error &error);
    void advance();
    void startQueued();
    ConversationInput inputOf(const QString &text) const;
    void setPhase(Phase phase);
    QString lastAgent() const;
    RunRequest request() const;

    Desk &m_desk;
    TranscriptModel m_model;
    MessageQueue m_queue;
    std::optional<ConversationId> m_id;
    std::optional<ConversationId> m_writtenIn;
    ConversationRecord m_record;
    ModelChoice m_choice;
    QString m_agent; //!< chosen for the next run
    QString m_sent;
    RunHandle m_run;
    Phase m_phase = Phase::Idle;
    std::optional<Error> m_refusal;
    std::optional<Error> m_loadError;
    QList<StoredEntry> m_runEntries; //!< what the run that goes on has stored
    QList<StoredEntry> m_lastRun;
    WaitingRequests m_waiting;
    std::optional<AgentMode> m_mode; //!< chosen for the next run
    AgentMode m_storedMode = AgentMode::Default;
    bool m_resumesOnceRead = false;
    bool m_isNew = false;                 //!< begins with what is being sent
    Attempt m_attempt = Attempt::Message; //!< what the run that was asked for last begins with
    TaskScope m_tasks;
};

} // namespace typeshift::ui
