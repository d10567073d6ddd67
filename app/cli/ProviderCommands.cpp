// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/Commands.h"

#include <engine/workbench/ProviderProfiles.h>

#include <QCoreApplication>
#include <QFile>

using namespace Qt::StringLiterals;

namespace typeshift::cli {

namespace {

QString said(const char *text)
{
    return QCoreApplication::translate("typeshift::cli", text);
}

// The key that was piped in; never an argument, where other users of the machine could see it.
QString keyFromInput()
{
    QFile input;
    return input.open(stdin, QIODevice::ReadOnly) ? QString::fromUtf8(input.readAll()).trimmed() : QString();
}

Result<ProviderProfile> profileOf(const Arguments &arguments)
{
    ProviderProfile profile;
    profile.name = arguments.positional.value(1);
    profile.title = arguments.value(u"title"_s);
    profile.baseUrl = QUrl(arguments.value(u"base-url"_s), QUrl::StrictMode);
    profile.defaultModel = arguments.value(u"model"_s);
    if (arguments.has(u"api"_s)) {
        const auto api = Codec<ProviderApi>::decode(arguments.value(u"api"_s));
        if (!api)
            return failure(Error::Kind::InvalidInput, u"--api: "_s + api.error());
        profile.api = *api;
    }
    if (!arguments.has(u"no-key"_s))
        profile.keyReference = keyReferenceFor(profile.name);
    return checkProfile(profile).transform([&profile] { return profile; });
}

// Stores the key where it outlives this call, or not at all: a key in memory would be gone with the program.
Task<Result<>> storeKey(Workplace &workplace, ProviderProfile profile)
{
    if (profile.keyReference.isEmpty())
        co_return {};
    const QString key = keyFromInput();
    if (key.isEmpty()) {
        co_return failure(Error::Kind::InvalidInput,
                          u"no key came from standard input; pipe it in, or use --no-key for a server without keys"_s);
    }
    if (auto stored = co_await workplace.secrets().store(profile.secretName(), key); !stored)
        co_return stored;
    if (workplace.secrets().status().place == SecretsStatus::Place::MemoryOnly) {
        ErrorFacts facts;
        facts.code = u"noKeychain"_s;
        facts.message = u"%1; name the endpoint with --base-url and its key with --api-key-env instead"_s.arg(
            workplace.secrets().status().reason);
        co_return failure(Error(Error::Kind::Auth, facts));
    }
    co_return {};
}

Task<ExitCode> addProvider(Workplace &workplace)
{
    const auto profile = profileOf(workplace.arguments());
    if (!profile)
        co_return workplace.output().fail(profile.error());
    if (auto stored = co_await storeKey(workplace, *profile); !stored)
        co_return workplace.output().fail(stored.error());
    if (auto added = co_await workplace.workbench().profiles->add(*profile); !added)
        co_return workplace.output().fail(added.error());
    workplace.output().remark(said("Provider “%1” is set up.").arg(profile->name));
    co_return ExitCode::Done;
}

Task<ExitCode> removeProvider(Workplace &workplace)
{
    const QString name = workplace.arguments().positional.value(1);
    ProviderProfiles &profiles = *workplace.workbench().profiles;
    const auto profile = co_await profiles.find(name);
    if (!profile)
        co_return workplace.output().fail(profile.error());
    if (!*profile)
        co_return workplace.output().fail(Error(Error::Kind::InvalidInput, u"no provider is called “%1”"_s.arg(name)));
    if (auto removed = co_await profiles.remove(name); !removed)
        co_return workplace.output().fail(removed.error());
    if (const QString secret = (*profile)->secretName(); !secret.isEmpty()) {
        if (auto removed = co_await workplace.secrets().remove(secret); !removed)
            co_return workplace.output().fail(removed.error());
    }
    co_return ExitCode::Done;
}

Task<ExitCode> listProviders(Workplace &workplace)
{
    const auto profiles = co_await workplace.workbench().profiles->list();
    if (!profiles)
        co_return workplace.output().fail(profiles.error());
    for (const ProviderProfile &profile : *profiles) {
        if (workplace.output().isJson()) {
            workplace.output().json({{u"name"_s, profile.name},
                                     {u"title"_s, profile.shownTitle()},
                                     {u"api"_s, Codec<ProviderApi>::encode(profile.api)},
                                     {u"baseUrl"_s, profile.baseUrl.toString()},
                                     {u"hasKey"_s, !profile.keyReference.isEmpty()},
                                     {u"defaultModel"_s, profile.defaultModel}});
        } else {
            workplace.output().text(u"%1  %2  %3\n"_s.arg(
                profile.name.leftJustified(16), profile.shownTitle().leftJustified(24), profile.baseUrl.toString()));
        }
    }
    co_return ExitCode::Done;
}

} // namespace

Task<ExitCode> providers(Workplace &workplace)
{
    const QString verb = workplace.arguments().positional.value(0);
    if (!verb.isEmpty()
        && ((verb != "add"_L1 && verb != "remove"_L1) || workplace.arguments().positional.size() != 2)) {
        workplace.output().remark(said("Usage: typeshift providers [add NAME | remove NAME]"));
        co_return ExitCode::Usage;
    }
    if (auto opened = co_await workplace.open(OpenMode::ReadWrite); !opened)
        co_return workplace.output().fail(opened.error());
    if (verb == "add"_L1)
        co_return co_await addProvider(workplace);
    if (verb == "remove"_L1)
        co_return co_await removeProvider(workplace);
    co_return co_await listProviders(workplace);
}

} // namespace typeshift::cli
