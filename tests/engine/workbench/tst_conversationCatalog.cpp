// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "WorkbenchFixture.h"
#include "storage/sql/Dialect.h"
#include "workbench/ConversationRows.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace std::chrono_literals;

namespace {

Result<> insertMany(Connection &connection, int conversations)
{
    return executeSql(connection, u"BEGIN"_s)
        .and_then([&] {
            return changeRows(
                       connection,
                       u"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)"
                       " INSERT INTO conversations SELECT printf('00000000-0000-7000-8000-%012x', i),"
                       " 'Conversation ' || i || ' about Überraschung', 'conversation ' || i || ' about überraschung',"
                       " 'assistant', 'demo', 'chat', NULL, i, i * 7919 % 1000003 FROM n"_s,
                       {conversations})
                .transform([](qint64) { });
        })
        .and_then([&] {
            // Four entries each: input, response of 2 KB, results, end.
            for (int step = 0; step < 4; ++step) {
                const QString json = step == 3
                    ? u"'{\"agent\":\"assistant\",\"endsRun\":true,\"messages\":[]}'"_s
                    : u"'{\"agent\":\"assistant\",\"x\":\"' || hex(zeroblob(1000)) || '\"}'"_s;
                auto done = executeSql(
                    connection,
                    u"INSERT INTO entries(conversation, is_summary, ends_run, at, json)"
                    " SELECT id, 0, %1, NULL, %2 FROM conversations"_s.arg(QString::number(step == 3), json));
                if (!done)
                    return done;
            }
            return executeSql(connection, u"COMMIT"_s);
        });
}

} // namespace

class ConversationCatalogTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (placeOfTests() == TestPlace::Server)
            NEEDS_POSTGRES();
    }
    void titlesAreCutAtAWord_data();
    void titlesAreCutAtAWord();
    void theFirstInputGivesTheTitleAndLaterOnesMoveItUp();
    void aRenamedConversationKeepsItsTitle();
    void theStateComesFromTheLastEntryAndTheLease();
    void whoRunsItAndWhenItWasCutOffAreTold();
    void anOpenRequestMeansAsking();
    void theLastErrorIsShownUntilTheNextRun();
    void searchIgnoresCaseAndTakesMarksLiterally_data();
    void searchIgnoresCaseAndTakesMarksLiterally();
    void aConversationIsRemovedWhole();
    void aRunningConversationIsNotRemoved();
    void draftsSurviveARestartAndGoOnlyWhenSent();
    void conversationsOfEntriesAloneGetARecord();
    void aPageIsCutFromTheNewest();
    void theListIsReadFromIndexesAlone();
    void fiftyThousandConversationsAreListedInTime();
};

void ConversationCatalogTest::titlesAreCutAtAWord_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("title");
    const QString family = u"👨‍👩‍👧‍👦"_s;
    QTest::newRow("short") << u"Hello"_s << u"Hello"_s;
    QTest::newRow("empty") << QString() << QString();
    QTest::newRow("only spaces and lines") << u" \n\t\n"_s << QString();
    QTest::newRow("empty lines first") << u"\n\n  Hello  \nWorld"_s << u"Hello"_s;
    QTest::newRow("windows line ends") << u"Hello\r\nWorld"_s << u"Hello"_s;
    QTest::newRow("inner spaces are joined") << u"a  b\tc"_s << u"a b c"_s;
    QTest::newRow("markdown marks stay") << u"# **Fix** `main.cpp`"_s << u"# **Fix** `main.cpp`"_s;
    QTest::newRow("control characters go") << u"a\u0007b"_s << u"ab"_s;
    QTest::newRow("exactly 60") << QString(60, u'x') << QString(60, u'x');
    QTest::newRow("61 of one word") << QString(61, u'x') << QString(QString(60, u'x') + u'…');
    QTest::newRow("60 and a word") << QString(QString(60, u'x') + u" y"_s) << QString(QString(60, u'x') + u'…');
    QTest::newRow("at a word") << u"Please explain how the event loop of this program handles sockets"_s
                               << u"Please explain how the event loop of this program handles…"_s;
    QTest::newRow("a short word, then a long one")
        << QString(u"See "_s + QString(80, u'x')) << QString(u"See "_s + QString(56, u'x') + u'…');
    QTest::newRow("60 families") << family.repeated(60) << family.repeated(60);
    QTest::newRow("61 families") << family.repeated(61) << QString(family.repeated(60) + u'…');
    QTest::newRow("combining accents") << u"e\u0301"_s.repeated(61) << QString(u"e\u0301"_s.repeated(60) + u'…');
}

