// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/Steering.h"

#include "support/Rule.h"

#include <QTest>

#include <bit>

using namespace Qt::StringLiterals;
using namespace typeshift;

class TestSteering final : public QObject
{
    Q_OBJECT

private slots:
    void inputIsAcceptedOnlyWhileTheRunWorks();
    void decidingToEndAndSteeringExcludeEachOther();
    void inputComesOutInItsOrder();
    void placedInputStandsBehindItsAnchor();
    void anAnchorThatIsGoneTakesNoInputWithIt();
    void waitingInputCanBeTakenBack();
    void answersAloneAreRefused();
};

namespace {

Message message(int number, Role role = Role::User)
{
    Message made = userMessage(QString::number(number));
    made.role = role;
    made.uid = QUuid(uint(number + 1), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    return made;
}

QStringList texts(const QList<Message> &messages)
{
    QStringList texts;
    for (const Message &each : messages)
        texts.append(each.text());
    return texts;
}

} // namespace

void TestSteering::inputIsAcceptedOnlyWhileTheRunWorks()
{
    RULE("2.4.1", "2.4.18");
    Steering steering;
    QVERIFY2(!steering.trySteer(message(1)), "it loads");
    steering.open();
    QVERIFY(steering.trySteer(message(2)));
    steering.close();
    QVERIFY2(!steering.trySteer(message(3)), "it was stopped");
    steering.open();
    QVERIFY2(!steering.trySteer(message(4)), "closed stays closed");
    QCOMPARE(texts(steering.take()), QStringList(u"2"_s));
}

// Every order of n inputs and the run's tries to end: what was accepted is taken exactly once, before the end.
void TestSteering::decidingToEndAndSteeringExcludeEachOther()
{
    RULE("2.4.2");
    constexpr int events = 12;
    for (unsigned order = 0; order < (1U << events); ++order) {
        Steering steering;
        steering.open();
        QStringList accepted;
        QStringList taken;
        bool hasEnded = false;
        for (int event = 0; event < events; ++event) {
            if (order & (1U << event)) {
                const bool wasAccepted = steering.trySteer(message(event));
                QVERIFY(wasAccepted != hasEnded);
                if (wasAccepted)
                    accepted.append(QString::number(event));
            } else if (!hasEnded) {
                hasEnded = steering.closeIfEmpty();
                QVERIFY2(!hasEnded || steering.waiting().isEmpty(), "it ended over input that waits");
                if (!hasEnded)
                    taken += texts(steering.take());
            }
        }
        taken += texts(steering.take());
        QCOMPARE(taken, accepted);
    }
}

void TestSteering::inputComesOutInItsOrder()
{
    RULE("2.4.6");
    Steering steering;
    steering.open();
    for (int i = 0; i < 5; ++i)
        QVERIFY(steering.trySteer(message(i)));
    QCOMPARE(texts(steering.take()), QStringList({u"0"_s, u"1"_s, u"2"_s, u"3"_s, u"4"_s}));
    QVERIFY(steering.take().isEmpty());
}

void TestSteering::placedInputStandsBehindItsAnchor()
{
    RULE("2.4.4");
    Steering steering;
    steering.place(message(2).uid, {message(10), message(11)});
    steering.place(message(3).uid, {message(12)});
    QCOMPARE(texts(steering.placedInto({message(1), message(2), message(3), message(4)})),
             QStringList({u"1"_s, u"2"_s, u"10"_s, u"11"_s, u"3"_s, u"12"_s, u"4"_s}));
    QCOMPARE(texts(steering.placedInto({message(90), message(91), message(1), message(2), message(3)})),
             QStringList({u"90"_s, u"91"_s, u"1"_s, u"2"_s, u"10"_s, u"11"_s, u"3"_s, u"12"_s}));
    // A pass that has the input among its messages already does not get it twice.
    QCOMPARE(texts(steering.placedInto({message(2), message(10), message(11), message(3), message(12)})),
             QStringList({u"2"_s, u"10"_s, u"11"_s, u"3"_s, u"12"_s}));
}

void TestSteering::anAnchorThatIsGoneTakesNoInputWithIt()
{
    RULE("2.4.4");
    Steering steering;
    steering.place(message(2).uid, {message(10)});
    QCOMPARE(texts(steering.placedInto({message(3)})), QStringList({u"3"_s, u"10"_s}));
}

void TestSteering::waitingInputCanBeTakenBack()
{
    Steering steering;
    steering.open();
    QVERIFY(steering.trySteer(message(1)));
    QVERIFY(steering.trySteer(message(2)));
    QVERIFY(steering.withdraw(message(1).uid));
    QCOMPARE(texts(steering.waiting()), QStringList(u"2"_s));
    steering.take();
    QVERIFY2(!steering.withdraw(message(2).uid), "the run was faster");
}

void TestSteering::answersAloneAreRefused()
{
    RULE("2.4.16", "2.4.17");
    Steering steering;
    steering.open();
    Message answer;
    answer.contents = {
        ApprovalResponse{.requestId = u"r"_s, .approved = true, .reason = {}, .editedArguments = {}, .unknown = {}}};
    QVERIFY(!steering.trySteer(answer));
    answer.contents.append(ImageContent{.data = "png", .mediaType = u"image/png"_s, .unknown = {}});
    QVERIFY2(steering.trySteer(answer), "a picture says something");
}

QTEST_GUILESS_MAIN(TestSteering)
#include "tst_steering.moc"
