// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/NewId.h"

namespace typeshift {

//! A new id, whatever the build makes ids of.
template<typename Id>
Id testId()
{
    static IdSource ids;
    return newId<Id>(ids);
}

} // namespace typeshift
