// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/sql/Connection.h"

#include <QVariant>

namespace typeshift {

//! Calls `each(const Statement &) -> Result<>` for every row. On the database's thread, as all of this header.
template<typename F>
Result<> forEachRow(Connection &connection, const QString &sql, const QVariantList &values, F each)
{
    auto statement = connection.statement(sql);
    if (!statement)
        return failure(std::move(statement).error());
    if (auto started = statement->run(values); !started)
        return started;
    for (;;) {
        const auto hasRow = statement->next();
        if (!hasRow)
            return failure(hasRow.error());
        if (!*hasRow)
            return {};
        if (Result<> taken = each(std::as_const(*statement)); !taken)
            return taken;
    }
}

//! The rows as values, each made by `make(const Statement &)`.
template<typename F>
auto readRows(Connection &connection, const QString &sql, const QVariantList &values, F make)
    -> Result<QList<std::invoke_result_t<F, const Statement &>>>
{
    QList<std::invoke_result_t<F, const Statement &>> rows;
    auto done = forEachRow(connection, sql, values, [&](const Statement &row) -> Result<> {
        rows.append(make(row));
        return {};
    });
    if (!done)
        return failure(std::move(done).error());
    return rows;
}

//! Executes a statement without rows and tells how many rows it changed.
inline Result<qint64> changeRows(Connection &connection, const QString &sql, const QVariantList &values)
{
    auto statement = connection.statement(sql);
    if (!statement)
        return failure(std::move(statement).error());
    return statement->run(values).transform([&] { return statement->affectedRows(); });
}

//! An empty QString that is null would be bound as NULL.
inline QString notNull(const QString &text)
{
    return text.isNull() ? QStringLiteral("") : text;
}

} // namespace typeshift
