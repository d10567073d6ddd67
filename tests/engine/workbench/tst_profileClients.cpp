// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "WorkbenchFixture.h"
#include "providers/scripted/ScenarioLibrary.h"
#include "support/FakeTransport.h"
#include "workbench/ProfileClients.h"
#include "workbench/Secrets.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

//! A keychain that never hands anything out.
class LockedSecrets final : public Secrets
{
public:
    Task<Result<std::optional<QString>>> load(QString) override { co_return failure(Error::Kind::Auth, u"locked"_s); }
    Task<Result<>> store(QString, QString) override { co_return {}; }
    Task<Result<>> remove(QString) override { co_return {}; }
    SecretsStatus status() const override { return {SecretsStatus::Place::MemoryOnly, u"locked"_s}; }
};

struct Fixture : WorkbenchFixture {
    MemorySecrets secrets;
    std::shared_ptr<FakeTransport> network = std::make_shared<FakeTransport>();
    ProfileClients clients{*workbench->profiles, secrets, network};

    Result<std::shared_ptr<ChatClient>> client(const QString &provider, const QString &model = u"m"_s)
    {
        return awaitTask(clients.client(provider, model));
    }
    bool add(const QString &name, const QString &key = {})
    {
        ProviderProfile profile;
        profile.name = name;
        profile.baseUrl = QUrl(QString(u"http://localhost:1234/"_s + name));
        profile.keyReference = key.isEmpty() ? QString() : keyReferenceFor(key);
        return awaitTask(workbench->profiles->add(profile)).has_value();
    }
    //! The request that a client sends.
    HttpRequest ask(const Result<std::shared_ptr<ChatClient>> &client)
    {
        StopSource stop;
        RunContext run({.identity = {}, .stop = stop.token(), .clock = clock, .ids = ids});
        auto response = (*client)->respond({.model = u"m"_s, .messages = {userMessage(u"Hi"_s)}}, run);
        response.start();
        return network->requests().constLast();
    }
};

QByteArray authorization(const HttpRequest &request)
{
    for (const auto &[name, value] : request.headers) {
        if (name == "Authorization")
            return value;
    }
    return {};
}

} // namespace

class ProfileClientsTest : public QObject
{
    Q_OBJECT

private slots:
    void aProfileBecomesAClientThatRunsShare();
    void theKeyComesFromTheSecrets();
    void aMissingKeyIsNamedBeforeAnythingIsSent();
    void aLockedKeychainIsNamed();
    void anUnknownProviderIsNamedWithThoseThereAre();
    void aChangedProfileMakesANewClient();
    void aChangedKeyMakesANewClient();
    void theDemoKnowsItsModels();
    void theDirectEndpointIsInNoProfile();
    void aTransportIsChosenByTheProfile();
    void theServerIsAskedForItsModels();
};

void ProfileClientsTest::aProfileBecomesAClientThatRunsShare()
{
    Fixture f;
    QVERIFY(f.add(u"local"_s));
    const auto first = f.client(u"local"_s);
    QVERIFY(first);
    QCOMPARE(f.client(u"local"_s, u"another"_s), first);
    const HttpRequest request = f.ask(first);
    QCOMPARE(request.url.host(), u"localhost"_s);
    QCOMPARE(authorization(request), QByteArray());
}

void ProfileClientsTest::theKeyComesFromTheSecrets()
{
    Fixture f;
    QVERIFY(f.add(u"paid"_s, u"paid"_s));
    QVERIFY(awaitTask(f.secrets.store(u"paid"_s, u"sk-1"_s)));
    QCOMPARE(authorization(f.ask(f.client(u"paid"_s))), QByteArray("Bearer sk-1"));
}

void ProfileClientsTest::aMissingKeyIsNamedBeforeAnythingIsSent()
{
    Fixture f;
    QVERIFY(f.add(u"paid"_s, u"paid"_s));
    const auto refused = f.client(u"paid"_s);
    QVERIFY2(!refused, "2.17.4");
    QCOMPARE(refused.error().kind, Error::Kind::Auth);
    QCOMPARE(refused.error().facts.code, u"missing-key"_s);
    QCOMPARE(refused.error().facts.items, QStringList{u"paid"_s});
    QVERIFY(f.network->requests().isEmpty());
    QVERIFY(awaitTask(f.secrets.store(u"paid"_s, u"sk-1"_s)));
    QVERIFY(f.client(u"paid"_s));
}

void ProfileClientsTest::aLockedKeychainIsNamed()
{
    Fixture f;
    LockedSecrets locked;
    ProfileClients clients(*f.workbench->profiles, locked, f.network);
    QVERIFY(f.add(u"paid"_s, u"paid"_s));
    const auto refused = awaitTask(clients.client(u"paid"_s, u"m"_s));
    QCOMPARE(refused.error().kind, Error::Kind::Auth);
    QVERIFY(refused.error().facts.message.contains("(locked)"_L1));
}

void ProfileClientsTest::anUnknownProviderIsNamedWithThoseThereAre()
{
    Fixture f;
    QVERIFY(f.add(u"local"_s));
    for (const QString &name : {u"nobody"_s, u"direct"_s}) {
        const auto refused = f.client(name);
        QVERIFY2(!refused, "2.17.4");
        QCOMPARE(refused.error().kind, Error::Kind::InvalidInput);
        QCOMPARE(refused.error().facts.items, QStringList({u"local"_s, u"demo"_s}));
        QVERIFY(refused.error().facts.message.contains(name));
    }
}

