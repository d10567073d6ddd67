// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/ConversationPane.h"

#include "support/Accessibles.h"
#include "support/TestDesk.h"

#include <QElapsedTimer>
#include <QLineEdit>
#include <QListView>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;

class tst_ConversationPane : public QObject
{
    Q_OBJECT

private slots:
    void findsByTitle()
    {
        TestDesk test;
        add(test, u"Duplicate invoices"_s);
        add(test, u"VPN drops"_s);
        ConversationPane pane(parts(test));
        show(pane);
        QTRY_COMPARE(pane.model().rowCount(), 3);
        QTest::keyClicks(findByAccessibleName<QLineEdit>(pane, u"Search conversations"_s), u"vpn"_s);
        QTRY_COMPARE(pane.model().rowCount(), 2);
        QCOMPARE(pane.model().index(1).data().toString(), u"VPN drops"_s);
        QTest::keyClick(findByAccessibleName<QLineEdit>(pane, u"Search conversations"_s), Qt::Key_Escape);
        QTRY_COMPARE(pane.model().rowCount(), 3);
    }

    void arrowsAndEnterOpen()
    {
        TestDesk test;
        const ConversationId first = add(test, u"first"_s);
        add(test, u"second"_s);
        ConversationPane pane(parts(test));
        show(pane);
        QTRY_COMPARE(pane.model().rowCount(), 3);
        QSignalSpy opened(&pane, &ConversationPane::opened);
        auto *list = findByAccessibleName<QListView>(pane, u"Conversations"_s);
        list->setFocus();
        list->setCurrentIndex(pane.model().index(1));
        QTest::keyClick(list, Qt::Key_Down);
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened.constFirst().constFirst().value<ConversationId>(), first);
    }

    void rowsAreClickedWhereTheyStand()
    {
        TestDesk test;
        for (int i = 0; i < 30; ++i)
            add(test, u"talk %1"_s.arg(i));
        ConversationPane pane(parts(test));
        pane.resize(288, 500);
        show(pane);
        QTRY_COMPARE(pane.model().rowCount(), 31);
        auto *list = findByAccessibleName<QListView>(pane, u"Conversations"_s);
        QSignalSpy opened(&pane, &ConversationPane::opened);
        for (const int row : {1, 3, 30}) {
            const QModelIndex index = pane.model().index(row);
            list->scrollTo(index); // At once, also while the rows are new.
            const QPoint middle = list->visualRect(index).center();
            QVERIFY(list->viewport()->rect().contains(middle));
            QCOMPARE(list->indexAt(middle), index);
            QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, middle);
            QCOMPARE(opened.takeFirst().constFirst().value<ConversationId>(), pane.model().record(index)->id);
            QCOMPARE(list->currentIndex(), index);
        }
        QTest::keyClick(list, Qt::Key_Home);
        QCOMPARE(list->currentIndex().row(), 1);
        QCOMPARE(list->visualRect(pane.model().index(0)).top(), 0); // The header comes with it.
        QTest::keyClick(list, Qt::Key_End);
        QCOMPARE(list->currentIndex().row(), 30);
    }

    void aLongListIsReadPageByPage()
    {
        TestDesk test;
        for (int i = 0; i < 930; ++i)
            add(test, u"talk %1"_s.arg(i));
        ConversationPane pane(parts(test));
        show(pane);
        QTRY_COMPARE(pane.model().rowCount(), 931);
        QSet<ConversationId> ids;
        for (int row = 1; row < 931; ++row)
            ids.insert(pane.model().record(pane.model().index(row))->id);
        QCOMPARE(ids.size(), 930);
    }

    void anotherProcessIsNoticedWithTheFocus()
    {
        TestDesk test;
        const ConversationId gone = add(test, u"gone"_s);
        ConversationPane pane(parts(test));
        show(pane);
        QTRY_COMPARE(pane.model().rowCount(), 2);
        // As another process does it: this catalog announces nothing.
        IdSource ids;
        ConversationCatalog other(*test.workbench->database, test.clock, ids);
        const ConversationId added = other.newConversation();
        (void)awaitTask(other.noteInput({.conversation = added,
                                         .agent = u"assistant"_s,
                                         .provider = u"demo"_s,
                                         .model = u"chat"_s,
                                         .text = u"added"_s}));
        (void)awaitTask(other.remove(gone));
        pane.renew();
        QTRY_COMPARE(pane.model().index(1).data().toString(), u"added"_s);
        QCOMPARE(pane.model().rowCount(), 2);
    }

    void everyControlHasAName() // 39
    {
        TestDesk test;
        add(test, u"first"_s);
        ConversationPane pane(parts(test));
        show(pane);
        QTRY_COMPARE(pane.model().rowCount(), 2);
        QCOMPARE(namelessControls(pane), QStringList());
    }

    void standsStillWhenNothingRuns() // T1
    {
        TestDesk test;
        add(test, u"idle"_s);
        ConversationPane pane(parts(test));
        show(pane);
        QTRY_COMPARE(pane.model().rowCount(), 2);
        QVERIFY(!test.pulse.isBeating());
    }

    void fiftyThousandAreShownQuickly()
    {
        TestDesk test;
        ConversationPane pane(parts(test));
        pane.resize(288, 800);
        show(pane);
        QList<ConversationRecord> records;
        for (int i = 0; i < 50'000; ++i) {
            ConversationRecord record;
            record.id = test.catalog().newConversation();
            record.title = u"conversation %1"_s.arg(i);
            record.updatedAt = test.clock.now().addSecs(-i);
            records.append(record);
        }
        // The first listing is over.
        static_cast<void>(QTest::qWaitFor([&] { return test.onlyRecord().has_value(); }, 100));
        QElapsedTimer timer;
        timer.start();
        pane.model().setRecords(records);
        pane.grab();
        const qint64 shown = timer.restart();
        ConversationRecord last = records.constLast();
        last.updatedAt = test.clock.now().addSecs(1);
        pane.model().update(last);
        pane.grab();
        const qint64 moved = timer.elapsed();
        qInfo("50,000 rows: shown in %lld ms, one moved in %lld ms", shown, moved);
#if !defined(__SANITIZE_ADDRESS__)
        QVERIFY(shown < 1'500);
        QVERIFY(moved < 1'000);
#endif
    }

private:
    static ConversationPane::Parts parts(TestDesk &test)
    {
        return {test.catalog(), test.board(), test.clock, test.appearance.theme(), test.pulse};
    }
    static void show(QWidget &pane)
    {
        pane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pane));
    }
    static ConversationId add(TestDesk &test, const QString &title)
    {
        const ConversationId id = test.catalog().newConversation();
        const auto noted = awaitTask(test.catalog().noteInput(
            {.conversation = id, .agent = u"assistant"_s, .provider = u"demo"_s, .model = u"chat"_s, .text = title}));
        if (!noted)
            qFatal("%s", qPrintable(noted.error().facts.message));
        return id;
    }
};

QTEST_MAIN(tst_ConversationPane)
#include "tst_ConversationPane.moc"
