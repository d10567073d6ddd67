// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "json/JsonPlaces.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

constexpr int deepest = 1'024; // As deep as QJsonDocument reads.

bool isWord(const QString &name)
{
    return !name.isEmpty() && !name.at(0).isDigit() && std::ranges::all_of(name, [](QChar each) {
        return each == u'_' || each == u'$' || (each.unicode() < 128 && each.isLetterOrNumber());
    });
}

} // namespace

QString memberPath(const QString &object, const QString &member)
{
    if (!isWord(member)) {
        const QByteArray quoted = QJsonDocument(QJsonArray{member}).toJson(QJsonDocument::Compact);
        return object + QString::fromUtf8(quoted);
    }
    return object.isEmpty() ? member : QString(object + u'.' + member);
}

QString itemPath(const QString &list, qsizetype index)
{
    return u"%1[%2]"_s.arg(list, QString::number(index));
}

JsonPlaces::JsonPlaces(const QByteArray &text)
    : m_text(text)
{
    if (m_text.startsWith("\xef\xbb\xbf"))
        m_next = 3;
    readValue(QString(), 0);
}

JsonPlace JsonPlaces::valueAt(const QString &path) const
{
    for (QString nearest = path;; nearest.truncate(std::max(nearest.lastIndexOf(u'.'), nearest.lastIndexOf(u'[')))) {
        if (const auto found = m_values.constFind(nearest); found != m_values.cend()) {
            const char first = m_text.at(found->begin);
            const bool isContainer = first == '{' || first == '[';
            return placeOf(found->begin, isContainer ? 1 : found->end - found->begin);
        }
        if (nearest.isEmpty() || (!nearest.contains(u'.') && !nearest.contains(u'[')))
            break;
    }
    const auto whole = m_values.constFind(QString());
    return whole == m_values.cend() ? placeOf(0, 0) : placeOf(whole->begin, 1);
}

JsonPlace JsonPlaces::nameAt(const QString &path) const
{
    const auto found = m_names.constFind(path);
    return found == m_names.cend() ? valueAt(path) : placeOf(found->begin, found->end - found->begin);
}

JsonPlace JsonPlaces::placeOf(qsizetype byte, qsizetype bytes) const
{
    const QByteArrayView before = QByteArrayView(m_text).first(std::clamp<qsizetype>(byte, 0, m_text.size()));
    const QByteArrayView within = QByteArrayView(m_text).sliced(before.size());
    const qsizetype lineBegin = before.lastIndexOf('\n') + 1;
    return {.at = QString::fromUtf8(before).size(),
            .length = QString::fromUtf8(within.first(std::min(bytes, within.size()))).size(),
            .line = int(std::ranges::count(before, '\n')) + 1,
            .column = int(QString::fromUtf8(before.sliced(lineBegin)).size()) + 1};
}

void JsonPlaces::skipBlanks()
{
    while (m_next < m_text.size() && QByteArrayView(" \t\r\n").contains(m_text.at(m_next)))
        ++m_next;
}

bool JsonPlaces::readValue(const QString &path, int depth)
{
    skipBlanks();
    if (m_next >= m_text.size() || depth > deepest)
        return false;
    const qsizetype begin = m_next;
    m_values[path] = {begin, m_text.size()}; // Until its end is known.
    bool isWhole = true;
    switch (m_text.at(begin)) {
    case '{':
        isWhole = readObject(path, depth);
        break;
    case '[':
        isWhole = readList(path, depth);
        break;
    case '"':
        isWhole = skipString();
        break;
    default:
        while (m_next < m_text.size() && !QByteArrayView(" \t\r\n,]}").contains(m_text.at(m_next)))
            ++m_next;
        isWhole = m_next > begin;
    }
    m_values[path].end = m_next;
    return isWhole;
}

bool JsonPlaces::readObject(const QString &path, int depth)
{
    for (++m_next;; ++m_next) {
        skipBlanks();
        if (isAt('}'))
            return ++m_next, true;
        const qsizetype begin = m_next;
        if (!isAt('"') || !skipString())
            return false;
        const Span name{begin, m_next};
        const QString member = memberPath(path, nameIn(name));
        if (m_names.contains(member) && !m_repeated.contains(member))
            m_repeated.append(member);
        m_names[member] = name;
        skipBlanks();
        if (!isAt(':'))
            return false;
        ++m_next;
        if (!readValue(member, depth + 1))
            return false;
        skipBlanks();
        if (isAt('}'))
            return ++m_next, true;
        if (!isAt(','))
            return false;
    }
}

bool JsonPlaces::readList(const QString &path, int depth)
{
    ++m_next;
    for (qsizetype index = 0;; ++index) {
        skipBlanks();
        if (isAt(']'))
            return ++m_next, true;
        if (!readValue(itemPath(path, index), depth + 1))
            return false;
        skipBlanks();
        if (isAt(','))
            ++m_next;
        else if (!isAt(']'))
            return false;
    }
}

bool JsonPlaces::skipString()
{
    for (++m_next; m_next < m_text.size(); ++m_next) {
        if (m_text.at(m_next) == '\\')
            ++m_next;
        else if (m_text.at(m_next) == '"')
            return ++m_next, true;
    }
    m_next = m_text.size();
    return false;
}

QString JsonPlaces::nameIn(Span span) const
{
    const QByteArray quoted = m_text.sliced(span.begin, span.end - span.begin);
    if (!quoted.contains('\\'))
        return QString::fromUtf8(quoted.sliced(1).chopped(1));
    return QJsonDocument::fromJson(QByteArray('[' + quoted + ']')).array().at(0).toString();
}

} // namespace typeshift
