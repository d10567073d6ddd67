// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "settings/SettingsService.h"

#include "async/Delay.h"

#include <exception>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

std::unexpected<Error> withoutStore(QLatin1StringView call)
{
    return failure(Error::Kind::InvalidState,
                   u"%1 needs a store that is a SettingsStore, and the engine has none: call withStore()"_s.arg(call));
}

//! The same error, for somebody who has to find the document.
Error placed(Error error, SettingsId id, const QString &kind)
{
    error.facts.message = u"the settings \"%1\" of %2: %3"_s.arg(kind, id.toString(), error.facts.message);
    error.facts.items = {id.toString(), kind};
    return error;
}

// The change is the host's, so what it throws is caught where it enters. // 2.12.4
Result<> made(const SettingsChange &change, StoredSettings &settings)
{
    try {
        return change(settings);
    } catch (const std::exception &exception) {
        return failure(Error::Kind::InvalidState, QString::fromUtf8(exception.what()));
    } catch (...) {
        return failure(Error::Kind::InvalidState, u"the change threw something that is no std::exception"_s);
    }
}

} // namespace

SettingsService::SettingsService(std::shared_ptr<SettingsStore> store, Clock &clock)
    : m_store(std::move(store))
    , m_clock(clock)
{
}

Task<Result<LoadedSettings>> SettingsService::load(SettingsId id, SettingsSchema schema)
{
    if (!m_store)
        co_return withoutStore("loading settings"_L1);
    const auto loaded = co_await m_store->loadDocument(id, schema.kind());
    if (!loaded)
        co_return failure(loaded.error());
    if (!*loaded)
        co_return LoadedSettings{StoredSettings(std::move(schema))};
    auto document = SettingsDocument::parse((*loaded)->json, schema.version());
    if (!document)
        co_return failure(placed(std::move(document).error(), id, schema.kind()));
    co_return LoadedSettings{StoredSettings(std::move(schema), *std::move(document)), (*loaded)->version};
}

Task<Result<qint64>> SettingsService::save(SettingsId id, StoredSettings settings, qint64 loadedVersion)
{
    if (!m_store)
        co_return withoutStore("saving settings"_L1);
    const QString kind = settings.schema().kind();
    auto saved = co_await m_store->saveDocument(id, kind, settings.toJson(), loadedVersion);
    if (!saved && saved.error().kind == Error::Kind::Conflict) {
        Error conflict = saved.error();
        conflict.facts.code = u"settings-conflict"_s;
        conflict.facts.items = {id.toString(), kind};
        co_return failure(conflict);
    }
    co_return saved;
}

Task<Result<LoadedSettings>> SettingsService::configure(SettingsId id, SettingsSchema schema, SettingsChange change,
                                                        StopToken stop)
{
    for (int attempt = 1;; ++attempt) {
        if (stop.isStopRequested())
            co_return failure(Error::Kind::Cancelled, u"stopped before the settings were saved"_s);
        auto loaded = co_await load(id, schema);
        if (!loaded)
            co_return failure(std::move(loaded).error());
        StoredSettings changed = loaded->settings;
        if (auto done = made(change, changed); !done)
            co_return failure(std::move(done).error());
        if (changed.document() == loaded->settings.document())
            co_return *std::move(loaded); // 2.12.5
        const auto saved = co_await save(id, changed, loaded->version);
        if (saved)
            co_return LoadedSettings{std::move(changed), *saved};
        if (saved.error().kind != Error::Kind::Conflict || attempt == attempts)
            co_return failure(saved.error());
        // Others have their turn, whatever the store is.
        if (auto yielded = co_await delay(m_clock, std::chrono::milliseconds(0), stop); !yielded)
            co_return failure(std::move(yielded).error());
    }
}

} // namespace typeshift
