// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "markdown/MarkdownPieces.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift::ui;

using Kind = MarkdownPiece::Kind;

namespace {

QString longProse(qsizetype size)
{
    QString text;
    while (text.size() < size)
        text += u"A sentence that fills the paragraph with words. "_s;
    return text.trimmed();
}

QList<MarkdownPiece> piecesInSteps(const QString &text, qsizetype step)
{
    MarkdownSplitter splitter;
    for (qsizetype at = 0; at < text.size(); at += step)
        splitter.append(QStringView(text).mid(at, step));
    return splitter.closed() + splitter.open();
}

QString manyParts()
{
    QString text = longProse(5'000)
        + u"\n\n1. one\n2. two\n\n   ```sh\n   ls\n\n   pwd\n   ```\n3. three\n\nAfter.\n\n"_s;
    text += u"```cpp src/main.cpp\nint main()\n{\n\n}\n```\nRight below.\n\n~~~\nplain ``` inside\n~~~\n\n"_s;
    text += u"| a | b |\n|---|---|\n| 1 | 2 |\n\n> quote\n\n"_s;
    for (int line = 0; line < 200; ++line)
        text += (line == 0 ? u"```py\n"_s : QString()) + u"print(%1)\n"_s.arg(line);
    return text;
}

} // namespace

class TestMarkdownPieces : public QObject
{
    Q_OBJECT

private slots:
    void aTextIsCutAtItsFences_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("sources");
        QTest::addColumn<QList<int>>("kinds");
        const auto row = [](const char *name, const QString &text, const QStringList &sources,
                            const QList<int> &kinds) { QTest::newRow(name) << text << sources << kinds; };
        row("empty", u""_s, {}, {});
        row("blank", u"\n\n  \n"_s, {}, {});
        row("prose", u"one\n\ntwo"_s, {u"one\n\ntwo"_s}, {0});
        row("code between prose", u"a\n```c\nx\n```\nb"_s, {u"a"_s, u"x"_s, u"b"_s}, {0, 1, 0});
        row("a fence that is still open", u"```c\nx\ny"_s, {u"x\ny"_s}, {1});
        row("half a fence is not shown", u"a\n\n``"_s, {u"a"_s}, {0});
        row("half a closing fence is not shown", u"```c\nx\n``"_s, {u"x"_s}, {1});
        row("a longer fence holds a shorter one", u"````\n```\n````"_s, {u"```"_s}, {1});
        row("tildes", u"~~~\nx\n~~~"_s, {u"x"_s}, {1});
        row("inline code is no fence", u"```a``` b"_s, {u"```a``` b"_s}, {0});
        row("a fence in a list item stays with it", u"- a\n  ```\n  x\n  ```\n- b"_s,
            {u"- a\n  ```\n  x\n  ```\n- b"_s}, {0});
        row("windows line ends", u"a\r\n```\r\nx\r\n```\r\n"_s, {u"a"_s, u"x"_s}, {0, 1});
        row("empty code", u"```\n```"_s, {u""_s}, {1});
    }

