// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "approval/AnswerGuard.h"
#include "approval/ApprovalCard.h"
#include "approval/ApprovalDecisions.h"
#include "approval/ApprovalDialog.h"
#include "approval/ApprovalInbox.h"
#include "approval/ArgumentsEdit.h"
#include "approval/CodeView.h"
#include "composer/Composer.h"
#include "composer/MessageEdit.h"
#include "support/Accessibles.h"
#include "support/FixedClock.h"
#include "theme/Appearance.h"
#include "theme/Theme.h"
#include "widgets/Announcer.h"

#include <KSyntaxHighlighting/Repository>

#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QVBoxLayout>

namespace typeshift::ui {

using Answers = QList<ApprovalResponse>;

inline Approval approvalOf(const QString &id, const QString &tool,
                           const QByteArray &arguments = R"({"n":1.50,"to":"a"})")
{
    Approval approval;
    approval.request.requestId = id;
    approval.request.call = {QStringLiteral("call ") + id, tool, arguments, {}, {}, {}};
    return approval;
}

inline Approval risky(const QString &id)
{
    Approval approval = approvalOf(id, QStringLiteral("run_shell"), R"({"command":"psql"})");
    approval.evidence = ShellCommand{QStringLiteral("psql -c \"UPDATE payments\""),
                                     {{QStringLiteral("Folder"), QStringLiteral("~/work/billing")}}};
    approval.risk = {
        true, QStringLiteral("Changes production data and can’t be undone from here. The command has UPDATE in it.")};
    return approval;
}

//! The parts around a set of requests.
struct Parts {
    Parts(const QList<Approval> &approvals)
    {
        decisions.setApprovals(approvals);
        QObject::connect(&decisions, &ApprovalDecisions::answered, &decisions,
                         [this](const Answers &responses) { sent.append(responses); });
    }
    ApprovalDesk desk() { return {appearance.theme(), repository, clock, announcer}; }

    Appearance appearance{Scheme::Light};
    KSyntaxHighlighting::Repository repository;
    FixedClock clock;
    Announcer announcer;
    ApprovalDecisions decisions;
    QList<Answers> sent;
};

//! A card above a composer, as in the page.
struct Page : Parts {
    Page(const QList<Approval> &approvals)
        : Parts(approvals)
        , card(new ApprovalCard(desk(), decisions))
        , composer(new Composer(appearance.theme()))
    {
        auto *column = new QVBoxLayout(&window);
        column->addStretch();
        column->addWidget(card);
        column->addWidget(composer);
        window.resize(800, 600);
        window.show();
        composer->edit().setFocus();
        if (!QTest::qWaitForWindowActive(&window))
            qWarning("the window did not become active");
        clock.advance(std::chrono::seconds(1));
    }
    void focusCard()
    {
        card->takeFocus();
        clock.advance(std::chrono::milliseconds(500));
    }
    QPushButton *button(const QString &name) { return findByAccessibleName<QPushButton>(*card, name); }

    QWidget window;
    ApprovalCard *card;
    Composer *composer;
};

struct Dialog : Parts {
    Dialog(const QList<Approval> &approvals)
        : Parts(approvals)
        , dialog(desk(), decisions)
    {
        dialog.setScene({QStringLiteral("Billing Agent"),
                         QStringLiteral("Refund for order 48213"),
                         QStringLiteral("waiting 6 min"),
                         QStringLiteral("Default"),
                         {{QStringLiteral("get_order"), QStringLiteral("48213"), QStringLiteral("0.3 s")}}});
        dialog.show();
        if (!QTest::qWaitForWindowActive(&dialog))
            qWarning("the window did not become active");
        clock.advance(std::chrono::seconds(1));
    }
    QPushButton *button(const QString &name) { return findByAccessibleName<QPushButton>(dialog, name); }
    void click(const QString &name)
    {
        clock.advance(std::chrono::milliseconds(500));
        auto *wanted = button(name);
        QVERIFY2(wanted, qPrintable(name));
        QTest::mouseClick(wanted, Qt::LeftButton);
    }
    QStringList labels()
    {
        QStringList texts;
        for (const auto *label : dialog.findChildren<QLabel *>()) {
            if (label->isVisible())
                texts.append(label->text());
        }
        return texts;
    }

    ApprovalDialog dialog;
};

} // namespace typeshift::ui
