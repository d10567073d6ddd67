// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "agents/JsonEdit.h"

#include "theme/Appearance.h"
#include "theme/Theme.h"

#include <KSyntaxHighlighting/Repository>

#include <QClipboard>
#include <QGuiApplication>
#include <QTest>
#include <QTextBlock>

using namespace Qt::StringLiterals;
using namespace typeshift::ui;

class tst_JsonEdit : public QObject
{
    Q_OBJECT

private slots:
    void everyCharacterComesBackAsItStood_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("shown");
        QTest::newRow("plain") << u"{\n\t\"a\": 1\n}\n"_s << u"{\n\t\"a\": 1\n}\n"_s;
        QTest::newRow("no end of line") << u"{}"_s << u"{}"_s;
        QTest::newRow("lines of Windows") << u"{\r\n}\r\n"_s << u"{\n}\n"_s;
        QTest::newRow("blanks that are no space") << u"\"a\u00a0b\""_s << u"\"a\\u00a0b\""_s;
        QTest::newRow("line ends inside a string") << u"\"a\u2028b\u2029c\""_s << u"\"a\\u2028b\\u2029c\""_s;
        QTest::newRow("a change of direction") << u"\"a\u202eb\""_s << u"\"a\\u202eb\""_s;
        QTest::newRow("a tag") << u"\"a\U000e0041\""_s << u"\"a\\udb40\\udc41\""_s;
        QTest::newRow("a smile") << u"\"😀\""_s << u"\"😀\""_s;
    }

    void everyCharacterComesBackAsItStood()
    {
        QFETCH(QString, text);
        Shown shown;
        shown.edit.begin(JsonEdit::editable(text));
        QTEST(shown.edit.text(), "shown");
    }

    void whatIsPastedShowsWhatNobodySees()
    {
        Shown shown;
        QGuiApplication::clipboard()->setText(u"a\u202eb"_s);
        shown.edit.paste();
        QCOMPARE(shown.edit.text(), u"a\\u202eb"_s);
    }

    void aNewLineBeginsBelowTheOneBefore()
    {
        Shown shown;
        shown.edit.begin(QString());
        QTest::keyClicks(&shown.edit, u"{"_s);
        QTest::keyClick(&shown.edit, Qt::Key_Return);
        QTest::keyClicks(&shown.edit, u"\"a\": 1,"_s);
        QTest::keyClick(&shown.edit, Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClicks(&shown.edit, u"x"_s);
        QCOMPARE(shown.edit.text(), u"{\n    \"a\": 1,\n    x"_s);
        shown.edit.selectAll();
        QTest::keyClick(&shown.edit, Qt::Key_Enter, Qt::KeypadModifier);
        QCOMPARE(shown.edit.text(), u"\n"_s);
    }

    void whatIsReplacedCanBeFetchedBack()
    {
        Shown shown;
        shown.edit.begin(u"[\"mial\", 2]"_s);
        shown.edit.replace({1, 6}, u"\"mail\""_s);
        QCOMPARE(shown.edit.text(), u"[\"mail\", 2]"_s);
        QTest::keyClick(&shown.edit, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(shown.edit.text(), u"[\"mial\", 2]"_s);
    }

    void aMarkUnderlinesItsPlace()
    {
        Shown shown;
        shown.edit.begin(u"[\n  \"mial\"\n]"_s);
        shown.edit.setMarks({{4, 6}});
        bool isUnderlined = false;
        for (const auto &selection : shown.edit.extraSelections()) {
            isUnderlined = isUnderlined
                || (selection.format.underlineStyle() == QTextCharFormat::WaveUnderline
                    && selection.cursor.selectedText() == "\"mial\""_L1);
        }
        QVERIFY(isUnderlined);
        shown.edit.goTo({4, 6});
        QCOMPARE(shown.edit.textCursor().selectedText(), u"\"mial\""_s);
        shown.edit.setMarks({{100, 5}}); // Of a longer text.
    }

    void namesAndValuesHaveColoursInBothSchemes_data()
    {
        QTest::addColumn<bool>("isDark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

    void namesAndValuesHaveColoursInBothSchemes()
    {
        QFETCH(bool, isDark);
        Shown shown(isDark ? Scheme::Dark : Scheme::Light);
        shown.edit.begin(u"{\"name\": \"text\", \"n\": 12}"_s);
        QSet<QRgb> colours;
        const auto formats = shown.edit.document()->firstBlock().layout()->formats();
        for (const auto &range : formats)
            colours.insert(range.format.foreground().color().rgb());
        QVERIFY(colours.contains(shown.appearance.theme().colour(Token::SyntaxString).rgb()));
        QVERIFY(colours.contains(shown.appearance.theme().colour(Token::SyntaxNumber).rgb()));
        QVERIFY(colours.size() >= 3);
    }

private:
    struct Shown {
        explicit Shown(Scheme scheme = Scheme::Light)
            : appearance(scheme)
        {
            edit.resize(600, 300);
            edit.show();
            if (!QTest::qWaitForWindowActive(&edit))
                qFatal("no window");
            edit.setFocus();
        }

        Appearance appearance;
        KSyntaxHighlighting::Repository repository;
        JsonEdit edit{appearance.theme(), repository};
    };
};

QTEST_MAIN(tst_JsonEdit)
#include "tst_JsonEdit.moc"
