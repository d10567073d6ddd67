// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include <app/toolsets/web/HtmlText.h>

#include <QElapsedTimer>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::toolsets;

//! Pages become text.
class TestHtmlText : public QObject
{
    Q_OBJECT

private slots:
    void readsAsAPersonWould_data();
    void readsAsAPersonWould();
    void brokenPagesTakeLinearTime_data();
    void brokenPagesTakeLinearTime();
};

void TestHtmlText::readsAsAPersonWould_data()
{
    QTest::addColumn<QString>("html");
    QTest::addColumn<QString>("text");
    QTest::newRow("plain") << u"a < b & c > d"_s << u"a < b & c > d"_s;
    QTest::newRow("blanks") << u"<p>  a \n b\t c  </p>"_s << u"a b c"_s;
    QTest::newRow("paragraphs") << u"<p>a</p><p>b</p>"_s << u"a\n\nb"_s;
    QTest::newRow("lines") << u"a<br>b<div>c</div>d"_s << u"a\nb\nc\nd"_s;
    QTest::newRow("headings") << u"<h2>Two</h2>text"_s << u"## Two\n\ntext"_s;
    QTest::newRow("list") << u"<ul><li>a<li>b</ul>"_s << u"- a\n- b"_s;
    QTest::newRow("table") << u"<table><tr><td>a<td>b</tr><tr><td>c<td>d</table>"_s << u"a | b\nc | d"_s;
    QTest::newRow("preformatted") << u"<pre>a\n  b</pre>"_s << u"a\n  b"_s;
    QTest::newRow("link") << u"see <a class=x href=\"/p?a=1&amp;b\">there</a>."_s
                          << u"see there <https://example.com/p?a=1&b>."_s;
    QTest::newRow("links of other kinds") << u"<a href=javascript:x>a</a> <a data-href='/q'>b</a>"_s << u"a b"_s;
    QTest::newRow("script") << u"a<script>if (a<b) {'</p>'}</script>b"_s << u"ab"_s;
    QTest::newRow("script with a tag in it") << u"a<SCRIPT>x</notscript>y</Script >b"_s << u"ab"_s;
    QTest::newRow("script without end") << u"a<script>b"_s << u"a"_s;
    QTest::newRow("style and comment") << u"<style>a{}</style>b<!-- <p>c --> d"_s << u"b d"_s;
    QTest::newRow("comment without end") << u"a<!-- b"_s << u"a"_s;
    QTest::newRow("declaration") << u"<!DOCTYPE html><?xml version='1.0'?>a"_s << u"a"_s;
    QTest::newRow("sign in an attribute") << u"<p title=\"a > b\">c"_s << u"c"_s;
    QTest::newRow("tag without end") << u"a<p title=\"b"_s << u"a"_s;
    QTest::newRow("apostrophe in a tag") << u"<p it's>a"_s << u"a"_s;
    QTest::newRow("entities") << u"&lt;p&gt; &euro;&#8364;&#x20AC; &auml;&nbsp;x"_s << u"<p> €€€ ä x"_s;
    QTest::newRow("no entities") << u"AT&T &unknown; &; &#; &#0; &#xd800; &#99999999999; &"_s
                                 << u"AT&T &unknown; &; &#; &#0; &#xd800; &#99999999999; &"_s;
    QTest::newRow("escaped tag stays text") << u"&lt;script&gt;x"_s << u"<script>x"_s;
    QTest::newRow("title") << u"<title>T</title>a"_s << u"a"_s;
    QTest::newRow("empty") << QString() << QString();
}

void TestHtmlText::readsAsAPersonWould()
{
    QFETCH(const QString, html);
    QFETCH(const QString, text);
    QCOMPARE(textOfHtml(html, QUrl(u"https://example.com/folder/page"_s)).text, text);
}

void TestHtmlText::brokenPagesTakeLinearTime_data()
{
    QTest::addColumn<QString>("html");
    for (const auto &piece : {u"<"_s, u"<p "_s, u"<a href="_s, u"<script>"_s, u"&"_s, u"<!--"_s, u"<p title=\""_s,
                              u"</"_s, u"<pre>"_s, u"<title>"_s, u"<br>"_s, u" "_s, u"<a href='x'>"_s})
        QTest::newRow(qPrintable(piece)) << piece.repeated(1'000'000 / piece.size());
}

void TestHtmlText::brokenPagesTakeLinearTime()
{
    QFETCH(const QString, html);
    QElapsedTimer timer;
    timer.start();
    const HtmlText text = textOfHtml(html);
    QVERIFY(text.text.size() <= html.size());
    QVERIFY2(timer.elapsed() < 20'000, qPrintable(QString::number(timer.elapsed())));
}

QTEST_GUILESS_MAIN(TestHtmlText)
#include "tst_HtmlText.moc"