void ConversationCatalogTest::titlesAreCutAtAWord()
{
    QFETCH(QString, text);
    QFETCH(QString, title);
    QCOMPARE(conversationTitle(text), title);
}

void ConversationCatalogTest::theFirstInputGivesTheTitleAndLaterOnesMoveItUp()
{
    WorkbenchFixture f;
    QSignalSpy changes(&f.catalog(), &ConversationCatalog::changed);
    const auto first = f.begin(u"First question\nmore"_s);
    f.clock.advance(1min);
    f.begin(u"Second"_s);
    QCOMPARE(f.titles(), QStringList({u"Second"_s, u"First question"_s}));
    f.clock.advance(1min);
    QVERIFY(f.note(first, u"Something else"_s));
    QCOMPARE(f.titles(), QStringList({u"First question"_s, u"Second"_s}));
    const auto record = f.find(first);
    QVERIFY(record);
    QCOMPARE(record->agent, u"assistant"_s);
    QCOMPARE(record->provider, u"demo"_s);
    QCOMPARE(record->model, u"chat"_s);
    QCOMPARE(record->createdAt.msecsTo(record->updatedAt), 120'000);
    QCOMPARE(changes.size(), 3);
    QCOMPARE(changes.at(0).at(0).value<ConversationId>(), first);
}

void ConversationCatalogTest::aRenamedConversationKeepsItsTitle()
{
    WorkbenchFixture f;
    const auto id = f.begin(u"First"_s);
    QVERIFY(awaitTask(f.catalog().rename(id, u"  My  title "_s)));
    QVERIFY(f.note(id, u"Another"_s));
    QCOMPARE(f.titles({.title = u"MY TITLE"_s}), QStringList({u"My title"_s}));
    QCOMPARE(awaitTask(f.catalog().rename(id, u" "_s)).error().kind, Error::Kind::InvalidInput);
    QCOMPARE(awaitTask(f.catalog().rename(f.catalog().newConversation(), u"x"_s)).error().kind,
             Error::Kind::InvalidInput);
}

void ConversationCatalogTest::theStateComesFromTheLastEntryAndTheLease()
{
    WorkbenchFixture f;
    const auto id = f.catalog().newConversation();
    QVERIFY(f.note(id, u"Hi"_s));
    QCOMPARE(f.find(id)->state, ConversationState::Idle);
    f.append(id, userMessage(u"Hi"_s));
    QCOMPARE(f.find(id)->state, ConversationState::Interrupted);

    const Lease lease{QUuid::createUuid(), u"typeshift 1 on here"_s};
    QVERIFY(awaitTask(f.workbench->store->acquireLease(id, lease)));
    QCOMPARE(f.find(id)->state, ConversationState::Running);
    f.clock.advance(LeaseStore::lifetime - 1ms);
    QCOMPARE(f.find(id)->state, ConversationState::Running);
    f.clock.advance(1ms);
    QCOMPARE(f.find(id)->state, ConversationState::Interrupted);
    f.end(id);
    QCOMPARE(f.find(id)->state, ConversationState::Idle);
}

void ConversationCatalogTest::whoRunsItAndWhenItWasCutOffAreTold()
{
    WorkbenchFixture f;
    const auto id = f.begin(u"Hi"_s);
    f.clock.advance(42min);
    f.append(id, TextContent{u"Half an"_s, {}});
    const QDateTime last = f.clock.now();
    const Lease lease{QUuid::createUuid(), u"typeshift 4711 on desk"_s};
    QVERIFY(awaitTask(f.workbench->store->acquireLease(id, lease)));
    QCOMPARE(f.find(id)->process, u"typeshift 4711 on desk"_s);
    QVERIFY(!f.find(id)->cutOffAt.isValid());
    f.clock.advance(LeaseStore::lifetime);
    QCOMPARE(f.find(id)->process, QString());
    QCOMPARE(f.find(id)->cutOffAt, last);
    f.end(id);
    QVERIFY(!f.find(id)->cutOffAt.isValid());
}

void ConversationCatalogTest::anOpenRequestMeansAsking()
{
    WorkbenchFixture f;
    const auto id = f.begin(u"Delete it"_s);
    f.append(id, ApprovalRequest{u"r1"_s, FunctionCall{u"c1"_s, u"delete_file"_s, "{}", {}, {}}, {}});
    f.end(id);
    QCOMPARE(f.find(id)->state, ConversationState::Asking);
    f.append(id, userMessage(u"Never mind"_s));
    f.append(id, TextContent{u"{\"type\":\"approvalRequest\"} is only a text"_s, {}});
    f.end(id);
    QCOMPARE(f.find(id)->state, ConversationState::Idle);
}

void ConversationCatalogTest::theLastErrorIsShownUntilTheNextRun()
{
    WorkbenchFixture f;
    const auto id = f.begin(u"Hi"_s);
    f.end(id, Error(Error::Kind::Network, u"connection refused"_s));
    QVERIFY(f.find(id)->lastError);
    QCOMPARE(f.find(id)->lastError->kind, Error::Kind::Network);
    QCOMPARE(f.find(id)->state, ConversationState::Idle);
    const Lease lease{QUuid::createUuid(), u"typeshift 1 on here"_s};
    QVERIFY(awaitTask(f.workbench->store->acquireLease(id, lease)));
    QVERIFY(!f.find(id)->lastError);
    QVERIFY(awaitTask(f.workbench->store->releaseLease(id, lease)));
    f.end(id);
    QVERIFY(!f.find(id)->lastError);
}

void ConversationCatalogTest::searchIgnoresCaseAndTakesMarksLiterally_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QStringList>("found");
    const QStringList all{u"ÜBERGRÖSSE kaufen"_s, u"snake_case"_s, u"snakeXcase"_s, u"100% sure"_s, u"back\\slash"_s};
    QTest::newRow("empty shows all") << QString() << all;
    QTest::newRow("spaces show all") << u"  "_s << all;
    QTest::newRow("umlauts, other case") << u"übergrösse"_s << QStringList{all.at(0)};
    QTest::newRow("sharp s is not two s") << u"größe"_s << QStringList{};
    QTest::newRow("underscore") << u"e_c"_s << QStringList{all.at(1)};
    QTest::newRow("percent") << u"0%"_s << QStringList{all.at(3)};
    QTest::newRow("percent alone") << u"%"_s << QStringList{all.at(3)};
    QTest::newRow("backslash") << u"\\"_s << QStringList{all.at(4)};
    QTest::newRow("nothing") << u"nowhere"_s << QStringList{};
}

