// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "inspector/TimelineWords.h"

#include "../transcript/Spoken.h"

#include <QLocale>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;
using namespace typeshift::spoken;

namespace {

TimelineStep stepOf(StepState state, std::optional<ApprovalResponse> response = {}, bool isAsked = false)
{
    ToolCallStep tool;
    tool.call = call(u"c1"_s, u"pay"_s, "{}");
    if (response || isAsked) {
        typeshift::Decision decision;
        decision.request.call = tool.call;
        decision.response = std::move(response);
        decision.askedAt = at(0);
        decision.decidedAt = at(60);
        tool.decision = decision;
    }
    TimelineStep step;
    step.state = state;
    step.what = tool;
    return step;
}

ApprovalResponse response(bool isApproved, Decider by)
{
    ApprovalResponse said;
    said.approved = isApproved;
    said.decidedBy = by;
    return said;
}

QString clockText(int seconds)
{
    return QLocale().toString(at(seconds).toLocalTime().time(), u"HH:mm"_s);
}

} // namespace

class TestTimelineWords : public QObject
{
    Q_OBJECT

private slots:
    void whoLetACallRunIsSaid_data() // D24
    {
        QTest::addColumn<TimelineStep>("step");
        QTest::addColumn<bool>("isReadOnly");
        QTest::addColumn<QString>("words");
        const auto row = [](const char *name, const TimelineStep &step, const QString &words, bool isReadOnly = false) {
            QTest::newRow(name) << step << isReadOnly << words;
        };
        row("nobody was asked, read only", stepOf(StepState::Done), u"Ran without asking: read only"_s, true);
        row("nobody was asked", stepOf(StepState::Done), u"Ran without asking: needs no approval"_s);
        row("plain among others", stepOf(StepState::Done, response(true, Decider::Plain)),
            u"Ran without asking: needs no approval"_s);
        row("a person", stepOf(StepState::Done, response(true, Decider::Person)),
            QString(u"Approved by you at "_s + clockText(60)));
        ApprovalResponse all = response(true, Decider::Person);
        all.forConversation = true;
        row("a person, for the conversation", stepOf(StepState::Done, all),
            u"Approved by you at %1 for this conversation"_s.arg(clockText(60)));
        ApprovalResponse edited = response(true, Decider::Person);
        edited.editedArguments = "{}"_ba;
        row("a person, with changes", stepOf(StepState::Done, edited),
            u"Approved by you at %1 with changed arguments"_s.arg(clockText(60)));
        ApprovalResponse no = response(false, Decider::Person);
        no.reason = u"not \u202eyet"_s;
        row("a person said no, what hides is seen", stepOf(StepState::Rejected, no),
            u"Rejected by you at %1: not U+202Eyet"_s.arg(clockText(60)));
        ApprovalResponse rule = response(true, Decider::Rule);
        rule.rule = u"small sums"_s;
        row("a rule", stepOf(StepState::Done, rule), u"Approved by the rule “small sums”"_s);
        ApprovalResponse ruledOut = response(false, Decider::Rule);
        ruledOut.rule = u"never at night"_s;
        ruledOut.reason = u"It is late."_s;
        row("a rule said no", stepOf(StepState::Rejected, ruledOut),
            u"Rejected by the rule “never at night”: It is late."_s);
        row("a standing approval", stepOf(StepState::Done, response(true, Decider::StandingApproval)),
            u"Ran without asking: approved before for this conversation"_s);
        row("the mode", stepOf(StepState::Done, response(true, Decider::AutoMode)), u"Ran without asking: auto mode"_s);
        row("nobody yet", stepOf(StepState::Waiting, {}, true),
            QString(u"Waits for your approval since "_s + clockText(0)));
        row("waits with another", stepOf(StepState::Waiting, response(true, Decider::Plain)),
            u"Waits with the call that needs your approval"_s);
        row("passed by", stepOf(StepState::PassedBy, {}, true), u"Passed by: the agent went on without it"_s);
        row("stopped before it", stepOf(StepState::WithoutResult), u"The run ended before it was answered"_s);
    }

    void whoLetACallRunIsSaid()
    {
        QFETCH(TimelineStep, step);
        QFETCH(bool, isReadOnly);
        QFETCH(QString, words);
        QCOMPARE(decisionText(step, isReadOnly), words);
    }

    void everyStateHasAWord()
    {
        QSet<QString> words;
        for (const StepState state :
             {StepState::Waiting, StepState::Done, StepState::Failed, StepState::Stopped, StepState::Rejected,
              StepState::PassedBy, StepState::WithoutResult, StepState::EffectUnknown})
            words.insert(stepText(stepOf(state)));
        QCOMPARE(words.size(), 8);
        words.clear();
        for (const RunStanding state :
             {RunStanding::None, RunStanding::Running, RunStanding::Waiting, RunStanding::Finished, RunStanding::Failed,
              RunStanding::Stopped, RunStanding::Interrupted, RunStanding::Elsewhere})
            words.insert(stateText(state));
        QCOMPARE(words.size(), 8);
    }

    void aNameOfAModelHidesNothing() // DESIGN 4.3.6
    {
        TimelineStep step = stepOf(StepState::Done);
        std::get<ToolCallStep>(step.what).call.name = u"re\u202ead\n"_s;
        QVERIFY(stepText(step).startsWith(u"reU+202Ead"_s));
        QVERIFY(!stepText(step).contains(u'\n'));
    }

    void resultsAreMeasured_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isError");
        QTest::addColumn<QString>("words");
        QTest::newRow("nothing") << QString() << false << u"Answered with nothing"_s;
        QTest::newRow("some") << QString(12, u'a') << false << u"Answered with 12 bytes"_s;
        QTest::newRow("a failure's first line")
            << u"Column \"a\" does not exist\nat line 3"_s << true << u"Column \"a\" does not exist"_s;
    }

    void resultsAreMeasured()
    {
        QFETCH(QString, text);
        QFETCH(bool, isError);
        QFETCH(QString, words);
        TimelineStep step = stepOf(isError ? StepState::Failed : StepState::Done);
        std::get<ToolCallStep>(step.what).result = FunctionResult{u"c1"_s, {TextContent{text, {}}}, isError, {}};
        QCOMPARE(resultText(step), words);
    }

    void aModelCallSaysHowItEnded_data()
    {
        QTest::addColumn<StepState>("state");
        QTest::addColumn<qsizetype>("calls");
        QTest::addColumn<QString>("words");
        QTest::newRow("at work") << StepState::Running << qsizetype(0) << u"The model is at work"_s;
        QTest::newRow("one call") << StepState::Done << qsizetype(1) << u"Asked for 1 tool call"_s;
        QTest::newRow("three calls") << StepState::Done << qsizetype(3) << u"Asked for 3 tool calls"_s;
        QTest::newRow("an answer") << StepState::Done << qsizetype(0) << u"Answered"_s;
        QTest::newRow("broke off") << StepState::Failed << qsizetype(0) << u"Broke off"_s;
    }

    void aModelCallSaysHowItEnded()
    {
        QFETCH(StepState, state);
        QFETCH(qsizetype, calls);
        QFETCH(QString, words);
        ModelCallStep model;
        model.number = 1;
        model.calls = calls;
        TimelineStep step;
        step.state = state;
        step.what = model;
        QCOMPARE(endText(step), words);
    }
};

QTEST_GUILESS_MAIN(TestTimelineWords)
#include "tst_TimelineWords.moc"
