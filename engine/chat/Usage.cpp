// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "chat/Usage.h"

namespace typeshift {

Usage &Usage::operator+=(const Usage &other)
{
    for (const auto member :
         {&Usage::input, &Usage::cacheRead, &Usage::cacheWrite, &Usage::output, &Usage::reasoning}) {
        if (other.*member)
            this->*member = (this->*member).value_or(0) + *(other.*member);
    }
    return *this;
}

} // namespace typeshift
