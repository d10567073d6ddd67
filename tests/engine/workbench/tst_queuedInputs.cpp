// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "WorkbenchFixture.h"
#include "support/Rule.h"
#include "workbench/QueuedInputs.h"
#include "workbench/Rows.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

QStringList textsOf(const Result<QList<Message>> &waiting)
{
    if (!waiting)
        return {waiting.error().facts.message};
    QStringList texts;
    for (const Message &message : *waiting)
        texts.append(message.text());
    return texts;
}

} // namespace

class QueuedInputsTest : public QObject
{
    Q_OBJECT

private slots:
    void whatWasSentComesBackInItsOrder();
    void everyContentOfAnInputIsKept();
    void anInputIsChangedInItsPlaceAndTakenBack();
    void conversationsDoNotMeet();
    void whatAnEntryHoldsIsDroppedOnReading();
    void aDraftOfTheSameWordsGoesInTheSameStep();
    void anotherProcessSeesItAndBothMayWrite();
    void aDatabaseOfTheFirstVersionGetsTheTable();
    void removingAConversationTakesItsQueue();
    void aReadOnlyDatabaseStillTellsWhatWaits();

private:
    Message add(WorkbenchFixture &test, ConversationId id, const QString &text)
    {
        const Message input = test.workbench->queuedInputs->newInput(text);
        if (!awaitTask(test.workbench->queuedInputs->add(id, input)))
            return {};
        return input;
    }
    QStringList waiting(WorkbenchFixture &test, ConversationId id)
    {
        return textsOf(awaitTask(test.workbench->queuedInputs->waiting(id)));
    }
};

void QueuedInputsTest::whatWasSentComesBackInItsOrder()
{
    RULE("2.4.6");
    WorkbenchFixture test;
    const ConversationId id = test.begin(u"Go"_s);
    for (const QString &text : {u"first"_s, u"second"_s, u"third"_s})
        QVERIFY(!add(test, id, text).uid.isNull());
    test.workbench.reset();
    test.workbench = test.open();
    QCOMPARE(waiting(test, id), QStringList({u"first"_s, u"second"_s, u"third"_s}));
}

void QueuedInputsTest::everyContentOfAnInputIsKept()
{
    RULE("2.4.17");
    WorkbenchFixture test;
    const ConversationId id = test.begin(u"Go"_s);
    Message input = test.workbench->queuedInputs->newInput(u"Überraschung 👨‍👩‍👧‍👦\nin two lines"_s);
    input.contents.append(FileContent{.name = u"a.csv"_s, .mediaType = u"text/csv"_s, .data = QByteArray("a\0b", 3)});
    input.unknown.insert(u"fromLater"_s, 7);
    QVERIFY(awaitTask(test.workbench->queuedInputs->add(id, input)).has_value());
    const auto read = awaitTask(test.workbench->queuedInputs->waiting(id));
    QVERIFY(read.has_value());
    QCOMPARE(read->size(), 1);
    QVERIFY(read->constFirst() == input);
}

void QueuedInputsTest::anInputIsChangedInItsPlaceAndTakenBack()
{
    WorkbenchFixture test;
    const ConversationId id = test.begin(u"Go"_s);
    Message first = add(test, id, u"first"_s);
    const Message second = add(test, id, u"second"_s);
    first.contents = {TextContent{.text = u"better"_s, .unknown = {}}};
    QVERIFY(awaitTask(test.workbench->queuedInputs->change(id, first)).has_value());
    QCOMPARE(waiting(test, id), QStringList({u"better"_s, u"second"_s}));
    QVERIFY(awaitTask(test.workbench->queuedInputs->remove(id, first.uid)).has_value());
    QVERIFY(awaitTask(test.workbench->queuedInputs->change(id, first)).has_value()); // it does not come back
    QCOMPARE(waiting(test, id), QStringList(u"second"_s));
}

void QueuedInputsTest::conversationsDoNotMeet()
{
    WorkbenchFixture test;
    const ConversationId one = test.begin(u"One"_s);
    const ConversationId two = test.begin(u"Two"_s);
    add(test, one, u"for one"_s);
    add(test, two, u"for two"_s);
    QCOMPARE(waiting(test, one), QStringList(u"for one"_s));
    QCOMPARE(waiting(test, two), QStringList(u"for two"_s));
}

