// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "settings/RunSettings.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift {

LayerValues RunWishes::values() const
{
    LayerValues values;
    if (!provider.isEmpty())
        values.insert(u"provider"_s, provider);
    if (!model.isEmpty())
        values.insert(u"model"_s, model);
    if (mode)
        values.insert(u"mode"_s, Codec<AgentMode>::encode(*mode));
    return values;
}

LayerValues AgentWishes::values() const
{
    LayerValues values;
    const QList<AgentOption> all = agentOptions();
    for (const AgentOption &option : all) {
        if (const QJsonValue value = option.read(options); !value.isUndefined())
            values.insert(option.setting.path, value);
    }
    for (const auto &[tool, members] : tools.asKeyValueRange()) {
        for (auto member = members.begin(); member != members.end(); ++member)
            values.insert(u"tools.%1.%2"_s.arg(tool, member.key()), member.value());
    }
    return values;
}

const ResolvedSetting *RunSettings::find(const QString &path) const
{
    const auto found = std::ranges::find(resolved, path, &ResolvedSetting::path);
    return found == resolved.end() ? nullptr : &*found;
}

RunSettings runSettings(const AgentWishes &agent, const StoredSettings &stored, const RunWishes &run)
{
    const SettingsSchema &schema = stored.schema();
    RunSettings settings{.options = agent.options, .mode = {}};
    settings.problems = stored.problems();
    settings.resolved = resolve(schema.paths(), {schema.codeValues(), agent.values(), stored.values(), run.values()});
    QHash<QString, AgentOption> options;
    const QList<AgentOption> all = agentOptions();
    for (const AgentOption &option : all)
        options.insert(option.setting.path, option);

    for (const ResolvedSetting &each : std::as_const(settings.resolved)) {
        if (each.layer() == SettingsLayer::Code)
            continue; // The structs hold it by themselves.
        const Setting *setting = schema.find(each.path);
        if (!setting->tool.isEmpty())
            settings.tools[setting->tool].insert(setting->member.name, each.value());
        else if (each.layer() != SettingsLayer::Agent)
            options[each.path].write(settings.options, each.value());
    }
    if (run.stream)
        settings.options.chat.stream = *run.stream;
    const ResolvedSetting *mode = settings.find(u"mode"_s);
    if (mode && mode->layer() != SettingsLayer::Code && mode->layer() != SettingsLayer::Agent)
        settings.mode = settings.options.mode;
    return settings;
}

} // namespace typeshift
