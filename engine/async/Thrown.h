// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <utility>

namespace typeshift::detail {

//! What a coroutine threw, kept for whoever awaits it.
class Thrown
{
public:
    //! In a handler of the exception.
    void keep() noexcept { m_exception = std::current_exception(); }
    void rethrow()
    {
        if (m_exception)
            std::rethrow_exception(std::exchange(m_exception, nullptr));
    }

private:
    std::exception_ptr m_exception;
};

} // namespace typeshift::detail
