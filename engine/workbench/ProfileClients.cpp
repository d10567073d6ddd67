// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "workbench/ProfileClients.h"

#include "providers/ModelCatalog.h"
#include "providers/openai/OpenAiChatClient.h"
#include "providers/scripted/ScriptedClient.h"
#include "workbench/ProviderProfiles.h"
#include "workbench/Secrets.h"

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

// What a person who reads it can do comes first; the keychain's own words stay in it.
Error missingKey(const ProviderProfile &profile, const QString &why)
{
    Error error(Error::Kind::Auth, u"the provider \"%1\" has no key: %2; enter its key again"_s.arg(profile.name, why));
    error.facts.code = u"missing-key"_s;
    error.facts.host = profile.baseUrl.host();
    error.facts.items = {profile.name};
    return error;
}

} // namespace

ProfileClients::ProfileClients(ProviderProfiles &profiles, Secrets &secrets, std::shared_ptr<HttpTransport> network)
    : m_profiles(profiles)
    , m_secrets(secrets)
    , m_network(std::move(network))
{
    connect(&profiles, &ProviderProfiles::changed, this, &ProfileClients::forget);
    // A key may serve several profiles; which ones is not worth asking the database.
    connect(&secrets, &Secrets::changed, this, [this] {
        ++m_changes;
        forgetAll();
    });
}

void ProfileClients::withDemo(const ScenarioLibrary &scenarios, double pace)
{
    m_demo = std::make_shared<ScriptedClient>(scenarios, pace);
    m_demoModels = scenarios.models();
}

void ProfileClients::withCurl(std::shared_ptr<HttpTransport> curl)
{
    m_curl = std::move(curl);
    forgetAll();
}

Result<> ProfileClients::withDirectEndpoint(ProviderApi api, const QUrl &baseUrl, const QString &key,
                                            const ProfileOptions &options)
{
    Way way;
    way.profile.name = directName;
    way.profile.api = api;
    way.profile.baseUrl = baseUrl;
    way.profile.options = options;
    way.key = key;
    return makeClient(way).transform([&](std::shared_ptr<ChatClient> made) {
        m_direct = way;
        m_clients[directName] = std::move(made);
    });
}

// The direct endpoint is in no profile, and its key in no keychain.
void ProfileClients::forgetAll()
{
    m_clients.removeIf([](const auto &each) { return each.key() != directName; });
}

void ProfileClients::forget(const QString &profile)
{
    ++m_changes;
    m_clients.remove(profile);
}

Task<Result<std::shared_ptr<ChatClient>>> ProfileClients::client(QString provider, QString model)
{
    if (provider == demoProvider && m_demo)
        co_return demoClient(model);
    if (auto known = m_clients.value(provider))
        co_return known;
    const quint64 changes = m_changes;
    const auto way = co_await wayTo(provider);
    if (!way)
        co_return failure(way.error());
    auto made = makeClient(*way);
    if (made && changes == m_changes)
        m_clients[provider] = *made;
    co_return made;
}

Task<Result<QStringList>> ProfileClients::models(QString provider, HttpTimeouts timeouts, StopToken stop)
{
    if (provider == demoProvider && m_demo)
        co_return m_demoModels;
    const auto way = co_await wayTo(provider);
    if (!way)
        co_return failure(way.error());
    auto address = EndpointAddress::fromText(way->profile.baseUrl.toString(QUrl::FullyEncoded));
    if (!address)
        co_return failure(std::move(address).error());
    ModelCatalog server(transportFor(way->profile), *std::move(address), way->key.toUtf8());
    const auto facts = co_await server.models(timeouts, stop);
    if (!facts)
        co_return failure(facts.error());
    QStringList names;
    for (const ModelFacts &model : *facts)
        names.append(model.id);
    co_return names;
}

Task<Result<ProfileClients::Way>> ProfileClients::wayTo(QString provider)
{
    if (provider == directName && m_direct)
        co_return *m_direct;
    const auto profile = co_await m_profiles.find(provider);
    if (!profile)
        co_return failure(profile.error());
    if (!*profile || provider == demoProvider)
        co_return failure(co_await unknownProvider(provider));
    auto secret = co_await key(**profile);
    if (!secret)
        co_return failure(std::move(secret).error());
    co_return Way{**profile, *std::move(secret)};
}

Result<std::shared_ptr<ChatClient>> ProfileClients::demoClient(const QString &model) const
{
    if (m_demoModels.contains(model))
        return m_demo;
    Error error(Error::Kind::InvalidInput,
                u"the demo has no model \"%1\"; there are %2"_s.arg(model, m_demoModels.join(", "_L1)));
    error.facts.code = u"unknown-model"_s;
    error.facts.items = m_demoModels;
    return failure(std::move(error));
}

Task<Error> ProfileClients::unknownProvider(QString provider)
{
    Error error(Error::Kind::InvalidInput, u"no provider is called \"%1\""_s.arg(provider));
    error.facts.code = u"unknown-provider"_s;
    const auto known = co_await m_profiles.list();
    if (!known)
        co_return error;
    for (const ProviderProfile &profile : *known)
        error.facts.items.append(profile.name);
    error.facts.message += u"; there are "_s + error.facts.items.join(", "_L1);
    co_return error;
}

Task<Result<QString>> ProfileClients::key(ProviderProfile profile)
{
    const QString name = profile.secretName();
    if (name.isEmpty())
        co_return QString();
    const auto secret = co_await m_secrets.load(name);
    if (!secret)
        co_return failure(
            missingKey(profile, u"the keychain does not hand it out (%1)"_s.arg(secret.error().facts.message)));
    if (*secret)
        co_return **secret;
    co_return failure(missingKey(profile, u"the keychain holds none called \"%1\""_s.arg(name)));
}

std::shared_ptr<HttpTransport> ProfileClients::transportFor(const ProviderProfile &profile) const
{
    return profile.options.transport == ProfileTransport::Curl && m_curl ? m_curl : m_network;
}

Result<std::shared_ptr<ChatClient>> ProfileClients::makeClient(const Way &way) const
{
    auto address = EndpointAddress::fromText(way.profile.baseUrl.toString(QUrl::FullyEncoded));
    if (!address)
        return failure(std::move(address).error());
    OpenAiEndpoint endpoint{.address = *std::move(address), .key = way.key.toUtf8()};
    endpoint.thinkTags = way.profile.options.thinkTags ? ChatAnswer::ThinkTagMode::Split
                                                       : ChatAnswer::ThinkTagMode::Ignored;
    endpoint.allowHttp2 = way.profile.options.http2;
    switch (way.profile.api) {
    case ProviderApi::OpenAiChat:
        break; // The only wire so far; another one makes its client here.
    }
    return std::make_shared<OpenAiChatClient>(transportFor(way.profile), std::move(endpoint));
}

} // namespace typeshift
