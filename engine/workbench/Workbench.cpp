// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "workbench/Workbench.h"

#include "storage/sql/Database.h"
#include "storage/sql/SqlStore.h"
#include "workbench/ConversationArchive.h"
#include "workbench/ConversationCatalog.h"
#include "workbench/ConversationRows.h"
#include "workbench/DataFolder.h"
#include "workbench/ProviderProfiles.h"
#include "workbench/QueuedInputs.h"
#include "workbench/WorkbenchMigrations.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

// Checking a file costs about 3 ms for each megabyte; a larger database is found damaged where it is read.
constexpr qint64 largestChecked = 16 * 1024 * 1024;

std::vector<MigrationSet> allMigrations()
{
    return {engineMigrations(), workbenchMigrations()};
}

Error corruptError(const QString &path, const QString &words)
{
    Error error(Error::Kind::Storage, words);
    error.facts.code = u"corrupt"_s;
    error.facts.host = path;
    return error;
}

Result<> expectSound(Connection &connection, const QString &path)
{
    if (DatabaseLocation{path}.isServer() || QFileInfo(path).size() > largestChecked)
        return {};
    const auto words = readRows(connection, u"PRAGMA quick_check(1)"_s, {},
                                [](const Statement &row) { return row.value(0).toString(); });
    if (!words)
        return failure(words.error());
    const QString said = words->value(0);
    return said == "ok"_L1 ? Result<>() : failure(corruptError(path, said));
}

bool mayBeRead(const Error &error)
{
    return error.facts.code == "corrupt"_L1 || error.facts.code == "readonly"_L1;
}

Task<Result<std::shared_ptr<Database>>> openToWrite(QString path)
{
    const DatabaseLocation location{path, DatabaseLocation::Access::ReadWrite};
    if (!location.isServer() && path != ":memory:"_L1) {
        if (auto prepared = DataFolder::prepare(path); !prepared)
            co_return failure(std::move(prepared).error());
    }
    auto database = co_await openDatabase(location, allMigrations());
    if (!database)
        co_return database;
    auto sound = co_await (*database)->run([path](Connection &connection) -> Result<> {
        if (auto checked = expectSound(connection, path); !checked)
            return checked;
        // A full disk or somebody else's lock must not keep the program from opening: the next start tries again.
        const auto adopted = adoptConversations(connection);
        return adopted || adopted.error().facts.code != "corrupt"_L1 ? Result<>() : adopted;
    });
    if (!sound)
        co_return failure(std::move(sound).error());
    co_return database;
}

} // namespace

Workbench::Workbench() = default;
Workbench::~Workbench() = default;

Task<Result<std::unique_ptr<Workbench>>> openWorkbench(QString path, OpenMode mode, Clock &clock, IdSource &ids)
{
    auto workbench = std::make_unique<Workbench>();
    workbench->path = path;
    workbench->isReadOnly = mode == OpenMode::ReadOnly;
    if (!workbench->isReadOnly) {
        auto database = co_await openToWrite(path);
        if (database) {
            workbench->database = *std::move(database);
        } else if (mayBeRead(database.error())) {
            workbench->isReadOnly = true;
            workbench->readOnlyReason = database.error();
        } else {
            co_return failure(std::move(database).error());
        }
    }
    if (workbench->isReadOnly) {
        auto database = co_await openDatabase({path, DatabaseLocation::Access::ReadOnly}, allMigrations());
        // Why it can't be written to says more than why it can't be read either.
        if (!database)
            co_return failure(workbench->readOnlyReason.value_or(database.error()));
        workbench->database = *std::move(database);
    }
    workbench->store = std::make_shared<SqlStore>(workbench->database, clock);
    workbench->catalog = std::make_unique<ConversationCatalog>(*workbench->database, clock, ids);
    workbench->queuedInputs = std::make_unique<QueuedInputs>(*workbench->database, ids);
    workbench->profiles = std::make_unique<ProviderProfiles>(*workbench->database);
    workbench->archive = std::make_unique<ConversationArchive>(*workbench->database, *workbench->catalog, clock);
    co_return workbench;
}

} // namespace typeshift
