// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Spoken.h"

#include "transcript/BlockWords.h"
#include "transcript/BlocksOf.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;
using namespace typeshift::spoken;

namespace {

//! One word a row: what it is, and what is special about it.
QStringList kinds(const QList<Block> &blocks)
{
    QStringList words;
    for (const Block &block : blocks) {
        if (block.as<UserText>())
            words.append(u"you"_s);
        else if (const auto *header = block.as<AssistantHeader>())
            words.append(QString(u"header "_s + header->author));
        else if (block.as<Prose>())
            words.append(u"text"_s);
        else if (block.as<CodeBlock>())
            words.append(u"code"_s);
        else if (block.as<Reasoning>())
            words.append(u"reasoning"_s);
        else if (const auto *row = block.as<ToolRow>())
            words.append(QStringList{u"running"_s, u"done"_s, u"failed"_s, u"without"_s, u"unknown"_s, u"waits"_s,
                                     u"rejected"_s}[int(row->state)]);
        else if (block.as<ErrorBar>())
            words.append(u"error"_s);
        else if (const auto *cut = block.as<Cut>())
            words.append(cut->reason == Cut::Reason::Stopped ? u"stopped"_s : u"cut"_s);
        else if (block.as<Footer>())
            words.append(u"footer"_s);
        else if (block.as<SummaryDivider>())
            words.append(u"summary"_s);
    }
    return words;
}

} // namespace

class TestBlocksOf : public QObject
{
    Q_OBJECT

private slots:
    void entriesBecomeRows_data()
    {
        QTest::addColumn<QList<StoredEntry>>("entries");
        QTest::addColumn<QString>("rows");
        const auto row = [](const char *name, const QList<StoredEntry> &entries, const char *rows) {
            QTest::newRow(name) << entries << QString::fromLatin1(rows);
        };
        const Error lost(Error::Kind::Network, u"reset"_s);
        const FunctionCall read = call(u"c1"_s, u"read_file"_s, R"({"path":"a.log"})");
        row("nothing", {}, "");
        row("a question and its answer", {says(1, u"Hi"_s), answers(2, {text(u"Hello"_s)}), ends(3)},
            "you, header assistant, text, footer");
        row("code is a row of its own", {answers(1, {text(u"a\n```c\nx\n```\nb"_s)})},
            "header assistant, text, code, text");
        row("reasoning comes first", {answers(1, {ReasoningContent{u"hm"_s, {}, {}}, text(u"a"_s)})},
            "header assistant, reasoning, text");
        row("a call with its result",
            {answers(1, {read}), results(2, u"c1"_s, u"ok"_s), answers(3, {text(u"a"_s)}), ends(4)},
            "header assistant, done, text, footer");
        row("a failed call", {answers(1, {read}), results(2, u"c1"_s, u"no"_s, true)}, "header assistant, failed");
        row("a call without result", {answers(1, {read}), ends(2)}, "header assistant, without, footer");
        row("an answer that broke off, 2.1.10", {says(1, u"Hi"_s), answers(2, {text(u"Hel"_s)}), ends(3, lost)},
            "you, header assistant, text, cut, error");
        row("a call that a crash cut off, T21", {says(1, u"Hi"_s), answers(2, {read})},
            "you, header assistant, unknown");
        row("a call that a crash cut off, then resumed, T21", {answers(1, {read}), answers(2, {text(u"a"_s)}), ends(3)},
            "header assistant, unknown, text, footer");
        row("a call that a crash cut off, then new input, T21",
            {answers(1, {read}), says(2, u"Also"_s), answers(3, {text(u"a"_s)}), ends(4)},
            "header assistant, unknown, you, header assistant, text, footer");
        row("the second of two calls cut off, 2.1.3",
            {answers(1, {read, call(u"c2"_s, u"ls"_s, "{}")}), results(2, u"c1"_s, u"ok"_s)},
            "header assistant, done, unknown");
        row("a failure before any answer, 2.1.11", {says(1, u"Hi"_s), ends(2, lost)}, "you, error");
        row("a failure after finished results", {answers(1, {read}), results(2, u"c1"_s, u"ok"_s), ends(3, lost)},
            "header assistant, done, error");
        row("a run that was stopped",
            {says(1, u"Hi"_s), answers(2, {text(u"Hel"_s)}), ends(3, Error(Error::Kind::Cancelled, QString()))},
            "you, header assistant, text, stopped, footer");
        row("a run that never ended", {says(1, u"Hi"_s), answers(2, {text(u"Hel"_s)})}, "you, header assistant, text");
        row("steering between two answers",
            {says(1, u"Hi"_s), answers(2, {text(u"a"_s)}), says(3, u"Also"_s), answers(4, {text(u"b"_s)})},
            "you, header assistant, text, you, header assistant, text");
        const QList<StoredEntry> asked{says(1, u"Hi"_s),
                                       answers(2, {call(u"c1"_s, u"pay"_s, "{}"), call(u"c2"_s, u"look"_s, "{}")}),
                                       asks(3, {u"c1"_s, u"c2"_s}, {u"c2"_s}), ends(4)};
        row("2.6.2 calls that wait for a person", asked, "you, header assistant, waits, waits, footer");
        row("2.6.6 approved and run",
            asked
                + QList<StoredEntry>{decides(5, u"c1"_s, true), results(6, u"c1"_s, u"a"_s),
                                     results(7, u"c2"_s, u"b"_s)},
            "you, header assistant, done, done, footer");
        row("2.6.11 rejected",
            asked
                + QList<StoredEntry>{decides(5, u"c1"_s, false), results(6, u"c1"_s, u"no"_s),
                                     results(7, u"c2"_s, u"b"_s)},
            "you, header assistant, rejected, done, footer");
        row("2.6.10 passed by",
            asked + QList<StoredEntry>{says(5, u"Never mind"_s), answers(6, {text(u"ok"_s)}), ends(7)},
            "you, header assistant, without, without, footer, you, header assistant, text, footer");
        row("2.6.5 decided by a rule",
            {says(1, u"Hi"_s), answers(2, {call(u"c1"_s, u"pay"_s, "{}")}), asks(3, {u"c1"_s}, {u"c1"_s}),
             results(4, u"c1"_s, u"a"_s)},
            "you, header assistant, done");
        StoredEntry summary = says(5, u"What was said"_s);
        summary.entry.isSummary = true;
        row("a summary", {says(1, u"Hi"_s), answers(2, {text(u"a"_s)}), ends(3), summary, says(6, u"Go on"_s)},
            "you, header assistant, text, footer, summary, you");
    }

