// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "toolsets/web/AddressRules.h"

#include <QRegularExpression>

#include <array>

using namespace Qt::StringLiterals;

namespace typeshift::toolsets {

namespace {

struct Range {
    QLatin1StringView prefix;
    int bits;
    QLatin1StringView words;
};

// The special-purpose registries of IANA, and what clouds keep in public ranges. The first that fits gives the words.
constexpr std::array rangesOfFour{
    Range{"169.254.169.254"_L1, 32, "a cloud's metadata service"_L1},
    Range{"100.100.100.200"_L1, 32, "a cloud's metadata service"_L1},
    Range{"168.63.129.16"_L1, 32, "a cloud's metadata service"_L1},
    Range{"0.0.0.0"_L1, 8, "this machine"_L1},
    Range{"10.0.0.0"_L1, 8, "a private network"_L1},
    Range{"100.64.0.0"_L1, 10, "a provider's shared network"_L1},
    Range{"127.0.0.0"_L1, 8, "this machine (loopback)"_L1},
    Range{"169.254.0.0"_L1, 16, "a link-local address"_L1},
    Range{"172.16.0.0"_L1, 12, "a private network"_L1},
    Range{"192.0.0.0"_L1, 24, "a reserved address"_L1},
    Range{"192.0.2.0"_L1, 24, "a reserved address"_L1},
    Range{"192.88.99.0"_L1, 24, "a 6to4 relay"_L1},
    Range{"192.168.0.0"_L1, 16, "a private network"_L1},
    Range{"198.18.0.0"_L1, 15, "a reserved address"_L1},
    Range{"198.51.100.0"_L1, 24, "a reserved address"_L1},
    Range{"203.0.113.0"_L1, 24, "a reserved address"_L1},
    Range{"255.255.255.255"_L1, 32, "a broadcast address"_L1},
    Range{"224.0.0.0"_L1, 4, "a multicast address"_L1},
    Range{"240.0.0.0"_L1, 4, "a reserved address"_L1},
};

constexpr std::array rangesOfSix{
    Range{"fd00:ec2::254"_L1, 128, "a cloud's metadata service"_L1},
    Range{"::"_L1, 128, "this machine"_L1},
    Range{"::1"_L1, 128, "this machine (loopback)"_L1},
    Range{"::ffff:0:0"_L1, 96, "an IPv4 address in disguise (mapped)"_L1},
    Range{"::ffff:0:0:0"_L1, 96, "an IPv4 address in disguise (translated)"_L1},
    Range{"::"_L1, 96, "an IPv4 address in disguise (compatible)"_L1},
    Range{"64:ff9b::"_L1, 96, "an IPv4 address in disguise (NAT64)"_L1},
    Range{"64:ff9b:1::"_L1, 48, "an IPv4 address in disguise (NAT64)"_L1},
    Range{"2002::"_L1, 16, "an IPv4 address in disguise (6to4)"_L1},
    Range{"2001::"_L1, 32, "an IPv4 address in disguise (Teredo)"_L1},
    Range{"2001::"_L1, 23, "a reserved address"_L1},
    Range{"2001:db8::"_L1, 32, "a reserved address"_L1},
    Range{"3fff::"_L1, 20, "a reserved address"_L1},
    Range{"fc00::"_L1, 7, "a private network"_L1},
    Range{"fe80::"_L1, 10, "a link-local address"_L1},
    Range{"fec0::"_L1, 10, "a private network"_L1},
    Range{"ff00::"_L1, 8, "a multicast address"_L1},
};

bool isIn(const Range &range, const quint8 *address, const quint8 *prefix)
{
    const int whole = range.bits / 8;
    const int rest = range.bits % 8;
    const auto mask = quint8(0xff << (8 - rest));
    return std::equal(address, address + whole, prefix)
        && (rest == 0 || (address[whole] & mask) == (prefix[whole] & mask));
}

std::array<quint8, 4> bytesOf(quint32 address)
{
    return {quint8(address >> 24), quint8(address >> 16), quint8(address >> 8), quint8(address)};
}

std::unexpected<Error> refused(const QString &reason)
{
    return failure(Error::Kind::Refused, QString(u"the address is refused: "_s + reason));
}

// "0x7f.1", "017700000001" and "2130706433" mean 127.0.0.1 to some programs and names to others.
bool isUnusualNumber(const QString &host)
{
    static const QRegularExpression plain(u"^(?:(?:0|[1-9][0-9]{0,2})\\.){3}(?:0|[1-9][0-9]{0,2})$"_s);
    static const QRegularExpression number(u"^(?:0x[0-9a-f]*|[0-9]+)$"_s, QRegularExpression::CaseInsensitiveOption);
    if (host.contains(u':')) // IPv6; what it may mean is checked by its bits
        return false;
    QString name = host;
    while (name.endsWith(u'.'))
        name.chop(1);
    const QString last = name.section(u'.', -1);
    return number.match(last).hasMatch() && (!plain.match(name).hasMatch() || name != host);
}

bool isLocalName(const QString &host)
{
    static const QStringList local{u"localhost"_s, u"localdomain"_s, u"local"_s, u"internal"_s, u"intranet"_s,
                                   u"lan"_s,       u"home"_s,        u"corp"_s,  u"private"_s,  u"home.arpa"_s,
                                   u"test"_s,      u"invalid"_s,     u"onion"_s};
    if (!host.contains(u'.'))
        return true;
    return std::ranges::any_of(local, [&host](const QString &name) { return host.endsWith(QString(u'.' + name)); });
}

// The host as it was written, before QUrl makes something plainer of it.
QString writtenHost(const QString &text)
{
    static const QRegularExpression authority(u"^[^:/?#]+://([^/?#]*)"_s);
    QString host = authority.match(text).captured(1);
    host = host.sliced(host.lastIndexOf(u'@') + 1);
    if (host.startsWith(u'['))
        return host;
    return host.section(u':', 0, 0);
}

bool isPortOfTheWeb(int port)
{
    return port == -1 || port == 80 || port == 443
        || (port >= 1024 && port != 2049 && port != 3306 && port != 5432 && port != 6000 && port != 6379
            && port != 11211 && port != 27017);
}

} // namespace

std::optional<QString> whyNotPublic(const QHostAddress &address)
{
    if (address.protocol() == QAbstractSocket::IPv4Protocol) {
        const auto bytes = bytesOf(address.toIPv4Address());
        for (const Range &range : rangesOfFour) {
            const auto prefix = bytesOf(QHostAddress(QString(range.prefix)).toIPv4Address());
            if (isIn(range, bytes.data(), prefix.data()))
                return QString(range.words);
        }
        return std::nullopt;
    }
    if (address.protocol() != QAbstractSocket::IPv6Protocol)
        return u"no address"_s;
    if (!address.scopeId().isEmpty())
        return u"an address of one network card"_s;
    const Q_IPV6ADDR bytes = address.toIPv6Address();
    for (const Range &range : rangesOfSix) {
        const Q_IPV6ADDR prefix = QHostAddress(QString(range.prefix)).toIPv6Address();
        if (isIn(range, bytes.c, prefix.c))
            return QString(range.words);
    }
    if ((bytes.c[0] & 0xe0) != 0x20) // Nothing else is given out.
        return u"a reserved address"_s;
    return std::nullopt;
}

Result<QUrl> checkedAddress(const QString &text)
{
    if (text.size() > 4096)
        return failure(Error::Kind::InvalidInput, u"the address is longer than 4096 characters"_s);
    const bool hasBlanks = std::ranges::any_of(text, [](QChar character) {
        return character.isSpace() || character.category() == QChar::Other_Control
            || character.category() == QChar::Other_Format;
    });
    if (hasBlanks || text.contains(u'\\') || !text.isValidUtf16())
        return refused(u"it has blanks, backslashes or characters that cannot be seen"_s);
    if (!text.contains("://"_L1))
        return failure(Error::Kind::InvalidInput, u"the address must begin with http:// or https://"_s);
    const QString host = writtenHost(text);
    if (host.contains(u'%'))
        return refused(u"its host is escaped"_s);
    if (isUnusualNumber(host))
        return refused(u"its host is a number in an unusual form"_s);
    return checkedAddress(QUrl(text, QUrl::StrictMode));
}

Result<QUrl> checkedAddress(const QUrl &url)
{
    if (!url.isValid())
        return failure(Error::Kind::InvalidInput, QString(u"the address cannot be read: "_s + url.errorString()));
    if (url.scheme() != "http"_L1 && url.scheme() != "https"_L1)
        return refused(u"only http and https are fetched, not %1"_s.arg(url.scheme()));
    if (!url.userInfo().isEmpty() || url.authority().contains(u'@'))
        return refused(u"it has a name or password in it"_s);
    QString host = url.host(QUrl::FullyEncoded).toLower();
    if (host.isEmpty())
        return failure(Error::Kind::InvalidInput, u"the address has no host"_s);
    if (!isPortOfTheWeb(url.port()))
        return refused(u"port %1 is not one of the web"_s.arg(url.port()));
    if (isUnusualNumber(host))
        return refused(u"its host is a number in an unusual form"_s);
    if (const QHostAddress literal(host); !literal.isNull()) {
        if (const auto why = whyNotPublic(literal))
            return refused(QString(host + u" is "_s + *why));
    } else {
        while (host.endsWith(u'.'))
            host.chop(1);
        if (isLocalName(host))
            return refused(QString(host + u" is a name of this machine or of a local network"_s));
    }
    QUrl plain = url;
    plain.setFragment({});
    return plain;
}

} // namespace typeshift::toolsets
