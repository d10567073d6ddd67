// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "hosting/RunDriver.h"

#include "approval/ApprovalGate.h"
#include "approval/ExitPlanMode.h"
#include "hosting/EngineParts.h"
#include "hosting/Pipeline.h"
#include "hosting/TypedRun.h"
#include "tools/ToolSettingValues.h"

using namespace Qt::StringLiterals;

namespace typeshift {

RunDriver::RunDriver(Engine &engine, Order order)
    : m_engine(engine)
    , m_order(std::move(order))
{
}

// Before anything of the run is stored, and once: what is saved meanwhile is the next run's. // 2.12.13, 2.17.4
Task<Result<>> RunDriver::prepare()
{
    if (m_context)
        co_return {};
    auto applied = co_await applySettings();
    if (applied)
        makeContext();
    co_return applied;
}

// Taking an approval back asks no model, so it needs no settings.
Task<Result<>> RunDriver::applySettings()
{
    auto values = std::make_shared<ToolSettingValues>(m_order.agent->settings().tools);
    if (m_order.identity.settings && m_order.kind != ConversationLayer::Start::Revoke) {
        auto settings = co_await resolveSettings(*m_engine.m_parts->settings, *m_order.agent, m_order.identity.settings,
                                                 m_order.wishes);
        if (!settings)
            co_return failure(std::move(settings).error());
        m_order.identity.provider = settings->options.provider;
        m_order.identity.model = settings->options.model;
        m_order.instructions = settings->options.instructions;
        m_order.options = settings->options.chat;
        m_order.tools.options = settings->options.run;
        m_order.mode = settings->mode;
        values->ofTool = std::move(settings->tools);
        if (m_handle)
            m_handle->m_identity = m_order.identity;
    }
    if (!values->ofTool.isEmpty()) {
        auto services = std::make_shared<Services>(m_order.services);
        services->add(std::move(values));
        m_order.services = std::move(services);
    }
    co_return {};
}

void RunDriver::makeContext()
{
    Engine::Parts &parts = *m_engine.m_parts;
    if (m_order.identity.conversation && parts.store)
        m_checkpoints = std::make_unique<Checkpoints>(parts.store, *parts.clock, *m_order.identity.conversation);
    m_context = std::make_unique<RunContext>(RunContext::Parts{
        .identity = m_order.identity,
        .stop = m_stop.token(),
        .clock = *parts.clock,
        .ids = *parts.ids,
        .checkpoints = m_checkpoints.get(),
        .sink = [this](ChatUpdate update) { tell(std::move(update)); },
        .services = m_order.services,
        .state = m_state,
    });
    addGate();
}

// The gate and the answered calls are shared with the conversation's layer, which reads the answers.
void RunDriver::addGate()
{
    m_order.tools.tools.append(std::make_shared<ExitPlanMode>());
    m_gate = std::make_shared<ApprovalGate>(ApprovalGate::Parts{
        .rules = m_engine.m_parts->rules, .tools = m_order.tools.tools, .toolsOfPass = m_order.tools.toolsOfPass});
    m_order.tools.middleware = m_engine.m_parts->toolMiddleware;
    m_order.tools.gate = m_gate;
    m_order.tools.answered = std::make_shared<AnsweredCalls>();
    m_state->mode = m_order.mode.value_or(m_order.defaultMode);
}

RunHandle RunDriver::makeHandle()
{
    RunHandle handle(new Run(m_order.identity, m_stop, m_steering, &m_engine));
    m_handle = handle.get();
    return handle;
}

void RunDriver::start()
{
    m_task.emplace(drive());
    m_task->start();
}

void RunDriver::requestStop()
{
    m_steering->close();
    m_stop.requestStop();
}

Task<void> RunDriver::drive()
{
    Result<ChatResponse> result;
    if (m_order.steersIfRunning)
        result = co_await respondOrSteer();
    else
        result = co_await respond();
    // Announced from the event loop, after this frame has come to its end.
    QMetaObject::invokeMethod(
        &m_engine,
        [this, result = std::move(result)] {
            if (m_number) {
                if (m_engine.m_parts->feeds)
                    m_engine.m_parts->feeds->flush(*m_order.identity.conversation);
                m_engine.m_parts->runs->end(*m_number);
            }
            if (m_handle)
                m_handle->finish(result);
            m_engine.remove(this);
        },
        Qt::QueuedConnection);
}

// A run that ends while its input is written finds nobody to steer and is refused, so both are tried in turn. // 2.3.15
Task<Result<ChatResponse>> RunDriver::respondOrSteer()
{
    const Engine::Parts &parts = *m_engine.m_parts;
    const ConversationId conversation = *m_order.identity.conversation;
    auto result = Result<ChatResponse>();
    for (int turn = 0; turn < 3; ++turn) {
        Steering *steering = parts.runs->steeringOf(conversation);
        if (steering && steering->trySteer(m_order.input.constFirst())) {
            if (m_handle)
                m_handle->m_isSteered = true;
            co_return ChatResponse();
        }
        // Not while one loads or ends: the first will take input, the second will leave the conversation free.
        if (auto settled = co_await parts.claims->settled(conversation, m_stop.token()); !settled)
            co_return failure(settled.error());
        if (parts.claims->stateOf(conversation) == ClaimState::Running)
            continue;
        result = co_await respond();
        if (result || result.error().facts.code != Claims::goesOn)
            break;
    }
    co_return result;
}

Task<Result<ChatResponse>> RunDriver::respond()
{
    const Engine::Parts &parts = *m_engine.m_parts;
    if (m_order.identity.conversation && !parts.store)
        co_return failure(Error::Kind::InvalidState,
                          u"a run with a conversation needs a store, and the engine has none"_s);
    const bool revokes = m_order.kind == ConversationLayer::Start::Revoke;
    if (revokes && !m_order.identity.conversation)
        co_return failure(Error::Kind::InvalidState,
                          u"standing approvals belong to a conversation, and none is named"_s);
    if (revokes && m_engine.tracker().revoke(*m_order.identity.conversation, m_order.revoked))
        co_return ChatResponse();
    if (auto prepared = co_await prepare(); !prepared)
        co_return failure(std::move(prepared).error());
    const std::shared_ptr<ClientProvider> providers = m_engine.providersOf(*m_order.services);
    Result<std::shared_ptr<ChatClient>> client; // Taking an approval back asks nobody.
    if (!revokes)
        client = co_await providers->client(m_order.identity.provider, m_order.identity.model);
    if (!client)
        co_return failure(client.error());
    if (m_context->isCancelled())
        co_return failure(Error::Kind::Cancelled, u"stopped before the run began"_s);

    m_pipeline = makePipeline({.conversation = conversationParts(),
                               .middleware = parts.middleware,
                               .context = parts.context,
                               .tools = m_order.tools,
                               .provider = *std::move(client)});
    if (!m_order.identity.conversation)
        tellState(Run::State::Running);
    ChatRequest request;
    request.model = m_order.identity.model;
    request.instructions = m_order.instructions;
    request.messages = m_order.input;
    request.options = m_order.options;
    if (m_order.answerForm) {
        request.instructions = detail::withAnswerForm(request.instructions, *m_order.answerForm);
        request.answerForm = m_order.answerForm;
    }
    co_return co_await m_pipeline->respond(std::move(request), *m_context);
}

std::optional<ConversationLayer::Parts> RunDriver::conversationParts()
{
    if (!m_order.identity.conversation)
        return std::nullopt;
    const Engine::Parts &parts = *m_engine.m_parts;
    return ConversationLayer::Parts{
        .store = parts.store,
        .leases = parts.leases,
        .claims = parts.claims,
        .steering = m_steering,
        .callIds = std::make_shared<UniqueCallIds>(),
        .lease = parts.lease,
        .start = m_order.kind,
        .revoked = m_order.revoked,
        .mode = m_order.mode,
        .defaultMode = m_order.defaultMode,
        .answered = m_order.tools.answered,
        .checks = m_gate,
        .announce =
            [this](ConversationLayer::Phase phase) {
                if (phase == ConversationLayer::Phase::Begun)
                    begin();
                else
                    tellState(Run::State::Ending);
            },
        .checkpoints = m_checkpoints.get(),
        .stop = [this] { requestStop(); },
    };
}

void RunDriver::begin()
{
    m_number = m_engine.m_parts->runs->begin(m_order.identity, m_steering, m_state);
    tellState(Run::State::Running);
}

void RunDriver::tell(ChatUpdate update)
{
    if (m_number && m_engine.m_parts->feeds)
        m_engine.m_parts->feeds->publish(*m_order.identity.conversation, *m_number, update);
    if (m_handle)
        emit m_handle->updated(update);
}

void RunDriver::tellState(Run::State state)
{
    if (m_handle)
        m_handle->changeState(state);
}

} // namespace typeshift
