// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "hosting/Engine.h"

#include "agents/Diagnostics.h"
#include "hosting/EngineParts.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

constexpr std::chrono::milliseconds closingLimit{5'000}; // 2.1.13

} // namespace

Engine::Engine(std::unique_ptr<Parts> parts)
    : m_parts(std::move(parts))
{
}

Engine::~Engine() = default;

std::optional<AgentHost> Engine::host(QStringView name, std::shared_ptr<const Services> services)
{
    if (!services)
        services = m_parts->services;
    for (const Agent &agent : m_parts->agents) {
        if (agent.name() == name)
            return AgentHost(*this, agent, std::move(services));
    }
    return std::nullopt;
}

QList<Agent> Engine::agents() const
{
    return QList<Agent>(m_parts->agents.begin(), m_parts->agents.end());
}

const Lease &Engine::lease() const
{
    return m_parts->lease;
}

SettingsService &Engine::settings() const
{
    return *m_parts->settings;
}

std::shared_ptr<ClientProvider> Engine::providersOf(const Services &services) const
{
    const auto ofScope = services.get<ClientProvider>();
    return ofScope ? ofScope : m_parts->providers;
}

ConversationTracker Engine::tracker() const
{
    return ConversationTracker({.runs = m_parts->runs, .feeds = m_parts->feeds, .ids = m_parts->ids});
}

RunHandle Engine::start(const AgentHost &host, ConversationLayer::Start kind, QList<Message> input, RunRequest request,
                        WhenBusy whenBusy)
{
    const Agent &agent = host.agent();
    for (Message &message : input) {
        if (message.uid.isNull())
            message.uid = m_parts->ids->next();
    }
    RunDriver::Order order{
        .identity = {.agent = agent.name(),
                     .provider = request.provider.isEmpty() ? agent.provider() : request.provider,
                     .model = request.model.isEmpty() ? agent.model() : request.model,
                     .conversation = request.conversation,
                     .settings = request.settings},
        .agent = &agent,
        .wishes = {.provider = request.provider,
                   .model = request.model,
                   .mode = request.mode,
                   .stream = request.stream},
        .instructions = agent.instructions(),
        .options = agent.chatOptions(),
        .answerForm = std::move(request.answerForm),
        .kind = kind,
        .revoked = request.revoked,
        .input = std::move(input),
        .mode = request.mode,
        .defaultMode = agent.mode(),
        .tools = {.tools = agent.tools(), .options = agent.runOptions()},
        .services = host.services(),
        .steersIfRunning = whenBusy == WhenBusy::Steer && request.conversation,
    };
    if (request.stream)
        order.options.stream = *request.stream;

    m_parts->drivers.push_back(std::make_unique<RunDriver>(*this, std::move(order)));
    RunDriver *driver = m_parts->drivers.back().get();
    RunHandle handle = driver->makeHandle();
    if (m_parts->isClosing)
        driver->requestStop();
    // From the event loop, so that the host can connect first.
    QMetaObject::invokeMethod(this, [driver] { driver->start(); }, Qt::QueuedConnection);
    return handle;
}

void Engine::remove(RunDriver *driver)
{
    std::erase_if(m_parts->drivers, [driver](const auto &each) { return each.get() == driver; });
    if (m_parts->isClosing && m_parts->drivers.empty() && !m_parts->closed.future().isFinished())
        m_parts->closed.finish();
}

QFuture<void> Engine::close()
{
    if (m_parts->isClosing)
        return m_parts->closed.future();
    m_parts->isClosing = true;
    m_parts->closed.start();
    if (m_parts->drivers.empty())
        m_parts->closed.finish();
    QMetaObject::invokeMethod(
        this,
        [this] {
            for (const auto &driver : m_parts->drivers)
                driver->requestStop();
        },
        Qt::QueuedConnection);
    m_parts->clock->callAfter(closingLimit, this, [this] {
        if (!m_parts->closed.future().isFinished())
            m_parts->closed.finish(); // Whoever could not store its end by now is interrupted.
    });
    return m_parts->closed.future();
}

EngineBuilder::EngineBuilder()
    : m_parts(std::make_unique<Engine::Parts>())
{
}

