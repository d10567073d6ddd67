// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "page/ConversationPage.h"

#include "composer/MessageEdit.h"
#include "support/Accessibles.h"
#include "support/TestDesk.h"
#include "support/TestTools.h"

#include <QPushButton>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;

class tst_PageApprovals : public QObject
{
    Q_OBJECT

private slots:
    void aCallWaitsForItsAnswerAndRunsOnce() // 2.6.8, T13
    {
        TestTools tools;
        const auto pay = tools.echo(u"pay"_s);
        static_cast<FunctionTool &>(*pay).setRequiresApproval(true);
        TestDesk test(QList<std::shared_ptr<Tool>>{pay});
        test.model->asksFor(u"pay"_s, R"({"text":"184.50"})").says(u"Paid."_s);
        ConversationPage page(*test.desk);
        page.resize(900, 700);
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        auto *edit = page.findChild<MessageEdit *>(u"composer.message"_s);
        edit->setFocus();
        QTest::keyClicks(edit, u"Pay it"_s);
        QTest::keyClick(edit, Qt::Key_Return);
        const auto once = [&] { return findByAccessibleName<QPushButton>(page, u"Approve once"_s); };
        QTRY_VERIFY(once());
        QVERIFY(edit->hasFocus());
        QCOMPARE(page.session().phase(), ConversationSession::Phase::Idle);
        QCOMPARE(page.session().openRequests().size(), 1);
        // The guard is half a second long.
        const auto isAnswered = [&] {
            if (auto *button = once())
                QTest::mouseClick(button, Qt::LeftButton);
            return page.session().openRequests().isEmpty();
        };
        QTRY_VERIFY(isAnswered());
        QTRY_COMPARE(page.session().phase(), ConversationSession::Phase::Idle);
        QVERIFY(!once());
        QCOMPARE(tools.log.size(), 1);
    }
};

QTEST_MAIN(tst_PageApprovals)
#include "tst_PageApprovals.moc"
