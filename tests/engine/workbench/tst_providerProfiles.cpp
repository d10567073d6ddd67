// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "WorkbenchFixture.h"

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

ProviderProfile ollama()
{
    ProviderProfile profile;
    profile.name = u"ollama"_s;
    profile.title = u"Ollama"_s;
    profile.baseUrl = QUrl(u"http://localhost:11434/v1"_s);
    profile.defaultModel = u"qwen3:8b"_s;
    profile.options.thinkTags = true;
    profile.options.unknown = {{u"later"_s, u"kept"_s}};
    return profile;
}

ProviderProfile openAi()
{
    ProviderProfile profile;
    profile.name = u"openai"_s;
    profile.baseUrl = QUrl(u"https://api.openai.com/v1"_s);
    profile.keyReference = keyReferenceFor(u"openai"_s);
    profile.defaultModel = u"gpt-5"_s;
    return profile;
}

} // namespace

class ProviderProfilesTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (placeOfTests() == TestPlace::Server)
            NEEDS_POSTGRES();
    }
    void theDemoIsAlwaysThere();
    void aProfileComesBackAsItWas();
    void aNameIsTakenOnce();
    void aProfileIsChangedAndRemoved();
    void aWrongProfileIsRefused_data();
    void aWrongProfileIsRefused();
    void theDefaultIsTheChoiceElseTheFirstElseTheDemo();
    void aProfileOfANewerVersionIsNamed();
};

void ProviderProfilesTest::theDemoIsAlwaysThere()
{
    WorkbenchFixture f;
    auto &profiles = *f.workbench->profiles;
    QCOMPARE(*awaitTask(profiles.list()), QList<ProviderProfile>{demoProfile()});
    QCOMPARE(**awaitTask(profiles.find(u"demo"_s)), demoProfile());
    QCOMPARE(awaitTask(profiles.remove(u"demo"_s)).error().kind, Error::Kind::InvalidInput);
    QVERIFY(!*awaitTask(profiles.find(u"nobody"_s)));
}

void ProviderProfilesTest::aProfileComesBackAsItWas()
{
    WorkbenchFixture f;
    QSignalSpy changes(f.workbench->profiles.get(), &ProviderProfiles::changed);
    QVERIFY(awaitTask(f.workbench->profiles->add(ollama())));
    QVERIFY(awaitTask(f.workbench->profiles->add(openAi())));
    QCOMPARE(changes.size(), 2);
    f.workbench.reset();
    f.workbench = f.open();
    QCOMPARE(*awaitTask(f.workbench->profiles->list()), QList<ProviderProfile>({ollama(), openAi(), demoProfile()}));
    QCOMPARE(**awaitTask(f.workbench->profiles->find(u"ollama"_s)), ollama());
    QCOMPARE(openAi().secretName(), u"openai"_s);
    QCOMPARE(openAi().shownTitle(), u"openai"_s);
}

void ProviderProfilesTest::aNameIsTakenOnce()
{
    WorkbenchFixture f;
    QVERIFY(awaitTask(f.workbench->profiles->add(ollama())));
    QCOMPARE(awaitTask(f.workbench->profiles->add(ollama())).error().kind, Error::Kind::Conflict);
}

void ProviderProfilesTest::aProfileIsChangedAndRemoved()
{
    WorkbenchFixture f;
    auto &profiles = *f.workbench->profiles;
    ProviderProfile profile = ollama();
    QCOMPARE(awaitTask(profiles.update(profile)).error().kind, Error::Kind::InvalidInput);
    QVERIFY(awaitTask(profiles.add(profile)));
    profile.defaultModel = u"llama"_s;
    profile.options = {.transport = ProfileTransport::Curl};
    QVERIFY(awaitTask(profiles.update(profile)));
    QCOMPARE(**awaitTask(profiles.find(profile.name)), profile);
    QVERIFY(awaitTask(profiles.remove(profile.name)));
    QVERIFY(awaitTask(profiles.remove(profile.name)));
    QVERIFY(!*awaitTask(profiles.find(profile.name)));
}

