// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/History.h"

#include "support/Rule.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

Message assistant(QList<Content> contents)
{
    Message message;
    message.role = Role::Assistant;
    message.contents = std::move(contents);
    return message;
}

Message tool(QList<Content> contents)
{
    Message message = assistant(std::move(contents));
    message.role = Role::Tool;
    return message;
}

Content text(const QString &words)
{
    return TextContent{.text = words, .unknown = {}};
}

Content reasoning(const QString &words)
{
    return ReasoningContent{.text = words, .raw = {}, .unknown = {}};
}

Content call(const QString &id)
{
    return FunctionCall{.callId = id, .name = u"f"_s, .arguments = "{}", .problem = {}, .unknown = {}};
}

Content result(const QString &id)
{
    return FunctionResult{
        .callId = id, .contents = {TextContent{.text = u"r"_s, .unknown = {}}}, .isError = false, .unknown = {}};
}

// What is left, as a line: "user: Hi | assistant: call a, text".
QString described(const QList<Message> &messages)
{
    QStringList all;
    for (const Message &message : messages) {
        QStringList contents;
        for (const Content &content : message.contents) {
            if (const auto *found = std::get_if<FunctionCall>(&content))
                contents.append(u"call "_s + found->callId);
            else if (const auto *answer = std::get_if<FunctionResult>(&content))
                contents.append(u"result "_s + answer->callId);
            else if (const auto *words = std::get_if<TextContent>(&content))
                contents.append(words->text);
            else if (std::holds_alternative<ReasoningContent>(content))
                contents.append(u"reasoning"_s);
            else
                contents.append(u"other"_s);
        }
        all.append(contents.join(u", "));
    }
    return all.join(u" | ");
}

} // namespace

class TestHistory final : public QObject
{
    Q_OBJECT

private slots:
    void leavesOutWhatAModelMayNotSee_data();
    void leavesOutWhatAModelMayNotSee();
    void resultsOfARoundAreSeenInTheOrderOfTheCalls_data();
    void resultsOfARoundAreSeenInTheOrderOfTheCalls();
    void aCutAnswerIsTakenAwayForAStepMadeAgain();
    void theModeComesFromTheLastEndOrSummary();
    void aConversationIsInterruptedWhenItsLastEntryEndsNoRun();
};

void TestHistory::leavesOutWhatAModelMayNotSee_data()
{
    QTest::addColumn<QList<Message>>("stored");
    QTest::addColumn<QString>("seen");

    QTest::newRow("2.2.1 errors are not shown to models")
        << QList<Message>{userMessage(u"Hi"_s), assistant({ErrorContent{Error(Error::Kind::Network, u"x"_s), {}}})}
        << u"Hi"_s;
    QTest::newRow("2.2.2 a call without a result")
        << QList<Message>{userMessage(u"Hi"_s), assistant({text(u"T"_s), call(u"a"_s)})} << u"Hi | T"_s;
    QTest::newRow("2.2.2 a message left without contents")
        << QList<Message>{userMessage(u"Hi"_s), assistant({call(u"a"_s)})} << u"Hi"_s;
    QTest::newRow("2.2.3 a result without its call")
        << QList<Message>{userMessage(u"Hi"_s), tool({result(u"a"_s)})} << u"Hi"_s;
    QTest::newRow("2.2.4 a result answers the nearest earlier open call of its id")
        << QList<Message>{assistant({call(u"a"_s), text(u"1"_s)}), assistant({call(u"a"_s), text(u"2"_s)}),
                          tool({result(u"a"_s)})}
        << u"1 | call a, 2 | result a"_s;
    QTest::newRow("2.2.4 a result before its call is not its answer")
        << QList<Message>{tool({result(u"a"_s)}), assistant({call(u"a"_s), text(u"T"_s)})} << u"T"_s;
    QTest::newRow("2.2.6 only reasoning is left")
        << QList<Message>{userMessage(u"Hi"_s), assistant({reasoning(u"hm"_s), call(u"a"_s)})} << u"Hi"_s;
    QTest::newRow("2.2.6 a partly answered response keeps its reasoning")
        << QList<Message>{assistant({reasoning(u"hm"_s), call(u"a"_s), call(u"b"_s)}), tool({result(u"a"_s)})}
        << u"reasoning, call a | result a"_s;
    QTest::newRow("2.2.5 requests go with their calls")
        << QList<Message>{assistant({ApprovalRequest{.requestId = u"r"_s, .call = {}, .unknown = {}}, text(u"T"_s)})}
        << u"T"_s;
}