    void entriesBecomeRows()
    {
        QFETCH(QList<StoredEntry>, entries);
        QFETCH(QString, rows);
        QCOMPARE(kinds(blocksOf(entries)).join(u", "_s), rows);
    }

    void callsOfALiveRunStillRun()
    {
        const QList<StoredEntry> entries{answers(1, {call(u"c1"_s, u"ls"_s, "{}")})};
        QCOMPARE(kinds(blocksOf(entries, Activity::Live)).constLast(), u"running"_s);
        QVERIFY(hasOpenCalls(entries));
        QVERIFY(!hasOpenCalls(entries + QList<StoredEntry>{results(2, u"c1"_s, u"a"_s)}));
    }

    void rowsOfWholeRunsJoin()
    {
        const QList<StoredEntry> first{says(1, u"Hi"_s), answers(2, {text(u"a"_s)}), ends(3)};
        const QList<StoredEntry> second{says(4, u"And"_s), answers(5, {text(u"b"_s)}), ends(6)};
        QCOMPARE(blocksOf(first + second), blocksOf(first) + blocksOf(second));
    }

    void everyRowHasItsOwnId()
    {
        const QString large = QString(u"A paragraph of some length, with words.\n\n"_s).repeated(2'000);
        const auto blocks = blocksOf(
            {says(1, large), answers(2, {text(large), text(u"b"_s), call(u"c"_s, u"ls"_s, "{}")}), ends(3)});
        QSet<RowId> ids;
        for (const Block &block : blocks)
            ids.insert(block.id);
        QCOMPARE(ids.size(), blocks.size());
        QVERIFY(blocks.size() > 20);
    }

    void theFooterSumsTheRun()
    {
        const auto blocks = blocksOf({says(1, u"Hi"_s), answers(2, {call(u"c"_s, u"ls"_s, "{}")}),
                                      results(3, u"c"_s, u"x"_s), answers(4, {text(u"a"_s)}), ends(22)});
        const auto *footer = blocks.constLast().as<Footer>();
        QVERIFY(footer);
        QCOMPARE(footer->modelCalls, 2);
        QCOMPARE(footer->usage.input, 186'200);
        QCOMPARE(footerLine(*footer), u"2 model calls · 186.2k in · 1.8k out · 21 s"_s);
    }

    void wordsOfRows()
    {
        Reasoning reasoning;
        reasoning.duration = std::chrono::seconds(11);
        reasoning.tokens = 640;
        QCOMPARE(reasoningLine(reasoning), u"Reasoning, 11 s · 640 tokens"_s);
        QCOMPARE(reasoningLine({}), u"Reasoning"_s);
        QCOMPARE(argumentsLine(call({}, {}, R"({"path":"a b.log"})")), u"a b.log"_s);
        QCOMPARE(argumentsLine(call({}, {}, R"({"after":"x","n":3})")), u"after: x, n: 3"_s);
        QCOMPARE(argumentsLine(call({}, {}, "{broken")), u"{broken"_s);
        QCOMPARE(cutLine({}), u"The answer broke off here. Everything above is stored."_s);
    }

    void aFailedCallIsSpokenWithItsError() // 4.5
    {
        const ToolRow row{call(u"c"_s, u"query_db"_s, R"({"sql":"select"})"), ToolRow::State::Failed,
                          u"column attempt does not exist\nmore"_s};
        QCOMPARE(accessibleText({{}, row}, {}), u"Tool call query_db, failed, column attempt does not exist"_s);
    }
};

QTEST_GUILESS_MAIN(TestBlocksOf)
#include "tst_BlocksOf.moc"
