// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/StopToken.h"
#include "base/Clock.h"
#include "settings/StoredSettings.h"
#include "storage/Store.h"

namespace typeshift {

//! Stored settings with the version that the next save names.
struct LoadedSettings {
    StoredSettings settings;
    qint64 version = 0; //!< 0: nothing is stored yet
};

//! Changes settings in place; what it returns as a failure ends configure() with nothing saved.
using SettingsChange = std::function<Result<>(StoredSettings &settings)>;

//! Loads and saves settings in a store, under an id and the kind of their schema. Engine's thread. Outlives its tasks.
class SettingsService
{
public:
    static constexpr int attempts = 10; // 2.12.2

    //! A null store refuses every call with InvalidState. The clock outlives the service. // D43
    SettingsService(std::shared_ptr<SettingsStore> store, Clock &clock);

    //! What is stored; empty settings at version 0 when nothing is. Fails as the store does, and with the codes of
    //! SettingsDocument::parse(), id and kind in its items. // 2.12.9
    Task<Result<LoadedSettings>> load(SettingsId id, SettingsSchema schema);
    //! Saves if nobody else saved since `loadedVersion` and returns the new version; else Conflict with the code
    //! "settings-conflict", which is the caller's to resolve. // 2.12.7
    Task<Result<qint64>> save(SettingsId id, StoredSettings settings, qint64 loadedVersion);
    //! Loads, changes, saves; when another save came first, all of it again on what that one saved, ten times at most,
    //! and then the last Conflict. `change` is called once for each attempt; nothing is saved when it changes nothing.
    //! Cancelled when `stop` is requested between attempts. // 2.12.1 to 2.12.6
    Task<Result<LoadedSettings>> configure(SettingsId id, SettingsSchema schema, SettingsChange change,
                                           StopToken stop = {});

private:
    std::shared_ptr<SettingsStore> m_store;
    Clock &m_clock;
};

} // namespace typeshift