void ConversationCatalogTest::searchIgnoresCaseAndTakesMarksLiterally()
{
    QFETCH(QString, words);
    QFETCH(QStringList, found);
    WorkbenchFixture f;
    for (const QString &title :
         {u"back\\slash"_s, u"100% sure"_s, u"snakeXcase"_s, u"snake_case"_s, u"ÜBERGRÖSSE kaufen"_s}) {
        f.note(f.catalog().newConversation(), title);
        f.clock.advance(1s);
    }
    QCOMPARE(f.titles({.title = words}), found);
}

void ConversationCatalogTest::aConversationIsRemovedWhole()
{
    WorkbenchFixture f;
    const auto id = f.begin(u"Hi"_s);
    f.end(id);
    QVERIFY(awaitTask(f.catalog().saveDraft(id, u"draft"_s)));
    QVERIFY(awaitTask(f.catalog().remove(id)));
    QVERIFY(!f.find(id));
    QVERIFY(awaitTask(f.workbench->store->loadConversation(id))->isEmpty());
    QCOMPARE(*awaitTask(f.catalog().loadDraft(id)), QString());
}

void ConversationCatalogTest::aRunningConversationIsNotRemoved()
{
    WorkbenchFixture f;
    const auto id = f.begin(u"Hi"_s);
    const Lease lease{QUuid::createUuid(), u"typeshift 1 on here"_s};
    QVERIFY(awaitTask(f.workbench->store->acquireLease(id, lease)));
    const auto refused = awaitTask(f.catalog().remove(id));
    QCOMPARE(refused.error().kind, Error::Kind::Conflict);
    QCOMPARE(refused.error().facts.items, QStringList{lease.process});
    QCOMPARE(awaitTask(f.workbench->store->loadConversation(id))->size(), 1);
}

void ConversationCatalogTest::draftsSurviveARestartAndGoOnlyWhenSent()
{
    WorkbenchFixture f;
    const auto id = f.begin(u"Hi"_s);
    QVERIFY(awaitTask(f.catalog().saveDraft(id, u"half a thou"_s)));
    QVERIFY(awaitTask(f.catalog().saveDraft(std::nullopt, u"new"_s)));
    f.workbench.reset();
    f.workbench = f.open();
    QCOMPARE(*awaitTask(f.catalog().loadDraft(id)), u"half a thou"_s);
    QCOMPARE(*awaitTask(f.catalog().loadDraft(std::nullopt)), u"new"_s);
    QCOMPARE(f.find(id)->draft, u"half a thou"_s);
    // Typed on while the input was being stored.
    QVERIFY(awaitTask(f.catalog().saveDraft(id, u"next"_s)));
    QVERIFY(awaitTask(f.catalog().dropDraft(id, u"half a thought"_s)));
    QCOMPARE(*awaitTask(f.catalog().loadDraft(id)), u"next"_s);
    QVERIFY(awaitTask(f.catalog().dropDraft(id, u"next"_s)));
    QCOMPARE(*awaitTask(f.catalog().loadDraft(id)), QString());
    QVERIFY(awaitTask(f.catalog().saveDraft(std::nullopt, {})));
    QCOMPARE(*awaitTask(f.catalog().loadDraft(std::nullopt)), QString());
}

