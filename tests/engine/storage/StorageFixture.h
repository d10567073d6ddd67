// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ConversationEntry.h"
#include "storage/sql/Database.h"
#include "support/AwaitTask.h"

#include <QTimeZone>

namespace typeshift {

//! An entry of one user message, with all that every entry has.
inline ConversationEntry textEntry(const QString &text)
{
    ConversationEntry made;
    made.agent = QStringLiteral("assistant");
    made.at = QDateTime(QDate(2026, 1, 2), QTime(3, 4, 5, 6), QTimeZone::UTC);
    made.messages = {userMessage(text)};
    return made;
}

inline Result<> execute(Database &database, const QString &sql)
{
    return awaitTask(database.run([sql](QSqlDatabase &connection) { return executeSql(connection, sql); }));
}

//! The code of a Storage error, the kind of any other, "none" of a success.
QString codeOf(const auto &result)
{
    if (result)
        return QStringLiteral("none");
    return result.error().kind == Error::Kind::Storage ? result.error().facts.code : errorKindName(result.error().kind);
}

} // namespace typeshift
