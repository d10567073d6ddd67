// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "settings/SettingsDocument.h"

#include "json/Codec.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

constexpr auto versionName = "$schemaVersion"_L1;
constexpr auto toolsName = "tools"_L1;

std::unexpected<Error> refusal(QLatin1StringView code, const QString &message, const QString &raw = {})
{
    ErrorFacts facts;
    facts.code = code;
    facts.message = message;
    facts.raw = raw.left(300);
    return failure(Error(Error::Kind::Storage, facts));
}

//! The one value of a text; Undefined for text that is no JSON value. Qt parses no bare number or string.
QJsonValue valueOf(const QByteArray &text)
{
    const QJsonArray one = QJsonDocument::fromJson(QByteArray('[' + text + ']')).array();
    return one.size() == 1 ? one.at(0) : QJsonValue(QJsonValue::Undefined);
}

bool isObject(const QByteArray &text)
{
    return text.startsWith('{');
}

QString typeName(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Array:
        return u"a list"_s;
    case QJsonValue::String:
        return u"a text"_s;
    case QJsonValue::Double:
        return u"a number"_s;
    case QJsonValue::Bool:
        return u"true or false"_s;
    default:
        return u"null"_s;
    }
}

Result<> expectObject(const QByteArray &json)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(json, &error);
    if (document.isObject())
        return {};
    const QJsonValue other = document.isArray() ? QJsonValue(document.array()) : valueOf(json);
    if (!other.isUndefined()) {
        return refusal("settings-object"_L1, u"the stored settings are %1, and not an object"_s.arg(typeName(other)),
                       QString::fromUtf8(json));
    }
    return refusal(
        "settings-json"_L1,
        u"the stored settings are not JSON at byte %1: %2"_s.arg(QString::number(error.offset), error.errorString()),
        QString::fromUtf8(json));
}

Result<int> versionOf(const std::optional<QByteArray> &text, int knownVersion)
{
    if (!text)
        return 1;
    const auto version = Codec<int>::decode(valueOf(*text));
    if (!version || *version < 1) {
        return refusal("settings-schema-version"_L1,
                       u"the stored settings name %1 as their schema version, which is no whole number from 1 on, so "
                       "nobody can tell whether they are older than this program"_s.arg(QString::fromUtf8(*text)),
                       QString::fromUtf8(*text));
    }
    if (*version > knownVersion) {
        return refusal("settings-newer"_L1,
                       u"the stored settings have schema version %1, and this program knows versions up to %2"_s.arg(
                           QString::number(*version), QString::number(knownVersion)),
                       QString::number(*version));
    }
    return *version;
}

} // namespace

Result<SettingsDocument> SettingsDocument::parse(const QByteArray &json, int knownVersion)
{
    if (auto object = expectObject(json); !object)
        return failure(std::move(object).error());
    SettingsDocument document;
    document.m_members = RawObject::ofText(json);
    const auto version = versionOf(document.m_members.text(versionName), knownVersion);
    if (!version)
        return failure(version.error());
    document.m_schemaVersion = *version;
    document.m_members.remove(versionName);
    const auto tools = document.m_members.text(toolsName);
    if (!tools || !isObject(*tools))
        return document; // One that is no object is kept as it is.
    document.m_members.remove(toolsName);
    document.m_tools = RawObject::ofText(*tools);
    const QStringList names = document.m_tools.names();
    for (const QString &name : names) {
        const QByteArray text = *document.m_tools.text(name);
        if (isObject(text))
            document.m_toolMembers.insert(name, RawObject::ofText(text));
    }
    return document;
}

QJsonValue SettingsDocument::value(const QString &path) const
{
    const Place place = placeOf(path);
    const RawObject *object = objectOf(place);
    const auto text = object ? object->text(place.name) : std::nullopt;
    return text ? valueOf(*text) : QJsonValue(QJsonValue::Undefined);
}

bool SettingsDocument::contains(const QString &path) const
{
    const Place place = placeOf(path);
    const RawObject *object = objectOf(place);
    return object && object->contains(place.name);
}

void SettingsDocument::set(const QString &path, const QJsonValue &value)
{
    if (value.isUndefined() || value.isNull()) {
        remove(path);
        return;
    }
    if (this->value(path) == value)
        return; // 0.30 stays 0.30.
    const Place place = placeOf(path);
    if (place.tool.isEmpty()) {
        m_members.set(place.name, detail::writeJson(value));
        return;
    }
    m_members.remove(toolsName);
    m_tools.set(place.tool, "{}");
    m_toolMembers[place.tool].set(place.name, detail::writeJson(value));
}

void SettingsDocument::remove(const QString &path)
{
    const Place place = placeOf(path);
    if (place.tool.isEmpty()) {
        m_members.remove(place.name);
        return;
    }
    const auto members = m_toolMembers.find(place.tool);
    if (members == m_toolMembers.end())
        return;
    members->remove(place.name);
    if (members->isEmpty()) {
        m_toolMembers.erase(members);
        m_tools.remove(place.tool);
    }
}

QStringList SettingsDocument::paths() const
{
    QStringList paths = m_members.names();
    const QStringList tools = m_tools.names();
    for (const QString &tool : tools) {
        const QString prefix = toolsName + u'.' + tool;
        const auto members = m_toolMembers.constFind(tool);
        if (members == m_toolMembers.constEnd()) {
            paths.append(prefix);
            continue;
        }
        const QStringList names = members->names();
        for (const QString &name : names)
            paths.append(QString(prefix + u'.' + name));
    }
    return paths;
}

QByteArray SettingsDocument::toJson(int schemaVersion) const
{
    RawObject whole;
    if (schemaVersion > 1)
        whole.set(versionName, QByteArray::number(schemaVersion));
    const QStringList names = m_members.names();
    for (const QString &name : names)
        whole.set(name, *m_members.text(name));
    if (!m_tools.isEmpty()) {
        RawObject tools = m_tools;
        for (const auto &[tool, members] : m_toolMembers.asKeyValueRange())
            tools.set(tool, members.toText());
        whole.set(toolsName, tools.toText());
    }
    return whole.toText();
}

bool SettingsDocument::operator==(const SettingsDocument &other) const
{
    return toJson(1) == other.toJson(1);
}

SettingsDocument::Place SettingsDocument::placeOf(const QString &path)
{
    const QString prefix = toolsName + u'.';
    const qsizetype dot = path.startsWith(prefix) ? path.indexOf(u'.', prefix.size()) : -1;
    if (dot < 0)
        return {{}, path};
    return {path.sliced(prefix.size(), dot - prefix.size()), path.sliced(dot + 1)};
}

const RawObject *SettingsDocument::objectOf(const Place &place) const
{
    if (place.tool.isEmpty())
        return &m_members;
    const auto members = m_toolMembers.constFind(place.tool);
    return members == m_toolMembers.constEnd() ? nullptr : &*members;
}

} // namespace typeshift
