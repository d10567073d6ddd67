// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "page/WaitingRequests.h"

#include "support/Rule.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;

namespace {

const QDateTime noon(QDate(2026, 1, 2), QTime(12, 0), QTimeZone::UTC);

StoredEntry entryOf(int minute, Role role, const QList<Content> &contents, bool endsRun = false)
{
    StoredEntry stored;
    stored.sequence = minute;
    stored.entry.at = noon.addSecs(60 * minute);
    stored.entry.endsRun = endsRun;
    if (!contents.isEmpty()) {
        Message message;
        message.role = role;
        message.contents = contents;
        stored.entry.messages = {message};
    }
    return stored;
}

FunctionCall callOf(const QString &id, const QString &tool, const QByteArray &arguments)
{
    return {.callId = id, .name = tool, .arguments = arguments, .problem = {}, .raw = {}, .unknown = {}};
}

ApprovalRequest requestOf(const QString &id, const FunctionCall &call, int plan = 0)
{
    return {.requestId = id, .call = call, .planRevision = plan, .unknown = {}};
}

} // namespace

class tst_WaitingRequests : public QObject
{
    Q_OBJECT

private slots:
    void aRequestHasTheWordsOfTheMessageThatMadeItsCall() // DESIGN 4.3.4
    {
        const FunctionCall pay = callOf(u"c1"_s, u"pay"_s, "{}");
        const FunctionCall mail = callOf(u"c2"_s, u"mail"_s, "{}");
        WaitingRequests waiting;
        waiting.read({entryOf(1, Role::User, {TextContent{u"Pay"_s, {}}}),
                      entryOf(2, Role::Assistant, {TextContent{u" It is\ndue. "_s, {}}, pay, mail}),
                      entryOf(3, Role::Assistant, {requestOf(u"r1"_s, pay), requestOf(u"r2"_s, mail)}),
                      entryOf(4, Role::Assistant, {}, true)});
        QCOMPARE(waiting.open().size(), 2);
        QCOMPARE(waiting.words(u"r1"_s), u"It is due."_s);
        QCOMPARE(waiting.words(u"r2"_s), u"It is due."_s);
        QCOMPARE(waiting.words(u"r3"_s), QString());
    }

    void everyRevisionOfThePlanIsKeptOverRuns() // 2.10.4
    {
        RULE("2.10.4");
        const FunctionCall one = callOf(u"c1"_s, u"exit_plan_mode"_s, "{\"plan\":\"# One\"}");
        const FunctionCall two = callOf(u"c2"_s, u"exit_plan_mode"_s, "{\"plan\":\"# Two\"}");
        const QList<StoredEntry> first{
            entryOf(1, Role::User, {TextContent{u"Plan"_s, {}}}), entryOf(2, Role::Assistant, {one}),
            entryOf(3, Role::Assistant, {requestOf(u"r1"_s, one, 1)}), entryOf(4, Role::Assistant, {}, true)};
        ApprovalResponse back;
        back.requestId = u"r1"_s;
        back.reason = u"too big"_s;
        const QList<StoredEntry> second{entryOf(5, Role::User, {back}), entryOf(6, Role::Assistant, {two}),
                                        entryOf(7, Role::Assistant, {requestOf(u"r2"_s, two, 2)}),
                                        entryOf(8, Role::Assistant, {}, true)};
        const QList<PlanRevision> wanted{{1, u"r1"_s, u"# One"_s, u"too big"_s, noon.addSecs(300)},
                                         {2, u"r2"_s, u"# Two"_s, {}, {}}};
        WaitingRequests followed;
        followed.read(first);
        followed.readRun(second);
        QCOMPARE(followed.plans(), wanted);
        QCOMPARE(followed.open().size(), 1);
        WaitingRequests read;
        read.read(first + second);
        QCOMPARE(read.plans(), wanted);
        QCOMPARE(read.since(), noon.addSecs(420));
        read.read(first.first(2));
        QVERIFY(!read.since().isValid());
    }
};

QTEST_GUILESS_MAIN(tst_WaitingRequests)
#include "tst_WaitingRequests.moc"
