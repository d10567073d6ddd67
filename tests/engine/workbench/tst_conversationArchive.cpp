// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "WorkbenchFixture.h"

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using Place = ConversationArchive::Place;

class ConversationArchiveTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (placeOfTests() == TestPlace::Server)
            NEEDS_POSTGRES();
    }
    void anExportHoldsTheEntriesByteForByte();
    void anImportIntoAnEmptyStoreIsIdentical();
    void importingTwiceMakesNoDuplicates();
    void aLongerFileAddsWhatIsNew();
    void aChangedConversationIsNotOverwritten();
    void aNewConversationGetsItsOwnId();
    void aRunningConversationIsNotImportedInto();
    void aBadFileChangesNothingAndNamesItsLine_data();
    void aBadFileChangesNothingAndNamesItsLine();
    void lineEndsOfOtherSystemsAreAccepted();
    void markdownSaysWhoSaidWhat();
    void theDecisionsAreLinesOfTheirOwn();
    void anUnknownConversationIsNotExported();

private:
    static ConversationId example(WorkbenchFixture &f);
    static QByteArray exported(WorkbenchFixture &f, ConversationId id)
    {
        return awaitTask(f.workbench->archive->exportJsonLines(id)).value_or(QByteArray());
    }
};

ConversationId ConversationArchiveTest::example(WorkbenchFixture &f)
{
    const auto id = f.begin(u"What is \"1\"?\nTell me"_s);
    ConversationEntry answer;
    Message message;
    message.role = Role::Assistant;
    message.author = u"assistant"_s;
    message.contents = {ReasoningContent{u"Let me\nsee"_s, {}, {}}, TextContent{u"One: é 😀 ```x```"_s, {}},
                        FunctionCall{u"c1"_s, u"look"_s, "{\"z\":1, \"a\": 1.50}", {}, {}}};
    answer.messages = {message};
    answer.model = u"chat"_s;
    answer.unknown = {{u"later"_s, 1}};
    f.append(id, answer);
    f.append(id, FunctionResult{u"c1"_s, {TextContent{u"```\nfence"_s, {}}}, true, {}});
    f.end(id, Error(Error::Kind::Network, u"connection refused"_s));
    return id;
}

void ConversationArchiveTest::anExportHoldsTheEntriesByteForByte()
{
    WorkbenchFixture f;
    const auto id = example(f);
    const QList<QByteArray> lines = exported(f, id).split('\n');
    QCOMPARE(lines.size(), 6); // a header, four entries, nothing after the last line feed
    const auto header = QJsonDocument::fromJson(lines.at(0)).object();
    QCOMPARE(header.value("format"_L1).toString(), u"typeshift-conversation"_s);
    QCOMPARE(header.value("version"_L1).toInt(), ConversationArchive::formatVersion);
    QCOMPARE(header.value("id"_L1).toString(), id.toString());
    QCOMPARE(header.value("title"_L1).toString(), u"What is \"1\"?"_s);
    const auto entries = awaitTask(f.workbench->store->loadConversation(id));
    QVERIFY(entries);
    for (qsizetype i = 0; i < 4; ++i)
        QCOMPARE(lines.at(i + 1), entries->at(i).entry.serialize());
    QVERIFY(lines.at(2).contains("{\\\"z\\\":1, \\\"a\\\": 1.50}"));
    QVERIFY(lines.at(5).isEmpty());
}

void ConversationArchiveTest::anImportIntoAnEmptyStoreIsIdentical()
{
    WorkbenchFixture from;
    const auto id = example(from);
    const QByteArray file = exported(from, id);
    WorkbenchFixture to;
    QSignalSpy changes(&to.catalog(), &ConversationCatalog::changed);
    const auto report = awaitTask(to.workbench->archive->importJsonLines(file, Place::SameConversation));
    QVERIFY(report);
    QCOMPARE(*report, (ImportReport{id, 4, 0}));
    QCOMPARE(changes.size(), 1);
    QCOMPARE(exported(to, id), file);
    auto record = to.find(id);
    QVERIFY(record);
    QCOMPARE(*record, *from.find(id));
}

