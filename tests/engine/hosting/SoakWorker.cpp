// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "SoakWorker.h"

#include "storage/sql/Database.h"
#include "storage/sql/SqlStore.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

// Fails some appends, now and then.
class UnreliableStore final : public ConversationStore
{
public:
    using Tell = std::function<void(ConversationId, Error)>;

    UnreliableStore(std::shared_ptr<SqlStore> inner, QRandomGenerator &random, Tell tell)
        : m_inner(std::move(inner))
        , m_random(random)
        , m_tell(std::move(tell))
    {
    }
    Task<Result<QList<StoredEntry>>> loadConversation(ConversationId conversation) override
    {
        return m_inner->loadConversation(conversation);
    }
    Task<Result<QList<StoredEntry>>> loadConversationSinceCompaction(ConversationId conversation) override
    {
        if (m_random.bounded(60) == 0)
            co_return failure(Error::Kind::Storage, u"the load failed"_s);
        co_return co_await m_inner->loadConversationSinceCompaction(conversation);
    }
    Task<Result<qint64>> appendConversation(ConversationId conversation, ConversationEntry entry) override
    {
        const bool fails = m_random.bounded(80) == 0;
        auto appended = fails ? Result<qint64>(failure(Error::Kind::Storage, u"the append failed"_s)) : 0;
        if (!fails)
            appended = co_await m_inner->appendConversation(conversation, std::move(entry));
        if (!appended)
            m_tell(conversation, appended.error());
        co_return appended;
    }

private:
    std::shared_ptr<SqlStore> m_inner;
    QRandomGenerator &m_random;
    Tell m_tell;
};

} // namespace

