// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/StandingApprovals.h"

#include "ApprovalStage.h"
#include "support/Rule.h"

#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;

namespace {

const QDateTime noon(QDate(2026, 1, 2), QTime(12, 0), QTimeZone::UTC);

StoredEntry entryAt(int minute, std::optional<QStringList> tools)
{
    StoredEntry stored;
    stored.sequence = minute;
    stored.entry.at = noon.addSecs(60 * minute);
    if (tools) {
        stored.entry.standingApprovals.emplace();
        for (const QString &tool : *tools)
            stored.entry.standingApprovals->append({tool, {}});
    }
    return stored;
}

} // namespace

class tst_StandingApprovals : public QObject
{
    Q_OBJECT

private slots:
    void eachHoldsSinceTheStepThatGaveIt()
    {
        RULE("2.6.12");
        const QList<HeldApproval> held = heldApprovals(
            {entryAt(1, QStringList{u"pay"_s}), entryAt(2, std::nullopt), entryAt(3, QStringList{u"pay"_s, u"mail"_s}),
             entryAt(4, QStringList{u"mail"_s}), entryAt(5, QStringList{u"mail"_s, u"pay"_s})});
        QCOMPARE(held.size(), 2);
        QCOMPARE(held[0], (HeldApproval{u"mail"_s, noon.addSecs(180)}));
        QCOMPARE(held[1], (HeldApproval{u"pay"_s, noon.addSecs(300)})); // Taken back in between.
        QVERIFY(heldApprovals({entryAt(1, QStringList{u"pay"_s}), entryAt(2, QStringList())}).isEmpty());
    }

    void eachIsNamedAndCanBeTakenBack() // T16
    {
        Parts parts({});
        StandingApprovals dialog(parts.appearance.theme(), parts.clock, StandingApprovals::Access::Full);
        dialog.setApprovals({{u"pay\u202e"_s, noon}, {u"mail"_s, noon}});
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        QCOMPARE(namelessControls(dialog), QStringList());
        QSignalSpy revoked(&dialog, &StandingApprovals::revokeRequested);
        auto *pay = findByAccessibleName<QPushButton>(dialog, u"Revoke payU+202E"_s);
        QVERIFY(pay);
        pay->setFocus();
        QTest::keyClick(pay, Qt::Key_Space);
        QCOMPARE(revoked.count(), 1);
        QCOMPARE(revoked[0][0].toString(), u"pay\u202e"_s);
        dialog.setApprovals({{u"mail"_s, noon}});
        QTRY_COMPARE(dialog.focusWidget(), findByAccessibleName<QPushButton>(dialog, u"Revoke mail"_s));
    }

    void withoutADatabaseToWriteToNothingIsTakenBack()
    {
        Parts parts({});
        StandingApprovals dialog(parts.appearance.theme(), parts.clock, StandingApprovals::Access::ReadOnly);
        dialog.setApprovals({{u"pay"_s, noon}});
        dialog.show();
        QVERIFY(!findByAccessibleName<QPushButton>(dialog, u"Revoke pay"_s)->isEnabled());
    }
};

QTEST_MAIN(tst_StandingApprovals)
#include "tst_StandingApprovals.moc"
