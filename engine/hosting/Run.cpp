// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "hosting/Run.h"

#include "conversations/Steering.h"

namespace typeshift {

Run::Run(RunIdentity identity, StopSource stop, std::shared_ptr<Steering> steering, QObject *engine)
    : m_identity(std::move(identity))
    , m_stop(std::move(stop))
    , m_steering(std::move(steering))
    , m_engine(engine)
{
    m_promise.start();
}

Run::~Run()
{
    cancel();
    if (m_state != State::Finished) {
        m_promise.addResult(failure(Error::Kind::Cancelled, QStringLiteral("the run's handle was deleted")));
        m_promise.finish();
    }
}

// From the event loop: a slot of this run's own signals may call it while the run's coroutine is on the stack.
void Run::cancel()
{
    if (!m_engine || m_state == State::Finished)
        return;
    m_steering->close();
    QMetaObject::invokeMethod(m_engine, [stop = m_stop]() mutable { stop.requestStop(); }, Qt::QueuedConnection);
}

QFuture<Result<ChatResponse>> Run::result() const
{
    return m_promise.future();
}

void Run::changeState(State state)
{
    if (m_state == state)
        return;
    m_state = state;
    emit stateChanged(state);
}

void Run::finish(const Result<ChatResponse> &result)
{
    m_promise.addResult(result);
    m_promise.finish();
    const QPointer<Run> self(this);
    changeState(State::Finished);
    if (self)
        emit finished(result);
}

} // namespace typeshift
