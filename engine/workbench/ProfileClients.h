// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ClientProvider.h"
#include "http/HttpTransport.h"
#include "workbench/ProviderProfile.h"

#include <QHash>
#include <QObject>

namespace typeshift {

class ProviderProfiles;
class ScenarioLibrary;
class Secrets;

//! Gives the engine its clients: profile, key and transport joined. One client per profile, shared by all runs, made
//! anew after the profile or its key changed. Lives on the engine's thread; profiles and secrets outlive it.
class ProfileClients final : public QObject, public ClientProvider
{
    Q_OBJECT

public:
    //! The name of the endpoint that the command line names itself.
    static constexpr auto directName = QLatin1StringView("direct");

    ProfileClients(ProviderProfiles &profiles, Secrets &secrets, std::shared_ptr<HttpTransport> network);

    //! What "demo" plays, its models by name. `pace` stretches every wait: 1 as written, 0 at once.
    void withDemo(const ScenarioLibrary &scenarios, double pace = 1.0);
    //! A second way to carry requests, for profiles that ask for it; without it they use the first.
    void withCurl(std::shared_ptr<HttpTransport> curl);
    //! An endpoint that is in no profile, called "direct"; its key is never stored. InvalidInput for an address that
    //! is none.
    Result<> withDirectEndpoint(ProviderApi api, const QUrl &baseUrl, const QString &key,
                                const ProfileOptions &options = {});

    //! InvalidInput for a provider that nobody set up (items: those that there are), and for a model the demo has not;
    //! Auth, naming the profile (items), when its key is missing or the keychain does not hand it out. // 2.17.4
    Task<Result<std::shared_ptr<ChatClient>>> client(QString provider, QString model) override;

    //! The models that a provider has, asked of its server; the demo's and direct's, too. Errors as of client(), and
    //! the server's own.
    Task<Result<QStringList>> models(QString provider, HttpTimeouts timeouts, StopToken stop);

private:
    //! All that it takes to reach a server.
    struct Way {
        ProviderProfile profile;
        QString key;
    };

    Task<Result<Way>> wayTo(QString provider);
    Task<Result<QString>> key(ProviderProfile profile);
    std::shared_ptr<HttpTransport> transportFor(const ProviderProfile &profile) const;
    Task<Error> unknownProvider(QString provider);
    Result<std::shared_ptr<ChatClient>> demoClient(const QString &model) const;
    Result<std::shared_ptr<ChatClient>> makeClient(const Way &way) const;
    void forget(const QString &profile);
    void forgetAll();

    ProviderProfiles &m_profiles;
    Secrets &m_secrets;
    std::shared_ptr<HttpTransport> m_network;
    std::shared_ptr<HttpTransport> m_curl;
    std::shared_ptr<ChatClient> m_demo;
    QStringList m_demoModels;
    std::optional<Way> m_direct;
    QHash<QString, std::shared_ptr<ChatClient>> m_clients;
    quint64 m_changes = 0; //!< a client made from what changed meanwhile is not kept
};

} // namespace typeshift