void ProfileClientsTest::aChangedProfileMakesANewClient()
{
    Fixture f;
    QVERIFY(f.add(u"local"_s));
    const auto before = f.client(u"local"_s);
    auto profile = **awaitTask(f.workbench->profiles->find(u"local"_s));
    profile.baseUrl = QUrl(u"http://elsewhere/v1"_s);
    QVERIFY(awaitTask(f.workbench->profiles->update(profile)));
    const auto after = f.client(u"local"_s);
    QVERIFY(*before != *after);
    QCOMPARE(f.ask(after).url, QUrl(u"http://elsewhere/v1/chat/completions"_s));
    QVERIFY(awaitTask(f.workbench->profiles->remove(u"local"_s)));
    QVERIFY(!f.client(u"local"_s));
}

void ProfileClientsTest::aChangedKeyMakesANewClient()
{
    Fixture f;
    QVERIFY(f.add(u"paid"_s, u"paid"_s));
    QVERIFY(awaitTask(f.secrets.store(u"paid"_s, u"sk-1"_s)));
    QVERIFY(f.client(u"paid"_s));
    QVERIFY(awaitTask(f.secrets.store(u"paid"_s, u"sk-2"_s)));
    QCOMPARE(authorization(f.ask(f.client(u"paid"_s))), QByteArray("Bearer sk-2"));
}

void ProfileClientsTest::theDemoKnowsItsModels()
{
    Fixture f;
    QVERIFY(!f.client(u"demo"_s, u"chat"_s));
    ScenarioLibrary scenarios;
    scenarios.add(u"chat"_s, Scenario{});
    f.clients.withDemo(scenarios, 0);
    QVERIFY(f.client(u"demo"_s, u"chat"_s));
    const auto refused = f.client(u"demo"_s, u"gpt"_s);
    QCOMPARE(refused.error().kind, Error::Kind::InvalidInput);
    QCOMPARE(refused.error().facts.code, u"unknown-model"_s);
    QCOMPARE(refused.error().facts.items, QStringList{u"chat"_s});
}

void ProfileClientsTest::theDirectEndpointIsInNoProfile()
{
    Fixture f;
    QVERIFY(f.clients.withDirectEndpoint(ProviderApi::OpenAiChat, QUrl(u"http://127.0.0.1:9/v1"_s), u"sk-d"_s));
    const HttpRequest request = f.ask(f.client(u"direct"_s));
    QCOMPARE(request.url, QUrl(u"http://127.0.0.1:9/v1/chat/completions"_s));
    QCOMPARE(authorization(request), QByteArray("Bearer sk-d"));
    QCOMPARE(awaitTask(f.workbench->profiles->list())->size(), 1);
    QVERIFY(!f.clients.withDirectEndpoint(ProviderApi::OpenAiChat, QUrl(u"file:///x"_s), {}));
}

void ProfileClientsTest::aTransportIsChosenByTheProfile()
{
    Fixture f;
    const auto curl = std::make_shared<FakeTransport>();
    f.clients.withCurl(curl);
    ProviderProfile profile;
    profile.name = u"other"_s;
    profile.baseUrl = QUrl(u"http://localhost:1234/v1"_s);
    profile.options.transport = ProfileTransport::Curl;
    QVERIFY(awaitTask(f.workbench->profiles->add(profile)));
    QVERIFY(f.add(u"local"_s));
    f.ask(f.client(u"local"_s));
    StopSource stop;
    RunContext run({.identity = {}, .stop = stop.token(), .clock = f.clock, .ids = f.ids});
    auto client = f.client(u"other"_s);
    QVERIFY(client);
    auto response = (*client)->respond({.model = u"m"_s, .messages = {userMessage(u"Hi"_s)}}, run);
    response.start();
    QCOMPARE(curl->requests().size(), 1);
    QCOMPARE(f.network->requests().size(), 1);
}

void ProfileClientsTest::theServerIsAskedForItsModels()
{
    Fixture f;
    QVERIFY(f.add(u"local"_s, u"k"_s));
    QCOMPARE(awaitTask(f.clients.models(u"local"_s, {}, {})).error().kind, Error::Kind::Auth);
    QVERIFY(awaitTask(f.secrets.store(u"k"_s, u"sk-1"_s)));
    FakeAnswer answer;
    answer.headers = {{"Content-Type", "application/json"}};
    answer.chunks = {R"({"object":"list","data":[{"id":"b"},{"id":"a"}]})"};
    f.network->enqueue(answer);
    QCOMPARE(*awaitTask(f.clients.models(u"local"_s, {}, {})), QStringList({u"a"_s, u"b"_s}));
    QCOMPARE(authorization(f.network->requests().constLast()), QByteArray("Bearer sk-1"));
    QCOMPARE(awaitTask(f.clients.models(u"nobody"_s, {}, {})).error().kind, Error::Kind::InvalidInput);
}

QTEST_GUILESS_MAIN(ProfileClientsTest)
#include "tst_profileClients.moc"
