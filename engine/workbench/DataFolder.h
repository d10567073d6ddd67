// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Result.h"

#include <QString>

namespace typeshift {

//! Where the program keeps its database: --store, else TYPESHIFT_STORE, else the system's folder for the data of
//! `typeshift-workbench`, which the window and the console program share whatever their own names are.
class DataFolder
{
public:
    //! The database's path. `storeOption` is what --store named; empty when it did not. Makes nothing.
    static QString databasePath(const QString &storeOption = {});
    //! The folder that the database lies in; the program's own for a database on a server. Absolute, makes nothing.
    static QString folderBeside(const QString &storeOption = {});
    //! The folder of agent files: `agents` beside the database, beside the program's own for one on a server; empty for
    //! a database in memory.
    static QString agentsPath(const QString &storeOption = {});
    //! Makes the folder of `databasePath`, for its owner alone (0700), unless it is there. A folder that was there
    //! keeps its permissions. A Storage error names the folder.
    static Result<> prepare(const QString &databasePath);
};

} // namespace typeshift
