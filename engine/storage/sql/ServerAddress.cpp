// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "storage/sql/ServerAddress.h"

#include <QUrl>
#include <QUrlQuery>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

std::unexpected<Error> refuse(const QUrl &url, const QString &message)
{
    ErrorFacts facts;
    facts.code = u"open"_s;
    facts.host = url.toDisplayString(QUrl::RemovePassword | QUrl::RemoveQuery);
    facts.message = message;
    return failure(Error(Error::Kind::Storage, facts));
}

QString quoted(QString value)
{
    return QString(u'\'' + value.replace(u'\\', "\\\\"_L1).replace(u'\'', "\\'"_L1) + u'\'');
}

} // namespace

Result<ServerAddress> ServerAddress::fromText(const QString &text)
{
    const QUrl url(text, QUrl::StrictMode);
    const QUrlQuery query(url.query(QUrl::FullyEncoded));
    if (!url.isValid())
        return refuse({}, u"this is no address: %1"_s.arg(url.errorString().section(u';', 0, 0)));
    if (url.scheme() != "postgresql"_L1 && url.scheme() != "postgres"_L1)
        return refuse(url, u"%1:// is not known; a server's address begins with postgresql://"_s.arg(url.scheme()));
    if (!url.password().isEmpty() || query.hasQueryItem(u"password"_s))
        return refuse(url, u"the address holds a password; it belongs into the file ~/.pgpass"_s);
    ServerAddress address;
    address.host = url.host();
    address.port = url.port();
    address.user = url.userName(QUrl::FullyDecoded);
    address.database = url.path(QUrl::FullyDecoded).mid(1);
    static const QStringList known{u"sslmode"_s, u"sslrootcert"_s, u"sslcert"_s, u"sslkey"_s, u"connect_timeout"_s};
    for (const auto &[name, value] : query.queryItems(QUrl::FullyDecoded)) {
        if (name == "host"_L1 && address.host.isEmpty())
            address.host = value;
        else if (name == "user"_L1 && address.user.isEmpty())
            address.user = value;
        else if (known.contains(name) && !value.contains(u';'))
            address.options.insert(name, value);
        else
            return refuse(url, u"the option %1 of the address is not known"_s.arg(name));
    }
    if (address.database.isEmpty())
        return refuse(url, u"the address names no database"_s);
    return address;
}

QString ServerAddress::connectOptions() const
{
    // A network that swallows everything is noticed within a minute.
    QMap<QString, QString> all{{u"connect_timeout"_s, u"10"_s}, {u"tcp_user_timeout"_s, u"30000"_s},
                               {u"keepalives_idle"_s, u"30"_s}, {u"keepalives_interval"_s, u"10"_s},
                               {u"keepalives_count"_s, u"3"_s}, {u"application_name"_s, u"typeshift"_s}};
    all.insert(options);
    QStringList list;
    for (const auto &[name, value] : all.asKeyValueRange())
        list.append(name + u'=' + quoted(value));
    return list.join(u';');
}

} // namespace typeshift
