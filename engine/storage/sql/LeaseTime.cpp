// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "storage/sql/LeaseTime.h"

#include "storage/LeaseStore.h"
#include "storage/sql/Connection.h"
#include "storage/sql/Dialect.h"

namespace typeshift {

namespace {

Result<qint64> serverTime(Connection &connection, QLatin1StringView sql)
{
    auto statement = connection.statement(sql);
    if (!statement)
        return failure(std::move(statement).error());
    return statement->run().and_then([&] { return statement->next(); }).transform([&](bool) {
        return statement->value(0).toLongLong();
    });
}

} // namespace

Result<LeaseTime> LeaseTime::of(Connection &connection, qint64 here)
{
    const Dialect &dialect = dialectOf(connection);
    const Result<qint64> now = dialect.serverTime.isEmpty() ? here : serverTime(connection, dialect.serverTime);
    return now.transform([](qint64 moment) {
        constexpr qint64 lifetime = LeaseStore::lifetime.count();
        return LeaseTime{moment, moment - lifetime, moment + lifetime};
    });
}

} // namespace typeshift
