// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "support/AwaitTask.h"
#include "support/FixedClock.h"
#include "support/Rule.h"
#include "support/ScriptedModel.h"
#include "support/TestTools.h"

#include "hosting/Engine.h"
#include "storage/sql/Database.h"
#include "storage/sql/SqlStore.h"

#include <QCoreApplication>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

const QString conversationText = u"01900000-0000-7000-8000-00000000c0de"_s;

// Dies at the nth append, before or after it is in the store.
class DyingStore final : public ConversationStore
{
public:
    DyingStore(std::shared_ptr<SqlStore> inner, int before, int after)
        : m_inner(std::move(inner))
        , m_before(before)
        , m_after(after)
    {
    }
    Task<Result<QList<StoredEntry>>> loadConversation(ConversationId conversation) override
    {
        return m_inner->loadConversation(conversation);
    }
    Task<Result<QList<StoredEntry>>> loadConversationSinceCompaction(ConversationId conversation) override
    {
        return m_inner->loadConversationSinceCompaction(conversation);
    }
    Task<Result<qint64>> appendConversation(ConversationId conversation, ConversationEntry entry) override
    {
        const int call = ++m_appends;
        if (call == m_before)
            std::raise(SIGKILL);
        auto appended = co_await m_inner->appendConversation(conversation, std::move(entry));
        if (call == m_after)
            std::raise(SIGKILL);
        co_return appended;
    }

private:
    std::shared_ptr<SqlStore> m_inner;
    int m_before;
    int m_after;
    int m_appends = 0;
};

// Answers twice: with two calls, then with words; dies in the middle of one of the answers if asked to.
class DyingModel final : public ChatClient, public ClientProvider
{
public:
    explicit DyingModel(int diesIn)
        : m_diesIn(diesIn)
    {
    }
    Task<Result<std::shared_ptr<ChatClient>>> client(QString, QString) override
    {
        co_return std::shared_ptr<ChatClient>(std::shared_ptr<void>(), this);
    }
    Task<Result<ChatResponse>> respond(ChatRequest, RunContext &run) override
    {
        const int answer = ++m_answers;
        Message message;
        message.uid = run.nextUid();
        message.role = Role::Assistant;
        message.contents = {TextContent{.text = answer == 1 ? u"Look."_s : u"Done."_s, .unknown = {}}};
        run.report(TextDelta{message.uid, u"half"_s});
        if (answer == m_diesIn)
            std::raise(SIGKILL);
        if (answer == 1) {
            for (const QString &id : {u"a"_s, u"b"_s})
                message.contents.append(
                    FunctionCall{.callId = id, .name = u"echo"_s, .arguments = "{}", .problem = {}, .unknown = {}});
        }
        co_return ChatResponse{.messages = {message}};
    }

private:
    int m_diesIn;
    int m_answers = 0;
};

Agent agentWith(const std::shared_ptr<Tool> &tool)
{
    return Agent(u"assistant"_s).withModel(u"script"_s, u"m1"_s).useTool(tool);
}

// The process that dies: runs once on the database in the file.
int runAndDie(const QString &file, int before, int after, int diesIn)
{
    Clock clock;
    TestTools tools;
    auto database = Database::open({.address = file});
    if (!database)
        return 1;
    const auto store = std::make_shared<SqlStore>(*database, clock);
    const auto model = std::make_shared<DyingModel>(diesIn);
    auto engine = EngineBuilder()
                      .add(agentWith(tools.echo(u"echo"_s)))
                      .withStore(std::make_shared<DyingStore>(store, before, after))
                      .withLeases(store)
                      .withProviders(model)
                      .build();
    const RunHandle run =
        (*engine)->host(u"assistant")->run(u"Hi"_s, {.conversation = ConversationId::fromString(conversationText)});
    QObject::connect(run.get(), &Run::finished, qApp, [] { QCoreApplication::exit(2); });
    return QCoreApplication::exec();
}

QStringList shown(const ChatRequest &request)
{
    QStringList texts;
    for (const Message &message : request.messages) {
        QString text = message.text();
        for (const Content &content : message.contents) {
            if (const auto *call = std::get_if<FunctionCall>(&content))
                text += u" +"_s + call->callId;
            else if (const auto *result = std::get_if<FunctionResult>(&content))
                text += u" ="_s + result->callId;
        }
        texts.append(text);
    }
    return texts;
}

} // namespace

//! A process killed with SIGKILL at each step of a run, and another one that goes on from there: resumed, and continued
//! with new input.
class TestCrashPoints final : public QObject
{
    Q_OBJECT

private slots:
    void theConversationGoesOnFromItsLastStep_data();
    void theConversationGoesOnFromItsLastStep();
};

