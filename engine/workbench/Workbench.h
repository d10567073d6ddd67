// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Task.h"
#include "base/Clock.h"
#include "base/IdSource.h"
#include "base/Result.h"

#include <memory>
#include <optional>

namespace typeshift {

class ConversationArchive;
class ConversationCatalog;
class Database;
class ProviderProfiles;
class QueuedInputs;
class SqlStore;

enum class OpenMode { ReadWrite, ReadOnly };

//! Everything on one database, opened together. Delete it last: its tasks must be gone.
struct Workbench {
    Workbench();
    Workbench(const Workbench &) = delete;
    Workbench &operator=(const Workbench &) = delete;
    ~Workbench();

    QString path;
    std::shared_ptr<Database> database;
    std::shared_ptr<SqlStore> store; //!< the engine's store and its leases
    std::unique_ptr<ConversationCatalog> catalog;
    std::unique_ptr<QueuedInputs> queuedInputs;
    std::unique_ptr<ProviderProfiles> profiles;
    std::unique_ptr<ConversationArchive> archive;
    bool isReadOnly = false;
    std::optional<Error> readOnlyReason; //!< why, when nobody asked for it: facts.code "corrupt" or "readonly"
};

//! Opens the database of `path` (":memory:" and a server's "postgresql://…" work), makes it and its folder when it is
//! not there, and brings it to this version's schema. A damaged or write-protected one is opened read-only with the
//! reason; what it holds can be read and exported. Damage is looked for in databases of at most 16 MB; in a larger one
//! the call that meets it says "corrupt". Conversations that another host of the engine left without a record get one.
//! Storage errors have facts.code "newer", "locked", "full", "corrupt" (nothing of it can be read), "open", "login",
//! "lost", "permission" or "io". `clock` and `ids` outlive the workbench.
Task<Result<std::unique_ptr<Workbench>>> openWorkbench(QString path, OpenMode mode, Clock &clock, IdSource &ids);

} // namespace typeshift