ConversationId soakConversation(quint32 number)
{
    return ConversationId(QUuid(0x0190'0000, 0, 0x7000, 0x80, 0, 0, 0, 0, 0, uchar(number >> 8), uchar(number)));
}

SoakJournal::SoakJournal(const QString &file)
    : m_file(file)
{
    m_isOpen = m_file.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered);
}

void Ballast::fill()
{
    if (!m_file.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
        return; // No room for a name.
    const QByteArray block(64 * 1024, 'x');
    while (m_file.write(block) > 0) { }
}

void Ballast::remove()
{
    m_file.close();
    m_file.remove();
}

// A model that answers at random: words in pieces, calls with ids that repeat, failures; sometimes it takes its time.
class SoakWorker::Model final : public ChatClient, public ClientProvider
{
public:
    explicit Model(QRandomGenerator &random)
        : m_random(random)
    {
    }
    Task<Result<std::shared_ptr<ChatClient>>> client(QString, QString) override
    {
        co_return std::shared_ptr<ChatClient>(std::shared_ptr<void>(), this);
    }
    Task<Result<ChatResponse>> respond(ChatRequest request, RunContext &run) override
    {
        Message message;
        message.uid = run.nextUid();
        message.role = Role::Assistant;
        QString text;
        for (int piece = m_random.bounded(4); piece >= 0; --piece) {
            if (auto waited = co_await run.sleep(std::chrono::milliseconds(m_random.bounded(4))); !waited)
                co_return failure(waited.error());
            text += QString::number(m_random.bounded(1'000)) + u' ';
            run.report(TextDelta{message.uid, text});
        }
        if (m_random.bounded(12) == 0)
            co_return failure(Error::Kind::IncompleteStream, u"cut"_s);
        message.contents = {TextContent{.text = text, .unknown = {}}};
        if (!request.tools.isEmpty() && m_random.bounded(2) == 0) {
            for (int calls = m_random.bounded(mostCalls); calls >= 0; --calls) {
                message.contents.append(FunctionCall{.callId = QString::number(m_random.bounded(2)),
                                                     .name = u"echo"_s,
                                                     .arguments = "{}",
                                                     .problem = {},
                                                     .unknown = {}});
            }
        }
        co_return ChatResponse{.messages = {message}};
    }

private:
    QRandomGenerator &m_random;
};

SoakWorker::SoakWorker(const Order &order)
    : m_random(order.seed)
    , m_journal(order.journal)
    , m_conversations(order.conversations)
    , m_left(order.runs)
{
    if (!order.ballast.isEmpty())
        m_ballast.emplace(order.ballast);
    auto database = Database::open({.address = order.file});
    if (!database || !m_journal.isOpen())
        qFatal("the database or the journal does not open");
    const auto store = std::make_shared<SqlStore>(*database, m_clock);
    m_model = std::make_shared<Model>(m_random);
    const auto unreliable = std::make_shared<UnreliableStore>(
        store, m_random, [this](const ConversationId &conversation, const Error &error) {
            m_journal.write(u"fault "_s + conversation.toString());
            noteFull(error);
        });
    auto engine = EngineBuilder()
                      .add(Agent(u"assistant"_s).withModel(u"script"_s, u"m1"_s).useTool(m_tools.echo(u"echo"_s)))
                      .withStore(unreliable)
                      .withLeases(store)
                      .withProviders(m_model)
                      .withRealtimeTracking()
                      .build();
    m_engine = *std::move(engine);
    connect(&m_turns, &QTimer::timeout, this, &SoakWorker::turn);
    m_turns.start(1);
}

SoakWorker::~SoakWorker() = default;

void SoakWorker::noteFull(const Error &error)
{
    if (error.facts.code != "full"_L1)
        return;
    m_wasFull = true;
    m_journal.write(u"full"_s);
}

void SoakWorker::turn()
{
    if (m_left == 0 && m_ballast && !m_wasFull)
        ++m_left;
    if (m_left == 0 && m_runs.isEmpty()) {
        QCoreApplication::quit();
        return;
    }
    if (m_ballast && m_random.bounded(16) == 0) {
        if (m_ballast->isFull())
            m_ballast->remove();
        else
            m_ballast->fill();
    }
    const ConversationId conversation = soakConversation(quint32(m_random.bounded(m_conversations)));
    switch (m_random.bounded(4)) {
    case 0:
        steer(conversation);
        break;
    case 1:
        if (!m_runs.isEmpty() && m_random.bounded(6) == 0)
            m_runs.at(m_random.bounded(int(m_runs.size())))->cancel();
        break;
    default:
        if (m_left > 0 && m_runs.size() < 8)
            start(conversation);
    }
}

void SoakWorker::start(const ConversationId &conversation)
{
    --m_left;
    const AgentHost host = *m_engine->host(u"assistant");
    const bool resumes = m_random.bounded(4) == 0;
    const RunRequest request{.conversation = conversation};
    RunHandle handle = resumes ? host.resume(request) : host.sendOrSteer(input(), request);
    Run *run = handle.release();
    run->setParent(this);
    m_runs.append(run);
    const auto hasBegun = std::make_shared<bool>(false);
    connect(run, &Run::stateChanged, this, [this, conversation, hasBegun](Run::State state) {
        if (state != Run::State::Running)
            return;
        *hasBegun = true;
        m_journal.write(u"began "_s + conversation.toString());
    });
    connect(run, &Run::finished, this, [this, run, conversation, hasBegun](const auto &result) {
        m_runs.removeOne(run);
        run->deleteLater();
        if (*hasBegun)
            m_journal.write(u"ended "_s + conversation.toString());
        if (!result)
            noteFull(result.error());
    });
}

void SoakWorker::steer(const ConversationId &conversation)
{
    Message message = input();
    if (m_engine->tracker().trySteer(conversation, message))
        m_journal.write(u"accepted %1 %2"_s.arg(message.uid.toString(QUuid::WithoutBraces), conversation.toString()));
}

Message SoakWorker::input()
{
    Message message = userMessage(QString::number(m_random.bounded(1'000)));
    message.uid = m_ids.next();
    return message;
}

} // namespace typeshift
