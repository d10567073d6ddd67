// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/OpenRequests.h"

#include "support/Rule.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

class TestOpenRequests final : public QObject
{
    Q_OBJECT

private slots:
    void theStoredMessagesSayWhatIsOpen_data();
    void theStoredMessagesSayWhatIsOpen();
    void oneBadAnswerRefusesTheWholeInput();
    void theSecondAnswerOfOneInputIsRefused();
};

namespace {

// A conversation in short: one letter for each entry.
//   i input, a answer of the agent, q request "q1" (then "q2" …), y answer to q1, Y answer to q2,
//   s steering input, b background answer, f failed call (nothing but an error), E the run's end,
//   r result of q1's call
QList<StoredEntry> conversation(const QString &letters)
{
    QList<StoredEntry> entries;
    int requests = 0;
    for (const QChar letter : letters) {
        ConversationEntry entry;
        Message message;
        message.role = Role::User;
        const auto answer = [](const QString &id) {
            return ApprovalResponse{
                .requestId = id, .approved = true, .reason = {}, .editedArguments = {}, .unknown = {}};
        };
        switch (letter.unicode()) {
        case u'i':
        case u's':
            message = userMessage(u"words"_s);
            break;
        case u'b':
            message = userMessage(u"found"_s);
            message.unknown.insert(u"background"_s, u"call_9"_s);
            break;
        case u'a':
            message = userMessage(u"answer"_s);
            message.role = Role::Assistant;
            break;
        case u'f':
            message.role = Role::Assistant;
            message.contents = {ErrorContent{.error = {}, .unknown = {}}};
            break;
        case u'q': {
            const QString id = QString::number(++requests);
            message.role = Role::Assistant;
            message.contents = {ApprovalRequest{
                .requestId = u'q' + id,
                .call = {.callId = u"c"_s + id, .name = u"f"_s, .arguments = {}, .problem = {}, .unknown = {}},
                .unknown = {}}};
            break;
        }
        case u'r':
            message.role = Role::Tool;
            message.contents = {FunctionResult{.callId = u"c1"_s, .contents = {}, .unknown = {}}};
            break;
        case u'y':
            message.contents = {answer(u"q1"_s)};
            break;
        case u'Y':
            message.contents = {answer(u"q2"_s)};
            break;
        default:
            entry.endsRun = true;
        }
        if (!entry.endsRun)
            entry.messages = {message};
        entries.append({entries.size() + 1, entry});
    }
    return entries;
}

} // namespace

void TestOpenRequests::theStoredMessagesSayWhatIsOpen_data()
{
    QTest::addColumn<QString>("letters");
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    QTest::newRow("2.6.13 asked and ended") << u"iaqE"_s << u"open"_s << u"unknown"_s;
    QTest::newRow("2.6.19 asked, cut off before the end") << u"iaq"_s << u"open"_s << u"unknown"_s;
    QTest::newRow("2.6.18 the run failed after asking") << u"iaqfE"_s << u"open"_s << u"unknown"_s;
    QTest::newRow("2.6.13 answered") << u"iaqEy"_s << u"answered"_s << u"unknown"_s;
    QTest::newRow("2.6.10 one of two answered, the other passed by") << u"iaqqEy"_s << u"answered"_s << u"passedBy"_s;
    QTest::newRow("2.6.10 the same after a cut") << u"iaqqy"_s << u"answered"_s << u"passedBy"_s;
    QTest::newRow("2.6.13 both answered") << u"iaqqEyY"_s << u"answered"_s << u"passedBy"_s;
    QTest::newRow("2.6.13 a new run passes it by") << u"iaqEi"_s << u"passedBy"_s << u"unknown"_s;
    QTest::newRow("2.4.12 steered, not answered yet") << u"iaqs"_s << u"open"_s << u"unknown"_s;
    QTest::newRow("2.4.12 steered and answered") << u"iaqsa"_s << u"passedBy"_s << u"unknown"_s;
    QTest::newRow("2.4.13 steered, the model call failed") << u"iaqsfE"_s << u"open"_s << u"unknown"_s;
    QTest::newRow("2.4.14 the agent's own words are no steering") << u"iaqaE"_s << u"open"_s << u"unknown"_s;
    QTest::newRow("2.4.15 a background answer closes nothing") << u"iaqbaE"_s << u"open"_s << u"unknown"_s;
    QTest::newRow("2.6.13 its call ran beside others") << u"iaqrE"_s << u"answered"_s << u"unknown"_s;
    QTest::newRow("2.6.13 steered before it was asked") << u"isaqE"_s << u"open"_s << u"unknown"_s;
    QTest::newRow("2.6.14 no such request") << u"iaE"_s << u"unknown"_s << u"unknown"_s;
}

void TestOpenRequests::theStoredMessagesSayWhatIsOpen()
{
    QFETCH(QString, letters);
    const OpenRequests requests(conversation(letters));
    QTEST(requestStateName(requests.stateOf(u"q1"_s)), "first");
    QTEST(requestStateName(requests.stateOf(u"q2"_s)), "second");
}

void TestOpenRequests::oneBadAnswerRefusesTheWholeInput()
{
    RULE("2.6.14");
    const OpenRequests requests(conversation(u"iaqqEyiaqE"_s)); // q1 answered, q2 passed by, q3 open.
    Message input;
    for (const QString &id : {u"q1"_s, u"q2"_s, u"q3"_s, u"q4"_s})
        input.contents.append(
            ApprovalResponse{.requestId = id, .approved = true, .reason = {}, .editedArguments = {}, .unknown = {}});
    const auto refusal = requests.refusalOf({input});
    QVERIFY(refusal);
    QCOMPARE(refusal->kind, Error::Kind::ApprovalClosed);
    QCOMPARE(refusal->facts.items, QStringList({u"q1: answered"_s, u"q2: passedBy"_s, u"q4: unknown"_s}));
    QCOMPARE(requests.open().constFirst().requestId, u"q3"_s);
}

void TestOpenRequests::theSecondAnswerOfOneInputIsRefused()
{
    RULE("2.6.9");
    const OpenRequests requests(conversation(u"iaqE"_s));
    Message input;
    for (int i = 0; i < 2; ++i)
        input.contents.append(ApprovalResponse{
            .requestId = u"q1"_s, .approved = i == 0, .reason = {}, .editedArguments = {}, .unknown = {}});
    QCOMPARE(requests.refusalOf({input})->facts.items, QStringList(u"q1: answered"_s));
}

QTEST_GUILESS_MAIN(TestOpenRequests)
#include "tst_openRequests.moc"
