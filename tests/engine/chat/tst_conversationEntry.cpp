// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "chat/ConversationEntry.h"

#include <QTest>
#include <QTimeZone>

using namespace Qt::StringLiterals;
using namespace typeshift;

class TestConversationEntry final : public QObject
{
    Q_OBJECT

private slots:
    void everyContentReadsBackWhatItWrote_data();
    void everyContentReadsBackWhatItWrote();
    void everyFieldOfAnEntryComesBack();
    void argumentsComeBackByteForByte();
    void membersOfALaterVersionAreKept();
    void contentsKeepMembersOfALaterVersion_data();
    void contentsKeepMembersOfALaterVersion();
    void nullsAreLeftOut();
    void whatCannotBeReadSaysWhy_data();
    void whatCannotBeReadSaysWhy();
};

void TestConversationEntry::everyContentReadsBackWhatItWrote_data()
{
    QTest::addColumn<QList<Content>>("contents");
    Error error(Error::Kind::RateLimit, u"slow down"_s);
    error.facts.status = 429;
    error.facts.retryAfter = std::chrono::milliseconds(1500);
    error.facts.items = {u"a"_s};
    error.facts.retryable = false;
    const FunctionCall call{
        .callId = u"c1"_s, .name = u"f"_s, .arguments = "{}", .problem = u"cut"_s, .raw = R"({"a":1})", .unknown = {}};
    FunctionResult result;
    result.callId = u"c1"_s;
    result.isError = true;
    result.contents = {TextContent{.text = u"no"_s, .unknown = {}},
                       ImageContent{.data = QByteArray("\0\x01\xff", 3), .mediaType = u"image/png"_s, .unknown = {}}};
    QTest::newRow("text") << QList<Content>{TextContent{.text = u"ünï 😀"_s, .unknown = {}}};
    QTest::newRow("reasoning") << QList<Content>{
        ReasoningContent{.text = u"hm"_s, .raw = R"({"b":1,"a":2.0})", .unknown = {}}};
    QTest::newRow("file") << QList<Content>{FileContent{
        .name = u"a.bin"_s, .mediaType = u"application/x"_s, .data = QByteArray("\xfe\0", 2), .unknown = {}}};
    QTest::newRow("call") << QList<Content>{call};
    QTest::newRow("result") << QList<Content>{result};
    QTest::newRow("request") << QList<Content>{ApprovalRequest{.requestId = u"r"_s, .call = call, .unknown = {}}};
    QTest::newRow("response") << QList<Content>{ApprovalResponse{.requestId = u"r"_s,
                                                                 .approved = true,
                                                                 .reason = u"fine"_s,
                                                                 .forConversation = true,
                                                                 .editedArguments = "{\"x\":1}",
                                                                 .unknown = {}}};
    QTest::newRow("error") << QList<Content>{ErrorContent{error, {}}};
    QTest::newRow("usage") << QList<Content>{UsageContent{Usage{.input = 3, .output = 4}, {}}};
    QTest::newRow("of a later version") << QList<Content>{
        UnknownContent{{{u"type"_s, u"hologram"_s}, {u"depth"_s, 3}}}};
}

void TestConversationEntry::everyContentReadsBackWhatItWrote()
{
    QFETCH(QList<Content>, contents);
    ConversationEntry entry;
    Message message;
    message.uid = QUuid::createUuid();
    message.role = Role::Assistant;
    message.author = u"assistant"_s;
    message.contents = contents;
    entry.messages = {message};
    const auto again = ConversationEntry::deserialize(entry.serialize());
    QVERIFY2(again, again ? "" : qPrintable(again.error().facts.message));
    QVERIFY(*again == entry);
}

void TestConversationEntry::everyFieldOfAnEntryComesBack()
{
    ConversationEntry entry;
    entry.agent = u"assistant"_s;
    entry.at = QDateTime(QDate(2026, 1, 2), QTime(3, 4, 5, 678), QTimeZone::UTC);
    entry.provider = u"p"_s;
    entry.model = u"m"_s;
    entry.usage = Usage{.input = 1, .cacheRead = 2, .cacheWrite = 3, .output = 4, .reasoning = 5};
    entry.endsRun = true;
    entry.isSummary = true;
    entry.mode = AgentMode::Plan;
    entry.standingApprovals = QList<StandingApproval>{{.tool = u"t"_s, .unknown = {}}};
    entry.backgroundAgents = QStringList{u"c"_s};
    const auto again = ConversationEntry::deserialize(entry.serialize());
    QVERIFY(again);
    QVERIFY(*again == entry);
}

