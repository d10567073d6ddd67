// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "page/ConversationSession.h"

#include "page/ProviderTitles.h"

#include <engine/hosting/Engine.h>
#include <engine/workbench/ConversationCatalog.h>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

const ErrorBar *lastError(const TranscriptModel &model)
{
    return model.rowCount() > 0 ? model.block(model.rowCount() - 1).as<ErrorBar>() : nullptr;
}

// The footer is the last row of an answer that was stopped.
bool wasStopped(const TranscriptModel &model)
{
    for (int row = model.rowCount() - 1; row >= std::max(0, model.rowCount() - 2); --row) {
        if (const auto *cut = model.block(row).as<Cut>())
            return cut->reason == Cut::Reason::Stopped;
    }
    return false;
}

} // namespace

ConversationSession::ConversationSession(Desk &desk, std::optional<ConversationId> conversation, QObject *parent)
    : QObject(parent)
    , m_desk(desk)
    , m_queue(desk)
    , m_id(conversation)
{
    connect(&m_queue, &MessageQueue::changed, this, &ConversationSession::changed);
    connect(&m_queue, &MessageQueue::ready, this, &ConversationSession::advance);
    connect(&m_queue, &MessageQueue::checked, this, &ConversationSession::startQueued);
    QHash<QString, QString> titles;
    for (const Agent &agent : desk.engine.agents())
        titles.insert(agent.name(), agent.title());
    m_model.setAuthorTitles(titles);
    m_model.setLiveAuthor(agentName());
    m_model.setProviderTitles(desk.providerTitles.all());
    connect(&desk.providerTitles, &ProviderTitles::changed, this, [this] {
        m_model.setProviderTitles(m_desk.providerTitles.all());
        emit changed();
    });
    if (!conversation)
        m_tasks.start(desk.profiles.defaultChoice(), [this](Result<ModelChoice> choice) {
            if (choice && m_choice == ModelChoice())
                setChoice(*choice);
        });
}

void ConversationSession::load()
{
    if (!m_id)
        return;
    setPhase(Phase::Loading);
    m_queue.open(*m_id);
    m_tasks.start(m_desk.store.loadConversation(*m_id), [this](Result<QList<StoredEntry>> entries) {
        if (entries) {
            m_lastRun = entries->mid(beginOfLastRun(*entries));
            m_model.setEntries(*entries);
            m_waiting.read(*entries);
            readMode(*entries);
        } else {
            m_loadError = entries.error();
        }
        refresh();
    });
}

void ConversationSession::refresh()
{
    if (!m_id)
        return;
    m_tasks.start(m_desk.catalog.find(*m_id), [this](Result<std::optional<ConversationRecord>> found) {
        bool endedElsewhere = false;
        if (found && *found) {
            endedElsewhere = runsElsewhere() && (*found)->state != ConversationState::Running;
            m_record = **found;
            if (m_choice == ModelChoice())
                m_choice = {m_record.provider, m_record.model};
        }
        if (m_phase == Phase::Loading)
            m_phase = Phase::Idle;
        emit changed();
        if (endedElsewhere)
            load();
        else if (m_phase == Phase::Idle && std::exchange(m_resumesOnceRead, false))
            resume();
    });
}

QString ConversationSession::agentName() const
{
    if (!m_agent.isEmpty())
        return m_agent;
    if (!m_record.agent.isEmpty() && m_desk.engine.host(m_record.agent))
        return m_record.agent;
    const QList<Agent> agents = m_desk.engine.agents();
    return agents.isEmpty() ? QString() : agents.constFirst().name();
}

// What an agent left to answer, or was cut off in, is its own to go on with. // 2.2.14
QString ConversationSession::lastAgent() const
{
    return m_desk.engine.host(m_record.agent) ? m_record.agent : agentName();
}

QString ConversationSession::missingAgent() const
{
    const bool isThere = m_record.agent.isEmpty() || !m_agent.isEmpty() || m_desk.engine.host(m_record.agent);
    return isThere ? QString() : m_record.agent;
}

QString ConversationSession::agentTitle() const
{
    const auto host = m_desk.engine.host(agentName());
    return host ? host->agent().title() : agentName();
}

