// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "settings/SettingsSchema.h"

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

constexpr auto providerPath = "provider"_L1;
constexpr auto modelPath = "model"_L1;

//! How many letters have to be added, taken or changed to make one word of the other.
qsizetype distance(QStringView from, QStringView to)
{
    QList<qsizetype> row(to.size() + 1);
    std::ranges::iota(row, 0);
    for (qsizetype i = 0; i < from.size(); ++i) {
        qsizetype corner = std::exchange(row[0], i + 1);
        for (qsizetype j = 0; j < to.size(); ++j) {
            const qsizetype changed = corner + (from[i].toLower() == to[j].toLower() ? 0 : 1);
            corner = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.last();
}

std::unexpected<Error> refused(const QString &path, const QString &message)
{
    ErrorFacts facts;
    facts.code = u"settings-value"_s;
    facts.message = message;
    facts.items = {path};
    return failure(Error(Error::Kind::InvalidInput, facts));
}

QJsonObject formSchema(const Setting &setting)
{
    QJsonObject schema = setting.member.schema;
    schema[u"x-group"_s] = Codec<SettingGroup>::encode(setting.group);
    if (!setting.member.ownValue.isUndefined())
        schema[u"default"_s] = setting.member.ownValue;
    return schema;
}

QJsonObject objectSchema(const QJsonObject &properties)
{
    return {{u"type"_s, u"object"_s}, {u"properties"_s, properties}};
}

} // namespace

SettingsSchema::SettingsSchema(QString kind, int version)
    : m_kind(std::move(kind))
    , m_version(version)
{
}

SettingsSchema &SettingsSchema::addOptions(const QStringList &configurable)
{
    const QList<AgentOption> options = agentOptions();
    for (const AgentOption &option : options) {
        Setting setting = option.setting;
        const bool isOfModel = setting.path == providerPath && configurable.contains(modelPath);
        setting.isConfigurable = isOfModel || configurable.contains(setting.path);
        add(std::move(setting));
    }
    return *this;
}

SettingsSchema &SettingsSchema::addTool(const ToolSettings &tool)
{
    for (const DescribedMember &member : tool.members) {
        add({.path = u"tools.%1.%2"_s.arg(tool.tool, member.name),
             .group = SettingGroup::Tools,
             .tool = tool.tool,
             .member = member,
             .isConfigurable = tool.configurable.contains(member.name)});
    }
    return *this;
}

void SettingsSchema::add(Setting setting)
{
    m_places.insert(setting.path, m_settings.size());
    m_settings.append(std::move(setting));
}

QStringList SettingsSchema::paths() const
{
    QStringList paths;
    paths.reserve(m_settings.size());
    for (const Setting &setting : m_settings)
        paths.append(setting.path);
    return paths;
}

const Setting *SettingsSchema::find(const QString &path) const
{
    const auto place = m_places.constFind(path);
    return place == m_places.constEnd() ? nullptr : &m_settings.at(*place);
}

Result<> SettingsSchema::check(const QString &path, const QJsonValue &value) const
{
    const Setting *setting = find(path);
    if (!setting) {
        const QString near = nearest(path);
        return refused(path,
                       near.isEmpty() ? u"there is no setting \"%1\""_s.arg(path)
                                      : u"there is no setting \"%1\"; did you mean \"%2\"?"_s.arg(path, near));
    }
    if (!setting->isConfigurable)
        return refused(path, u"\"%1\" is set by the agent's code, and may not be stored"_s.arg(path));
    if (const QString problem = setting->member.problemOf(value); !problem.isEmpty())
        return refused(path, u"%1: %2"_s.arg(path, problem));
    return {};
}

QList<SettingsProblem> SettingsSchema::problemsOf(const SettingsDocument &document) const
{
    QList<SettingsProblem> problems;
    const QStringList paths = document.paths();
    for (const QString &path : paths) {
        if (auto problem = problemAt(document, path))
            problems.append(*std::move(problem));
    }
    return problems;
}

std::optional<SettingsProblem> SettingsSchema::problemAt(const SettingsDocument &document, const QString &path) const
{
    using Kind = SettingsProblem::Kind;
    const Setting *setting = find(path);
    if (!setting)
        return SettingsProblem{.kind = Kind::Unknown, .path = path, .suggestion = nearest(path)};
    if (!setting->isConfigurable)
        return SettingsProblem{.kind = Kind::NotConfigurable, .path = path};
    const QJsonValue value = document.value(path);
    if (value.isNull())
        return std::nullopt; // As good as absent.
    if (const QString problem = setting->member.problemOf(value); !problem.isEmpty())
        return SettingsProblem{.kind = Kind::Unreadable, .path = path, .expected = problem};
    if (!counts(document, path))
        return SettingsProblem{.kind = Kind::HalfChoice, .path = path};
    return std::nullopt;
}

// A provider's models are its own: half a choice would ask one provider for another's model. A model alone is one of
// the provider below. // D56
bool SettingsSchema::counts(const SettingsDocument &document, const QString &path) const
{
    const auto reads = [&](const QString &other) {
        const Setting *setting = find(other);
        const QJsonValue value = document.value(other);
        return setting && setting->isConfigurable && !value.isUndefined() && !value.isNull()
            && setting->member.problemOf(value).isEmpty();
    };
    if (!reads(path))
        return false;
    if (path == providerPath)
        return reads(modelPath);
    const bool hasProvider = path == modelPath && document.contains(providerPath)
        && !document.value(providerPath).isNull();
    return !hasProvider || reads(providerPath);
}

LayerValues SettingsSchema::storedValues(const SettingsDocument &document) const
{
    LayerValues values;
    for (const Setting &setting : m_settings) {
        if (setting.isConfigurable && counts(document, setting.path))
            values.insert(setting.path, document.value(setting.path));
    }
    return values;
}

QJsonValue SettingsSchema::storedValue(const SettingsDocument &document, const QString &path) const
{
    return counts(document, path) ? document.value(path) : QJsonValue(QJsonValue::Undefined);
}

LayerValues SettingsSchema::codeValues() const
{
    LayerValues values;
    for (const Setting &setting : m_settings) {
        if (!setting.member.ownValue.isUndefined())
            values.insert(setting.path, setting.member.ownValue);
    }
    return values;
}

QJsonObject SettingsSchema::jsonSchema() const
{
    QJsonObject properties;
    QJsonObject tools;
    for (const Setting &setting : m_settings) {
        if (!setting.isConfigurable)
            continue;
        if (setting.tool.isEmpty()) {
            properties[setting.path] = formSchema(setting);
            continue;
        }
        QJsonObject members = tools[setting.tool]["properties"_L1].toObject();
        members[setting.member.name] = formSchema(setting);
        tools[setting.tool] = objectSchema(members);
    }
    if (!tools.isEmpty())
        properties[u"tools"_s] = objectSchema(tools);
    if (m_version > 1)
        properties[u"$schemaVersion"_s] = QJsonObject{{u"const"_s, m_version}};
    return objectSchema(properties);
}

QString SettingsSchema::nearest(const QString &path) const
{
    QString best;
    qsizetype least = 3; // More than two slips of the finger is another word.
    for (const Setting &setting : m_settings) {
        if (!setting.isConfigurable || qAbs(setting.path.size() - path.size()) >= least)
            continue;
        if (const qsizetype slips = distance(path, setting.path); slips < least) {
            least = slips;
            best = setting.path;
        }
    }
    return best;
}

} // namespace typeshift