void ConversationArchiveTest::importingTwiceMakesNoDuplicates()
{
    WorkbenchFixture f;
    const auto id = example(f);
    const QByteArray file = exported(f, id);
    const auto report = awaitTask(f.workbench->archive->importJsonLines(file, Place::SameConversation));
    QCOMPARE(*report, (ImportReport{id, 0, 4}));
    QCOMPARE(exported(f, id), file);
}

void ConversationArchiveTest::aLongerFileAddsWhatIsNew()
{
    WorkbenchFixture f;
    const auto id = example(f);
    const QByteArray before = exported(f, id);
    f.append(id, userMessage(u"And two?"_s));
    const QByteArray after = exported(f, id);
    WorkbenchFixture to;
    QVERIFY(awaitTask(to.workbench->archive->importJsonLines(before, Place::SameConversation)));
    const auto report = awaitTask(to.workbench->archive->importJsonLines(after, Place::SameConversation));
    QCOMPARE(*report, (ImportReport{id, 1, 4}));
    // An older file takes nothing away.
    QCOMPARE(*awaitTask(to.workbench->archive->importJsonLines(before, Place::SameConversation)),
             (ImportReport{id, 0, 4}));
    QCOMPARE(exported(to, id), after);
}

void ConversationArchiveTest::aChangedConversationIsNotOverwritten()
{
    WorkbenchFixture f;
    const auto id = example(f);
    QByteArray file = exported(f, id);
    file.replace("One:", "Two:");
    const QByteArray before = exported(f, id);
    const auto refused = awaitTask(f.workbench->archive->importJsonLines(file, Place::SameConversation));
    QCOMPARE(refused.error().kind, Error::Kind::Conflict);
    QVERIFY(refused.error().facts.message.contains("entry 2"_L1));
    QCOMPARE(exported(f, id), before);
}

void ConversationArchiveTest::aNewConversationGetsItsOwnId()
{
    WorkbenchFixture f;
    const auto id = example(f);
    const auto report = awaitTask(f.workbench->archive->importJsonLines(exported(f, id), Place::NewConversation));
    QVERIFY(report);
    QVERIFY(report->conversation != id);
    QCOMPARE(report->imported, 4);
    QCOMPARE(f.titles().size(), 2);
    QCOMPARE(exported(f, report->conversation).split('\n').sliced(1), exported(f, id).split('\n').sliced(1));
}

void ConversationArchiveTest::aRunningConversationIsNotImportedInto()
{
    WorkbenchFixture f;
    const auto id = example(f);
    const QByteArray file = exported(f, id);
    QVERIFY(awaitTask(f.workbench->store->acquireLease(id, {QUuid::createUuid(), u"somebody"_s})));
    const auto refused = awaitTask(f.workbench->archive->importJsonLines(file, Place::SameConversation));
    QCOMPARE(refused.error().kind, Error::Kind::Conflict);
}

void ConversationArchiveTest::aBadFileChangesNothingAndNamesItsLine_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("line");
    const QByteArray header =
        R"({"format":"typeshift-conversation","version":1,"id":"01900000-0000-7000-8000-000000000001","title":"x"})"
        "\n";
    const QByteArray good = R"({"agent":"assistant","messages":[]})"
                            "\n";
    QTest::newRow("empty") << QByteArray() << u"1"_s;
    QTest::newRow("not JSON") << QByteArray("hello\n") << u"1"_s;
    QTest::newRow("no header") << good << u"1"_s;
    QTest::newRow("another format") << QByteArray(header).replace("typeshift-c", "c") << u"1"_s;
    QTest::newRow("a newer format") << QByteArray(header).replace(":1,", ":2,") << u"1"_s;
    QTest::newRow("no id") << QByteArray(header).replace("01900000", "zz") << u"1"_s;
    QTest::newRow("an entry that is not JSON") << QByteArray(header + good + "{\n") << u"3"_s;
    QTest::newRow("a cut last line") << QByteArray(header + good + good.chopped(3)) << u"3"_s;
    QTest::newRow("an entry of another type") << QByteArray(header + "[]\n") << u"2"_s;
    QTest::newRow("a member of another type") << QByteArray(header + good + good + "{\"agent\":1}\n") << u"4"_s;
    QTest::newRow("an empty line between") << QByteArray(header + "\n" + good) << u"2"_s;
    QTest::newRow("a newer entry") << QByteArray(header + "{\"$schemaVersion\":99}\n") << u"2"_s;
    QTest::newRow("not UTF-8") << QByteArray(header + "{\"agent\":\"\xff\"}\n") << u"2"_s;
}