void QueuedInputsTest::whatAnEntryHoldsIsDroppedOnReading()
{
    RULE("2.4.2", "2.4.10");
    WorkbenchFixture test;
    const ConversationId id = test.begin(u"Go"_s);
    const Message stored = add(test, id, u"stored"_s);
    add(test, id, u"not stored"_s);
    QVERIFY(test.append(id, stored) > 0); // and the process died before remove()
    QCOMPARE(waiting(test, id), QStringList(u"not stored"_s));
    // The row is gone for good, not hidden.
    const auto rows = awaitTask(test.workbench->database->run([](Connection &connection) {
        return readRows(connection, u"SELECT uid FROM queued_inputs"_s, {},
                        [](const Statement &row) { return row.value(0).toString(); });
    }));
    QVERIFY(rows.has_value());
    QCOMPARE(rows->size(), 1);
}

void QueuedInputsTest::aDraftOfTheSameWordsGoesInTheSameStep()
{
    WorkbenchFixture test;
    const ConversationId id = test.begin(u"Go"_s);
    QVERIFY(awaitTask(test.catalog().saveDraft(id, u"also this"_s)).has_value());
    add(test, id, u"also this"_s);
    QCOMPARE(awaitTask(test.catalog().loadDraft(id)).value_or(u"(error)"_s), QString());
    QVERIFY(awaitTask(test.catalog().saveDraft(id, u"typed since"_s)).has_value());
    add(test, id, u"something else"_s);
    QCOMPARE(awaitTask(test.catalog().loadDraft(id)).value_or(u"(error)"_s), u"typed since"_s);
}

void QueuedInputsTest::anotherProcessSeesItAndBothMayWrite()
{
    WorkbenchFixture test;
    const ConversationId id = test.begin(u"Go"_s);
    const auto other = test.open();
    const Message first = add(test, id, u"from here"_s);
    QVERIFY(awaitTask(other->queuedInputs->add(id, other->queuedInputs->newInput(u"from there"_s))).has_value());
    QCOMPARE(waiting(test, id), QStringList({u"from here"_s, u"from there"_s}));
    QVERIFY(awaitTask(other->queuedInputs->remove(id, first.uid)).has_value());
    QCOMPARE(waiting(test, id), QStringList(u"from there"_s));
}

void QueuedInputsTest::aDatabaseOfTheFirstVersionGetsTheTable()
{
    WorkbenchFixture test;
    const ConversationId id = test.begin(u"Go"_s);
    const auto back = awaitTask(test.workbench->database->run([](Connection &connection) {
        return executeSql(connection, u"DROP TABLE queued_inputs"_s).and_then([&] {
            return executeSql(connection, u"UPDATE schema_versions SET version = 1 WHERE name = 'workbench'"_s);
        });
    }));
    QVERIFY(back.has_value());
    test.workbench.reset();
    test.workbench = test.open();
    add(test, id, u"kept"_s);
    QCOMPARE(waiting(test, id), QStringList(u"kept"_s));
}

void QueuedInputsTest::removingAConversationTakesItsQueue()
{
    WorkbenchFixture test;
    const ConversationId id = test.begin(u"Go"_s);
    add(test, id, u"too late"_s);
    QVERIFY(awaitTask(test.catalog().remove(id)).has_value());
    QCOMPARE(waiting(test, id), QStringList());
}

void QueuedInputsTest::aReadOnlyDatabaseStillTellsWhatWaits()
{
    WorkbenchFixture test;
    const ConversationId id = test.begin(u"Go"_s);
    const Message stored = add(test, id, u"stored"_s);
    add(test, id, u"kept"_s);
    test.append(id, stored);
    test.workbench.reset();
    test.workbench = test.open(OpenMode::ReadOnly);
    QCOMPARE(waiting(test, id), QStringList(u"kept"_s));
}

QTEST_GUILESS_MAIN(QueuedInputsTest)
#include "tst_queuedInputs.moc"
