// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Result.h"

class QSqlDatabase;

namespace typeshift {

//! Several statements as one: what was not committed is rolled back when this goes out of scope.
class Transaction
{
public:
    //! Takes the write lock at once, so that no later statement of it finds the database changed or locked. On a
    //! server, transactions wait for each other, and single statements for none.
    [[nodiscard]] static Result<Transaction> begin(QSqlDatabase &connection);

    Transaction(Transaction &&other) noexcept;
    Transaction &operator=(Transaction &&) = delete;
    ~Transaction();

    //! Durable when it returns without an error. A failed commit is rolled back.
    [[nodiscard]] Result<> commit();

private:
    explicit Transaction(QSqlDatabase &connection);

    QSqlDatabase *m_connection; //!< null once it is committed or moved
};

} // namespace typeshift
