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
        return {test.catalog(), test.clock, test.appearance.theme(), test.pulse};
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
