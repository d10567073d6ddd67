// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QList>
#include <QString>

namespace typeshift::ui {

//! One revision of a conversation's plan. // 2.10.4
struct PlanRevision {
    int number = 0;    //!< from 1
    QString requestId; //!< what an answer to it names
    QString markdown;
    QString sentBackWith; //!< the reason; empty when it was not sent back
    QDateTime sentBackAt;
    bool operator==(const PlanRevision &) const = default;
};

//! Whether a plan says nothing: no letter and no figure, whatever marks, blanks and invisible signs it has. It can't be
//! approved. // users.md, plan mode
bool isBlankPlan(const QString &markdown);

//! The plan with what hides in it written as `U+202E`.
QString visiblePlan(const QString &markdown);

//! Its headings, in order, without their marks.
QStringList planOutline(const QString &markdown);

} // namespace typeshift::ui
