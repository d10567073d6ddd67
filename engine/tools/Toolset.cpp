// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/Toolset.h"

#include "tools/ToolSettingValues.h"

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

//! A tool of a toolset as a run calls it.
class TypedTool final : public Tool
{
public:
    TypedTool(const DeclaredTool &declared, SettingsOf settingsOf)
        : m_declared(declared)
        , m_declaration{declared.name, declared.description, declared.binding->schema}
        , m_settingsOf(std::move(settingsOf))
    {
    }

    const ToolDeclaration &declaration() const override { return m_declaration; }
    bool isReadOnly() const override { return m_declared.isReadOnly; }
    bool requiresApproval() const override { return m_declared.requiresApproval; }
    std::optional<Error> problemOf(const QJsonObject &arguments) const override
    {
        return m_declared.binding->problemOf(arguments);
    }
    Task<Result<ToolOutput>> call(QJsonObject arguments, ToolContext &context) override
    {
        return m_declared.binding->call(std::move(arguments), settings(context), context);
    }

private:
    QJsonObject settings(const ToolContext &context) const
    {
        if (m_settingsOf)
            return allowedSettings(context);
        const auto values = context.services().get<ToolSettingValues>();
        return values ? values->ofTool.value(m_declared.name) : QJsonObject();
    }
    // Only what the declaration opened: a document may have been written by somebody else. // D18
    QJsonObject allowedSettings(const ToolContext &context) const
    {
        QJsonObject allowed;
        if (m_declared.configurable.isEmpty())
            return allowed;
        const QJsonObject given = m_settingsOf(context, m_declared.name);
        for (const QString &member : m_declared.configurable) {
            if (given.contains(member))
                allowed[member] = given[member];
        }
        return allowed;
    }

    DeclaredTool m_declared;
    ToolDeclaration m_declaration;
    SettingsOf m_settingsOf;
};

} // namespace

Toolset::Toolset(QString name, std::source_location place)
    : m_name(std::move(name))
    , m_place(place)
{
}

Toolset &Toolset::withName(std::string_view name)
{
    if (DeclaredTool *tool = marked(m_place))
        tool->name = detail::text(name);
    return *this;
}

Toolset &Toolset::readOnly(std::source_location place)
{
    if (DeclaredTool *tool = marked(place))
        tool->isReadOnly = true;
    return *this;
}

Toolset &Toolset::requiresApproval(std::source_location place)
{
    if (DeclaredTool *tool = marked(place))
        tool->requiresApproval = true;
    return *this;
}

Toolset &Toolset::withSettingsFrom(SettingsOf source)
{
    m_settingsOf = std::move(source);
    return *this;
}

QList<std::shared_ptr<Tool>> Toolset::tools() const
{
    QList<std::shared_ptr<Tool>> tools;
    tools.reserve(m_tools.size());
    for (const DeclaredTool &declared : m_tools)
        tools.append(std::make_shared<TypedTool>(declared, m_settingsOf));
    return tools;
}

Toolset &Toolset::add(DeclaredTool tool)
{
    m_tools.append(std::move(tool));
    return *this;
}

Toolset &Toolset::allow(QLatin1StringView member, const void *settings, std::source_location place)
{
    DeclaredTool *tool = marked(place);
    if (!tool)
        return *this;
    if (tool->binding->settings != settings || member.isEmpty()) {
        m_problems.append(
            {u"TSH044"_s, u"the tool %1 has no settings with this member in their fields()"_s.arg(tool->name), place});
    } else {
        tool->configurable.append(member);
    }
    return *this;
}

DeclaredTool *Toolset::marked(std::source_location place)
{
    if (!m_tools.isEmpty())
        return &m_tools.last();
    m_problems.append({u"TSH043"_s, u"this mark has no tool before it"_s, place});
    return nullptr;
}

} // namespace typeshift
