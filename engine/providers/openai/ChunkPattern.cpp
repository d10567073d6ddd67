// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/openai/ChunkPattern.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

// Text that stands for itself between two quotes.
bool isPlain(QByteArrayView text)
{
    return std::ranges::all_of(text, [](char c) { return uchar(c) >= 0x20 && c != '"' && c != '\\'; });
}

bool isNothing(const QJsonValue &value)
{
    return value.isNull() || (value.isString() && value.toString().isEmpty());
}

// The one member of the delta that brings text; empty when there is none, or when it brings more.
QLatin1StringView newsOf(const QJsonObject &delta)
{
    QLatin1StringView news;
    for (const auto name : {"content"_L1, "reasoning_content"_L1, "reasoning"_L1}) {
        if (const QJsonValue value = delta[name]; value.isString() && !isNothing(value)) {
            if (!news.isEmpty())
                return {};
            news = name;
        }
    }
    for (auto member = delta.begin(); member != delta.end(); ++member) {
        const bool isIdle = member.key() == news || member.key() == "role"_L1 || member.key() == "channel"_L1;
        if (!isIdle && !isNothing(*member))
            return {};
    }
    return news;
}

QJsonObject withText(const QJsonObject &chunk, QLatin1StringView member, const QString &text)
{
    QJsonObject choice = chunk["choices"_L1][0].toObject();
    QJsonObject delta = choice["delta"_L1].toObject();
    delta[member] = text;
    choice[u"delta"_s] = delta;
    QJsonObject changed = chunk;
    changed[u"choices"_s] = QJsonArray{choice};
    return changed;
}

} // namespace

std::optional<QString> ChunkPattern::textIn(QByteArrayView json) const
{
    const qsizetype size = json.size() - m_before.size() - m_after.size();
    if (m_member.isEmpty() || size < 0 || !json.startsWith(m_before) || !json.endsWith(m_after))
        return std::nullopt;
    const QByteArrayView text = json.sliced(m_before.size(), size);
    if (!isPlain(text) || !QUtf8StringView(text.data(), text.size()).isValidUtf8())
        return std::nullopt;
    return QString::fromUtf8(text);
}

// Where the text lies. Proved by putting another one there: nothing else of the chunk may change.
std::optional<std::pair<qsizetype, qsizetype>> ChunkPattern::placeOf(const QJsonObject &chunk, QByteArrayView json,
                                                                     QLatin1StringView member) const
{
    const QByteArray text = chunk["choices"_L1][0]["delta"_L1][member].toString().toUtf8();
    const QByteArray quoted = '"' + text + '"';
    const QByteArray quotedName = '"' + QByteArray(member.data(), member.size()) + '"';
    const qsizetype name = json.indexOf(quotedName);
    const qsizetype begin = name < 0 ? -1 : json.indexOf(quoted, name + quotedName.size());
    if (begin < 0 || !isPlain(text))
        return std::nullopt;
    const QByteArray probe = json.first(begin + 1).toByteArray() + "another text"
        + json.sliced(begin + 1 + text.size()).toByteArray();
    const QJsonObject probed = QJsonDocument::fromJson(probe).object();
    if (probed != withText(chunk, member, u"another text"_s))
        return std::nullopt;
    return std::pair(begin + 1, begin + 1 + text.size());
}

void ChunkPattern::learn(const QJsonObject &chunk, QByteArrayView json)
{
    if (m_triesLeft == 0)
        return;
    const QJsonArray choices = chunk["choices"_L1].toArray();
    if (choices.size() != 1 || choices[0]["index"_L1].toInt() != 0)
        return;
    const QLatin1StringView member = newsOf(choices[0]["delta"_L1].toObject());
    if (member.isEmpty())
        return;
    --m_triesLeft;
    const auto place = placeOf(chunk, json, member);
    if (!place)
        return;
    m_before = json.first(place->first).toByteArray();
    m_after = json.sliced(place->second).toByteArray();
    m_member = member;
}

} // namespace typeshift
