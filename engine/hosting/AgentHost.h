// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agents/AgentSettings.h"
#include "chat/ClientProvider.h"
#include "hosting/Run.h"

namespace typeshift {

class Engine;

//! What a run is started with besides its input; empty members leave it to the agent.
struct RunRequest {
    std::optional<ConversationId> conversation; //!< none: nothing is stored
    std::optional<SettingsId> settings;
    QString provider;
    QString model;
    std::optional<AgentMode> mode;
    std::optional<bool> stream;
    QString revoked = {};                      //!< set by AgentHost::revoke()
    std::optional<AnswerForm> answerForm = {}; //!< set by AgentHost::run<T>(): the model is told to answer so
};

template<typename T>
struct TypedRun;

//! Starts runs of one agent. A cheap value that must not outlive its engine. Engine's thread only.
//! A run starts from the event loop, so its signals can be connected first. Every refusal (another run goes on,
//! nothing to resume, unknown provider) comes as the run's result.
class AgentHost
{
public:
    //! One run with new input. Works on an interrupted conversation too.
    [[nodiscard]] RunHandle run(QString text, RunRequest request) const;
    [[nodiscard]] RunHandle run(Message input, RunRequest request) const;
    //! One run whose final answer is a T, a struct with fields(): `host.run<Verdict>(u"Judge."_s, {})`. The model is
    //! told T's schema, natively where its provider can. Include hosting/TypedRun.h. // D26, 2.17.6
    template<typename T>
    [[nodiscard]] TypedRun<T> run(QString text, RunRequest request) const;
    template<typename T>
    [[nodiscard]] TypedRun<T> run(Message input, RunRequest request) const;
    //! Hands the input to the conversation's run if one goes on here, else starts one: then Run::isSteered() tells
    //! which happened. A conversation is needed; without one it is run(). // 2.3.15
    [[nodiscard]] RunHandle sendOrSteer(Message input, RunRequest request) const;
    //! Answers the open approval requests of the conversation, all in one: what they approve runs first, and `text`, if
    //! any, comes behind its results. ApprovalClosed when one of them is not open any more, InvalidInput for arguments
    //! that a tool does not take or a plan sent back without a reason; then nothing is stored. // 2.6.8 to 2.6.16
    [[nodiscard]] RunHandle answer(QList<ApprovalResponse> answers, RunRequest request, const QString &text = {}) const;
    //! Takes a standing approval of the conversation back; the result is empty. A run that goes on here loses it at
    //! once. // T16
    [[nodiscard]] RunHandle revoke(const QString &tool, RunRequest request) const;
    //! Continues an interrupted run without new input; InvalidState when the last run ended. // D46
    [[nodiscard]] RunHandle resume(RunRequest request) const;
    //! Makes the last run's failed step again, without new input; InvalidState unless the last end carries an error.
    [[nodiscard]] RunHandle retry(RunRequest request) const;

    //! The agent's settings under this id, with the version that the next save names. // D12, 2.12.9
    [[nodiscard]] Task<Result<LoadedSettings>> loadSettings(SettingsId id) const;
    //! Conflict when somebody else saved since. // 2.12.7
    [[nodiscard]] Task<Result<qint64>> saveSettings(SettingsId id, StoredSettings settings, qint64 loadedVersion) const;
    //! Loads, changes and saves, up to ten times. // 2.12.1 to 2.12.6
    [[nodiscard]] Task<Result<LoadedSettings>> configure(SettingsId id, SettingsChange change,
                                                         StopToken stop = {}) const;
    //! What a run of this request would use, each value with its layer. With client() the way to a model without a run.
    //! // 2.17.5
    [[nodiscard]] Task<Result<RunSettings>> resolveOptions(RunRequest request) const;
    [[nodiscard]] Task<Result<std::shared_ptr<ChatClient>>> client(const RunSettings &settings) const;

    const Agent &agent() const { return *m_agent; }
    const std::shared_ptr<const Services> &services() const { return m_services; }

private:
    friend class Engine;
    AgentHost(Engine &engine, const Agent &agent, std::shared_ptr<const Services> services)
        : m_engine(&engine)
        , m_agent(&agent)
        , m_services(std::move(services))
    {
    }

    Engine *m_engine;
    const Agent *m_agent;
    std::shared_ptr<const Services> m_services;
};

} // namespace typeshift
