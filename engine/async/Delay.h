// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/StopToken.h"
#include "async/Task.h"
#include "base/Clock.h"
#include "base/Result.h"

namespace typeshift {

//! Waits on the clock's timer; ends early with Cancelled when stop is requested.
Task<Result<>> delay(Clock &clock, std::chrono::milliseconds duration, StopToken stop);

} // namespace typeshift
