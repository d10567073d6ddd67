// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "composer/QueuedMessages.h"

#include "composer/MessageEdit.h"
#include "composer/QueuedMessageRow.h"
#include "support/Accessibles.h"
#include "support/Rule.h"
#include "theme/Appearance.h"
#include "theme/Theme.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;
using Fate = QueuedMessages::Fate;

class tst_QueuedMessages : public QObject
{
    Q_OBJECT

private slots:
    void itHidesWhenNothingWaits()
    {
        Shown shown;
        QVERIFY(shown.queue.isVisible());
        shown.present({});
        QVERIFY(!shown.queue.isVisible());
    }

    void everyRowCanBeReachedAndHasAName() // 39
    {
        Shown shown;
        QCOMPARE(namelessControls(shown.queue), QStringList());
        QVERIFY(findByAccessibleName<QToolButton>(shown.queue, u"Edit message 1: first"_s));
        QVERIFY(findByAccessibleName<QToolButton>(shown.queue, u"Remove message 2: second"_s));
        int stops = 0;
        for (const QWidget *stop : shown.queue.tabStops())
            stops += stop->isVisible() && (stop->focusPolicy() & Qt::TabFocus) ? 1 : 0;
        QCOMPARE(stops, 4);
    }

    void clicksAndKeysSayWhatIsWanted()
    {
        Shown shown;
        QSignalSpy edit(&shown.queue, &QueuedMessages::editRequested);
        QSignalSpy remove(&shown.queue, &QueuedMessages::removeRequested);
        QTest::mouseClick(findByAccessibleName<QToolButton>(shown.queue, u"Edit message 2: second"_s), Qt::LeftButton);
        QCOMPARE(edit.takeFirst().first().toUuid(), shown.second);
        auto *first = findByAccessibleName<QToolButton>(shown.queue, u"Edit message 1: first"_s);
        first->setFocus();
        QTest::keyClick(first, Qt::Key_Space);
        QCOMPARE(edit.takeFirst().first().toUuid(), shown.first);
        QTest::keyClick(first, Qt::Key_Delete);
        QCOMPARE(remove.takeFirst().first().toUuid(), shown.first);
        QTest::mouseClick(findByAccessibleName<QToolButton>(shown.queue, u"Remove message 2: second"_s),
                          Qt::LeftButton);
        QCOMPARE(remove.takeFirst().first().toUuid(), shown.second);
    }

    void aMessageIsWrittenAnewInItsPlace()
    {
        Shown shown;
        auto *button = findByAccessibleName<QToolButton>(shown.queue, u"Edit message 1: first"_s);
        button->setFocus();
        shown.present({{shown.first, u"first"_s, {}, true}, {shown.second, u"second"_s, {}, false}});
        auto *edit = findByAccessibleName<MessageEdit>(shown.queue, u"Waiting message 1"_s);
        QVERIFY(edit);
        QVERIFY(edit->hasFocus());
        QCOMPARE(edit->message(), u"first"_s);
        QSignalSpy changed(&shown.queue, &QueuedMessages::textChanged);
        QSignalSpy finished(&shown.queue, &QueuedMessages::editFinished);
        QTest::keyClicks(edit, u" and more"_s);
        QCOMPARE(changed.last().at(1).toString(), u"first and more"_s);
        // What it is told meanwhile does not touch what is typed.
        shown.present({{shown.first, u"first and more"_s, {}, true}, {shown.second, u"second"_s, {}, false}});
        QCOMPARE(edit->message(), u"first and more"_s);
        QTest::keyClick(edit, Qt::Key_Return);
        QCOMPARE(finished.takeFirst().first().toUuid(), shown.first);
        QTest::keyClick(edit, Qt::Key_Escape);
        QCOMPARE(finished.count(), 1);
        shown.present({{shown.first, u"first and more"_s, {}, false}, {shown.second, u"second"_s, {}, false}});
        QVERIFY(button->hasFocus());
    }

    void theFocusGoesToTheNextRowWhenOneIsTaken()
    {
        Shown shown;
        findByAccessibleName<QToolButton>(shown.queue, u"Remove message 1: first"_s)->setFocus();
        QSignalSpy lost(&shown.queue, &QueuedMessages::focusLost);
        shown.present({{shown.second, u"second"_s, {}, false}});
        QVERIFY(findByAccessibleName<QToolButton>(shown.queue, u"Edit message 1: second"_s)->hasFocus());
        shown.present({});
        QCOMPARE(lost.count(), 1);
    }

