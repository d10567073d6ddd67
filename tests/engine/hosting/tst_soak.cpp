// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "support/AwaitTask.h"
#include "support/TestTools.h"

#include "conversations/History.h"
#include "hosting/Engine.h"
#include "storage/sql/Database.h"
#include "storage/sql/SqlStore.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTimer>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

ConversationId conversationOf(quint32 number)
{
    return ConversationId(QUuid(0x0190'0000, 0, 0x7000, 0x80, 0, 0, 0, 0, 0, uchar(number >> 8), uchar(number)));
}

// A model that answers at random: words in pieces, calls with ids that repeat, failures; sometimes it takes its time.
class RandomModel final : public ChatClient, public ClientProvider
{
public:
    explicit RandomModel(QRandomGenerator &random)
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
            for (int calls = m_random.bounded(3); calls >= 0; --calls) {
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

// Fails some appends, now and then.
class UnreliableStore final : public ConversationStore
{
public:
    UnreliableStore(std::shared_ptr<SqlStore> inner, QRandomGenerator &random, std::function<void(ConversationId)> tell)
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
            m_tell(conversation);
        co_return appended;
    }

private:
    std::shared_ptr<SqlStore> m_inner;
    QRandomGenerator &m_random;
    std::function<void(ConversationId)> m_tell;
};

//! What a worker process has seen, one line each, written before it goes on: it may be killed the next moment.
class Journal
{
public:
    explicit Journal(const QString &file)
        : m_file(file)
    {
        m_isOpen = m_file.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered);
    }
    void write(const QString &line) { m_file.write(QByteArray(line.toUtf8() + '\n')); }
    bool isOpen() const { return m_isOpen; }

private:
    QFile m_file;
    bool m_isOpen = false;
};

//! One process: runs conversations at random until it has made its runs, or is killed.
class Worker final : public QObject
{
    Q_OBJECT

public:
    Worker(const QString &file, const QString &journal, quint32 seed, int conversations, int runs)
        : m_random(seed)
        , m_journal(journal)
        , m_conversations(conversations)
        , m_left(runs)
    {
        auto database = Database::open({.address = file});
        if (!database || !m_journal.isOpen())
            qFatal("the database or the journal does not open");
        const auto store = std::make_shared<SqlStore>(*database, m_clock);
        m_model = std::make_shared<RandomModel>(m_random);
        const auto unreliable = std::make_shared<UnreliableStore>(store, m_random, [this](ConversationId conversation) {
            m_journal.write(u"fault "_s + conversation.toString());
        });
        auto engine = EngineBuilder()
                          .add(Agent(u"assistant"_s).withModel(u"script"_s, u"m1"_s).useTool(m_tools.echo(u"echo"_s)))
                          .withStore(unreliable)
                          .withLeases(store)
                          .withProviders(m_model)
                          .withRealtimeTracking()
                          .build();
        m_engine = *std::move(engine);
        connect(&m_turns, &QTimer::timeout, this, &Worker::turn);
        m_turns.start(1);
    }

private:
    void turn()
    {
        if (m_left == 0 && m_runs.isEmpty()) {
            QCoreApplication::quit();
            return;
        }
        const ConversationId conversation = conversationOf(quint32(m_random.bounded(m_conversations)));
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

    void start(const ConversationId &conversation)
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
        connect(run, &Run::finished, this, [this, run, conversation, hasBegun] {
            m_runs.removeOne(run);
            run->deleteLater();
            if (*hasBegun)
                m_journal.write(u"ended "_s + conversation.toString());
        });
    }

    void steer(const ConversationId &conversation)
    {
        Message message = input();
        if (m_engine->tracker().trySteer(conversation, message))
            m_journal.write(
                u"accepted %1 %2"_s.arg(message.uid.toString(QUuid::WithoutBraces), conversation.toString()));
    }

    Message input()
    {
        Message message = userMessage(QString::number(m_random.bounded(1'000)));
        message.uid = m_ids.next();
        return message;
    }

    QRandomGenerator m_random;
    Journal m_journal;
    Clock m_clock;
    IdSource m_ids;
    TestTools m_tools;
    int m_conversations;
    int m_left;
    QTimer m_turns;
    std::shared_ptr<RandomModel> m_model;
    QList<Run *> m_runs;
    std::unique_ptr<Engine> m_engine;
};

} // namespace

//! Many runs on one database with random stops, steering, faults of the store and kills of the whole process; then
//! every entry is held against what the processes had seen. The seed decides, so a failure repeats as far as a kill
//! can. TYPESHIFT_SOAK_SECONDS makes it long (./dev bench soak).
class TestSoak final : public QObject
{
    Q_OBJECT

private slots:
    void everythingThatWasAcceptedIsThereOnce();

private:
    void check(const QString &file, const QString &journal, int conversations);
};

void TestSoak::everythingThatWasAcceptedIsThereOnce()
{
    const int seconds = qEnvironmentVariableIntValue("TYPESHIFT_SOAK_SECONDS");
    const int conversations = seconds > 0 ? 200 : 20;
    const int runs = seconds > 0 ? 2'000 : 60;
    QElapsedTimer time;
    time.start();
    quint32 seed = 1;
    int kills = 0;
    do {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"soak.db"_s);
        const QString journal = folder.filePath(u"journal"_s);
        QRandomGenerator random(seed);
        for (int life = 0; life < 4; ++life) {
            QProcess worker;
            worker.setProcessChannelMode(QProcess::ForwardedChannels);
            worker.start(QCoreApplication::applicationFilePath(),
                         {u"--work"_s, file, journal, QString::number(seed * 100 + quint32(life)),
                          QString::number(conversations), QString::number(runs / 4)});
            const bool isLast = life == 3;
            if (!isLast && !worker.waitForFinished(100 + random.bounded(seconds > 0 ? 4'000 : 300))) {
                worker.kill();
                ++kills;
            }
            QVERIFY(worker.state() == QProcess::NotRunning || worker.waitForFinished(180'000));
            if (worker.exitStatus() == QProcess::NormalExit)
                QCOMPARE(worker.exitCode(), 0);
        }
        check(file, journal, conversations);
        if (QTest::currentTestFailed())
            QFAIL(qPrintable(u"seed %1"_s.arg(seed)));
        ++seed;
    } while (time.elapsed() < qint64(seconds) * 1'000);
    qInfo("%u seeds, %d processes killed", seed - 1, kills);
}

void TestSoak::check(const QString &file, const QString &journal, int conversations)
{
    // What the processes saw, by conversation.
    QHash<QString, int> began;
    QHash<QString, int> ended;
    QHash<QString, int> faults;
    QHash<QString, QStringList> accepted;
    QFile lines(journal);
    QVERIFY(lines.open(QIODevice::ReadOnly));
    for (const auto all = lines.readAll().split('\n'); const QByteArray &line : all) {
        const QStringList words = QString::fromUtf8(line).split(u' ');
        if (words.constFirst() == "began"_L1)
            ++began[words.at(1)];
        else if (words.constFirst() == "ended"_L1)
            ++ended[words.at(1)];
        else if (words.constFirst() == "fault"_L1)
            ++faults[words.at(1)];
        else if (words.constFirst() == "accepted"_L1)
            accepted[words.at(2)].append(words.at(1));
    }
    QVERIFY(!began.isEmpty());

    Clock clock;
    const auto database = Database::open({.address = file});
    QVERIFY(database);
    SqlStore store(*database, clock);
    for (int number = 0; number < conversations; ++number) {
        const ConversationId id = conversationOf(quint32(number));
        const QString name = id.toString();
        const auto loaded = awaitTask(store.loadConversation(id));
        QVERIFY2(loaded, qPrintable(name));
        QHash<QString, int> seen; // Inputs and answers by uid: none is stored twice.
        qint64 last = 0;
        int ends = 0;
        QSet<QString> calls;
        QSet<QString> results;
        for (const StoredEntry &stored : *loaded) {
            QVERIFY2(stored.sequence > last, qPrintable(name));
            last = stored.sequence;
            ends += stored.entry.endsRun ? 1 : 0;
            for (const Message &message : stored.entry.messages) {
                if (message.role != Role::Tool)
                    ++seen[message.uid.toString(QUuid::WithoutBraces)];
                for (const Content &content : message.contents) {
                    if (const auto *call = std::get_if<FunctionCall>(&content)) {
                        QVERIFY2(!calls.contains(call->callId), "a call id is stored twice");
                        calls.insert(call->callId);
                    } else if (const auto *result = std::get_if<FunctionResult>(&content)) {
                        QVERIFY2(!results.contains(result->callId), "a call is answered twice");
                        results.insert(result->callId);
                        // A result has an owner, unless the append of its call was made to fail.
                        QVERIFY2(calls.contains(result->callId) || faults.contains(name), "a result without its call");
                    }
                }
            }
        }
        for (auto each = seen.cbegin(); each != seen.cend(); ++each)
            QVERIFY2(each.value() == 1,
                     qPrintable(u"message %1 of %2 is stored %3 times"_s.arg(each.key(), name).arg(each.value())));
        // Exactly one end for each run that was not killed, unless the append of the end was made to fail.
        QVERIFY2(ends <= began.value(name), qPrintable(name));
        QVERIFY2(ends >= ended.value(name) - faults.value(name), qPrintable(name));
        // What was accepted is stored once; a kill may take what the run had not taken yet, which the host keeps.
        const bool isCut = began.value(name) > ends;
        for (const auto uids = accepted.value(name); const QString &uid : uids)
            QVERIFY2(seen.value(uid) == 1 || isCut || faults.contains(name),
                     qPrintable(u"input %1 of %2 is lost"_s.arg(uid, name)));
        // Whatever happened, a model can be shown the rest.
        for (const auto history = historyOf(*loaded); const Message &message : history)
            QVERIFY(!message.contents.isEmpty());
    }
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == "--work"_L1) {
        Worker worker(arguments.at(2), arguments.at(3), arguments.at(4).toUInt(), arguments.at(5).toInt(),
                      arguments.at(6).toInt());
        return QCoreApplication::exec();
    }
    TestSoak test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_soak.moc"
