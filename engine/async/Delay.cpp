// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "async/Delay.h"

#include "async/Completion.h"

using namespace Qt::StringLiterals;

namespace typeshift {

Task<Result<>> delay(Clock &clock, std::chrono::milliseconds duration, StopToken stop)
{
    Completion<> elapsed;
    const auto resolve = elapsed.resolver();
    QObject timer;
    clock.callAfter(duration, &timer, [resolve] { resolve({}); });
    StopCallback cancelled(stop, [resolve] { resolve(failure(Error::Kind::Cancelled, u"stopped while waiting"_s)); });
    co_return co_await std::move(elapsed);
}

} // namespace typeshift