QString ConversationSession::providerTitle() const
{
    return m_desk.providerTitles.of(m_choice.provider);
}

bool ConversationSession::canRetry() const
{
    const bool isRefused = m_refusal && !hasRefusedAnswers();
    return m_phase == Phase::Idle && (isRefused || lastError(m_model) || wasStopped(m_model));
}

RunRequest ConversationSession::request() const
{
    return {.conversation = m_id, .provider = m_choice.provider, .model = m_choice.model, .mode = m_mode};
}

void ConversationSession::readMode(const QList<StoredEntry> &entries)
{
    for (const StoredEntry &stored : entries)
        m_storedMode = stored.entry.mode.value_or(m_storedMode);
}

void ConversationSession::setMode(AgentMode mode)
{
    if (this->mode() == mode)
        return;
    m_mode = mode;
    if (isWorking())
        m_desk.engine.tracker().setMode(*m_id, mode); // 2.10.13
    emit changed();
}

void ConversationSession::answer(const QList<ApprovalResponse> &responses)
{
    const auto host = m_desk.engine.host(lastAgent());
    if (m_phase != Phase::Idle || responses.isEmpty() || !host)
        return;
    m_sent.clear();
    m_attempt = Attempt::Answers;
    m_refusal.reset();
    setPhase(Phase::Sending);
    RunRequest asked = request();
    asked.mode.reset(); // An approved plan says how to go on; anything else goes on as it was. // 2.10.4
    startRun(host->answer(responses, asked));
}

void ConversationSession::setAgent(const QString &name)
{
    const auto host = m_desk.engine.host(name);
    if (!host || name == agentName())
        return;
    m_agent = name;
    if (!host->agent().provider().isEmpty())
        m_choice = {host->agent().provider(), host->agent().model()};
    emit changed();
}

void ConversationSession::setChoice(const ModelChoice &choice)
{
    if (m_choice == choice)
        return;
    m_choice = choice;
    emit changed();
}

void ConversationSession::send(const QString &text)
{
    if (m_phase == Phase::Sending || m_phase == Phase::Loading)
        return;
    if (isWorking() || !m_queue.messages().isEmpty()) {
        m_queue.add(*m_id, text);
        emit inputQueued(text);
        return;
    }
    m_writtenIn = m_id;
    m_isNew = !m_id;
    m_sent = text;
    m_attempt = Attempt::Message;
    m_refusal.reset();
    if (!m_id)
        m_id = m_desk.catalog.newConversation();
    setPhase(Phase::Sending);
    // In the list before the run begins: whatever happens now, the conversation can be found.
    m_tasks.start(m_desk.catalog.noteInput(inputOf(text)), [this](Result<> noted) {
        if (!noted)
            return refuse(noted.error());
        refresh();
        if (const auto host = m_desk.engine.host(agentName()))
            startRun(host->run(m_sent, request()));
    });
}

bool ConversationSession::steer(const QString &text)
{
    if (!isWorking())
        return false;
    m_queue.add(*m_id, text);
    return true;
}

ConversationInput ConversationSession::inputOf(const QString &text) const
{
    return {.conversation = *m_id,
            .agent = agentName(),
            .provider = m_choice.provider,
            .model = m_choice.model,
            .text = text};
}

void ConversationSession::sendQueued()
{
    if (m_phase != Phase::Idle || m_queue.messages().isEmpty())
        return;
    m_sent.clear();
    m_attempt = Attempt::Queue;
    m_refusal.reset();
    setPhase(Phase::Sending);
    m_queue.check();
}

void ConversationSession::startQueued()
{
    if (m_phase != Phase::Sending || m_attempt != Attempt::Queue || m_run)
        return;
    const auto input = m_queue.takeFirst();
    const auto host = m_desk.engine.host(agentName());
    if (!input || !host)
        return setPhase(Phase::Idle);
    m_tasks.start(m_desk.catalog.noteInput(inputOf(input->text())), [this, host, input](Result<> noted) {
        if (!noted)
            return refuse(noted.error());
        refresh();
        startRun(host->run(*input, request()));
    });
}

// What waits goes to the run that works, or begins one when none does. // 2.3.15
void ConversationSession::advance()
{
    if (m_phase == Phase::Running)
        m_queue.handIn();
    else if (m_phase == Phase::Idle && m_queue.hasWaiting())
        sendQueued();
}

