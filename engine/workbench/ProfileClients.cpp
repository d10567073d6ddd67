// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "workbench/ProfileClients.h"

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
        m_clients.clear();
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
    m_clients.clear();
}

Result<> ProfileClients::withDirectEndpoint(ProviderApi api, const QUrl &baseUrl, const QString &key,
                                            const ProfileOptions &options)
{
    ProviderProfile profile;
    profile.name = directName;
    profile.api = api;
    profile.baseUrl = baseUrl;
    profile.options = options;
    return makeClient(profile, key).transform([this](std::shared_ptr<ChatClient> made) { m_direct = std::move(made); });
}

void ProfileClients::forget(const QString &profile)
{
    ++m_changes;
    m_clients.remove(profile);
}

Task<Result<std::shared_ptr<ChatClient>>> ProfileClients::client(QString provider, QString model)
{
    if (provider == directName && m_direct)
        co_return m_direct;
    if (provider == demoProvider && m_demo)
        co_return demoClient(model);
    if (auto known = m_clients.value(provider))
        co_return known;
    co_return co_await profileClient(provider);
}

Task<Result<std::shared_ptr<ChatClient>>> ProfileClients::profileClient(QString provider)
{
    const quint64 changes = m_changes;
    auto found = co_await m_profiles.find(provider);
    if (!found)
        co_return failure(std::move(found).error());
    const std::optional<ProviderProfile> profile = *std::move(found);
    if (!profile || profile->name == demoProvider)
        co_return failure(co_await unknownProvider(provider));
    auto secret = co_await key(*profile);
    if (!secret)
        co_return failure(std::move(secret).error());
    auto made = makeClient(*profile, *secret);
    if (made && changes == m_changes)
        m_clients[provider] = *made;
    co_return made;
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
        co_return failure(missingKey(profile, u"the keychain does not hand it out (%1)"_s.arg(secret.error().facts.message)));
    if (*secret)
        co_return **secret;
    co_return failure(missingKey(profile, u"the keychain holds none called \"%1\""_s.arg(name)));
}

Result<std::shared_ptr<ChatClient>> ProfileClients::makeClient(const ProviderProfile &profile, const QString &key) const
{
    auto address = EndpointAddress::fromText(profile.baseUrl.toString(QUrl::FullyEncoded));
    if (!address)
        return failure(std::move(address).error());
    const auto &transport = profile.options.transport == ProfileTransport::Curl && m_curl ? m_curl : m_network;
    switch (profile.api) {
    case ProviderApi::OpenAiChat:
        break;
    }
    return std::make_shared<OpenAiChatClient>(
        transport,
        OpenAiEndpoint{.address = *address,
                       .key = key.toUtf8(),
                       .thinkTags = profile.options.thinkTags ? ChatAnswer::ThinkTagMode::Split
                                                              : ChatAnswer::ThinkTagMode::Ignored,
                       .allowHttp2 = profile.options.http2});
}

} // namespace typeshift
