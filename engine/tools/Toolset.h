// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/ToolBinding.h"
#include "tools/ToolName.h"

#include <source_location>

namespace typeshift {

//! The members of a tool's settings that differ from the struct's own values, for one call. // D16, D27
using SettingsOf = std::function<QJsonObject(const ToolContext &context, const QString &tool)>;

//! A tool as a toolset declares it.
struct DeclaredTool {
    QString name;
    QString description;
    std::shared_ptr<const ToolBinding> binding;
    const void *function = nullptr; //!< which function it was made of, for picks; null for a callable
    bool isReadOnly = false;
    bool requiresApproval = false;
    QStringList configurable; //!< the members of its settings that may be stored // D18
    std::source_location place;
};

//! A mistake in a declaration that only shows when it is read; `code` stands in docs/DIAGNOSTICS.md.
struct DeclarationProblem {
    QString code;
    QString message;
    std::source_location place;
};

//! Tools that belong together: a value, declared in one flat chain. // D3, D17
//!
//!     Toolset(u"tickets"_s).withTool<&searchTickets>("Finds tickets.").readOnly()
//!
//! A tool's function takes one struct with fields() (its arguments), as a second one its settings, and, where it wants
//! them, ToolContext &, StopToken and const QJsonObject & (the raw arguments), in any order. It returns nothing, a
//! QString, a ToolOutput or a storable value, plain, as a Result, or as a Task of a Result. What it throws is its
//! failure (D53).
class Toolset final
{
public:
    //! `name` tells this toolset from others.
    explicit Toolset(QString name, std::source_location place = std::source_location::current());

    //! A tool of a free function or a static member, called as toolName() says. `description` is what the model reads.
    template<auto Function>
    Toolset &withTool(std::string_view description, std::source_location place = std::source_location::current());
    //! A tool of anything that is called like a function and may keep something: shared by all runs, so it keeps
    //! nothing of one.
    template<typename Callable>
    Toolset &withTool(std::string_view name, std::string_view description, Callable callable,
                      std::source_location place = std::source_location::current());

    // These speak of the tool before them.
    Toolset &withName(std::string_view name); // D13
    //! It changes nothing, so that plan mode may offer it. // 2.10.2
    Toolset &readOnly(std::source_location place = std::source_location::current());
    //! Somebody or something has to approve each call. // D24
    Toolset &requiresApproval(std::source_location place = std::source_location::current());
    //! Lets a member of the tool's settings be stored: `.configurable(&SearchSettings::limit)`. // D5, D18
    template<typename Pick>
    Toolset &configurable(Pick member, std::source_location place = std::source_location::current());

    //! Where the tools get their settings instead of the run's, which are laid over their structs' own values.
    Toolset &withSettingsFrom(SettingsOf source);

    const QString &name() const { return m_name; }
    const QList<DeclaredTool> &declared() const { return m_tools; }
    const QList<DeclarationProblem> &problems() const { return m_problems; }
    const std::source_location &place() const { return m_place; }
    //! The tools to give to a run, in the order of declared().
    QList<std::shared_ptr<Tool>> tools() const;

private:
    Toolset &add(DeclaredTool tool);
    Toolset &allow(QLatin1StringView member, const void *settings, std::source_location place);
    //! The tool that a mark speaks of; null, and a problem, when there is none.
    DeclaredTool *marked(std::source_location place);

    QString m_name;
    QList<DeclaredTool> m_tools;
    SettingsOf m_settingsOf;
    QList<DeclarationProblem> m_problems;
    std::source_location m_place;
};

} // namespace typeshift

#include "tools/ToolsetTemplates.h"