void TestCrashPoints::theConversationGoesOnFromItsLastStep_data()
{
    QTest::addColumn<int>("before");
    QTest::addColumn<int>("after");
    QTest::addColumn<int>("diesIn");
    QTest::addColumn<bool>("resumes");
    QTest::addColumn<qsizetype>("entries");
    QTest::addColumn<QStringList>("expected");
    struct Point {
        const char *name;
        int before, after, diesIn;
        qsizetype entries;
        QStringList expected;
    };
    const QString look = u"Look. +a +b"_s;
    const QList<Point> points{
        {"after the input", 0, 1, 0, 1, {u"Hi"_s}},
        {"in the streamed response", 0, 0, 1, 1, {u"Hi"_s}},
        {"after the response with two calls", 0, 2, 0, 2, {u"Hi"_s, u"Look."_s}},
        {"while result 1 is stored", 3, 0, 0, 2, {u"Hi"_s, u"Look."_s}},
        {"after result 1 of 2", 0, 3, 0, 3, {u"Hi"_s, u"Look. +a"_s, u" =a"_s}},
        {"after all results", 0, 4, 0, 4, {u"Hi"_s, look, u" =a =b"_s}},
        {"in the second response", 0, 0, 2, 4, {u"Hi"_s, look, u" =a =b"_s}},
        {"after the response without calls", 0, 5, 0, 5, {u"Hi"_s, look, u" =a =b"_s, u"Done."_s}},
        {"after the end was sent and not stored", 6, 0, 0, 5, {u"Hi"_s, look, u" =a =b"_s, u"Done."_s}},
    };
    for (const Point &point : points) {
        QTest::addRow("2.2.11 %s, resumed", point.name)
            << point.before << point.after << point.diesIn << true << point.entries << point.expected;
        QTest::addRow("2.2.11 %s, continued", point.name)
            << point.before << point.after << point.diesIn << false << point.entries
            << point.expected + QStringList(u"And now?"_s);
    }
}

void TestCrashPoints::theConversationGoesOnFromItsLastStep()
{
    QFETCH(int, before);
    QFETCH(int, after);
    QFETCH(int, diesIn);
    QFETCH(bool, resumes);
    QFETCH(qsizetype, entries);
    QTemporaryDir folder;
    const QString file = folder.filePath(u"test.db"_s);
    QProcess child;
    child.start(QCoreApplication::applicationFilePath(),
                {u"--die"_s, file, QString::number(before), QString::number(after), QString::number(diesIn)});
    QVERIFY(child.waitForFinished(30'000));
    QCOMPARE(child.exitStatus(), QProcess::CrashExit);
    QCOMPARE(child.exitCode(), SIGKILL);

    // An hour later, so that the dead process's lease has run out.
    FixedClock clock(QDateTime::currentDateTimeUtc().addSecs(3'600));
    TestTools tools;
    const auto database = Database::open({.address = file});
    QVERIFY(database);
    const auto store = std::make_shared<SqlStore>(*database, clock);
    const ConversationId conversation = *ConversationId::fromString(conversationText);
    const auto stored = awaitTask(store->loadConversation(conversation));
    QVERIFY(stored);
    QCOMPARE(stored->size(), entries);
    const auto model = std::make_shared<ScriptedModel>();
    model->asksFor(u"echo"_s, R"({"again":1})", u"z"_s).says(u"Well."_s);
    const std::shared_ptr<Clock> shared(std::shared_ptr<void>(), &clock);
    auto engine = EngineBuilder()
                      .add(agentWith(tools.echo(u"echo"_s)))
                      .withStore(store)
                      .withLeases(store)
                      .withProviders(model)
                      .withClock(shared)
                      .build();
    const auto host = *(*engine)->host(u"assistant");
    const RunHandle run = resumes ? host.resume({.conversation = conversation})
                                  : host.run(u"And now?"_s, {.conversation = conversation});
    QSignalSpy finished(run.get(), &Run::finished);
    QVERIFY(finished.wait(30'000));
    QVERIFY(run->result().result());

    QTEST(shown(model->requests().constFirst()), "expected");
    QCOMPARE(tools.log, QStringList(u"echo {\"again\":1}"_s)); // Nothing of before is run again. // 2.2.12
    const auto all = awaitTask(store->loadConversation(conversation));
    QVERIFY(all);
    QCOMPARE(all->first(entries), *stored);
    QVERIFY(all->constLast().entry.endsRun);
    QCOMPARE(std::ranges::count_if(*all, [](const StoredEntry &each) { return each.entry.endsRun; }), 1); // 2.2.13
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == "--die"_L1)
        return runAndDie(arguments.at(2), arguments.at(3).toInt(), arguments.at(4).toInt(), arguments.at(5).toInt());
    TestCrashPoints test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_crashPoints.moc"
