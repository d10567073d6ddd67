// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "composer/MessageEdit.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QInputMethodEvent>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>

using namespace Qt::StringLiterals;
using namespace typeshift::ui;

namespace {

// Through the clipboard, as a person pastes and copies.
void paste(MessageEdit &edit, const QString &text)
{
    QGuiApplication::clipboard()->setText(text);
    edit.paste();
}

QString copied(MessageEdit &edit)
{
    edit.copy();
    return QGuiApplication::clipboard()->text();
}

} // namespace

class tst_MessageEdit : public QObject
{
    Q_OBJECT

private slots:
    void enterSends() // DESIGN 4.1
    {
        MessageEdit edit;
        QSignalSpy sent(&edit, &MessageEdit::sendRequested);
        QTest::keyClicks(&edit, u"one"_s);
        QTest::keyClick(&edit, Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClicks(&edit, u"two"_s);
        QCOMPARE(sent.count(), 0);
        QTest::keyClick(&edit, Qt::Key_Return, Qt::ControlModifier); // confirms dialogs, does nothing here
        QCOMPARE(sent.count(), 0);
        QTest::keyClick(&edit, Qt::Key_Return);
        QCOMPARE(sent.count(), 1);
        QCOMPARE(edit.message(), u"one\ntwo"_s);
    }

    void aCompositionNeverSends() // 37
    {
        MessageEdit edit;
        QSignalSpy sent(&edit, &MessageEdit::sendRequested);
        QInputMethodEvent composing(u"にほん"_s, {});
        QCoreApplication::sendEvent(&edit, &composing);
        QVERIFY(edit.isComposing());
        QTest::keyClick(&edit, Qt::Key_Return);
        QCOMPARE(sent.count(), 0);
        QInputMethodEvent committed;
        committed.setCommitString(u"日本"_s);
        QCoreApplication::sendEvent(&edit, &committed);
        QTest::keyClick(&edit, Qt::Key_Return);
        QCOMPARE(sent.count(), 1);
        QCOMPARE(edit.message(), u"日本"_s);
    }

    void largePastesComeInPieces_data() // T7
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("5 MB of lines") << u"a line of a log file that somebody pasted, with words 12:34\n"_s.repeated(
            88'000);
        QTest::newRow("5 MB in one line") << u"{\"key\":\"value\",\"list\":[1,2,3]},"_s.repeated(170'000);
        QTest::newRow("5 MB without a place to break") << u"A"_s.repeated(5'000'000);
    }

    void largePastesComeInPieces()
    {
        QFETCH(QString, text);
        MessageEdit edit;
        edit.resize(600, 100);
        edit.show();
        QVERIFY(QTest::qWaitForWindowExposed(&edit));
        int pieces = 0;
        connect(edit.document(), &QTextDocument::contentsChange, this, [&pieces] { ++pieces; });
        paste(edit, text);
        QCOMPARE(edit.message(), text); // also while it still comes in
        QVERIFY(edit.toPlainText().size() < text.size());
        QTRY_VERIFY_WITH_TIMEOUT(edit.toPlainText().size() >= text.size(), 60'000);
        QCOMPARE(edit.message(), text);
        QVERIFY2(pieces > 50, qPrintable(QString::number(pieces))); // between two of them the window lives
    }

    void aLongLineIsOneLine()
    {
        MessageEdit edit;
        paste(edit, u"first\n"_s + u"0123456789"_s.repeated(700) + u"\nlast"_s);
        const QString all = u"first\n"_s + u"0123456789"_s.repeated(700) + u"\nlast"_s;
        QCOMPARE(edit.message(), all);
        QVERIFY(edit.document()->blockCount() > 3);
        edit.selectAll();
        QCOMPARE(copied(edit), all);
        edit.moveCursor(QTextCursor::Start);
        edit.moveCursor(QTextCursor::NextBlock);
        edit.moveCursor(QTextCursor::NextBlock);
        edit.moveCursor(QTextCursor::Right);
        QTest::keyClick(&edit, Qt::Key_Return, Qt::ShiftModifier);
        QString broken = all;
        broken.insert(6 + 2'000 + 1, u'\n');
        QCOMPARE(edit.message(), broken);
    }

    void aPasteIsOneStepOfUndo()
    {
        MessageEdit edit;
        QTest::keyClicks(&edit, u"kept "_s);
        paste(edit, u"x"_s.repeated(200'000));
        QTRY_VERIFY(edit.toPlainText().size() > 200'000);
        edit.undo();
        QCOMPARE(edit.message(), u"kept "_s);
    }

    void aPairOfSurrogatesIsNeverCut()
    {
        const QString text = u"a"_s + u"🙂"_s.repeated(40'000);
        MessageEdit edit;
        paste(edit, text);
        QTRY_COMPARE(edit.message(), text);
        for (QTextBlock block = edit.document()->begin(); block.isValid(); block = block.next()) {
            if (!block.text().isEmpty())
                QVERIFY(!block.text().front().isLowSurrogate());
        }
    }

    void onlyWhatWasSentGoes() // T10
    {
        MessageEdit edit;
        edit.setMessage(u"sent"_s);
        QTest::keyClicks(&edit, u" and typed since"_s);
        edit.removeSent(u"sent"_s);
        QCOMPARE(edit.message(), u" and typed since"_s);
        edit.removeSent(u"something else"_s);
        QCOMPARE(edit.message(), u" and typed since"_s);
    }

    void growsToEightLines()
    {
        MessageEdit edit;
        edit.resize(400, 40);
        const int one = edit.height();
        edit.setMessage(u"1\n2\n3"_s);
        const int three = edit.height();
        QVERIFY(three > one);
        edit.setMessage(u"x\n"_s.repeated(30));
        const int most = edit.height();
        edit.setMessage(u"x\n"_s.repeated(60));
        QCOMPARE(edit.height(), most);
    }
};

QTEST_MAIN(tst_MessageEdit)
#include "tst_MessageEdit.moc"
