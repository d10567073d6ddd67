// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "workbench/ProviderProfiles.h"

#include "storage/sql/Database.h"
#include "workbench/Rows.h"

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

QString selectSql()
{
    return u"SELECT name, title, api, base_url, key_reference, default_model, options FROM provider_profiles"_s;
}

// A profile of an API or with options that only a newer version knows is an error that names it.
Result<ProviderProfile> profileOf(const Statement &row)
{
    ProviderProfile profile;
    profile.name = row.value(0).toString();
    profile.title = row.value(1).toString();
    profile.baseUrl = QUrl(row.value(3).toString());
    profile.keyReference = row.value(4).toString();
    profile.defaultModel = row.value(5).toString();
    const auto api = Codec<ProviderApi>::decode(row.value(2).toString());
    const auto options = decodeJson<ProfileOptions>(row.value(6).toString().toUtf8());
    if (!api || !options) {
        return failure(Error::Kind::Storage,
                       u"the provider \"%1\": %2"_s.arg(
                           profile.name, api ? u"options: "_s + options.error() : u"api: "_s + api.error()));
    }
    profile.api = *api;
    profile.options = *options;
    return profile;
}

Result<QList<ProviderProfile>> readProfiles(Connection &connection, const QString &condition,
                                            const QVariantList &values)
{
    QList<ProviderProfile> profiles;
    auto done = forEachRow(connection, selectSql() + condition, values, [&](const Statement &row) {
        return profileOf(row).transform([&](ProviderProfile profile) { profiles.append(std::move(profile)); });
    });
    if (!done)
        return failure(std::move(done).error());
    return profiles;
}

Result<std::optional<ProviderProfile>> readProfile(Connection &connection, const QString &name)
{
    if (name == demoProvider)
        return demoProfile();
    return readProfiles(connection, u" WHERE name = ?"_s, {name}).transform([](const QList<ProviderProfile> &found) {
        return found.isEmpty() ? std::nullopt : std::optional(found.constFirst());
    });
}

QVariantList columnsOf(const ProviderProfile &profile)
{
    return {notNull(profile.title),
            Codec<ProviderApi>::encode(profile.api).toString(),
            notNull(profile.baseUrl.toString(QUrl::FullyEncoded)),
            notNull(profile.keyReference),
            notNull(profile.defaultModel),
            QString::fromUtf8(encodeJson(profile.options)),
            profile.name};
}

Result<ModelChoice> readDefaultChoice(Connection &connection)
{
    const auto chosen = readRows(
        connection, u"SELECT provider, model FROM model_choices WHERE purpose = 'conversation'"_s, {},
        [](const Statement &row) { return ModelChoice{row.value(0).toString(), row.value(1).toString()}; });
    if (!chosen)
        return failure(chosen.error());
    if (!chosen->isEmpty()) {
        // What was chosen may be gone since.
        const auto profile = readProfile(connection, chosen->constFirst().provider);
        if (!profile)
            return failure(profile.error());
        if (*profile)
            return chosen->constFirst();
    }
    auto profiles = readProfiles(connection, u" ORDER BY position LIMIT 1"_s, {});
    if (!profiles)
        return failure(std::move(profiles).error());
    const ProviderProfile first = profiles->isEmpty() ? demoProfile() : profiles->constFirst();
    return ModelChoice{first.name, first.defaultModel};
}

Error noSuchProfile(const QString &name)
{
    Error error(Error::Kind::InvalidInput, u"no provider is called \"%1\""_s.arg(name));
    error.facts.items = {name};
    return error;
}

} // namespace

ProviderProfiles::ProviderProfiles(Database &database, QObject *parent)
    : QObject(parent)
    , m_database(database)
{
}

Task<Result<QList<ProviderProfile>>> ProviderProfiles::list()
{
    auto profiles = co_await m_database.run(
        [](Connection &connection) { return readProfiles(connection, u" ORDER BY position"_s, {}); });
    if (profiles)
        profiles->append(demoProfile());
    co_return profiles;
}

Task<Result<std::optional<ProviderProfile>>> ProviderProfiles::find(QString name)
{
    return m_database.run([name](Connection &connection) { return readProfile(connection, name); });
}

Task<Result<>> ProviderProfiles::add(ProviderProfile profile)
{
    if (auto checked = checkProfile(profile); !checked)
        co_return checked;
    const auto added = co_await m_database.run([profile](Connection &connection) {
        return changeRows(
            connection,
            u"INSERT INTO provider_profiles(title, api, base_url, key_reference, default_model, options, name)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT(name) DO NOTHING"_s,
            columnsOf(profile));
    });
    if (!added)
        co_return failure(added.error());
    if (*added == 0)
        co_return failure(Error::Kind::Conflict, u"a provider called \"%1\" is there already"_s.arg(profile.name));
    emit changed(profile.name);
    co_return {};
}

Task<Result<>> ProviderProfiles::update(ProviderProfile profile)
{
    if (auto checked = checkProfile(profile); !checked)
        co_return checked;
    const auto updated = co_await m_database.run([profile](Connection &connection) {
        return changeRows(connection,
                          u"UPDATE provider_profiles SET title = ?, api = ?, base_url = ?, key_reference = ?,"
                          " default_model = ?, options = ? WHERE name = ?"_s,
                          columnsOf(profile));
    });
    if (!updated)
        co_return failure(updated.error());
    if (*updated == 0)
        co_return failure(noSuchProfile(profile.name));
    emit changed(profile.name);
    co_return {};
}

Task<Result<>> ProviderProfiles::remove(QString name)
{
    if (name == demoProvider)
        co_return failure(Error::Kind::InvalidInput, u"the demo is always there"_s);
    const auto removed = co_await m_database.run([name](Connection &connection) {
        return changeRows(connection, u"DELETE FROM provider_profiles WHERE name = ?"_s, {name});
    });
    if (!removed)
        co_return failure(removed.error());
    if (*removed > 0)
        emit changed(name);
    co_return {};
}

Task<Result<ModelChoice>> ProviderProfiles::defaultChoice()
{
    return m_database.run([](Connection &connection) { return readDefaultChoice(connection); });
}

Task<Result<>> ProviderProfiles::setDefaultChoice(ModelChoice choice)
{
    auto stored = co_await m_database.run([choice](Connection &connection) -> Result<> {
        const auto profile = readProfile(connection, choice.provider);
        if (!profile)
            return failure(profile.error());
        if (!*profile)
            return failure(noSuchProfile(choice.provider));
        return changeRows(connection,
                          u"INSERT INTO model_choices(purpose, provider, model) VALUES ('conversation', ?, ?)"
                          " ON CONFLICT(purpose) DO UPDATE SET provider = excluded.provider, model = excluded.model"_s,
                          {choice.provider, notNull(choice.model)})
            .transform([](qint64) { });
    });
    if (stored)
        emit defaultChoiceChanged(choice);
    co_return stored;
}

} // namespace typeshift