    void aTextIsCutAtItsFences()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, sources);
        QFETCH(QList<int>, kinds);
        QStringList found;
        QList<int> foundKinds;
        for (const MarkdownPiece &piece : markdownPieces(text)) {
            found.append(piece.source);
            foundKinds.append(piece.kind == Kind::Code ? 1 : 0);
        }
        QCOMPARE(found, sources);
        QCOMPARE(foundKinds, kinds);
    }

    void theFenceNamesLanguageAndPath()
    {
        const auto pieces = markdownPieces(u"```python importer/retry.py\nx\n```");
        QCOMPARE(pieces.size(), 1);
        QCOMPARE(pieces[0].language, u"python"_s);
        QCOMPARE(pieces[0].title, u"importer/retry.py"_s);
    }

    void howItArrivesChangesNothing_data() // T4
    {
        QTest::addColumn<int>("step");
        for (const int step : {1, 2, 3, 7, 64, 1000})
            QTest::addRow("%d characters at a time", step) << step;
    }

    void howItArrivesChangesNothing()
    {
        QFETCH(int, step);
        const QString text = manyParts();
        QCOMPARE(piecesInSteps(text, step), markdownPieces(text));
    }

    void closedPiecesNeverChange()
    {
        const QString text = manyParts();
        const QList<MarkdownPiece> whole = markdownPieces(text);
        MarkdownSplitter splitter;
        for (qsizetype at = 0; at < text.size(); at += 11) {
            splitter.append(QStringView(text).mid(at, 11));
            QVERIFY(splitter.closed().size() <= whole.size());
            QVERIFY(splitter.closed() == whole.first(splitter.closed().size()));
        }
    }

    void noPieceIsLong_data() // a 1 MB message is cut into blocks
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("paragraphs") << QString(longProse(800) + u"\n\n"_s).repeated(400);
        QTest::newRow("one paragraph of many lines") << QString(longProse(200) + u"\n"_s).repeated(2'000);
        QTest::newRow("one line") << longProse(1'000'000);
        QTest::newRow("one word") << QString(1'000'000, u'x');
        QTest::newRow("code") << QString(u"```\n"_s + QString(u"some line of code here;\n"_s).repeated(20'000));
        QTest::newRow("one line of code") << QString(u"```\n"_s + QString(300'000, u'x'));
        QTest::newRow("a long list") << QString(u"- item of a list that does not end\n"_s).repeated(10'000);
    }

    void noPieceIsLong()
    {
        QFETCH(QString, text);
        const auto pieces = markdownPieces(text);
        QVERIFY(pieces.size() > 5);
        for (const MarkdownPiece &piece : pieces)
            QVERIFY2(piece.source.size() <= 2 * MarkdownSplitter::lineSize,
                     qPrintable(QString::number(piece.source.size())));
    }

    void cutCodeIsOneBlock()
    {
        const auto pieces = markdownPieces(QString(u"```py\n"_s + QString(u"x\n"_s).repeated(200) + u"```\nend"_s));
        QCOMPARE(pieces.size(), 4);
        QVERIFY(!pieces[0].continued && pieces[0].continues);
        QVERIFY(pieces[1].continued && pieces[1].continues);
        QVERIFY(pieces[2].continued && !pieces[2].continues);
        QCOMPARE(pieces[2].language, u"py"_s);
        QVERIFY(!pieces[3].continued);
    }

    void aListIsNotCutBetweenItsItems()
    {
        QString list;
        for (int item = 1; item < 200; ++item)
            list += u"%1. an item of a numbered list\n\n"_s.arg(item);
        for (const MarkdownPiece &piece : markdownPieces(list))
            QVERIFY(piece.source.size() > MarkdownSplitter::proseSize || piece.continued);
    }

    void marksAreNotRead_data()
    {
        QTest::addColumn<QString>("markdown");
        QTest::addColumn<QString>("plain");
        QTest::newRow("emphasis") << u"**3 batches** over *30* s"_s << u"3 batches over 30 s"_s;
        QTest::newRow("code") << u"no `Idempotency-Key` here"_s << u"no Idempotency-Key here"_s;
        QTest::newRow("heading") << u"## Why\ntext"_s << u"Why\ntext"_s;
        QTest::newRow("link") << u"see [the page](https://example.org/x) now"_s << u"see the page now"_s;
        QTest::newRow("escaped") << u"2 \\* 3"_s << u"2 * 3"_s;
        QTest::newRow("a number sign in a line") << u"issue #12"_s << u"issue #12"_s;
        QTest::newRow("brackets alone") << u"a[0] (b)"_s << u"a[0] (b)"_s;
    }

    void marksAreNotRead()
    {
        QFETCH(QString, markdown);
        QFETCH(QString, plain);
        QCOMPARE(withoutMarks(markdown), plain);
    }
};

QTEST_GUILESS_MAIN(TestMarkdownPieces)
#include "tst_MarkdownPieces.moc"
