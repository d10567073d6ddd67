// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "words/Numbers.h"

#include <QCoreApplication>
#include <QLocale>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace typeshift::ui {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(typeshift::ui::Numbers)
};

QString twoDigits(qint64 value)
{
    return QString::number(value).rightJustified(2, u'0');
}

// Hours and minutes as the locale writes them; some short formats have seconds.
QString clockText(QTime time)
{
    QString format = QLocale().timeFormat(QLocale::ShortFormat);
    format.remove(":ss"_L1);
    return QLocale().toString(time, format);
}

QString oneDecimal(double value)
{
    return QLocale().toString(value, 'f', 1);
}

} // namespace

QString countText(qint64 count)
{
    if (count < 1'000)
        return QLocale().toString(count);
    // 999,950 would read "1000.0k".
    if (count < 999'950)
        return Words::tr("%1k").arg(oneDecimal(double(count) / 1'000));
    return Words::tr("%1M").arg(oneDecimal(double(count) / 1'000'000));
}

QString durationText(std::chrono::milliseconds duration)
{
    if (duration < 9'950ms)
        return Words::tr("%1 s").arg(oneDecimal(double(duration.count()) / 1'000));
    const auto seconds = std::chrono::round<std::chrono::seconds>(duration);
    if (seconds < 60s)
        return Words::tr("%1 s").arg(QLocale().toString(qint64(seconds.count())));
    const auto minutes = std::chrono::floor<std::chrono::minutes>(seconds);
    if (minutes < 1h)
        return Words::tr("%1 min").arg(QLocale().toString(qint64(minutes.count())));
    const auto hours = std::chrono::floor<std::chrono::hours>(minutes);
    return Words::tr("%1 h %2 min")
        .arg(QLocale().toString(qint64(hours.count())), QLocale().toString(qint64((minutes - hours).count())));
}

QString elapsedText(std::chrono::seconds elapsed)
{
    const qint64 all = std::max<qint64>(0, elapsed.count());
    const QString seconds = twoDigits(all % 60);
    if (all < 3'600)
        return u"%1:%2"_s.arg(QString::number(all / 60), seconds);
    return u"%1:%2:%3"_s.arg(QString::number(all / 3'600), twoDigits(all / 60 % 60), seconds);
}

QString rowTimeText(const QDateTime &at, const QDateTime &now)
{
    const QDateTime local = at.toLocalTime();
    const QDate today = now.toLocalTime().date();
    if (qAbs(at.msecsTo(now)) < 60'000)
        return Words::tr("now");
    if (local.date().daysTo(today) <= 1)
        return clockText(local.time());
    //: Day and month, as in 11 Oct
    const QString format = local.date().year() == today.year() ? Words::tr("d MMM") : Words::tr("d MMM yyyy");
    return QLocale().toString(local.date(), format);
}

QString sizeText(qint64 bytes)
{
    return QLocale().formattedDataSize(bytes, bytes < 10'000'000'000 ? 1 : 0, QLocale::DataSizeSIFormat);
}

} // namespace typeshift::ui