void ConversationArchiveTest::aBadFileChangesNothingAndNamesItsLine()
{
    QFETCH(QByteArray, file);
    QFETCH(QString, line);
    WorkbenchFixture f;
    const auto refused = awaitTask(f.workbench->archive->importJsonLines(file, Place::SameConversation));
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, Error::Kind::InvalidInput);
    QCOMPARE(refused.error().facts.items, QStringList{line});
    QVERIFY(refused.error().facts.message.startsWith(QString(u"line "_s + line + u": "_s)));
    QVERIFY(f.titles().isEmpty());
}

void ConversationArchiveTest::lineEndsOfOtherSystemsAreAccepted()
{
    WorkbenchFixture from;
    const auto id = example(from);
    const QByteArray file = exported(from, id);
    WorkbenchFixture to;
    const QByteArray windows = "\xef\xbb\xbf" + QByteArray(file).replace("\n", "\r\n") + "\r\n";
    QVERIFY(awaitTask(to.workbench->archive->importJsonLines(windows, Place::SameConversation)));
    QCOMPARE(exported(to, id), file);
}

void ConversationArchiveTest::markdownSaysWhoSaidWhat()
{
    WorkbenchFixture f;
    const auto id = example(f);
    const auto text = awaitTask(f.workbench->archive->exportMarkdown(id));
    QVERIFY(text);
    QVERIFY(text->startsWith(
        "# What is \"1\"?\n\n## User\n\nWhat is \"1\"?\nTell me\n\n## assistant (chat)\n\n> *Reasoning*"_L1));
    QVERIFY(text->contains("Calls `look`:\n\n```json\n{\"z\":1, \"a\": 1.50}\n```\n"_L1));
    QVERIFY(text->contains("Failed:\n\n````\n```\nfence\n````\n"_L1));
    QVERIFY(text->endsWith("> **network**: connection refused\n"_L1));
}

void ConversationArchiveTest::theDecisionsAreLinesOfTheirOwn()
{
    WorkbenchFixture f;
    const auto id = example(f);
    QCOMPARE(awaitTask(f.workbench->archive->exportDecisions(id)).value_or("failed"), QByteArray());
    ApprovalRequest request;
    request.requestId = u"r1"_s;
    request.call = {u"c2"_s, u"pay"_s, "{\"sum\": 1.50}", {}, {}, {}};
    f.append(id, request);
    ApprovalResponse response;
    response.requestId = u"r1"_s;
    response.reason = u"not today"_s;
    f.append(id, response);
    const auto lines = awaitTask(f.workbench->archive->exportDecisions(id));
    QVERIFY(lines);
    QCOMPARE(lines->count('\n'), 1);
    const auto line = QJsonDocument::fromJson(*lines).object();
    QCOMPARE(line.value("proposed"_L1).toString(), u"{\"sum\": 1.50}"_s);
    QCOMPARE(line.value("decidedBy"_L1).toString(), u"person"_s);
    QCOMPARE(line.value("reason"_L1).toString(), u"not today"_s);
}

void ConversationArchiveTest::anUnknownConversationIsNotExported()
{
    WorkbenchFixture f;
    const auto id = f.catalog().newConversation();
    QCOMPARE(awaitTask(f.workbench->archive->exportJsonLines(id)).error().kind, Error::Kind::InvalidInput);
    QCOMPARE(awaitTask(f.workbench->archive->exportMarkdown(id)).error().kind, Error::Kind::InvalidInput);
    QCOMPARE(awaitTask(f.workbench->archive->exportDecisions(id)).error().kind, Error::Kind::InvalidInput);
}

QTEST_GUILESS_MAIN(ConversationArchiveTest)
#include "tst_conversationArchive.moc"
