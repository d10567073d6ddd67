// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agents/AgentSettings.h"
#include "conversations/Checkpoints.h"
#include "conversations/Steering.h"
#include "hosting/Engine.h"
#include "tools/ToolLoop.h"

#include <QPointer>

namespace typeshift {

class ApprovalGate;

//! One run's coroutine and all that it needs; owned by the engine. The Run that the host holds is only a handle.
class RunDriver
{
public:
    struct Order {
        RunIdentity identity;
        const Agent *agent = nullptr;
        RunWishes wishes;
        QString instructions;
        ChatOptions options;
        std::optional<AnswerForm> answerForm;
        ConversationLayer::Start kind = ConversationLayer::Start::Input;
        QString revoked; //!< with Revoke
        QList<Message> input;
        std::optional<AgentMode> mode;
        AgentMode defaultMode = AgentMode::Default; //!< the agent's
        ToolLoop::Parts tools;
        std::shared_ptr<const Services> services; //!< of the scope that the host came from
        bool steersIfRunning = false;
    };

    RunDriver(Engine &engine, Order order);
    RunDriver(const RunDriver &) = delete;
    RunDriver &operator=(const RunDriver &) = delete;

    //! The handle for the host; made once.
    RunHandle makeHandle();
    //! Starts the coroutine; called from the event loop.
    void start();
    void requestStop();

private:
    Task<Result<>> prepare();
    Task<Result<>> applySettings();
    void makeContext();
    void addGate();
    Task<void> drive();
    Task<Result<ChatResponse>> respond();
    Task<Result<ChatResponse>> respondOrSteer();
    void begin();
    std::optional<ConversationLayer::Parts> conversationParts();
    void tell(ChatUpdate update);
    void tellState(Run::State state);

    Engine &m_engine;
    Order m_order;
    StopSource m_stop;
    std::shared_ptr<Steering> m_steering = std::make_shared<Steering>();
    std::shared_ptr<RunState> m_state = std::make_shared<RunState>();
    std::optional<quint64> m_number; //!< of the live run, once it has begun
    std::unique_ptr<Checkpoints> m_checkpoints;
    std::shared_ptr<ApprovalGate> m_gate;
    std::unique_ptr<RunContext> m_context;
    std::unique_ptr<ChatClient> m_pipeline;
    QPointer<Run> m_handle;
    std::optional<Task<void>> m_task; // Last: the frame goes first.
};

} // namespace typeshift
