// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/StopToken.h"
#include "chat/ChatRequest.h"
#include "chat/RunContext.h"

#include <QFuture>
#include <QObject>
#include <QPointer>
#include <QPromise>

#include <memory>

namespace typeshift {

class Steering;

//! A handle on one run. The engine owns the run itself: deleting the handle asks it to stop and lets go; what had
//! arrived is stored and the end entry written all the same. Everything is announced from the event loop.
class Run final : public QObject
{
    Q_OBJECT

public:
    enum class State {
        Starting, //!< claim and load: nothing is stored yet
        Running,
        Ending, //!< the answer is there, the end is being stored
        Finished,
    };
    Q_ENUM(State)

    ~Run() override;

    //! Asks the run to stop; what had arrived is kept and stored. From here on it takes no more input. Nothing happens
    //! once it ended. // 2.4.18
    void cancel();

    State state() const { return m_state; }
    //! The input went to the run that goes on instead: this one ends at once with an empty response.
    bool isSteered() const { return m_isSteered; }
    const RunIdentity &identity() const { return m_identity; }
    //! The response of all of the run's model calls, or why it failed; finished once. Works without the signals.
    QFuture<Result<ChatResponse>> result() const;

signals:
    void updated(const typeshift::ChatUpdate &update);
    void stateChanged(typeshift::Run::State state);
    //! Last of all. The run's end is stored by then, and the conversation is free for the next run.
    void finished(const typeshift::Result<typeshift::ChatResponse> &result);

private:
    friend class RunDriver;
    Run(RunIdentity identity, StopSource stop, std::shared_ptr<Steering> steering, QObject *engine);

    void changeState(State state);
    void finish(const Result<ChatResponse> &result);

    RunIdentity m_identity;
    State m_state = State::Starting;
    StopSource m_stop;
    std::shared_ptr<Steering> m_steering;
    bool m_isSteered = false;
    QPointer<QObject> m_engine;
    QPromise<Result<ChatResponse>> m_promise;
};

//! Deletes a QObject from the event loop, so that a handle may be dropped in a slot of its own signal.
struct DeleteLater {
    void operator()(QObject *object) const { object->deleteLater(); }
};

using RunHandle = std::unique_ptr<Run, DeleteLater>;

} // namespace typeshift