void TestHistory::leavesOutWhatAModelMayNotSee()
{
    QFETCH(QList<Message>, stored);
    QFETCH(QString, seen);
    QList<StoredEntry> entries;
    for (const Message &message : stored) {
        ConversationEntry entry;
        entry.messages = {message};
        entries.append({entries.size() + 1, entry});
    }
    QCOMPARE(described(historyOf(entries)), seen);
}

void TestHistory::resultsOfARoundAreSeenInTheOrderOfTheCalls_data()
{
    QTest::addColumn<QStringList>("calls");
    QTest::addColumn<QStringList>("results");
    QTest::addColumn<QString>("seen");
    QTest::newRow("2.0.8 in order") << QStringList({u"a"_s, u"b"_s}) << QStringList({u"a"_s, u"b"_s})
                                    << u"call a, call b | result a, result b"_s;
    QTest::newRow("2.0.8 as they arrived")
        << QStringList({u"a"_s, u"b"_s, u"c"_s}) << QStringList({u"c"_s, u"a"_s, u"b"_s})
        << u"call a, call b, call c | result a, result b, result c"_s;
    QTest::newRow("2.1.3 one is lost") << QStringList({u"a"_s, u"b"_s, u"c"_s}) << QStringList({u"c"_s, u"a"_s})
                                       << u"call a, call c | result a, result c"_s;
    QTest::newRow("2.2.3 one without its call")
        << QStringList({u"a"_s, u"b"_s}) << QStringList({u"x"_s, u"b"_s, u"a"_s})
        << u"call a, call b | result a, result b"_s;
}

void TestHistory::resultsOfARoundAreSeenInTheOrderOfTheCalls()
{
    QFETCH(QStringList, calls);
    QFETCH(QStringList, results);
    QFETCH(QString, seen);
    ConversationEntry response;
    response.messages = {assistant({})};
    for (const QString &id : std::as_const(calls))
        response.messages[0].contents.append(call(id));
    QList<StoredEntry> entries{{1, response}};
    for (const QString &id : std::as_const(results)) {
        ConversationEntry entry;
        entry.messages = {tool({result(id)})};
        entry.messages[0].uid = QUuid(u"01900000-0000-7000-8000-000000000001"_s);
        entries.append({entries.size() + 1, entry});
    }
    QCOMPARE(described(historyOf(entries)), seen);
}

void TestHistory::aCutAnswerIsTakenAwayForAStepMadeAgain()
{
    Message cut = assistant({text(u"half"_s)});
    markCut(cut);
    const QList<Message> history{userMessage(u"Hi"_s), cut};
    QCOMPARE(described(withoutCutAnswer(history)), u"Hi"_s);
    const QList<Message> goneOn{userMessage(u"Hi"_s), cut, userMessage(u"and?"_s)};
    QCOMPARE(described(withoutCutAnswer(goneOn)), u"Hi | half | and?"_s);
}

void TestHistory::theModeComesFromTheLastEndOrSummary()
{
    RULE("2.2.15");
    ConversationEntry end;
    end.endsRun = true;
    end.mode = AgentMode::Plan;
    ConversationEntry summary;
    summary.isSummary = true;
    summary.mode = AgentMode::Auto;
    ConversationEntry input;
    QCOMPARE(modeOf({}), std::nullopt);
    QCOMPARE(modeOf({{1, end}, {2, input}}), AgentMode::Plan);
    QCOMPARE(modeOf({{1, end}, {2, summary}}), AgentMode::Auto);
}

void TestHistory::aConversationIsInterruptedWhenItsLastEntryEndsNoRun()
{
    RULE("2.2.10");
    ConversationEntry end;
    end.endsRun = true;
    ConversationEntry summary;
    summary.isSummary = true;
    QVERIFY(!isInterrupted({}));
    QVERIFY(!isInterrupted({{1, end}}));
    QVERIFY(isInterrupted({{1, end}, {2, summary}}));
}

QTEST_GUILESS_MAIN(TestHistory)
#include "tst_history.moc"
