// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "json/ThoroughReading.h"

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

// How many letters have to be put in, taken out, changed or swapped with their neighbour.
qsizetype distanceOf(QStringView a, QStringView b)
{
    QList<QList<qsizetype>> rows(a.size() + 1, QList<qsizetype>(b.size() + 1));
    std::iota(rows[0].begin(), rows[0].end(), 0);
    for (qsizetype i = 1; i <= a.size(); ++i) {
        rows[i][0] = i;
        for (qsizetype j = 1; j <= b.size(); ++j) {
            const bool isSame = a[i - 1] == b[j - 1];
            qsizetype least = std::min(rows[i - 1][j] + 1, rows[i][j - 1] + 1);
            least = std::min(least, rows[i - 1][j - 1] + (isSame ? 0 : 1));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                least = std::min(least, rows[i - 2][j - 2] + 1);
            rows[i][j] = least;
        }
    }
    return rows[a.size()][b.size()];
}

QString lettersOf(const QString &name)
{
    QString letters = name.toCaseFolded();
    letters.removeIf([](QChar each) { return each == u'_' || each == u'-' || each == u' ' || each == u'.'; });
    return letters;
}

QString kindOf(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Null:
        return u"null"_s;
    case QJsonValue::Bool:
        return value.toBool() ? u"true"_s : u"false"_s;
    case QJsonValue::Double:
        return u"the number %1"_s.arg(value.toVariant().toString());
    case QJsonValue::String:
        return value.toString().size() <= 40 ? u"the string “%1”"_s.arg(value.toString()) : u"a string"_s;
    case QJsonValue::Array:
        return u"a list"_s;
    case QJsonValue::Object:
        return u"an object"_s;
    case QJsonValue::Undefined:
        break;
    }
    return u"nothing"_s;
}

} // namespace

QString nearestName(const QString &name, const QStringList &known)
{
    constexpr qsizetype longest = 64;
    if (name.size() > longest)
        return {};
    const QString wanted = lettersOf(name);
    QString nearest;
    qsizetype least = std::max<qsizetype>(2, wanted.size() / 3) + 1;
    for (const QString &each : known) {
        const QString letters = lettersOf(each);
        const qsizetype distance = distanceOf(wanted, letters);
        if (distance < least && distance < std::max(wanted.size(), letters.size())) {
            least = distance;
            nearest = each;
        }
    }
    return nearest;
}

namespace detail {

JsonProblem wrongForm(const QString &path, const QString &error, const QJsonValue &value)
{
    return {.kind = JsonProblem::Kind::WrongForm,
            .path = path,
            .words = u"%1, but this is %2"_s.arg(error, kindOf(value)),
            .nearest = {}};
}

JsonProblem missing(const QString &path, std::string_view description)
{
    return {.kind = JsonProblem::Kind::Missing,
            .path = path,
            .words = description.empty() ? u"is missing"_s : u"is missing: %1"_s.arg(text(description)),
            .nearest = {}};
}

QList<JsonProblem> unknown(const QString &path, const QStringList &left, const QStringList &known)
{
    QList<JsonProblem> problems;
    for (const QString &name : left) {
        const QString nearest = nearestName(name, known);
        const QString hint = nearest.isEmpty() ? u"There are: %1."_s.arg(known.join(u", "_s))
                                               : u"Did you mean “%1”?"_s.arg(nearest);
        problems.append({.kind = JsonProblem::Kind::Unknown,
                         .path = memberPath(path, name),
                         .words = u"there is no member “%1” here. %2"_s.arg(name, hint),
                         .nearest = nearest});
    }
    return problems;
}

} // namespace detail

} // namespace typeshift
