// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Spoken.h"

#include "theme/Theme.h"
#include "transcript/BlocksOf.h"
#include "transcript/FindBar.h"
#include "transcript/TranscriptModel.h"
#include "transcript/TranscriptView.h"

#include <KSyntaxHighlighting/Repository>

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;
using namespace typeshift::spoken;

namespace {

//! Questions and answers of different length, five rows each.
QList<StoredEntry> longConversation(int turns, int from = 0)
{
    QList<StoredEntry> entries;
    for (int turn = from; turn < from + turns; ++turn) {
        const int first = turn * 4 + 1;
        entries.append(says(first, u"Question %1"_s.arg(turn)));
        const QString words = QString(u"Some words of the answer %1. "_s.arg(turn)).repeated(1 + turn % 17);
        entries.append(answers(first + 1, {text(QString(words + u"\n\n```cpp\nint x = %1;\n```"_s.arg(turn)))}));
        entries.append(ends(first + 2));
    }
    return entries;
}

QString clipboard()
{
    return QGuiApplication::clipboard()->text();
}

} // namespace

class TestTranscriptView : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QApplication::setFont(QFont(u"DejaVu Sans"_s, 10));
        QApplication::setPalette(designPalette(Scheme::Light, designAccent(Scheme::Light)));
        m_theme = std::make_unique<Theme>();
    }
    void init()
    {
        m_model = std::make_unique<TranscriptModel>();
        m_view = std::make_unique<TranscriptView>(*m_model, *m_theme, m_repository);
        m_view->resize(900, 600);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }
    void cleanup()
    {
        m_view.reset();
        m_model.reset();
    }
    void cleanupTestCase() { m_theme.reset(); }

    void opensAtItsEnd()
    {
        m_model->setEntries(longConversation(200));
        QVERIFY(m_view->isAtEnd());
        QVERIFY(!m_view->rowRect(m_model->rowCount() - 1).isEmpty());
        QVERIFY(m_view->rowRect(0).isEmpty());
    }

    void followsTheStreamOnlyFromTheEnd() // 40
    {
        m_model->setEntries(longConversation(100));
        stream(7'000, 60);
        QVERIFY(m_view->isAtEnd());
        m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->value() - 400);
        QVERIFY(!m_view->isAtEnd());
        const auto before = places();
        stream(7'100, 60);
        QCOMPARE(places(before.keys()), before);
        auto *pill = m_view->findChild<QToolButton *>(u"newBlocks"_s);
        QVERIFY(pill->isVisible());
        QVERIFY2(pill->text().contains(u"new block"_s), qPrintable(pill->text()));
        QTest::mouseClick(pill, Qt::LeftButton);
        QVERIFY(m_view->isAtEnd());
        QVERIFY(!pill->isVisible());
    }

    void thePlaceIsKeptWhenOlderRowsComeInAbove()
    {
        m_model->setEntries(longConversation(50, 50));
        m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum() / 2);
        const int row = m_view->rowAt({450, 200});
        const RowId id = m_model->block(row).id;
        const QRect place = m_view->rowRect(row);
        m_model->prependEntries(longConversation(50));
        QCOMPARE(m_view->rowRect(m_model->rowOf(id)), place);
    }

    void thePlaceIsKeptWhenTheWidthChanges()
    {
        m_model->setEntries(longConversation(100));
        m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum() / 2);
        const int row = m_view->rowAt({450, 40});
        m_view->resize(500, 600);
        QVERIFY(!m_view->rowRect(row).isEmpty());
        QVERIFY2(std::abs(m_view->rowRect(row).top()) < 120, qPrintable(QString::number(m_view->rowRect(row).top())));
    }

    void scrollingUpMovesTheTextByJustThesePixels()
    {
        m_model->setEntries(longConversation(100));
        QScrollBar *bar = m_view->verticalScrollBar();
        for (int step = 0; step < 40; ++step) {
            const int row = m_view->rowAt({450, 300});
            QVERIFY(row >= 0);
            const int top = m_view->rowRect(row).top();
            bar->setValue(bar->value() - 48);
            QCOMPARE(m_view->rowRect(row).top(), top + 48);
        }
    }

    void theEndAndTheBeginningAreReached()
    {
        m_model->setEntries(longConversation(300));
        m_view->verticalScrollBar()->setValue(0);
        QCOMPARE(m_view->verticalScrollBar()->value(), 0);
        QCOMPARE(m_view->rowAt({450, 30}), 0);
        m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum());
        QVERIFY(m_view->isAtEnd());
    }

    void dragSelectsAcrossRowsAndCopiesMarkdown()
    {
        m_model->setEntries(
            {says(1, u"Why?"_s),
             answers(2, {text(u"Because of **three** batches.\n\n```py\nprint(1)\n```\n\nSo *there*."_s)})});
        const auto middle = [&](int row) { return m_view->rowRect(row).center().y(); };
        const int left = m_view->rowRect(0).left();
        QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, {left + 1, m_view->rowRect(2).top() + 2});
        QTest::mouseMove(m_view->viewport(), {left + 500, middle(3)});
        sendMove({left + 880, middle(4)});
        QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, {left + 880, middle(4)});
        QTest::keySequence(m_view.get(), QKeySequence::Copy);
        QCOMPARE(clipboard(), u"Because of **three** batches.\n\n```py\nprint(1)\n```\n\nSo *there*."_s);
    }

    void theFooterCopiesItsAnswer() // DESIGN 2
    {
        const QString answer = u"Because of **three** batches.\n\n```py\nprint(1)\n```"_s;
        m_model->setEntries(
            {says(1, u"Why?"_s), answers(2, {ReasoningContent{u"hm"_s, {}, {}}, text(answer)}), ends(3)});
        const int footer = m_model->rowCount() - 1;
        QVERIFY(m_model->block(footer).as<Footer>());
        m_view->setFocus(Qt::TabFocusReason);
        m_view->setCurrentRow(footer);
        QTest::keyClick(m_view.get(), Qt::Key_Space);
        QCOMPARE(clipboard(), answer);
    }

    void onlyAStoppedAnswerOffersRetry() // DESIGN 2
    {
        QSignalSpy retried(m_view.get(), &TranscriptView::retryRequested);
        const auto clickAlong = [&] {
            const QRect place = m_view->rowRect(m_model->rowCount() - 1);
            for (int x = 0; x < place.width(); x += 8)
                QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, {place.left() + x, place.center().y()});
        };
        m_model->setEntries({says(1, u"Why?"_s), answers(2, {text(u"So."_s)}), ends(3)});
        clickAlong();
        QCOMPARE(retried.count(), 0);
        m_model->setEntries(
            {says(1, u"Why?"_s), answers(2, {text(u"So."_s)}), ends(3, Error(Error::Kind::Cancelled, ErrorFacts{}))});
        clickAlong();
        QVERIFY(retried.count() > 0);
    }

    void aPartOfARowIsCopiedAsAFragment()
    {
        m_model->setEntries({answers(1, {text(u"first second third"_s)}), ends(2)});
        const QRect place = m_view->rowRect(1);
        QTest::mouseDClick(m_view->viewport(), Qt::LeftButton, {}, place.topLeft() + QPoint(55, place.height() / 2));
        QTest::keySequence(m_view.get(), QKeySequence::Copy);
        QCOMPARE(clipboard(), u"second"_s);
    }

    void everythingIsSelectedAndCopied()
    {
        m_model->setEntries({says(1, u"Why?"_s), answers(2, {text(u"So."_s)}), ends(3)});
        m_view->setFocus();
        QTest::keySequence(m_view.get(), QKeySequence::SelectAll);
        QCOMPARE(m_view->selectedMarkdown(), u"Why?\n\n**assistant**\n\nSo."_s);
        QTest::keyClick(m_view.get(), Qt::Key_Escape);
        QVERIFY(m_view->selectedMarkdown().isEmpty());
    }

    void codeThatIsCutIntoRowsIsCopiedInOnePiece()
    {
        const QString code = QString(u"line\n"_s).repeated(200);
        m_model->setEntries({answers(1, {text(QString(u"```py\n"_s + code + u"```"_s))})});
        m_view->selectAll();
        QCOMPARE(m_view->selectedMarkdown(), QString(u"**assistant**\n\n```py\n"_s + code + u"```"_s));
    }

    void theSelectionSurvivesStreaming() // T4
    {
        m_model->setEntries({says(1, u"Hi"_s)});
        m_model->apply(TextDelta{uid(2), u"The first words of an answer. "_s});
        m_view->selectAll();
        const QString selected = m_view->selectedMarkdown();
        QVERIFY(selected.endsWith(u"answer."_s));
        for (int i = 0; i < 200; ++i)
            m_model->apply(TextDelta{uid(2), u"More words come, and then a paragraph ends.\n\n"_s});
        QTRY_VERIFY(m_model->rowCount() > 4);
        QVERIFY(m_view->selectedMarkdown().endsWith(u"of an answer."_s));
    }

    void shiftAndArrowsSelectBlockByBlock()
    {
        m_model->setEntries({says(1, u"One"_s), answers(2, {text(u"Two"_s)}), says(3, u"Three"_s)});
        m_view->setFocus(Qt::OtherFocusReason);
        QTest::keyClick(m_view.get(), Qt::Key_Home);
        QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(m_view->selectedMarkdown(), u"One"_s);
        QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::ShiftModifier);
        QVERIFY2(m_view->selectedMarkdown().contains(u"Two"_s), qPrintable(m_view->selectedMarkdown()));
    }

    void arrowsMoveFromBlockToBlockAndOpenThem() // 4.1
    {
        m_model->setEntries(
            {says(1, u"Hi"_s), answers(2, {ReasoningContent{u"thoughts"_s, {}, {}}, text(u"a"_s)}), ends(3)});
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        m_view->clearFocus();
        m_view->setFocus(Qt::TabFocusReason);
        QCOMPARE(m_view->currentRow(), m_model->rowCount() - 1);
        QTest::keyClick(m_view.get(), Qt::Key_Home);
        QCOMPARE(m_view->currentRow(), 0);
        QTest::keyClick(m_view.get(), Qt::Key_Down);
        QTest::keyClick(m_view.get(), Qt::Key_Down);
        QCOMPARE(m_view->currentRow(), 2);
        const int closed = m_view->rowRect(3).top();
        QTest::keyClick(m_view.get(), Qt::Key_Right);
        QVERIFY(m_model->isExpanded(2));
        QVERIFY(m_view->rowRect(3).top() > closed);
        QTest::keyClick(m_view.get(), Qt::Key_Left);
        QVERIFY(!m_model->isExpanded(2));
        QTest::keyClick(m_view.get(), Qt::Key_Space);
        QVERIFY(m_model->isExpanded(2));
        QTest::keyClick(m_view.get(), Qt::Key_End);
        QCOMPARE(m_view->currentRow(), m_model->rowCount() - 1);
    }

    void aClickOpensReasoningAndToolRows()
    {
        m_model->setEntries({answers(1, {ReasoningContent{u"thoughts"_s, {}, {}}, call(u"c"_s, u"ls"_s, "{}")}),
                             results(2, u"c"_s, u"a\nb"_s)});
        const QRect header = m_view->rowRect(0);
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, {header.left() + 250, header.center().y()});
        QVERIFY(m_model->isExpanded(1));
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, m_view->rowRect(2).topLeft() + QPoint(200, 10));
        QVERIFY(m_model->isExpanded(2));
    }

    void copyOfACodeBlockCopiesItsCode()
    {
        m_model->setEntries({answers(1, {text(u"```py\nprint(1)\n```"_s)})});
        const QSignalSpy copied(m_view.get(), &TranscriptView::copied);
        const QRect place = m_view->rowRect(1);
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, place.topRight() + QPoint(-30, 14));
        QCOMPARE(clipboard(), u"print(1)\n"_s);
        QCOMPARE(copied.count(), 1);
    }

    void aLinkIsHandedOn()
    {
        m_model->setEntries({answers(1, {text(u"[a page to read](https://example.org/a)"_s)})});
        const QSignalSpy activated(m_view.get(), &TranscriptView::linkActivated);
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, m_view->rowRect(1).topLeft() + QPoint(20, 10));
        QCOMPARE(activated.count(), 1);
        QCOMPARE(activated[0][0].toUrl(), QUrl(u"https://example.org/a"_s));
    }

    void controlAndPlusMakesTheTextLarger()
    {
        m_model->setEntries({answers(1, {text(u"words"_s)})});
        m_view->setFocus();
        const int before = m_view->rowRect(1).height();
        for (int i = 0; i < 5; ++i)
            QTest::keyClick(m_view.get(), Qt::Key_Plus, Qt::ControlModifier);
        QVERIFY(m_view->rowRect(1).height() > before);
        QTest::keyClick(m_view.get(), Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(m_view->rowRect(1).height(), before);
    }

    void aRealWidgetStaysOverItsRow()
    {
        m_model->setEntries({says(1, u"Hi"_s), ends(2, Error(Error::Kind::Network, u"reset"_s))});
        auto *button = new QPushButton(u"Try again"_s);
        const int before = m_view->rowRect(1).height();
        m_view->setRowWidget(1, button);
        QVERIFY(button->isVisible());
        QVERIFY(m_view->rowRect(1).height() > before);
        QVERIFY(m_view->rowRect(1).contains(button->geometry()));
        const QPointer<QWidget> guard(button);
        m_model->apply(StoredUpdate{says(3, u"Again"_s)});
        QVERIFY(m_view->rowRect(1).contains(button->geometry()));
        m_model->setEntries({});
        QTRY_VERIFY(!guard);
    }

    void findCountsMarksAndMoves()
    {
        m_model->setEntries(longConversation(60));
        FindBar bar(*m_view, *m_model, *m_theme);
        bar.open();
        auto *field = bar.findChild<QLineEdit *>();
        auto *count = bar.findChild<QLabel *>();
        field->setText(u"QUESTION 7"_s);
        QTRY_COMPARE(count->text(), u"1 of 1"_s);
        const auto isQuestionSeen = [this] {
            for (int row = 0; row < m_model->rowCount(); ++row) {
                const auto *question = m_model->block(row).as<UserText>();
                if (question && question->text == u"Question 7"_s)
                    return !m_view->rowRect(row).isEmpty();
            }
            return false;
        };
        QTRY_VERIFY(isQuestionSeen());
        field->setText(u"question"_s);
        QTRY_VERIFY2(count->text().endsWith(u"of 60"_s), qPrintable(count->text()));
        const QString before = count->text();
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(count->text() != before);
        QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(count->text(), before);
        field->setText(u"nowhere"_s);
        QTRY_COMPARE(count->text(), u"No hits"_s);
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!bar.isVisible());
    }

    void theScreenReaderFindsEveryRowWithItsWords() // 39, 4.5
    {
        m_model->setEntries(
            {says(1, u"Why?"_s),
             answers(2,
                     {ReasoningContent{u"hm"_s, {}, {}}, text(u"So.\n\n```py\nx\n```"_s), call(u"c"_s, u"ls"_s, "{}")}),
             results(3, u"c"_s, u"no"_s, true), ends(4, Error(Error::Kind::Network, u"reset"_s))});
        m_view->setRowWidget(m_model->rowCount() - 1, new QPushButton(u"Try again"_s));
        QAccessibleInterface *list = QAccessible::queryAccessibleInterface(m_view.get());
        QVERIFY(list);
        QCOMPARE(list->role(), QAccessible::List);
        QVERIFY(!list->text(QAccessible::Name).isEmpty());
        QCOMPARE(list->childCount(), m_model->rowCount());
        for (int row = 0; row < list->childCount(); ++row) {
            QAccessibleInterface *child = list->child(row);
            QVERIFY(child && child->isValid());
            QCOMPARE(child->role(), QAccessible::ListItem);
            QVERIFY2(!child->text(QAccessible::Name).isEmpty(), qPrintable(QString::number(row)));
            QCOMPARE(list->indexOfChild(child), row);
            QCOMPARE(child->parent(), list);
        }
        QVERIFY(list->child(0)->text(QAccessible::Name).contains(u"Why?"_s));
        QAccessibleInterface *bar = list->child(list->childCount() - 1);
        QCOMPARE(bar->childCount(), 1);
        QCOMPARE(bar->child(0)->text(QAccessible::Name), u"Try again"_s);
        const QPoint inside = list->child(0)->rect().center();
        QCOMPARE(list->childAt(inside.x(), inside.y()), list->child(0));
    }

    void everyControlHasAName()
    {
        m_model->setEntries(longConversation(20));
        FindBar bar(*m_view, *m_model, *m_theme);
        QList<QWidget *> widgets = bar.findChildren<QWidget *>();
        widgets.append(m_view->findChild<QToolButton *>(u"newBlocks"_s));
        for (QWidget *widget : std::as_const(widgets)) {
            if (widget->focusPolicy() != Qt::NoFocus)
                QVERIFY2(!QAccessible::queryAccessibleInterface(widget)->text(QAccessible::Name).isEmpty(),
                         widget->metaObject()->className());
        }
    }

    void aThemeChangeRepaintsWithoutMovingThePlace()
    {
        m_model->setEntries(longConversation(100));
        m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum() / 2);
        const auto before = places();
        QApplication::setPalette(designPalette(Scheme::Dark, designAccent(Scheme::Dark)));
        QCOMPARE(places(before.keys()), before);
        const QImage picture = m_view->grab().toImage();
        QCOMPARE(QColor(picture.pixel(4, 4)), m_theme->colour(Token::Base));
        QApplication::setPalette(designPalette(Scheme::Light, designAccent(Scheme::Light)));
    }

    void rightToLeftMirrorsTheColumn()
    {
        m_model->setEntries(longConversation(5));
        m_view->setLayoutDirection(Qt::RightToLeft);
        QVERIFY(!m_view->grab().isNull());
        QVERIFY(m_view->isAtEnd());
    }

    void theViewMayGoWhileItStreams()
    {
        m_model->setEntries(longConversation(10));
        m_model->apply(TextDelta{uid(9'000), u"words"_s});
        m_view.reset();
        for (int i = 0; i < 50; ++i)
            m_model->apply(TextDelta{uid(9'000), u"words\n\n"_s});
        m_model->finishRun();
        QVERIFY(m_model->rowCount() > 50);
    }

    void theModelMayGoBeforeItsTimer()
    {
        m_model->apply(TextDelta{uid(1), u"a"_s});
        m_model->apply(TextDelta{uid(1), u"b"_s});
        m_view.reset();
        m_model.reset();
    }

private:
    //! One streamed answer in several deltas, announced.
    void stream(int message, int deltas)
    {
        for (int i = 0; i < deltas; ++i)
            m_model->apply(TextDelta{uid(message), u"Streamed words that fill a line and then end.\n\n"_s});
        m_model->apply(StoredUpdate{answers(
            message, {text(QString(u"Streamed words that fill a line and then end.\n\n"_s).repeated(deltas))})});
        m_model->apply(StoredUpdate{ends(message + 1)});
    }

    QHash<int, QRect> places() const
    {
        QHash<int, QRect> seen;
        for (int row = 0; row < m_model->rowCount(); ++row) {
            if (const QRect place = m_view->rowRect(row); !place.isEmpty())
                seen.insert(row, place);
        }
        return seen;
    }
    QHash<int, QRect> places(const QList<int> &rows) const
    {
        QHash<int, QRect> seen;
        for (const int row : rows)
            seen.insert(row, m_view->rowRect(row));
        return seen;
    }

    void sendMove(const QPoint &point)
    {
        QMouseEvent move(QEvent::MouseMove, point, m_view->viewport()->mapToGlobal(point), Qt::NoButton, Qt::LeftButton,
                         Qt::NoModifier);
        QApplication::sendEvent(m_view->viewport(), &move);
    }

    KSyntaxHighlighting::Repository m_repository;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<TranscriptModel> m_model;
    std::unique_ptr<TranscriptView> m_view;
};

QTEST_MAIN(TestTranscriptView)
#include "tst_TranscriptView.moc"
