// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/Store.h"

#include <functional>
#include <memory>

namespace typeshift {

//! Makes a store of its own on the thread that calls.
using StoreFactory = std::function<Result<std::unique_ptr<Store>>()>;

//! What everybody who stresses one database writes to.
struct StressTarget {
    SettingsId settings;
    QList<ConversationId> conversations; //!< appended to in turn
};

struct StressPlan {
    int threads = 2;
    int saves = 500;   //!< that succeed, of each thread
    int appends = 200; //!< of each thread
};

struct StressReport {
    qint64 saves = 0;
    qint64 conflicts = 0; //!< saves that lost a race and were done again on what the winner had saved
    qint64 appends = 0;

    bool operator==(const StressReport &) const = default;
};

//! Saves one document and appends to the conversations from several threads at once, each with a store of its own, and
//! waits for them. What verifyStore() cannot see, a save that reads before it writes, loses updates here. // 2.13, S12
//! Other processes may do the same at the same time; `writer` tells their entries apart.
Result<StressReport> stressStore(const StoreFactory &make, const StressTarget &target, const QString &writer,
                                 StressPlan plan = {});

//! Holds what is stored against what all of them report together: "lost-update" when the document was saved more often
//! than it counts, "lost-append", "append-order" when a writer's entries are not in its order.
Result<> verifyStress(Store &store, const StressTarget &target, StressReport total);

} // namespace typeshift
