// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "settings/RawObject.h"

#include "json/Codec.h"

#include <QJsonDocument>

namespace typeshift {

namespace {

bool isSpace(char each)
{
    return each == ' ' || each == '\t' || each == '\n' || each == '\r';
}

//! Walks over text that is JSON, so that every bracket and quote has its partner.
class Walk
{
public:
    explicit Walk(QByteArrayView json)
        : m_json(json)
        , m_at(json.indexOf('{') + 1) // What stands before is space or a byte order mark.
    {
    }

    //! Whether a member follows; commas and space are passed over.
    bool hasMember()
    {
        skip([](char each) { return isSpace(each) || each == ','; });
        return m_at < m_json.size() && m_json[m_at] == '"';
    }
    QByteArrayView name()
    {
        const qsizetype start = m_at;
        passString();
        return m_json.sliced(start, m_at - start);
    }
    QByteArrayView value()
    {
        skip([](char each) { return isSpace(each) || each == ':'; });
        const qsizetype start = m_at;
        passValue();
        return m_json.sliced(start, m_at - start);
    }

private:
    template<typename Condition>
    void skip(Condition isSkipped)
    {
        while (m_at < m_json.size() && isSkipped(m_json[m_at]))
            ++m_at;
    }
    void passString()
    {
        for (++m_at; m_at < m_json.size() && m_json[m_at] != '"'; ++m_at) {
            if (m_json[m_at] == '\\')
                ++m_at;
        }
        m_at = qMin(m_at + 1, m_json.size());
    }
    void passValue()
    {
        int depth = 0;
        while (m_at < m_json.size()) {
            const char each = m_json[m_at];
            if (depth == 0 && (each == ',' || each == '}' || isSpace(each)))
                return;
            if (each == '"')
                passString();
            else
                ++m_at;
            if (each == '{' || each == '[')
                ++depth;
            else if ((each == '}' || each == ']') && --depth == 0)
                return;
        }
    }

    QByteArrayView m_json;
    qsizetype m_at;
};

QString nameOf(QByteArrayView quoted)
{
    if (!quoted.contains('\\'))
        return QString::fromUtf8(quoted.sliced(1).chopped(1));
    return QJsonDocument::fromJson(QByteArray('[' + quoted.toByteArray() + ']')).array().at(0).toString();
}

} // namespace

RawObject RawObject::ofText(QByteArrayView json)
{
    RawObject object;
    for (Walk walk(json); walk.hasMember();) {
        const QString name = nameOf(walk.name());
        object.set(name, walk.value().toByteArray());
    }
    return object;
}

std::optional<QByteArray> RawObject::text(const QString &name) const
{
    const auto place = m_places.constFind(name);
    return place == m_places.constEnd() ? std::nullopt : std::optional(m_members.at(*place).text);
}

void RawObject::set(const QString &name, QByteArray text)
{
    const auto place = m_places.constFind(name);
    if (place != m_places.constEnd()) {
        m_members[*place].text = std::move(text);
        return;
    }
    m_places.insert(name, m_members.size());
    m_members.append({name, std::move(text)});
}

void RawObject::remove(const QString &name)
{
    const auto place = m_places.constFind(name);
    if (place == m_places.constEnd())
        return;
    const qsizetype gap = *place;
    m_members.removeAt(gap);
    m_places.remove(name);
    for (qsizetype &each : m_places) {
        if (each > gap)
            --each;
    }
}

QStringList RawObject::names() const
{
    QStringList names;
    names.reserve(m_members.size());
    for (const Member &member : m_members)
        names.append(member.name);
    return names;
}

QByteArray RawObject::toText() const
{
    QByteArray text("{");
    for (const Member &member : m_members) {
        if (text.size() > 1)
            text += ',';
        text += detail::writeJson(member.name);
        text += ':';
        text += member.text;
    }
    text += '}';
    return text;
}

} // namespace typeshift
