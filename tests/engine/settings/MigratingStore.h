// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/Store.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <functional>

namespace typeshift {

//! A store that brings older settings up to date as they are loaded, as docs/STORES.md says: the kind tells whose they
//! are, "$schemaVersion" how old they are, and the version stays the row's, so that the next save replaces it.
class MigratingStore final : public SettingsStore
{
public:
    //! Makes members of this schema version of those of the version before.
    using Step = std::function<void(QJsonObject &members)>;

    MigratingStore(SettingsStore &inner, QString kind, QMap<int, Step> steps)
        : m_inner(inner)
        , m_kind(std::move(kind))
        , m_steps(std::move(steps))
    {
    }

    Task<Result<std::optional<StoredDocument>>> loadDocument(SettingsId id, QString kind) override
    {
        auto loaded = co_await m_inner.loadDocument(id, kind);
        if (loaded && *loaded && kind == m_kind)
            (*loaded)->json = migrated((*loaded)->json);
        co_return loaded;
    }
    Task<Result<qint64>> saveDocument(SettingsId id, QString kind, QByteArray json, qint64 loadedVersion) override
    {
        return m_inner.saveDocument(id, std::move(kind), std::move(json), loadedVersion);
    }

private:
    QByteArray migrated(const QByteArray &json) const
    {
        QJsonObject members = QJsonDocument::fromJson(json).object();
        const int version = members.value(QLatin1StringView("$schemaVersion")).toInt(1);
        bool isOlder = false;
        for (const auto &[to, step] : m_steps.asKeyValueRange()) {
            if (to <= version)
                continue;
            step(members);
            members[QLatin1StringView("$schemaVersion")] = to;
            isOlder = true;
        }
        return isOlder ? QJsonDocument(members).toJson(QJsonDocument::Compact) : json;
    }

    SettingsStore &m_inner;
    QString m_kind;
    QMap<int, Step> m_steps;
};

} // namespace typeshift
