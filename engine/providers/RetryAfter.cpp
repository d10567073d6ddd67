// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/RetryAfter.h"

#include <QJsonArray>
#include <QLocale>
#include <QTimeZone>

#include <algorithm>
#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace typeshift {

using std::chrono::milliseconds;

namespace {

constexpr double mostMilliseconds = 1e12; // about thirty years: more is nonsense

std::optional<milliseconds> fromNumber(QByteArrayView text, double unit)
{
    bool isNumber = false;
    const double value = text.trimmed().toDouble(&isNumber);
    if (!isNumber || !std::isfinite(value) || value < 0 || value * unit > mostMilliseconds)
        return std::nullopt;
    return milliseconds(std::llround(std::ceil(value * unit - 1e-6)));
}

std::optional<milliseconds> until(const QDateTime &moment, const QDateTime &now)
{
    if (!moment.isValid())
        return std::nullopt;
    return milliseconds(std::max<qint64>(0, now.msecsTo(moment)));
}

// "Wed, 21 Oct 2026 07:28:00 GMT"
std::optional<milliseconds> fromHttpDate(QByteArrayView text, const QDateTime &now)
{
    QDateTime moment = QLocale::c().toDateTime(QString::fromLatin1(text.trimmed()),
                                               u"ddd, dd MMM yyyy HH:mm:ss 'GMT'"_s);
    moment.setTimeZone(QTimeZone::UTC);
    return until(moment, now);
}

std::optional<milliseconds> fromIsoDate(QByteArrayView text, const QDateTime &now)
{
    return until(QDateTime::fromString(QString::fromLatin1(text.trimmed()), Qt::ISODateWithMs), now);
}

std::optional<milliseconds> fromRetryInfo(const QJsonObject &error)
{
    const QJsonArray details = error["details"_L1].toArray();
    for (const auto &detail : details) {
        if (detail["@type"_L1].toString().endsWith("RetryInfo"_L1))
            return goDuration(detail["retryDelay"_L1].toString().toLatin1());
    }
    return std::nullopt;
}

// The longest reset among the limits of which nothing remains.
std::optional<milliseconds> fromResetHeaders(const HttpHead &head, const QDateTime &now)
{
    std::optional<milliseconds> longest;
    const auto look = [&](const QByteArray &remaining, const QByteArray &reset) {
        if (remaining.trimmed() != "0")
            return;
        const auto wait = goDuration(reset).or_else([&] { return fromIsoDate(reset, now); });
        if (wait)
            longest = std::max(*wait, longest.value_or(milliseconds(0)));
    };
    // OpenAI and Groq write the kind last, Anthropic in the middle.
    for (const char *kind : {"requests", "tokens", "input-tokens", "output-tokens"}) {
        const QByteArray what(kind);
        look(head.header(QByteArray("x-ratelimit-remaining-" + what)),
             head.header(QByteArray("x-ratelimit-reset-" + what)));
        look(head.header(QByteArray("anthropic-ratelimit-" + what + "-remaining")),
             head.header(QByteArray("anthropic-ratelimit-" + what + "-reset")));
    }
    return longest;
}

} // namespace

std::optional<milliseconds> goDuration(QByteArrayView text)
{
    struct Unit {
        QByteArrayView name;
        double inMilliseconds;
    };
    constexpr std::array units{Unit{"ms", 1},        Unit{"us", 0.001}, Unit{"\xC2\xB5s", 0.001}, Unit{"ns", 1e-6},
                               Unit{"h", 3'600'000}, Unit{"m", 60'000}, Unit{"s", 1000}};
    double total = 0;
    QByteArrayView rest = text.trimmed();
    if (rest.isEmpty())
        return std::nullopt;
    while (!rest.isEmpty()) {
        const auto isDigit = [](char c) { return (c >= '0' && c <= '9') || c == '.'; };
        const auto digits = std::distance(rest.begin(), std::ranges::find_if_not(rest, isDigit));
        bool isNumber = false;
        const double value = rest.first(digits).toDouble(&isNumber);
        rest = rest.sliced(digits);
        const auto unit = std::ranges::find_if(units, [&](const Unit &each) { return rest.startsWith(each.name); });
        if (!isNumber || unit == units.end())
            return std::nullopt;
        total += value * unit->inMilliseconds;
        rest = rest.sliced(unit->name.size());
    }
    if (total > mostMilliseconds)
        return std::nullopt;
    return milliseconds(std::llround(std::ceil(total - 1e-6)));
}

std::optional<milliseconds> retryAfter(const HttpHead &head, const QJsonObject &error, const QDateTime &now)
{
    if (const auto wait = fromNumber(head.header("retry-after-ms"), 1))
        return wait;
    const QByteArray header = head.header("retry-after");
    if (const auto wait = fromNumber(header, 1000))
        return wait;
    if (const auto wait = goDuration(header))
        return wait;
    if (const auto wait = fromHttpDate(header, now))
        return wait;
    if (const auto wait = fromIsoDate(header, now))
        return wait;
    if (const auto wait = fromRetryInfo(error))
        return wait;
    return fromResetHeaders(head, now);
}

} // namespace typeshift
