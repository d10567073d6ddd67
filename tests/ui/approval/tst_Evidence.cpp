// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/ApprovalWords.h"
#include "approval/ArgumentsEdit.h"
#include "approval/CodeView.h"
#include "approval/EvidenceView.h"
#include "approval/LineDiff.h"
#include "approval/PrettyJson.h"
#include "theme/Appearance.h"
#include "theme/Theme.h"
#include "words/VisibleText.h"

#include <KSyntaxHighlighting/Repository>

#include <QAbstractButton>
#include <QClipboard>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QMimeData>
#include <QScrollBar>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;

namespace {

//! Everything that a label or an edit of the tree shows.
QStringList shownTexts(QWidget &root)
{
    QStringList texts;
    for (const QLabel *label : root.findChildren<QLabel *>())
        texts.append(label->text());
    for (const QPlainTextEdit *edit : root.findChildren<QPlainTextEdit *>())
        texts.append(edit->toPlainText());
    return texts;
}

Approval approvalOf(const QByteArray &arguments)
{
    Approval approval;
    approval.request.requestId = u"r1"_s;
    approval.request.call = {u"c1"_s, u"run_shell"_s, arguments, {}, {}, {}};
    return approval;
}

} // namespace

class tst_Evidence : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_appearance = std::make_unique<Appearance>(Scheme::Light); }

    void nothingHidesInAText_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("shown");
        QTest::addColumn<int>("marks");
        const auto tag = [](const char *letters) {
            QString text;
            for (const char *at = letters; *at; ++at)
                text += QString::fromUcs4(std::array{char32_t(0xE0000 + *at)}.data(), 1);
            return text;
        };
        QTest::newRow("plain") << u"ls -l /tmp"_s << u"ls -l /tmp"_s << 0;
        QTest::newRow("lines and tabs") << u"a\n\tb\n"_s << u"a\n\tb\n"_s << 0;
        QTest::newRow("right to left override") << u"rm \u202efdp.exe"_s << u"rm U+202Efdp.exe"_s << 1;
        QTest::newRow("isolates") << u"a\u2066b\u2069"_s << u"aU+2066bU+2069"_s << 2;
        QTest::newRow("arabic letter mark") << u"\u061cx"_s << u"U+061Cx"_s << 1;
        QTest::newRow("zero width space") << u"sud\u200bo"_s << u"sudU+200Bo"_s << 1;
        QTest::newRow("zero width joiners") << u"a\u200c\u200db"_s << u"aU+200CU+200Db"_s << 2;
        QTest::newRow("word joiner, byte order mark") << u"\u2060\ufeff"_s << u"U+2060U+FEFF"_s << 2;
        QTest::newRow("soft hyphen") << u"pass\u00adword"_s << u"passU+00ADword"_s << 1;
        QTest::newRow("tags") << QString(u"ok"_s + tag("rm")) << u"okU+E0072U+E006D"_s << 2;
        QTest::newRow("variation selector") << u"a\ufe0f"_s << u"aU+FE0F"_s << 1;
        QTest::newRow("variation selector, supplement") << u"a\U000E0101"_s << u"aU+E0101"_s << 1;
        QTest::newRow("hangul filler") << u"a\u3164b"_s << u"aU+3164b"_s << 1;
        QTest::newRow("braille blank") << u"\u2800"_s << u"U+2800"_s << 1;
        QTest::newRow("no-break space") << u"a\u00a0b"_s << u"aU+00A0b"_s << 1;
        QTest::newRow("thin space") << u"a\u2009b"_s << u"aU+2009b"_s << 1;
        QTest::newRow("line separator") << u"a\u2028b\u2029"_s << u"aU+2028bU+2029"_s << 2;
        QTest::newRow("ansi colour") << u"\x1b[31mred\x1b[0m"_s << u"U+001B[31mredU+001B[0m"_s << 2;
        QTest::newRow("ansi, one byte") << u"\u009b2J"_s << u"U+009B2J"_s << 1;
        QTest::newRow("carriage return overprints") << u"rm -rf /\rls"_s << u"rm -rf /U+000Dls"_s << 1;
        QTest::newRow("backspace") << u"rm\b\bls"_s << u"rmU+0008U+0008ls"_s << 2;
        QTest::newRow("zero, bell, delete") << QString::fromLatin1("a\0b\a\x7f", 5) << u"aU+0000bU+0007U+007F"_s << 3;
        QTest::newRow("form feed, vertical tab") << u"a\f\v"_s << u"aU+000CU+000B"_s << 2;
        QTest::newRow("private use") << u"\ue000"_s << u"U+E000"_s << 1;
        QTest::newRow("half a pair") << QString(QChar(0xd83d)) << u"U+D83D"_s << 1;
        QTest::newRow("unassigned") << u"\u0378"_s << u"U+0378"_s << 1;
        QTest::newRow("five accents") << u"e\u0301\u0301\u0301\u0301\u0301"_s << u"e\u0301\u0301\u0301\u0301U+0301"_s
                                      << 1;
        QTest::newRow("100 kB of blanks")
            << QString(u"ls"_s + QString(100'000, u' ') + u"; rm -rf /"_s) << u"lsU+0020 × 100000; rm -rf /"_s << 1;
        QTest::newRow("100 kB of lines") << QString(u"ls"_s + QString(100'000, u'\n') + u"rm"_s)
                                         << u"lsU+000A × 100000rm"_s << 1;
        QTest::newRow("99 blanks are no padding") << QString(99, u' ') << QString(99, u' ') << 0;
        QTest::newRow("homoglyphs are letters") << u"\u0440aypal \u0430dmin"_s << u"\u0440aypal \u0430dmin"_s << 0;
        QTest::newRow("other scripts") << u"šžýáíé 日本語 עברית 😀"_s << u"šžýáíé 日本語 עברית 😀"_s << 0;
    }
    void nothingHidesInAText() // DESIGN 4.3.6
    {
        QFETCH(QString, text);
        QFETCH(QString, shown);
        QFETCH(int, marks);
        const VisibleText visible = visibleText(text);
        QCOMPARE(visible.text, shown);
        QCOMPARE(visible.marks.size(), marks);
        for (const VisibleText::Mark &mark : visible.marks)
            QVERIFY(QStringView(visible.text).sliced(mark.start, mark.length).startsWith("U+"_L1));
        showEverywhere(text);
    }

    void aBreakIsMarkedWhereOneLineIsShown()
    {
        QCOMPARE(visibleText(u"a\nb"_s, LineBreaks::Marked).text, u"aU+000Ab"_s);
        QCOMPARE(visibleLine(u"a\n\u202eb"_s), u"aU+000AU+202Eb"_s);
        QCOMPARE(visibleLine(QString(300, u'x'), 10), u"xxxxxxxxxx…"_s);
        QVERIFY(visibleMarkup(u"<b>\u202e"_s, theme()).startsWith("&lt;b&gt;<span style="_L1));
    }

    void jsonKeepsOrderAndFigures_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("pretty");
        QTest::newRow("order") << R"({"z":1,"a":[1,2]})"_ba << u"{\n  \"z\": 1,\n  \"a\": [1, 2]\n}"_s;
        QTest::newRow("figures") << R"({"n":12345678901234567890.10,"e":1E+2,"o":-0.0})"_ba
                                 << u"{\n  \"n\": 12345678901234567890.10,\n  \"e\": 1E+2,\n  \"o\": -0.0\n}"_s;
        QTest::newRow("strings as they stand")
            << "{\"s\":\"a\\u202e\\n, {}\\\"\\\\\"}"_ba << u"{\n  \"s\": \"a\\u202e\\n, {}\\\"\\\\\"\n}"_s;
        QTest::newRow("a short group") << R"({ "v" : {"amount":"184.50 EUR","days":3} })"_ba
                                       << u"{\n  \"v\": { \"amount\": \"184.50 EUR\", \"days\": 3 }\n}"_s;
        QTest::newRow("twice the same key") << R"({"a":1,"a":2})"_ba << u"{\n  \"a\": 1,\n  \"a\": 2\n}"_s;
        QTest::newRow("empty") << R"({"a":{},"b":[ ]})"_ba << u"{\n  \"a\": {},\n  \"b\": []\n}"_s;
    }
    void jsonKeepsOrderAndFigures() // T19
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, pretty);
        QCOMPARE(prettyJson(json).value_or(u"none"_s), pretty);
        QCOMPARE(QJsonDocument::fromJson(pretty.toUtf8()), QJsonDocument::fromJson(json));
    }

    void whatIsNoJsonIsShownAsItIs()
    {
        QVERIFY(!prettyJson("rm -rf"));
        QVERIFY(!prettyJson(R"({"a":1)"));
        EvidenceView view(theme(), m_repository);
        view.show(approvalOf("{\"a\":"));
        QCOMPARE(view.code().toPlainText(), u"{\"a\":"_s);
    }

    void deepGroupsEnd()
    {
        QElapsedTimer timer;
        timer.start();
        const QByteArray deep = QByteArray(100'000, '[') + QByteArray(100'000, ']');
        const auto pretty = prettyJson(deep);
        QVERIFY(!pretty || pretty->size() < 40'000'000);
        QVERIFY2(timer.elapsed() < 5'000, qPrintable(QString::number(timer.elapsed())));
    }

    void aDiffSaysWhatChanges_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("diff");
        QTest::newRow("one line") << u"a\nb\nc\n"_s << u"a\nB\nc\n"_s << u" a|-b|+B| c"_s;
        QTest::newRow("a new file") << QString() << u"a\nb\n"_s << u"+a|+b"_s;
        QTest::newRow("everything goes") << u"a\n"_s << QString() << u"-a"_s;
        QTest::newRow("nothing") << u"a\n"_s << u"a\n"_s << u"~1"_s;
        QTest::newRow("a gap") << u"1\n2\n3\n4\n5\n6\n7\n8\n9\n"_s << u"1\n2\n3\n4\n5\n6\n7\n8\nX\n"_s
                               << u"~5| 6| 7| 8|-9|+X"_s;
        QTest::newRow("two changes") << u"a\nb\nc\nd\ne\n"_s << u"b\nc\nX\ne\nf\n"_s << u"-a| b| c|-d|+X| e|+f"_s;
        QTest::newRow("the line end counts") << u"a\r\n"_s << u"a\n"_s << u"-a\r|+a"_s;
        QTest::newRow("the last line end counts") << u"a"_s << u"a\n"_s << u"-a$|+a"_s;
    }
    void aDiffSaysWhatChanges()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(QString, diff);
        QStringList lines;
        for (const DiffLine &line : lineDiff(before, after)) {
            using Kind = DiffLine::Kind;
            if (line.kind == Kind::Gap) {
                lines.append(u"~%1"_s.arg(line.before));
                continue;
            }
            const QChar sign = line.kind == Kind::Added ? u'+' : line.kind == Kind::Removed ? u'-' : u' ';
            lines.append(QString(sign + line.text + (line.endsFile ? u"$"_s : QString())));
        }
        QCOMPARE(lines.join(u'|'), diff);
    }

    void aDiffMakesTheOneTextOfTheOther()
    {
        // Fixed seeds: the same texts each time.
        quint32 seed = 7;
        const auto next = [&] { return (seed = seed * 1'664'525 + 1'013'904'223) >> 16; };
        for (int round = 0; round < 200; ++round) {
            QString before;
            QString after;
            for (quint32 i = 0; i < next() % 40; ++i) {
                const QString line = QString::number(next() % 6) + u'\n';
                if (next() % 4)
                    before += line;
                if (next() % 4)
                    after += line;
            }
            QString one;
            QString other;
            for (const DiffLine &line : lineDiff(before, after, 1'000)) {
                if (line.kind != DiffLine::Kind::Added)
                    one += line.kind == DiffLine::Kind::Gap ? before : QString(line.text + u'\n');
                if (line.kind != DiffLine::Kind::Removed)
                    other += line.kind == DiffLine::Kind::Gap ? after : QString(line.text + u'\n');
            }
            QCOMPARE(one, before);
            QCOMPARE(other, after);
        }
    }

    void changedWordsAreMarked()
    {
        const QList<DiffLine> lines = lineDiff(u"limit: 5000\n"_s, u"limit: 20000\n"_s);
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines[0].text.mid(lines[0].changedFrom, lines[0].changedLength), u"5000"_s);
        QCOMPARE(lines[1].text.mid(lines[1].changedFrom, lines[1].changedLength), u"20000"_s);
    }

    void aDiffOfTwoStrangersEndsSoon()
    {
        QString before;
        QString after;
        for (int i = 0; i < 20'000; ++i) {
            before += u"old %1\n"_s.arg(i);
            after += u"new %1\n"_s.arg(i);
        }
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(lineDiff(before, after).size(), 40'000);
        QVERIFY2(timer.elapsed() < 3'000, qPrintable(QString::number(timer.elapsed())));
    }

    void oneMegabyteIsReadToItsEnd() // T14, DESIGN 4.3.4
    {
        QByteArray arguments = R"({"text":[)";
        for (int i = 0; arguments.size() < 1'000'000; ++i)
            arguments += (i ? ",\"" : "\"") + QByteArray(60, 'x') + QByteArray::number(i) + '"';
        arguments += "]}";
        EvidenceView view(theme(), m_repository);
        view.resize(700, 300);
        QElapsedTimer timer;
        timer.start();
        view.show(approvalOf(arguments));
        view.QWidget::show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.grab();
        const qint64 taken = timer.elapsed();
        qInfo("1 MB of arguments: %lld ms to show", taken);
        QVERIFY(taken < 3'000);
        QVERIFY(!view.hasShownAll());
        QVERIFY(view.linesBelow() > 10'000);
        QVERIFY(view.code().verticalScrollBar()->isVisible());
        QCOMPARE(view.code().verticalScrollBarPolicy(), Qt::ScrollBarAlwaysOn);
        const int below = view.linesBelow();
        QVERIFY(shownTexts(view).contains(u"%1 more lines follow"_s.arg(below)));
        timer.restart();
        view.code().verticalScrollBar()->setValue(view.code().verticalScrollBar()->maximum());
        view.grab();
        qInfo("to its end: %lld ms", timer.elapsed());
        QTRY_VERIFY(view.hasShownAll());
        QCOMPARE(view.linesBelow(), 0);
    }

    void aViewWithoutTextHidesNothing()
    {
        CodeView view(theme(), m_repository);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.resize(300, 200);
        QCOMPARE(view.linesBelow(), 0);
    }

    void oneLineOfAMegabyteIsWrapped()
    {
        EvidenceView view(theme(), m_repository);
        view.resize(700, 300);
        QElapsedTimer timer;
        timer.start();
        QString word(1'000'000, u'x');
        for (qsizetype i = 0; i < word.size(); i += 7)
            word[i] = u'y';
        view.show(approvalOf("{\"a\":\"" + word.toUtf8() + "\"}"));
        view.QWidget::show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.grab();
        qInfo("one line of 1 MB: %lld ms to show", timer.elapsed());
        QVERIFY(timer.elapsed() < 3'000);
        QCOMPARE(view.code().horizontalScrollBar()->maximum(), 0);
        QVERIFY(view.linesBelow() > 0);
        QVERIFY(!view.hasShownAll());
    }

    void copyTakesTheTextAndNotItsMarks()
    {
        EvidenceView view(theme(), m_repository);
        Approval approval = approvalOf(R"({"command":"x"})");
        approval.evidence = ShellCommand{u"echo \u202e"_s, {{u"Folder"_s, u"~/work"_s}}};
        view.show(approval);
        QCOMPARE(view.code().toPlainText(), u"echo U+202E"_s);
        for (auto *button : view.findChildren<QAbstractButton *>()) {
            if (button->text() == "Copy"_L1)
                button->click();
        }
        QCOMPARE(QGuiApplication::clipboard()->text(), u"echo \u202e"_s);
    }

    void editedArgumentsKeepTheirFigures() // T19
    {
        ArgumentsEdit edit(theme());
        const QByteArray proposed = R"({"amount":12345678901234567890.10,"to":"a"})";
        edit.begin(proposed, {});
        QVERIFY(!edit.changed());
        edit.setPlainText(edit.toPlainText().replace(u"\"a\""_s, u"\"b\""_s));
        QVERIFY(edit.changed());
        QVERIFY(edit.changed()->contains("12345678901234567890.10,"));
        QVERIFY(edit.changed()->contains(R"("to": "b")"));
        const QByteArray kept = *edit.changed();
        edit.begin(proposed, kept);
        QCOMPARE(*edit.changed(), kept);
    }

    void whatHidesIsAnEscapeInTheEdit()
    {
        ArgumentsEdit edit(theme());
        const QByteArray proposed = u"{\"a\":\"x\u202ey\U000E0072\"}"_s.toUtf8();
        edit.begin(proposed, {});
        QCOMPARE(edit.toPlainText(), u"{\n  \"a\": \"x\\u202ey\\udb40\\udc72\"\n}"_s);
        QVERIFY(!edit.changed());
        QCOMPARE(QJsonDocument::fromJson(edit.toPlainText().toUtf8()), QJsonDocument::fromJson(proposed));
        edit.selectAll();
        QGuiApplication::clipboard()->setText(u"{\"b\":\"\u200b\"}"_s);
        edit.paste();
        QCOMPARE(edit.toPlainText(), u"{\"b\":\"\\u200b\"}"_s);
    }

private:
    //! The hostile text in each place of the room that shows what an agent wrote.
    void showEverywhere(const QString &text)
    {
        QJsonObject object;
        object.insert(u"value"_s, text);
        Approval approval = approvalOf(QJsonDocument(object).toJson(QJsonDocument::Compact));
        approval.request.call.name = text;
        EvidenceView view(theme(), m_repository);
        const auto look = [&](const char *place) {
            for (const QString &shown : shownTexts(view)) {
                for (qsizetype at = 0; at < shown.size(); ++at) {
                    const QChar sign = shown[at];
                    const bool isPair = sign.isHighSurrogate() && at + 1 < shown.size();
                    const char32_t code = isPair ? QChar::surrogateToUcs4(sign, shown[at + 1])
                                                 : char32_t(sign.unicode());
                    QVERIFY2(!isHidden(code), place);
                    at += isPair ? 1 : 0;
                }
            }
        };
        view.show(approval);
        look("arguments");
        approval.request.requestId = u"r2"_s;
        approval.evidence = FileEdit{text, u"a\n"_s, QString(u"a\n"_s + text)};
        view.show(approval);
        look("file edit");
        approval.request.requestId = u"r3"_s;
        approval.evidence = ShellCommand{text, {{u"Folder"_s, text}}};
        view.show(approval);
        look("command");
        QVERIFY(!summaryOf(approval).contains(QChar(0x202e)));
    }

    const Theme &theme() const { return m_appearance->theme(); }

    std::unique_ptr<Appearance> m_appearance;
    KSyntaxHighlighting::Repository m_repository;
};

QTEST_MAIN(tst_Evidence)
#include "tst_Evidence.moc"
