// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDebug>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QList>
#include <QProcess>
#include <QString>

#include <algorithm>
#include <ctime>

#include <malloc.h>
#include <sys/resource.h>

namespace typeshift::bench {

//! How often a figure is taken, beside its baseline.
constexpr int pairs = 5;

inline double median(QList<double> values)
{
    std::sort(values.begin(), values.end());
    return values.isEmpty() ? 0 : values[values.size() / 2];
}

inline double percentile(QList<double> values, double part)
{
    std::sort(values.begin(), values.end());
    return values.isEmpty() ? 0 : values[std::min(values.size() - 1, qsizetype(double(values.size()) * part))];
}

//! Milliseconds of processor time of this process, all threads.
inline double cpuMilliseconds()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3
        + double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

//! Megabytes that a process holds at the moment.
inline double residentMegabytes(qint64 process)
{
    QFile status(QStringLiteral("/proc/%1/status").arg(process));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray &line : status.readAll().split('\n')) {
        if (line.startsWith("VmRSS:"))
            return line.mid(6).simplified().split(' ').constFirst().toDouble() / 1024;
    }
    return 0;
}

//! Megabytes that this process has allocated and not freed. The resident size would not tell: what an earlier round
//! freed is used again and never grows it.
inline double heapMegabytes()
{
    const auto heap = mallinfo2();
    return double(heap.uordblks + heap.hblkhd) / 1024 / 1024;
}

inline QString number(double value, const QString &unit)
{
    return QString(QString::number(value, 'f', value < 10 ? 2 : value < 100 ? 1 : 0) + QLatin1Char(' ') + unit);
}

//! One row of the table that `./dev bench` prints; returns whether the ratio keeps its limit.
inline bool report(const QString &what, const QString &ours, const QString &baseline, double ratio, double limit,
                   bool isAtLeast = false)
{
    const QString rule = QString((isAtLeast ? QStringLiteral(">= ") : QStringLiteral("<= "))
                                 + QString::number(limit, 'f', 2));
    qInfo().noquote() << QStringLiteral("BENCH | %1 | %2 | %3 | %4 | %5")
                             .arg(what, ours, baseline, QString::number(ratio, 'f', 2), rule);
    return isAtLeast ? ratio >= limit : ratio <= limit;
}

//! The row of two figures that were taken in pairs: their medians.
inline bool reportPair(const QString &what, const QList<double> &ours, const QList<double> &theirs, const QString &unit,
                       double limit)
{
    const double mine = median(ours);
    const double base = median(theirs);
    return report(what, number(mine, unit), number(base, unit), mine / base, limit);
}

//! A row whose figure has a limit of its own instead of a baseline.
inline bool reportFigure(const QString &what, double value, const QString &unit, double limit)
{
    qInfo().noquote()
        << QStringLiteral("BENCH | %1 | %2 |  |  | <= %3").arg(what, number(value, unit), number(limit, unit));
    return value <= limit;
}

inline QString program(const QString &name)
{
    return QString(QStringLiteral(TYPESHIFT_BENCH_BIN "/") + name);
}

//! Standard output of a program that is built beside the benchmarks.
inline QByteArray outputOf(const QString &name, const QStringList &arguments)
{
    QProcess process;
    process.start(program(name), arguments);
    if (!process.waitForFinished(300'000) || process.exitCode() != 0)
        qFatal("%s failed: %s", qPrintable(name), process.readAllStandardError().constData());
    return process.readAllStandardOutput();
}

//! The same, as JSON lines.
inline QList<QJsonObject> jsonLinesOf(const QString &name, const QStringList &arguments)
{
    QList<QJsonObject> lines;
    for (const QByteArray &line : outputOf(name, arguments).split('\n')) {
        if (line.startsWith('{'))
            lines.append(QJsonDocument::fromJson(line).object());
    }
    return lines;
}

} // namespace typeshift::bench