void ProviderProfilesTest::aWrongProfileIsRefused_data()
{
    QTest::addColumn<ProviderProfile>("profile");
    QTest::addColumn<QString>("member");
    const auto row = [](const char *name, const QString &member, auto change) {
        ProviderProfile profile = openAi();
        change(profile);
        QTest::newRow(name) << profile << member;
    };
    row("no name", u"name"_s, [](auto &p) { p.name.clear(); });
    row("a space in the name", u"name"_s, [](auto &p) { p.name = u"my server"_s; });
    row("upper case", u"name"_s, [](auto &p) { p.name = u"OpenAI"_s; });
    row("the demo's name", u"name"_s, [](auto &p) { p.name = u"demo"_s; });
    row("the direct endpoint's name", u"name"_s, [](auto &p) { p.name = u"direct"_s; });
    row("no address", u"baseUrl"_s, [](auto &p) { p.baseUrl = {}; });
    row("a file", u"baseUrl"_s, [](auto &p) { p.baseUrl = QUrl(u"file:///etc"_s); });
    row("a host without a scheme", u"baseUrl"_s, [](auto &p) { p.baseUrl = QUrl(u"localhost:11434/v1"_s); });
    row("T25 a password in the address", u"baseUrl"_s, [](auto &p) { p.baseUrl = QUrl(u"https://a:sk-1@host/v1"_s); });
    row("T25 a key in the address", u"baseUrl"_s, [](auto &p) { p.baseUrl = QUrl(u"https://host/v1?api_key=sk-1"_s); });
    row("T25 a key instead of a reference", u"keyReference"_s, [](auto &p) { p.keyReference = u"sk-secret"_s; });
}

void ProviderProfilesTest::aWrongProfileIsRefused()
{
    QFETCH(ProviderProfile, profile);
    QFETCH(QString, member);
    WorkbenchFixture f;
    const auto refused = awaitTask(f.workbench->profiles->add(profile));
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, Error::Kind::InvalidInput);
    QCOMPARE(refused.error().facts.code, member);
    QVERIFY(refused.error().facts.message.startsWith(member));
    QVERIFY(!refused.error().facts.message.contains("sk-"_L1));
}

void ProviderProfilesTest::theDefaultIsTheChoiceElseTheFirstElseTheDemo()
{
    WorkbenchFixture f;
    auto &profiles = *f.workbench->profiles;
    QCOMPARE(*awaitTask(profiles.defaultChoice()), (ModelChoice{u"demo"_s, u"chat"_s}));
    QVERIFY(awaitTask(profiles.add(ollama())));
    QVERIFY(awaitTask(profiles.add(openAi())));
    QCOMPARE(*awaitTask(profiles.defaultChoice()), (ModelChoice{u"ollama"_s, u"qwen3:8b"_s}));
    QVERIFY(awaitTask(profiles.setDefaultChoice({u"openai"_s, u"gpt-5-mini"_s})));
    QCOMPARE(*awaitTask(profiles.defaultChoice()), (ModelChoice{u"openai"_s, u"gpt-5-mini"_s}));
    QVERIFY(awaitTask(profiles.remove(u"openai"_s)));
    QCOMPARE(*awaitTask(profiles.defaultChoice()), (ModelChoice{u"ollama"_s, u"qwen3:8b"_s}));
    QCOMPARE(awaitTask(profiles.setDefaultChoice({u"nobody"_s, u"x"_s})).error().kind, Error::Kind::InvalidInput);
    QVERIFY(awaitTask(profiles.setDefaultChoice({u"demo"_s, u"long"_s})));
    QCOMPARE(*awaitTask(profiles.defaultChoice()), (ModelChoice{u"demo"_s, u"long"_s}));
}

void ProviderProfilesTest::aProfileOfANewerVersionIsNamed()
{
    WorkbenchFixture f;
    QVERIFY(awaitTask(f.workbench->profiles->add(ollama())));
    QVERIFY(awaitTask(f.workbench->database->run([](Connection &connection) {
        return executeSql(connection, u"UPDATE provider_profiles SET api = 'telepathy'"_s);
    })));
    const auto found = awaitTask(f.workbench->profiles->find(u"ollama"_s));
    QVERIFY(!found);
    QCOMPARE(found.error().kind, Error::Kind::Storage);
    QVERIFY(found.error().facts.message.contains("\"ollama\": api: expected one of"_L1));
}

QTEST_GUILESS_MAIN(ProviderProfilesTest)
#include "tst_providerProfiles.moc"