EngineBuilder::EngineBuilder(EngineBuilder &&) noexcept = default;
EngineBuilder &EngineBuilder::operator=(EngineBuilder &&) noexcept = default;
EngineBuilder::~EngineBuilder() = default;

EngineBuilder &EngineBuilder::add(Agent agent)
{
    m_parts->agents.push_back(std::move(agent));
    return *this;
}

EngineBuilder &EngineBuilder::add(const Module &module)
{
    const QList<Diagnostic> refusals = diagnose(module);
    m_parts->refusals += refusals;
    if (refusals.isEmpty())
        m_parts->agents.insert(m_parts->agents.end(), module.agents().begin(), module.agents().end());
    return *this;
}

EngineBuilder &EngineBuilder::withStores(std::shared_ptr<ConversationStore> conversations,
                                         std::shared_ptr<SettingsStore> settings)
{
    if (conversations)
        m_parts->store = std::move(conversations);
    if (settings)
        m_parts->settingsStore = std::move(settings);
    return *this;
}

EngineBuilder &EngineBuilder::withLeases(std::shared_ptr<LeaseStore> leases)
{
    m_parts->leases = std::move(leases);
    return *this;
}

EngineBuilder &EngineBuilder::withProviders(std::shared_ptr<ClientProvider> providers)
{
    m_parts->providers = std::move(providers);
    return *this;
}

EngineBuilder &EngineBuilder::withApprovalRule(std::shared_ptr<ApprovalRule> rule)
{
    m_parts->rules.append(std::move(rule));
    return *this;
}

EngineBuilder &EngineBuilder::withMiddleware(std::shared_ptr<RunMiddleware> middleware)
{
    m_parts->middleware.append(std::move(middleware));
    return *this;
}

EngineBuilder &EngineBuilder::withToolMiddleware(std::shared_ptr<ToolMiddleware> middleware)
{
    m_parts->toolMiddleware.append(std::move(middleware));
    return *this;
}

EngineBuilder &EngineBuilder::withContext(std::shared_ptr<ContextProvider> provider)
{
    m_parts->context.append(std::move(provider));
    return *this;
}

EngineBuilder &EngineBuilder::withServices(std::shared_ptr<const Services> services)
{
    m_parts->services = std::move(services);
    return *this;
}

EngineBuilder &EngineBuilder::withRealtimeTracking(RealtimeTrackingOptions options)
{
    m_parts->tracking = options;
    return *this;
}

EngineBuilder &EngineBuilder::withProcessName(QString name)
{
    m_parts->lease.process = std::move(name);
    return *this;
}

EngineBuilder &EngineBuilder::withClock(std::shared_ptr<Clock> clock)
{
    m_parts->clock = std::move(clock);
    return *this;
}

EngineBuilder &EngineBuilder::withIds(std::shared_ptr<IdSource> ids)
{
    m_parts->ids = std::move(ids);
    return *this;
}

std::expected<std::unique_ptr<Engine>, QList<Diagnostic>> EngineBuilder::build()
{
    QList<Diagnostic> found = m_parts->refusals
        + diagnose(QList<Agent>(m_parts->agents.begin(), m_parts->agents.end()));
    if (m_parts->agents.empty() && m_parts->refusals.isEmpty())
        found.append({u"TSH032"_s, u"EngineBuilder"_s, u"no agent was added: call add() at least once"_s});
    if (!m_parts->providers)
        found.append({u"TSH033"_s, u"EngineBuilder"_s, u"nothing leads to a model: call withProviders()"_s});
    if (!found.isEmpty())
        return std::unexpected(found);
    m_parts->settings = std::make_unique<SettingsService>(m_parts->settingsStore, *m_parts->clock);
    m_parts->lease.owner = m_parts->ids->next();
    m_parts->runs = std::make_shared<LiveRuns>(*m_parts->clock);
    if (m_parts->tracking)
        m_parts->feeds = std::make_shared<LiveFeeds>(*m_parts->clock, *m_parts->tracking);
    if (m_parts->lease.process.isEmpty())
        m_parts->lease.process = u"process %1"_s.arg(QCoreApplication::applicationPid());
    return std::unique_ptr<Engine>(new Engine(std::move(m_parts)));
}

} // namespace typeshift
