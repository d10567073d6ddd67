// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "workbench/ProviderProfile.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

constexpr auto keychainScheme = "keychain:"_L1;

std::unexpected<Error> refuse(const QString &member, const QString &problem)
{
    Error error(Error::Kind::InvalidInput, QString(member + u": " + problem));
    error.facts.code = member;
    return failure(std::move(error));
}

bool isReserved(const QString &name)
{
    return name == demoProvider || name == "direct"_L1;
}

QString urlProblem(const QUrl &url)
{
    if (!url.isValid() || url.host().isEmpty())
        return u"is not a web address, such as http://localhost:11434/v1"_s;
    if (url.scheme() != "http"_L1 && url.scheme() != "https"_L1)
        return u"begins with neither http:// nor https://"_s;
    // A key in the address would be stored and shown.
    if (!url.userInfo().isEmpty())
        return u"holds a user name or a password; the key belongs into the keychain"_s;
    if (url.query().contains("key"_L1, Qt::CaseInsensitive) || url.query().contains("token"_L1, Qt::CaseInsensitive))
        return u"holds a key; it belongs into the keychain"_s;
    return {};
}

} // namespace

QString ProviderProfile::secretName() const
{
    return keyReference.startsWith(keychainScheme) ? keyReference.sliced(keychainScheme.size()) : QString();
}

QString keyReferenceFor(const QString &secretName)
{
    return QString(keychainScheme + secretName);
}

ProviderProfile demoProfile()
{
    ProviderProfile profile;
    profile.name = demoProvider;
    profile.title = u"Demo"_s;
    profile.defaultModel = u"chat"_s;
    return profile;
}

Result<> checkProfile(const ProviderProfile &profile)
{
    static const QRegularExpression word(u"^[a-z0-9][a-z0-9._-]{0,63}$"_s);
    if (profile.name.isEmpty())
        return refuse(u"name"_s, u"is empty"_s);
    if (!word.match(profile.name).hasMatch())
        return refuse(u"name"_s,
                      u"\"%1\" may hold lower case letters, digits, '.', '_' and '-', at most 64"_s.arg(profile.name));
    if (isReserved(profile.name))
        return refuse(u"name"_s, u"\"%1\" is a name of the program's own"_s.arg(profile.name));
    if (const QString problem = urlProblem(profile.baseUrl); !problem.isEmpty())
        return refuse(
            u"baseUrl"_s,
            u"\"%1\" %2"_s.arg(profile.baseUrl.toDisplayString(QUrl::RemoveUserInfo | QUrl::RemoveQuery), problem));
    if (!profile.keyReference.isEmpty() && profile.secretName().isEmpty())
        return refuse(u"keyReference"_s, u"must be empty or read keychain:NAME; a key itself is never kept here"_s);
    return {};
}

} // namespace typeshift