void TestConversationEntry::argumentsComeBackByteForByte()
{
    const QByteArray odd = "{ \"b\": 1.0,\t\"a\" : 18446744073709551615 , \"a\": 1e2 }";
    ConversationEntry entry;
    Message message;
    message.contents = {FunctionCall{.callId = u"c"_s, .name = u"f"_s, .arguments = odd, .problem = {}, .unknown = {}}};
    entry.messages = {message};
    const auto again = ConversationEntry::deserialize(entry.serialize());
    QVERIFY(again);
    QCOMPARE(again->messages.constFirst().calls().constFirst().arguments, odd);
}

void TestConversationEntry::membersOfALaterVersionAreKept()
{
    const QByteArray json = R"({"agent":"a","at":"2026-01-02T03:04:05.000Z","later":[1],"messages":[{"contents":)"
                            R"([{"later":true,"text":"t","type":"text"}],"later":{"x":1},"role":"user"}]})";
    const auto entry = ConversationEntry::deserialize(json);
    QVERIFY(entry);
    QCOMPARE(entry->serialize(), json); // Decided 6
}

// Decided 6: a row for every kind of content, each with members that no version knows yet, outside and inside.
void TestConversationEntry::contentsKeepMembersOfALaterVersion_data()
{
    QTest::addColumn<QByteArray>("content");
    const auto row = [](const char *name, const char *json) { QTest::newRow(name) << QByteArray(json); };
    row("text", R"({"later":[1],"text":"t","type":"text"})");
    row("reasoning", R"({"later":[1],"raw":"{\"b\":1}","text":"t","type":"reasoning"})");
    row("image", R"({"data":"YQ==","later":[1],"mediaType":"image/png","type":"image"})");
    row("file", R"({"data":"YQ==","later":[1],"mediaType":"text/plain","name":"a","type":"file"})");
    row("call", R"({"arguments":"{}","callId":"c","later":[1],"name":"f","raw":"{\"b\":1}","type":"functionCall"})");
    row("result",
        R"({"callId":"c","contents":[{"later":2,"text":"t","type":"text"},{"later":3,"type":"hologram"},)"
        R"({"callId":"d","type":"functionCall"}],"later":[1],"type":"functionResult"})");
    row("request",
        R"({"call":{"arguments":"{}","callId":"c","later":2,"name":"f","type":"functionCall"},)"
        R"("later":[1],"requestId":"r","type":"approvalRequest"})");
    row("response", R"({"approved":true,"later":[1],"requestId":"r","type":"approvalResponse"})");
    row("error", R"({"kind":"rateLimit","later":[1],"message":"m","type":"error"})");
    row("error of a later kind", R"({"kind":"eclipse","later":[1],"message":"m","type":"error"})");
    row("usage", R"({"later":[1],"type":"usage","usage":{"input":3,"later":2}})");
    row("a kind of its own", R"({"later":[1],"type":"hologram"})");
}

void TestConversationEntry::contentsKeepMembersOfALaterVersion()
{
    QFETCH(QByteArray, content);
    const QByteArray json = QByteArray(R"({"agent":"a","messages":[{"contents":[)" + content
                                       + R"(],"role":"assistant"}],"usage":{"later":4,"output":1}})");
    const auto entry = ConversationEntry::deserialize(json);
    QVERIFY2(entry, entry ? "" : qPrintable(entry.error().facts.message));
    QCOMPARE(entry->serialize(), json);
}

void TestConversationEntry::nullsAreLeftOut()
{
    ConversationEntry entry;
    QCOMPARE(entry.serialize(), QByteArray(R"({"agent":"","messages":[]})"));
}

void TestConversationEntry::whatCannotBeReadSaysWhy_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("words");
    QTest::newRow("2.2.19 cut off") << QByteArray(R"({"agent":"a","mess)") << u"not JSON"_s;
    QTest::newRow("2.2.20 a newer schema")
        << QByteArray(R"({"$schemaVersion":2,"messages":[]})") << u"schema version 2"_s;
    QTest::newRow("a member of another type")
        << QByteArray(R"({"agent":7,"messages":[]})") << u"agent: expected a string"_s;
    QTest::newRow("an unknown role") << QByteArray(R"({"messages":[{"role":"pope","contents":[]}]})") << u"role"_s;
    QTest::newRow("broken base64") << QByteArray(
        R"({"messages":[{"role":"user","contents":[{"type":"image","data":"?"}]}]})")
                                   << u"base64"_s;
    QTest::newRow("a list") << QByteArray("[]") << u"expected an object"_s;
}

void TestConversationEntry::whatCannotBeReadSaysWhy()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, words);
    const auto entry = ConversationEntry::deserialize(json);
    QVERIFY(!entry);
    QCOMPARE(entry.error().kind, Error::Kind::Storage);
    QVERIFY2(entry.error().facts.message.contains(words), qPrintable(entry.error().facts.message));
}

QTEST_GUILESS_MAIN(TestConversationEntry)
#include "tst_conversationEntry.moc"