    void whatComesInFrontStandsInFront()
    {
        RULE("2.4.6");
        Shown shown;
        const QUuid older = QUuid::createUuid();
        shown.present({{older, u"older"_s, {}, false},
                       {shown.first, u"first"_s, {}, false},
                       {shown.second, u"second"_s, {}, false}});
        const auto top = [&](const QString &name) {
            return findByAccessibleName<QToolButton>(shown.queue, name)->parentWidget()->y();
        };
        QTRY_VERIFY(top(u"Edit message 1: older"_s) < top(u"Edit message 2: first"_s));
        QVERIFY(top(u"Edit message 2: first"_s) < top(u"Edit message 3: second"_s));
    }

    void manyOfThemScrollAndAreReachedByKeys() // 39
    {
        Shown shown;
        QList<QueuedText> many;
        for (int i = 1; i <= 30; ++i)
            many.append({QUuid::createUuid(), u"message %1"_s.arg(i), {}, false});
        shown.queue.setMaximumHeight(150);
        shown.present(many);
        shown.queue.adjustSize();
        QVERIFY2(shown.queue.height() <= 150, qPrintable(QString::number(shown.queue.height())));
        const auto isSeen = [](QWidget *widget) {
            return widget->visibleRegion().boundingRect().size() == widget->size();
        };
        auto *first = findByAccessibleName<QToolButton>(shown.queue, u"Edit message 1: message 1"_s);
        auto *last = findByAccessibleName<QToolButton>(shown.queue, u"Remove message 30: message 30"_s);
        QTRY_VERIFY(isSeen(last)); // What was sent last is seen to arrive.
        QVERIFY(!isSeen(first));
        first->setFocus();
        QVERIFY(isSeen(first));
        for (int i = 0; i < 59; ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QVERIFY(isSeen(QApplication::focusWidget()));
        }
        QCOMPARE(QApplication::focusWidget(), last);
    }

    void fewOfThemNeedNoScrolling()
    {
        Shown shown;
        shown.queue.setMaximumHeight(400);
        shown.queue.adjustSize();
        auto *last = findByAccessibleName<QToolButton>(shown.queue, u"Remove message 2: second"_s);
        QTRY_COMPARE(last->visibleRegion().boundingRect().size(), last->size());
        QVERIFY(shown.queue.height() < 150);
    }

    void itSaysWhatBecomesOfThem()
    {
        Shown shown;
        const auto says = [&](const QString &words) {
            for (const auto *label : shown.queue.findChildren<QLabel *>()) {
                if (label->isVisible() && label->text() == words)
                    return true;
            }
            return false;
        };
        QVERIFY(says(u"Sent to Assistant, goes in before the next model call"_s));
        QVERIFY(!findByAccessibleName<QPushButton>(shown.queue, u"Send the waiting messages now"_s));
        shown.queue.present(shown.both(), Fate::NotSent, u"Assistant"_s);
        QVERIFY(says(u"Not sent yet"_s));
        QSignalSpy send(&shown.queue, &QueuedMessages::sendRequested);
        auto *button = findByAccessibleName<QPushButton>(shown.queue, u"Send the waiting messages now"_s);
        QVERIFY(button);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(send.count(), 1);
    }

private:
    struct Shown {
        Shown()
        {
            present(both());
            queue.resize(600, queue.sizeHint().height());
            if (!QTest::qWaitForWindowActive(&queue))
                qWarning("the window did not become active");
        }
        QList<QueuedText> both() const { return {{first, u"first"_s, {}, false}, {second, u"second"_s, {}, false}}; }
        void present(const QList<QueuedText> &messages) { queue.present(messages, Fate::GoIn, u"Assistant"_s); }

        Appearance appearance{Scheme::Light};
        QueuedMessages queue{appearance.theme()};
        QUuid first = QUuid::createUuid();
        QUuid second = QUuid::createUuid();
    };
};

QTEST_MAIN(tst_QueuedMessages)
#include "tst_QueuedMessages.moc"