void ConversationSession::retry()
{
    if (m_refusal && m_attempt == Attempt::Queue)
        return sendQueued();
    if (isInterrupted())
        return resume();
    const auto host = m_desk.engine.host(lastAgent());
    if (!canRetry() || !host)
        return;
    m_sent.clear();
    m_attempt = Attempt::GoOn;
    m_refusal.reset();
    setPhase(Phase::Sending);
    startRun(host->retry(request()));
}

void ConversationSession::resume()
{
    if (m_phase == Phase::Loading) {
        m_resumesOnceRead = true;
        return;
    }
    const auto host = m_desk.engine.host(lastAgent());
    if (!isInterrupted() || !host)
        return;
    m_sent.clear();
    m_attempt = Attempt::GoOn;
    m_refusal.reset();
    setPhase(Phase::Sending);
    startRun(host->resume(request()));
}

void ConversationSession::stop()
{
    if (!m_run || m_phase != Phase::Running)
        return;
    m_queue.handIn(true); // Sent before, so it belongs to this run.
    m_run->cancel();
    setPhase(Phase::Stopping);
}

void ConversationSession::startRun(RunHandle run)
{
    m_run = std::move(run);
    m_runEntries.clear();
    m_model.setLiveAuthor(agentName());
    connect(m_run.get(), &Run::updated, this, &ConversationSession::follow);
    connect(m_run.get(), &Run::finished, this, &ConversationSession::finish);
    connect(m_run.get(), &Run::stateChanged, this, [this](Run::State state) {
        // A run with a new message of the composer goes on from what it stores: follow().
        if (state != Run::State::Running || m_phase != Phase::Sending || !m_sent.isEmpty())
            return;
        setPhase(Phase::Running);
        advance();
    });
}

void ConversationSession::follow(const ChatUpdate &update)
{
    const bool isInput = m_phase == Phase::Sending && std::holds_alternative<StoredUpdate>(update);
    m_model.apply(update);
    if (const auto *changed = std::get_if<ModeUpdate>(&update))
        m_storedMode = changed->mode;
    if (const auto *stored = std::get_if<StoredUpdate>(&update)) {
        if (m_runEntries.isEmpty() && hasNewInput(stored->stored.entry))
            m_lastRun.clear();
        m_runEntries.append(stored->stored);
        m_lastRun.append(stored->stored);
        for (const Message &message : stored->stored.entry.messages)
            m_queue.drop(message.uid);
    }
    emit updated(update);
    if (!isInput)
        return;
    const QString sent = std::exchange(m_sent, QString());
    m_isNew = false;
    setPhase(Phase::Running);
    if (!sent.isEmpty())
        emit inputStored(m_writtenIn, sent);
    refresh();
}

void ConversationSession::finish(const Result<ChatResponse> &result)
{
    m_run.reset();
    if (m_phase == Phase::Sending && !result) {
        const bool isStale = result.error().kind == Error::Kind::ApprovalClosed;
        refuse(result.error());
        emit runFinished(result);
        if (isStale)
            load(); // Somebody else answered: show what is open now. // 2.6.14
        return;
    }
    m_waiting.readRun(m_runEntries);
    readMode(m_runEntries);
    if (m_storedMode == m_mode)
        m_mode.reset();
    m_queue.runEnded();
    m_model.finishRun();
    m_refusal.reset();
    m_record.state = ConversationState::Idle; // What was read while it ran is no other program's run.
    setPhase(Phase::Idle);
    refresh();
    emit runFinished(result);
    advance(); // What came too late for this run. // 2.3.15
}

void ConversationSession::refuse(const Error &error)
{
    m_refusal = error;
    m_queue.runEnded();
    if (std::exchange(m_isNew, false)) {
        // Nothing of it is stored: the list must not show a conversation without a word.
        m_tasks.start(m_desk.catalog.remove(*m_id), [](Result<>) { });
        m_id.reset();
        m_record = {};
    }
    setPhase(Phase::Idle);
}

void ConversationSession::setPhase(Phase phase)
{
    m_phase = phase;
    emit changed();
}

} // namespace typeshift::ui
