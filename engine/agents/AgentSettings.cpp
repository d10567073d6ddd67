// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "agents/AgentSettings.h"

namespace typeshift {

SettingsSchema settingsSchemaOf(const Agent &agent)
{
    SettingsSchema schema(agent.storageKind(), agent.settings().schemaVersion);
    schema.addOptions(agent.settings().configurable);
    for (const ToolsetUse &use : agent.toolsets()) {
        for (const DeclaredTool &tool : use.toolset.declared()) {
            if (use.offers(tool))
                schema.addTool(
                    {.tool = tool.name, .members = tool.binding->members, .configurable = tool.configurable});
        }
    }
    return schema;
}

AgentWishes wishesOf(const Agent &agent)
{
    return {.options = {.provider = agent.provider(),
                        .model = agent.model(),
                        .instructions = agent.instructions(),
                        .chat = agent.chatOptions(),
                        .run = agent.runOptions(),
                        .mode = agent.mode()},
            .tools = agent.settings().tools};
}

Task<Result<RunSettings>> resolveSettings(SettingsService &service, const Agent &agent, std::optional<SettingsId> id,
                                          RunWishes run)
{
    LoadedSettings loaded{StoredSettings(settingsSchemaOf(agent))};
    if (id) {
        auto stored = co_await service.load(*id, loaded.settings.schema());
        if (!stored)
            co_return failure(std::move(stored).error());
        loaded = *std::move(stored);
    }
    RunSettings settings = runSettings(wishesOf(agent), loaded.settings, run);
    settings.id = id;
    settings.version = loaded.version;
    co_return settings;
}

} // namespace typeshift