void ConversationCatalogTest::conversationsOfEntriesAloneGetARecord()
{
    WorkbenchFixture f;
    const auto id = f.catalog().newConversation();
    f.append(id, userMessage(u"From the console"_s));
    f.clock.advance(1min);
    f.end(id);
    QVERIFY(!f.find(id));
    f.workbench.reset();
    f.workbench = f.open();
    const auto record = f.find(id);
    QVERIFY(record);
    QCOMPARE(record->title, u"From the console"_s);
    QCOMPARE(record->agent, u"assistant"_s);
    QCOMPARE(record->createdAt.msecsTo(record->updatedAt), 60'000);
    QCOMPARE(record->state, ConversationState::Idle);
}

void ConversationCatalogTest::aPageIsCutFromTheNewest()
{
    WorkbenchFixture f;
    for (int i = 0; i < 5; ++i) {
        f.note(f.catalog().newConversation(), QString::number(i));
        f.clock.advance(1s);
    }
    QCOMPARE(f.titles({.limit = 2}), QStringList({u"4"_s, u"3"_s}));
    QCOMPARE(f.titles({.limit = 2, .offset = 4}), QStringList({u"0"_s}));
    const auto page = awaitTask(f.catalog().list({.limit = 2}));
    QVERIFY(page);
    const ConversationPlace last{page->constLast().updatedAt, page->constLast().id};
    QCOMPARE(f.titles({.limit = 2, .after = last}), QStringList({u"2"_s, u"1"_s}));
    QCOMPARE(f.titles({.title = u"0"_s, .after = last}), QStringList({u"0"_s}));
}

void ConversationCatalogTest::theListIsReadFromIndexesAlone()
{
    WorkbenchFixture f(TestPlace::File);
    const auto plan = awaitTask(f.workbench->database->run([](Connection &connection) {
        return readRows(connection,
                        QString(u"EXPLAIN QUERY PLAN "_s + detail::listConversationsSql(dialectOf(connection))),
                        {0, 0, u"%"_s, std::numeric_limits<qint64>::max(), u""_s, -1, 0},
                        [](const Statement &row) { return row.value(3).toString(); });
    }));
    QVERIFY(plan);
    const QString text = plan->join(u'\n');
    QVERIFY2(!text.contains("TEMP B-TREE"_L1), qPrintable(text));
    QVERIFY2(text.contains("USING INDEX conversations_newest"_L1), qPrintable(text));
    QVERIFY2(!text.contains("SCAN e"_L1) && !text.contains("SCAN entries"_L1), qPrintable(text));
}

void ConversationCatalogTest::fiftyThousandConversationsAreListedInTime()
{
    constexpr int many = 50'000;
    WorkbenchFixture f(TestPlace::File);
    QVERIFY(awaitTask(f.workbench->database->run([](Connection &connection) { return insertMany(connection, many); })));
    const auto measure = [&f](const char *what, const ConversationFilter &filter, qsizetype rows) {
        QList<qint64> times;
        for (int i = 0; i < 3; ++i) {
            QElapsedTimer timer;
            timer.start();
            const auto listed = awaitTask(f.catalog().list(filter));
            times.append(timer.elapsed());
            if (!listed || listed->size() != rows)
                return qint64(-1);
        }
        std::ranges::sort(times);
        qInfo("%s: %lld ms (median of 3)", what, times.at(1));
        return times.at(1);
    };
    const qint64 page = measure("newest 200 of 50,000", {.limit = 200}, 200);
    const qint64 all = measure("all 50,000", {}, many);
    const qint64 found = measure("search by title, 200 of 50,000", {.title = u"ÜBER"_s, .limit = 200}, 200);
    const qint64 rare = measure("search by title, one of 50,000", {.title = u"conversation 49999 "_s}, 1);
    // Generous: this is a busy machine's debug build under sanitizers, too.
    QVERIFY(page >= 0 && page < 500);
    QVERIFY(all >= 0 && all < 30'000);
    QVERIFY(found >= 0 && found < 500);
    QVERIFY(rare >= 0 && rare < 2'000);
}

QTEST_GUILESS_MAIN(ConversationCatalogTest)
#include "tst_conversationCatalog.moc"
