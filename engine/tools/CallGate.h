// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ChatRequest.h"
#include "chat/RunContext.h"
#include "tools/Tool.h"

#include <memory>

namespace typeshift {

//! A call together with what was decided about it.
struct DecidedCall {
    enum class Verdict {
        Run,
        Reject, //!< answered without the tool, with `reason` // 2.6.11
        Ask,    //!< nobody decided: it goes to the host
    };

    FunctionCall call;
    Verdict verdict = Verdict::Run;
    QString reason;
    std::optional<QByteArray> editedArguments; //!< run with these instead of the model's
    std::optional<AgentMode> mode;             //!< the run goes on in it once the call ran // 2.10.4
};

//! Calls of an earlier run that this run's input answered: they run before the model is asked. // 2.6.16
struct AnsweredCalls {
    QUuid message; //!< the assistant message that holds the calls; their results go right behind it
    QList<DecidedCall> calls;
};

//! Stands between the model and the tools: what is offered, and what may run. One for each run. Engine's thread.
class CallGate
{
public:
    CallGate() = default;
    CallGate(const CallGate &) = delete;
    CallGate &operator=(const CallGate &) = delete;
    virtual ~CallGate() = default;

    //! Whether the model may call `tool` now; what is not offered does not run either. // 2.10.2, 2.10.3
    virtual bool offers(const Tool &tool, const RunContext &run) const = 0;
    //! Before each model call; may add instructions. // 2.10.2
    virtual void prepare(ChatRequest &request, RunContext &run) = 0;
    //! Decides all calls of one response, in their order. `tools` are those of the calls, null for one that is not
    //! offered. An error fails the run before any of them ran. With an Ask among them the requests are stored and in
    //! `asked`, a message for the run's response. // 2.6.1 to 2.6.7
    virtual Task<Result<QList<DecidedCall>>> decide(QList<FunctionCall> calls, QList<Tool *> tools, Message &asked,
                                                    RunContext &run) = 0;
};

} // namespace typeshift
