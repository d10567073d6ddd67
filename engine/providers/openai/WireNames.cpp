// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/openai/WireNames.h"

#include "providers/ToolCallAssembler.h"

#include <QCryptographicHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

constexpr qsizetype longestToolName = 64;
constexpr qsizetype longestCallId = 40;

bool isLetterOrDigit(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9');
}

bool isWireCharacter(QChar c)
{
    return isLetterOrDigit(c) || c == u'_' || c == u'-';
}

} // namespace

QString WireNames::tool(const QString &name)
{
    if (const auto known = m_tools.constFind(name); known != m_tools.constEnd())
        return *known;
    QString clean = name.left(longestToolName);
    for (QChar &c : clean) {
        if (!isWireCharacter(c))
            c = u'_';
    }
    if (clean.isEmpty())
        clean = u"tool"_s;
    QString unique = clean;
    for (int n = 2; m_toolsBack.contains(unique); ++n) {
        const QString suffix = u"_%1"_s.arg(n);
        unique = clean.left(longestToolName - suffix.size()) + suffix;
    }
    m_tools.insert(name, unique);
    m_toolsBack.insert(unique, name);
    return unique;
}

QString WireNames::toolBehind(const QString &wireName) const
{
    return m_toolsBack.value(wireName, wireName);
}

bool WireNames::fits(const QString &id) const
{
    if (m_callIdLength > 0)
        return id.size() == m_callIdLength && std::ranges::all_of(id, isLetterOrDigit);
    return !id.isEmpty() && id.size() <= longestCallId && std::ranges::all_of(id, isWireCharacter);
}

QString WireNames::callId(const QString &id)
{
    if (const auto known = m_ids.constFind(id); known != m_ids.constEnd())
        return *known;
    QString wire = id;
    for (int salt = 0; !fits(wire) || m_usedIds.contains(wire); ++salt) {
        const QByteArray salted = salt == 0 ? id.toUtf8() : QByteArray(id.toUtf8() + '#' + QByteArray::number(salt));
        const QByteArray hash = QCryptographicHash::hash(salted, QCryptographicHash::Sha256);
        wire = m_callIdLength > 0 ? base62(hash, m_callIdLength) : QString(u"call_"_s + base62(hash, 22));
    }
    m_ids.insert(id, wire);
    m_usedIds.insert(wire);
    return wire;
}

} // namespace typeshift
